"""The slices of a scene of Clockwork Spades that its widgets draw: pure functions, tested without a screen."""

from collections.abc import Sequence
from typing import TypeAlias

from clockspades.cards import UNKNOWN, Card, Rank
from clockspades.engine import phrases
from clockspades.games.clockwork.rules import (
    KING_OF_SPADES,
    SPADES,
    ClockworkEvent,
    DrewKingOfSpades,
    Ended,
    PassedKing,
    RuleSet,
    State,
    Took,
    TurnBegan,
    matches,
    penalties,
)
from clockspades.games.clockwork.words import penalty_count, ranks
from clockspades.tui.drawing.faces import Face, Light
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.layout.dial import hand_angle
from clockspades.tui.tables import telling
from clockspades.tui.tables.scene import Scene, Target
from clockspades.tui.widgets.card_row import RowFace
from clockspades.tui.widgets.dial import DialFace
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.line import LineFace
from clockspades.tui.widgets.mark import Mark
from clockspades.tui.widgets.tally import TallyFace

ClockworkScene: TypeAlias = Scene[State, ClockworkEvent]


def dial_face(scene: ClockworkScene) -> DialFace:
    """The clock with the cards played on it, the window, and the stock on the king of spades."""
    view, attention = scene.view, scene.attention
    window = () if view.outcome else tuple(int(rank) for rank in view.window)
    taking = scene.sight.active and not matches(view)
    hours: list[Face | None] = []
    for hour, pile in enumerate(view.clock, 1):
        if pile is None:
            hours.append(None)
            continue
        laid = (*pile, *(card for card in attention.placed if card.rank == hour))
        hours.append(
            Face(
                SPADES[hour - 1],
                Light.LIVE if hour in window else Light.PLAIN,
                pointed=attention.pointed == Target("hour", hour),
                picked=attention.asked == Target("hour", hour),
                covers=tuple(card.suit for card in laid),
                label=str(window.index(hour) + 1) if taking and hour in window else "",
            )
        )
    caption = f"{len(view.discard)} discarded" if view.discard else ""
    return DialFace(tuple(hours), _centre(view), window, hand_angle(window) if window else None, caption)


def _centre(view: State) -> Face | None:
    if view.stock or not view.turn:
        return Face(UNKNOWN, label=str(len(view.stock)) if view.turn else "")
    if any(KING_OF_SPADES in kings for kings in view.kings):
        return None
    return Face(KING_OF_SPADES)


def hand_row(scene: ClockworkScene, seat: int) -> RowFace:
    """A hand: to its owner what can be played stands out, to others it is backs."""
    view, attention = scene.view, scene.attention
    deciding = scene.sight.active and seat == view.seat
    playable = matches(view) if deciding else ()
    faces: list[Face | None] = []
    for number, card in enumerate(view.hands[seat]):
        if card in attention.placed:
            faces.append(None)
            continue
        light = Light.PLAIN if not deciding else Light.LIVE if card in playable else Light.DIM
        pointed = seat == scene.sight.seat and attention.pointed == Target("hand", number)
        faces.append(Face(card, light, pointed, picked=card is not UNKNOWN and card is attention.picked))
    return RowFace(tuple(faces), numbered=deciding and bool(playable))


def near_hand(scene: ClockworkScene) -> RowFace:
    """The hand on the near side."""
    return hand_row(scene, scene.sight.seat)


def far_hand(scene: ClockworkScene) -> RowFace:
    """The hand across the table."""
    return hand_row(scene, 1 - scene.sight.seat)


def tally(scene: ClockworkScene, seat: int) -> TallyFace:
    """What a seat has taken and been given: the spades and the kings."""
    taken, kings = scene.view.taken[seat], scene.view.kings[seat]
    spades = ("♠", *(card.rank.symbol for card in taken)) if taken else ()
    return TallyFace(tuple(group for group in (spades, tuple(king.symbol for king in kings)) if group))


def near_tally(scene: ClockworkScene) -> TallyFace:
    """The tally on the near side."""
    return tally(scene, scene.sight.seat)


def far_tally(scene: ClockworkScene) -> TallyFace:
    """The tally across the table."""
    return tally(scene, 1 - scene.sight.seat)


def name_line(scene: ClockworkScene, seat: int) -> LineFace:
    """A player's name with a mark if it is their turn, penalties, games won in a series, and the bot's name if any."""
    sight, view = scene.sight, scene.view
    turn = view.outcome is None and view.seat == seat and view.turn > 0
    counted = penalty_count(penalties(view)[seat], view.rules)
    mark = glyphs().points_right if turn else " "
    won = f"{sight.series.wins[seat]} won" if sight.series else ""
    quiet = tuple(filter(None, (counted, won, sight.bots[seat])))
    return LineFace(f"{mark} {sight.names[seat]}", bright=turn, quiet=quiet)


