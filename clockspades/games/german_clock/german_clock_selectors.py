"""What the widgets of German Clock draw, selected from the table's model: pure functions without a screen.

Nothing in them, the explanations included, tells whether the top card of the waste goes on the clock: to see that
is the player's skill.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from clockspades.cards import PACK, UNKNOWN, Rank
from clockspades.engine import phrases
from clockspades.engine.wording import label
from clockspades.games.dial_table import at_hour, series_name, striking
from clockspades.games.german_clock import german_clock_rules as rules
from clockspades.games.german_clock.german_clock_rules import GermanClockEvent, State
from clockspades.games.german_clock.german_clock_words import redeals_left
from clockspades.table import log_view, parts
from clockspades.table.commands import SPACE
from clockspades.table.faces import Face, Light
from clockspades.table.keys import spoken
from clockspades.table.model import TableModel, Target, TargetKind
from clockspades.table.widget_models import CardRowModel, CountModel, DialModel, LineModel, Mark, ResultModel, Trophy

GermanClockTableModel: TypeAlias = TableModel[State, GermanClockEvent]

WASTE: Final = 4
"""The places of the waste that are shown; the top card always lies in the last."""


def dial_model(model: GermanClockTableModel) -> DialModel:
    """The foundations; the hand goes round once with each time through the stock."""
    view = model.view
    over, won = view.outcome is not None, view.outcome is not None and bool(view.outcome.winners)
    lit = tuple(Rank) if won else ()
    angle = None if over and not won else _time(model)
    *hours, centre = (_foundation(model, rank, lit) for rank in Rank)
    window = tuple(int(rank) for rank in lit if rank is not Rank.KING)
    caption = f"{view.placed} of {len(PACK)}" if over else ""
    return striking(DialModel(tuple(hours), centre, window, angle, caption), model.moment)


def _foundation(model: GermanClockTableModel, rank: Rank, lit: Sequence[Rank]) -> Face:
    """The top card of a foundation on the suits of those under it; an empty one has its rank."""
    pile = model.view.clock[rank - 1]
    pointed = model.cursor == at_hour(rank)
    if not pile:
        return Face(None, pointed=pointed, label=rank.symbol)
    light = Light.LIVE if rank in lit else Light.PLAIN
    return Face(pile[-1], light, pointed, covers=tuple(card.suit for card in pile[:-1]))


def _time(model: GermanClockTableModel) -> float:
    """Where the hand points: how much of the stock was turned up this time through, in degrees from twelve."""
    begun = [event.cards for events in model.player.history for event in events if isinstance(event, rules.PassBegan)]
    return 360 * (1 - len(model.view.stock) / begun[-1]) % 360 if begun and begun[-1] else 0.0


def stock_row(model: GermanClockTableModel) -> CardRowModel:
    """The stock with how many cards it has; empty, it is the place that the waste is turned over onto."""
    stock, pointed = model.view.stock, model.cursor == Target(TargetKind.STOCK, 0)
    if not stock:
        return CardRowModel((Face(None, pointed=pointed, label="0"),))
    if stock[0] is UNKNOWN:
        return CardRowModel((Face(UNKNOWN, pointed=pointed, label=str(len(stock))),))
    return CardRowModel((Face(stock[0], Light.DIM, pointed, label=str(len(stock))),))


def waste_row(model: GermanClockTableModel) -> CardRowModel:
    """The top of the waste, and of a few cards under it as much as says what they are."""
    shown = tuple(card for card in model.view.waste if card is not model.selection.picked)[-WASTE:]
    top = model.cursor == Target(TargetKind.WASTE, 0)
    faces = (Face(card, pointed=top and card is shown[-1]) for card in shown)
    return CardRowModel((*(None for _ in range(WASTE - len(shown))), *faces), fanned=True)


def order(model: GermanClockTableModel) -> LineModel:
    """The order of suits as far as it is settled, a dot for each that is open; and how many redeals are left."""
    suits, left = [suit.symbol for suit in model.view.suits], model.view.redeals_left
    redeals = f"{phrases.count(left, 'redeal')} left"
    return LineModel(" ".join([*suits, *"·" * (rules.FULL - len(suits))]), quiet=(redeals,))


def count(model: GermanClockTableModel) -> CountModel:
    """How far the game has come."""
    return CountModel(model.view.placed, (f"of {len(PACK)}", "on the clock"))


def heading(model: GermanClockTableModel) -> LineModel:
    """The game, and who plays it."""
    return parts.heading(model, series_name(model), label(model.player.names, 0), *model.player.bots)


LOG_STYLE: Final = log_view.LogStyle(lambda event: isinstance(event, (rules.PassBegan, rules.OrderSet)))
"""The log, in which the redeals and the order of suits stand out."""


def marks(history: Sequence[Sequence[GermanClockEvent]]) -> tuple[Mark, ...]:
    """Each redeal by its number, and where suits were settled the sign of the last one, by the point it happened at."""
    found: list[Mark] = []
    for point, event in log_view.by_point(history):
        match event:
            case rules.PassBegan(number) if number > 1:
                found.append(Mark(point, str(number), 0))
            case rules.OrderSet(suits):
                settled = suits[0] if len(suits) < rules.FULL else suits[1]
                found.append(Mark(point, settled.symbol, 0))
    return tuple(found)


def explain(model: GermanClockTableModel, target: Target) -> str:
    """What a target is, and nothing about what can be done with it; empty if there is nothing."""
    view = model.view
    match target:
        case Target(TargetKind.STOCK):
            return _explain_stock(view)
        case Target(TargetKind.WASTE):
            return _explain_waste(view)
        case Target(TargetKind.HOUR, hour) if 1 <= hour <= len(Rank):
            return _explain_foundation(view, Rank(hour))
    return ""


def _explain_stock(view: State) -> str:
    left = view.redeals_left
    redeals = redeals_left(left)
    if view.stock:
        return f"{phrases.count(len(view.stock), 'card')} in the stock; {redeals}."
    turned = f" Press {spoken(SPACE)} to turn the waste over." if left and view.waste and view.outcome is None else ""
    return f"The stock is empty, and {redeals}.{turned}"


def _explain_waste(view: State) -> str:
    if not view.waste:
        return "The waste is empty."
    under = [card.symbol for card in view.waste[-2:-8:-1]]
    more = len(view.waste) - 1 - len(under)
    below = f" Under it: {' '.join(under)}{f' and {more} more' if more else ''}." if under else ""
    return f"Top of the waste: the {view.waste[-1].symbol}.{below}"


def _explain_foundation(view: State, rank: Rank) -> str:
    pile = view.clock[rank - 1]
    if not pile:
        return f"No card {rules.where(rank)} yet."
    cards = " ".join(card.symbol for card in pile)
    if len(pile) == rules.FULL:
        return f"All four {rules.where(rank)}: {cards}."
    return f"{phrases.count(len(pile), 'card')} {rules.where(rank)}: {cards}."


def wrong_place(view: State) -> str:
    """Why the top card of the waste does not go on another rank's foundation."""
    card = view.waste[-1]
    return f"The {card.symbol} belongs {rules.where(card.rank)}."


SHOWN: Final = 13
"""The most cards of the waste that fit."""


def german_clock_result(state: State) -> ResultModel:
    """The top of every foundation if all cards are on the clock; otherwise the waste, its top last."""
    cards = tuple(pile[-1] for pile in state.clock) if not state.waste else state.waste[-SHOWN:]
    trophy = Trophy.CLOCK if state.outcome is not None and state.outcome.winners else None
    return ResultModel(state.waste[-1:], (f"{state.placed} of {len(PACK)} on the clock",), ((cards,),), trophy=trophy)
