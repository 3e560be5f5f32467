"""What the widgets of Clockwork Spades draw, selected from the table's model: pure functions without a screen."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, TypeVar

from clockspades.cards import UNKNOWN, Card, Rank, Suit
from clockspades.engine import phrases
from clockspades.engine.phrases import symbols
from clockspades.engine.wording import Names, told
from clockspades.games import dial_table_rules
from clockspades.games.clockwork import clockwork_rules as rules
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkEvent, ClockworkState
from clockspades.games.clockwork.clockwork_words import penalty_count
from clockspades.games.dial_table_rules import at_hour, beam, in_light
from clockspades.table import log_view
from clockspades.table.faces import Face, Light
from clockspades.table.keys import typed
from clockspades.table.model import TableModel, Target, TargetKind
from clockspades.table.moments import Moment
from clockspades.table.parts import heading_line
from clockspades.table.widget_models import CardRowModel, DialModel, LineModel, Mark, ResultModel, TallyModel, Trophy

FEW: Final = 8
"""How many cards are in the stock when the table begins to tell who would draw the king of spades."""


@dataclass(frozen=True, slots=True)
class FourKings:
    """The king of spades came to the other three, and won (clockwork 10)."""


@dataclass(frozen=True, slots=True)
class LosingKing:
    """The king of spades was drawn without the other three, and lost (clockwork 10)."""


SeenT = TypeVar("SeenT")

ClockworkTableModel: TypeAlias = TableModel[ClockworkState, ClockworkEvent]


def dial_model(model: ClockworkTableModel) -> DialModel:
    """The clock with the cards played on it, the window, and the stock on the king of spades."""
    view, selection = model.view, model.selection
    window = () if view.outcome else tuple(int(rank) for rank in view.window)
    taking = model.player.active and not rules.matches(view)
    hours: list[Face | None] = []
    for hour, pile in enumerate(view.clock, 1):
        if pile is None:
            hours.append(None)
            continue
        hours.append(
            Face(
                rules.SPADES[hour - 1],
                Light.LIVE if hour in window else Light.PLAIN,
                pointed=selection.cursor == at_hour(hour),
                picked=selection.confirming == at_hour(hour),
                covers=tuple(card.suit for card in pile),
                label=typed(window.index(hour) + 1) if taking and hour in window else "",
            )
        )
    angle = hand_angle(window) if window else None
    dial = DialModel(tuple(hours), _centre(view), window, angle, _caption(model), kings=_kings(view))
    return dial if model.moment is None else _celebrated(dial, model.moment)


def _foretold(view: ClockworkState) -> int | None:
    """Who would draw the king of spades; None while there are too many cards to tell."""
    return rules.draws_last(view) if len(view.stock) <= FEW else None


def _caption(model: ClockworkTableModel) -> str:
    """Who would draw the king of spades, once few cards are left; before that how many were discarded."""
    view = model.view
    seat = _foretold(view)
    if seat is not None:
        names = model.player.names
        return told(names, seat, "As it stands, you draw the K♠.", f"As it stands, {names[seat]} draws the K♠.")
    return f"{len(view.discard)} discarded" if view.discard else ""


def _kings(view: ClockworkState) -> tuple[Card | Suit, ...]:
    """The kings that were drawn, and the suits of the others."""
    drawn = view.kings[0] + view.kings[1]
    return tuple(king if king in drawn else king.suit for king in (*rules.KINGS, rules.KING_OF_SPADES))


def _celebrated(dial: DialModel, moment: Moment) -> DialModel:
    """The dial of a game that is over: light and the hand go round it, and in the middle stand the kings in turn.

    For a king of spades that loses a shadow goes round instead, the other way.
    """
    share, lit = moment.share, beam(moment.share)
    for part in moment.parts:
        match part:
            case FourKings():
                four = (*rules.KINGS, rules.KING_OF_SPADES)
                king = Face(four[min(int(share * len(four)), len(four) - 1)], Light.LIVE)
                hours = in_light(dial.hours, lit, Light.LIVE)
                return dial._replace(hours=hours, centre=king, window=lit, angle=360 * share, is_led=True)
            case LosingKing():
                mirrored = tuple(sorted(12 - hour or 12 for hour in lit))
                return dial._replace(
                    hours=in_light(dial.hours, mirrored, Light.DIM), centre=Face(rules.KING_OF_SPADES, Light.DIM)
                )
    return dial


def hand_angle(hours: tuple[int, ...]) -> float:
    """Where the clock's hand points for a window: degrees clockwise from twelve, in the middle of its hours."""
    east = sum(math.sin(math.radians(30 * hour)) for hour in hours)
    north = sum(math.cos(math.radians(30 * hour)) for hour in hours)
    if math.hypot(east, north) < 1e-6:
        return 30.0 * hours[len(hours) // 2] % 360
    return round(math.degrees(math.atan2(east, north)), 6) % 360


def _centre(view: ClockworkState) -> Face | None:
    if view.stock or not view.turn:
        return Face(UNKNOWN, label=str(len(view.stock)) if view.turn else "")
    if any(rules.KING_OF_SPADES in kings for kings in view.kings):
        return None
    return Face(rules.KING_OF_SPADES)


def near(selector: Callable[[ClockworkTableModel, int], SeenT]) -> Callable[[ClockworkTableModel], SeenT]:
    """A seat's selector, for the near side of the table."""
    return lambda model: selector(model, model.player.seat)


def far(selector: Callable[[ClockworkTableModel, int], SeenT]) -> Callable[[ClockworkTableModel], SeenT]:
    """A seat's selector, for the far side of the table."""
    return lambda model: selector(model, 1 - model.player.seat)


def hand_row(model: ClockworkTableModel, seat: int) -> CardRowModel:
    """A hand: to its owner what can be played stands out, to others it is backs."""
    view, selection = model.view, model.selection
    deciding = model.player.active and seat == view.seat
    playable = rules.matches(view) if deciding else ()
    faces: list[Face] = []
    for number, card in enumerate(view.hands[seat]):
        light = Light.PLAIN if not deciding else Light.LIVE if card in playable else Light.DIM
        pointed = seat == model.player.seat and selection.cursor == Target(TargetKind.HAND, number)
        faces.append(Face(card, light, pointed))
    return CardRowModel(tuple(faces), numbered=deciding and bool(playable))


def tally(model: ClockworkTableModel, seat: int) -> TallyModel:
    """What a seat has taken and been given: the spades and the kings."""
    taken, kings = model.view.taken[seat], model.view.kings[seat]
    spades = ("♠", *(card.rank.symbol for card in taken)) if taken else ()
    return TallyModel(tuple(group for group in (spades, tuple(king.symbol for king in kings)) if group))


def name_line(model: ClockworkTableModel, seat: int) -> LineModel:
    """A player's name with a mark if it is their turn, penalties, games won in a series, and its bot."""
    view, series = model.view, model.player.series
    counted = penalty_count(RULES.scores(view)[seat], view.rules)
    return dial_table_rules.name_line(model, seat, counted, f"{series.wins[seat]} won" if series else "")


def heading(model: ClockworkTableModel) -> LineModel:
    """The game, the turn, the series it belongs to, its rule set, and whether it counts."""
    view, series = model.view, model.player.series
    best_of = f"best of {series.best_of}" if series and series.best_of else ""
    return heading_line(model, f"turn {view.turn}", best_of, view.rules.title)


def _is_penalty(event: ClockworkEvent) -> bool:
    return isinstance(event, (rules.Took, rules.PassedKing, rules.DrewKingOfSpades))


def _turn(event: ClockworkEvent) -> str:
    return str(event.turn) if isinstance(event, rules.TurnBegan) else ""


LOG_STYLE: Final = log_view.LogStyle(_is_penalty, margin_of=_turn)
"""The log with the number of the turn in the margin, in which penalties stand out."""


def marks(history: Sequence[Sequence[ClockworkEvent]]) -> tuple[Mark, ...]:
    """The spades taken and the kings received, by the point that each happened at."""
    found: list[Mark] = []
    for point, event in log_view.by_point(history):
        match event:
            case rules.Took(seat, spade):
                found.append(Mark(point, spade.suit.symbol, seat))
            case rules.PassedKing(seat, king):
                found.append(Mark(point, king.rank.symbol, 1 - seat))
            case rules.DrewKingOfSpades(seat):
                found.append(Mark(point, rules.KING_OF_SPADES.rank.symbol, seat))
    return tuple(found)


def explain(model: ClockworkTableModel, target: Target) -> str:
    """What a target is, and what you can do with it now; empty if it is not there."""
    match target:
        case Target(TargetKind.HAND, number) if number < len(hand := model.view.hands[model.player.seat]):
            return _explain_card(model, hand[number])
        case Target(TargetKind.HOUR, 0):
            return _explain_stock(model.view, model.player.names)
        case Target(TargetKind.HOUR, hour) if hour <= len(rules.SPADES):
            return _explain_hour(model, Rank(hour))
    return ""


def _explain_card(model: ClockworkTableModel, card: Card) -> str:
    view = model.view
    if card is UNKNOWN:
        return ""
    spade = rules.SPADES[card.rank - 1]
    if view.outcome:
        return f"The {card.symbol} was not played."
    if card.rank in view.window:
        must = "You must play it now." if model.player.active else f"The {spade.symbol} is in the window."
        return f"The {card.symbol} goes on the {spade.symbol}. {must}"
    if view.clock[card.rank - 1] is None:
        return f"The {card.symbol} is dead: the {spade.symbol} is gone. You discard it when your next turn begins."
    return f"The {card.symbol} does not match the window. It goes on the {spade.symbol}."


def _explain_stock(view: ClockworkState, names: Names) -> str:
    if view.outcome:
        return "The stock."
    if view.stock:
        left = f"{phrases.count(len(view.stock), 'card')} in the stock, then the K♠, which ends the game."
        seat = _foretold(view)
        if seat is None:
            return left
        return told(
            names, seat,
            f"{left} With one card played in each turn, you draw it.",
            f"{left} With one card played in each turn, {names[seat]} draws it.",
        )  # fmt: skip
    end = "it loses" if view.rules is rules.RuleSet.PAGAT else "the fewest spades win"
    return f"The next card is the K♠. Without the other three kings {end}."


def _explain_hour(model: ClockworkTableModel, rank: Rank) -> str:
    view, spade = model.view, rules.SPADES[rank - 1]
    pile = view.clock[rank - 1]
    if pile is None:
        return f"The {spade.symbol} is gone. This hour is skipped."
    on_it = f" with {symbols(pile)} on it" if pile else ""
    if view.outcome or not view.turn:
        return f"The {spade.symbol}{on_it}."
    if rank not in view.window:
        return f"The {spade.symbol}{on_it} is not in the window, which is {symbols(view.window)}."
    if not model.player.active:
        return f"The {spade.symbol}{on_it} is in the window."
    matching = rules.matches(view)
    mine = [card for card in matching if card.rank == rank]
    if mine:
        return f"You must play {symbols(mine)} on the {spade.symbol}{on_it}."
    if matching:
        return f"You can't take the {spade.symbol}{on_it}: you must play the {matching[0].symbol}."
    return f"Take the {spade.symbol}{on_it} as a penalty. Its hour is then skipped."


def clockwork_result(state: ClockworkState) -> ResultModel:
    """What lies on the table at the end (clockwork 10 and 11)."""
    deciding: dict[StrEnum, tuple[Card, ...]] = {
        rules.ClockworkReason.FOUR_KINGS: (*rules.KINGS, rules.KING_OF_SPADES),
        rules.ClockworkReason.KING_OF_SPADES: (rules.KING_OF_SPADES,),
    }
    return ResultModel(
        deciding.get(state.outcome.reason, ()) if state.outcome else (),
        tuple(penalty_count(number, state.rules) for number in RULES.scores(state)),
        tuple((taken, kings) for taken, kings in zip(state.taken, state.kings)),
        tuple(map(tuple, state.hands)),
        trophy=Trophy.FOUR_KINGS
        if state.outcome and state.outcome.reason is rules.ClockworkReason.FOUR_KINGS
        else None,
    )
