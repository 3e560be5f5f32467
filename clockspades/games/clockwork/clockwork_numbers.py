"""Clockwork Spades in numbers."""

from array import array
from functools import cache
from typing import Final

from clockspades.cards import Rank
from clockspades.engine.numbers import (
    Floats,
    GameNumbers,
    VectorPart,
    by_seat,
    each_seat,
    flags,
    held,
    joined,
    marks,
    number,
    together,
)
from clockspades.games.clockwork import clockwork_rules as rules
from clockspades.games.clockwork.clockwork_rules import (
    HAND,
    KING_OF_SPADES,
    KINGS,
    SPADES,
    STOCK,
    WINDOW,
    ClockworkState,
)

_HOURS: Final = tuple(spade.rank for spade in SPADES)
_hours, _spades, _kings = marks(_HOURS), marks(SPADES), marks((*KINGS, KING_OF_SPADES))


@cache
def _ranks(bits: int) -> Floats:
    return array("f", [bits >> rank & 1 for rank in Rank])


def _denied(view: ClockworkState, seat: int) -> Floats:
    return joined(_ranks(bits) for hand in by_seat(view.denied, seat) for bits in (*hand, *[0] * (HAND - len(hand))))


def _window(view: ClockworkState, seat: int) -> Floats:
    return joined(_hours((rank,)) for rank in (*view.window, *[None] * (WINDOW - len(view.window))))


def _clock(view: ClockworkState, seat: int) -> list[bool]:
    return [pile is not None for pile in view.clock]


def _taken(view: ClockworkState, seat: int) -> Floats:
    return joined(map(_spades, by_seat(view.taken, seat)))


def _given(view: ClockworkState, seat: int) -> Floats:
    return joined(map(_kings, by_seat(view.kings, seat)))


_PARTS: Final = (
    number("turn", "Whether it is the seat's turn.", 1, lambda view, seat: view.seat == seat),
    flags("hand", "The cards in the seat's hand.", STOCK, lambda view, seat: view.hands[seat]),
    each_seat("held", "By seat how many cards it has.", 2, HAND, held),
    VectorPart(
        "denied", "By seat and card, the oldest first, ranks that all know it not to be.", (2, 3, 13), 1, _denied
    ),
    VectorPart("window", "The hours in the window, clockwise.", (WINDOW, 12), 1, _window),
    VectorPart("clock", "The hours that have their spade.", (12,), 1, _clock),
    flags("played", "The cards on the clock.", STOCK, lambda view, _: together(pile for pile in view.clock if pile)),
    flags("discard", "The cards on the discard pile.", STOCK, lambda view, _: view.discard),
    VectorPart("taken", "By seat the spades that it took.", (2, 12), 1, _taken),
    VectorPart("kings", "By seat the kings that it was given.", (2, 4), 1, _given),
    number("stock", "How many cards the stock has.", len(STOCK), lambda view, _: len(view.stock)),
)
_ACTIONS: Final[tuple[rules.ClockworkAction, ...]] = (rules.PlayMatches(), *map(rules.TakeSpade, _HOURS))

NUMBERS: Final = GameNumbers[ClockworkState, rules.ClockworkAction](_ACTIONS, lambda seats: _PARTS)