def near_name(scene: ClockworkScene) -> LineFace:
    """The name on the near side."""
    return name_line(scene, scene.sight.seat)


def far_name(scene: ClockworkScene) -> LineFace:
    """The name across the table."""
    return name_line(scene, 1 - scene.sight.seat)


def heading(scene: ClockworkScene) -> LineFace:
    """The game, the turn, the series it belongs to and its rule set."""
    view, series = scene.view, scene.sight.series
    quiet = (f"turn {view.turn}", f"best of {series.best_of}" if series and series.best_of else "", view.rules.title)
    return LineFace(scene.sight.game.title, bright=True, quiet=tuple(filter(None, quiet)))


def log_lines(scene: ClockworkScene) -> tuple[LogLine, ...]:
    """The game so far in words, with the number of the turn in the margin."""
    return telling.log_lines(scene, telling.Manner(Ended, _is_penalty, margin_of=_turn))


def _is_penalty(event: ClockworkEvent) -> bool:
    return isinstance(event, (Took, PassedKing, DrewKingOfSpades))


def _turn(event: ClockworkEvent) -> str:
    return str(event.turn) if isinstance(event, TurnBegan) else ""


def marks(history: Sequence[Sequence[ClockworkEvent]]) -> tuple[Mark, ...]:
    """The spades taken and the kings received, by the point that each happened at."""
    found: list[Mark] = []
    for point, event in telling.by_point(history):
        match event:
            case Took(seat, spade):
                found.append(Mark(point, spade.suit.symbol, seat))
            case PassedKing(seat, king):
                found.append(Mark(point, king.rank.symbol, 1 - seat))
            case DrewKingOfSpades(seat):
                found.append(Mark(point, KING_OF_SPADES.rank.symbol, seat))
    return tuple(found)


def explain(scene: ClockworkScene, target: Target) -> str:
    """What the cursor points at, and what can be done with it now."""
    if target.kind == "hand":
        hand = scene.view.hands[scene.sight.seat]
        return _explain_card(scene, hand[target.number]) if target.number < len(hand) else ""
    return _explain_stock(scene.view) if target.number == 0 else _explain_hour(scene, Rank(target.number))


def _explain_card(scene: ClockworkScene, card: Card) -> str:
    view = scene.view
    if card is UNKNOWN:
        return ""
    spade = SPADES[card.rank - 1]
    if view.outcome:
        return f"The {card.symbol} was not played."
    if card.rank in view.window:
        must = "You must play it now." if scene.sight.active else f"The {spade.symbol} is in the window."
        return f"The {card.symbol} goes on the {spade.symbol}. {must}"
    if view.clock[card.rank - 1] is None:
        return f"The {card.symbol} is dead: the {spade.symbol} is gone. You discard it when your next turn begins."
    return f"The {card.symbol} does not match the window. It goes on the {spade.symbol}."


def _explain_stock(view: State) -> str:
    if view.outcome:
        return "The stock."
    if view.stock:
        return f"{phrases.count(len(view.stock), 'card')} in the stock, then the K♠, which ends the game."
    end = "it loses" if view.rules is RuleSet.PAGAT else "the fewest spades win"
    return f"The next card is the K♠. Without the other three kings {end}."


def _explain_hour(scene: ClockworkScene, rank: Rank) -> str:
    view, spade = scene.view, SPADES[rank - 1]
    pile = view.clock[rank - 1]
    if pile is None:
        return f"The {spade.symbol} is gone. This hour is skipped."
    on_it = f" with {' '.join(card.symbol for card in pile)} on it" if pile else ""
    if view.outcome or not view.turn:
        return f"The {spade.symbol}{on_it}."
    if rank not in view.window:
        return f"The {spade.symbol}{on_it} is not in the window, which is {ranks(view.window)}."
    if not scene.sight.active:
        return f"The {spade.symbol}{on_it} is in the window."
    matching = matches(view)
    mine = [card for card in matching if card.rank == rank]
    if mine:
        return f"You must play {' '.join(card.symbol for card in mine)} on the {spade.symbol}{on_it}."
    if matching:
        return f"You can't take the {spade.symbol}{on_it}: you must play the {matching[0].symbol}."
    return f"Take the {spade.symbol}{on_it} as a penalty. Its hour is then skipped."
