"""The slices of a scene of German Clock that its widgets draw: pure functions, tested without a screen.

Nothing in them, the explanations included, tells whether the top card of the waste goes on the clock: to see that
is the player's skill.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from clockspades.cards import PACK, UNKNOWN, Rank
from clockspades.engine import phrases
from clockspades.games.german_clock.rules import FULL, Ended, GermanClockEvent, OrderSet, PassBegan, State, where
from clockspades.games.german_clock.words import redeals_left
from clockspades.tui.drawing.faces import Face, Light
from clockspades.tui.tables import telling
from clockspades.tui.tables.scene import Scene, Target
from clockspades.tui.widgets.card_row import RowFace
from clockspades.tui.widgets.count import CountFace
from clockspades.tui.widgets.dial import DialFace
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.line import LineFace
from clockspades.tui.widgets.mark import Mark

GermanClockScene: TypeAlias = Scene[State, GermanClockEvent]

WASTE: Final = 4
"""The places of the waste that are shown; the top card always lies in the last."""


def dial_face(scene: GermanClockScene) -> DialFace:
    """The foundations; the hand goes round once with each time through the stock."""
    *hours, centre = (_foundation(scene, rank) for rank in Rank)
    view, over = scene.view, scene.view.outcome is not None
    won = view.outcome is not None and bool(view.outcome.winners)
    return DialFace(
        tuple(hours),
        centre,
        tuple(range(1, len(hours) + 1)) if won else (),
        None if over and not won else _time(scene),
        f"{view.placed} of {len(PACK)}" if over else "",
    )


def _foundation(scene: GermanClockScene, rank: Rank) -> Face:
    """The top card of a foundation on the suits of those under it; an empty one has its rank."""
    pile, outcome = scene.view.clock[rank - 1], scene.view.outcome
    pointed = scene.pointed == Target("hour", int(rank))
    if not pile:
        return Face(None, pointed=pointed, label=rank.symbol)
    light = Light.LIVE if outcome is not None and outcome.winners else Light.PLAIN
    return Face(pile[-1], light, pointed, covers=tuple(card.suit for card in pile[:-1]))


def _time(scene: GermanClockScene) -> float:
    """Where the hand points: how much of the stock was turned up this time through, in degrees from twelve."""
    begun = [event.cards for events in scene.sight.history for event in events if isinstance(event, PassBegan)]
    return 360 * (1 - len(scene.view.stock) / begun[-1]) % 360 if begun and begun[-1] else 0.0


def stock_row(scene: GermanClockScene) -> RowFace:
    """The stock with how many cards it has; empty, it is the place that the waste is turned over onto."""
    stock, pointed = scene.view.stock, scene.pointed == Target("stock", 0)
    if not stock:
        return RowFace((Face(None, pointed=pointed, label="0"),))
    if stock[0] is UNKNOWN:
        return RowFace((Face(UNKNOWN, pointed=pointed, label=str(len(stock))),))
    return RowFace((Face(stock[0], Light.DIM, pointed, label=str(len(stock))),))


def waste_row(scene: GermanClockScene) -> RowFace:
    """The top of the waste, and of a few cards under it as much as says what they are."""
    shown = tuple(card for card in scene.view.waste if card is not scene.attention.picked)[-WASTE:]
    top = scene.pointed == Target("waste", 0)
    faces = (Face(card, pointed=top and card is shown[-1]) for card in shown)
    return RowFace((*(None for _ in range(WASTE - len(shown))), *faces), fanned=True)


def order(scene: GermanClockScene) -> LineFace:
    """The order of suits as far as it is settled, a dot for each that is open; and how many redeals are left."""
    suits, left = [suit.symbol for suit in scene.view.suits], scene.view.redeals_left
    redeals = f"{phrases.count(left, 'redeal')} left"
    return LineFace(" ".join([*suits, *"·" * (FULL - len(suits))]), quiet=(redeals,))


def count(scene: GermanClockScene) -> CountFace:
    """How far the game has come."""
    return CountFace(scene.view.placed, (f"of {len(PACK)}", "on the clock"))


def heading(scene: GermanClockScene) -> LineFace:
    """The game, and who plays it."""
    sight = scene.sight
    quiet = (*telling.circumstances(sight), sight.names[0], *filter(None, sight.bots))
    return LineFace(sight.game.title, bright=True, quiet=quiet)


def log_lines(scene: GermanClockScene) -> tuple[LogLine, ...]:
    """The game so far in words."""
    return telling.log_lines(scene, telling.Manner(Ended, _is_moment))


def _is_moment(event: GermanClockEvent) -> bool:
    return isinstance(event, (PassBegan, OrderSet))


def marks(history: Sequence[Sequence[GermanClockEvent]]) -> tuple[Mark, ...]:
    """Each redeal by its number, and where suits were settled the sign of the last one, by the point it happened at."""
    found: list[Mark] = []
    for point, event in telling.by_point(history):
        match event:
            case PassBegan(number) if number > 1:
                found.append(Mark(point, str(number), 0))
            case OrderSet(suits):
                settled = suits[0] if len(suits) < FULL else suits[1]
                found.append(Mark(point, settled.symbol, 0))
    return tuple(found)


def explain(scene: GermanClockScene, target: Target) -> str:
    """What the player points at, and nothing about what can be done with it."""
    view = scene.view
    match target.kind:
        case "stock":
            return _explain_stock(view)
        case "waste":
            return _explain_waste(view)
        case "hour":
            return _explain_foundation(view, Rank(target.number))
    return ""


def _explain_stock(view: State) -> str:
    left = view.redeals_left
    redeals = redeals_left(left)
    if view.stock:
        return f"{phrases.count(len(view.stock), 'card')} in the stock; {redeals}."
    turned = " Press Space to turn the waste over." if left and view.waste and view.outcome is None else ""
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
        return f"No card {where(rank)} yet."
    cards = " ".join(card.symbol for card in pile)
    if len(pile) == FULL:
        return f"All four {where(rank)}: {cards}."
    return f"{phrases.count(len(pile), 'card')} {where(rank)}: {cards}."


def wrong_place(view: State) -> str:
    """Why the top card of the waste does not go on another rank's foundation."""
    card = view.waste[-1]
    return f"The {card.symbol} belongs {where(card.rank)}."
