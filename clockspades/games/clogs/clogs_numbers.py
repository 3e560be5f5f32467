"""Clogs in numbers."""

from typing import Final

from clockspades.cards import PACK, Suit
from clockspades.engine.numbers import GameNumbers, VectorPart, by_seat
from clockspades.games.clogs.clogs_rules import CLOG_NAMES, ClogsAction, ClogsState, TurnClog
from clockspades.games.trick_numbers import shared_parts
from clockspades.games.tricks import PLAYS

_PLACES: Final = range(len(CLOG_NAMES))


def _clogs(view: ClogsState, seat: int) -> list[bool]:
    return [place < len(row) and row[place] is not None for row in by_seat(view.clogs, seat) for place in _PLACES]


def _lacking(view: ClogsState, seat: int) -> list[int]:
    return [lacks >> suit & 1 for lacks in by_seat(view.lacking, seat) for suit in Suit]


def _parts(seats: int) -> tuple[VectorPart, ...]:
    return (
        *shared_parts(seats, PACK),
        VectorPart("clogs", "By seat the places where a clog lies face down.", (seats, len(_PLACES)), 1, _clogs),
        VectorPart("lacking", "By seat the suits that all know its hand to lack.", (seats, 4), 1, _lacking),
    )


NUMBERS: Final = GameNumbers[ClogsState, ClogsAction](
    (*(PLAYS[card] for card in PACK), *map(TurnClog, _PLACES)), _parts
)
