"""Clock patience and Watch in numbers."""

from itertools import product
from typing import Final

from clockspades.cards import PACK
from clockspades.engine.numbers import GameNumbers, VectorPart, flags, number, together
from clockspades.games.clock.clock_rules import CENTRE, ROUNDS, ClockAction, ClockState, ExchangeKing, TurnUp


def _down(view: ClockState, seat: int) -> list[int]:
    return [*map(len, view.face_down)]


_PARTS: Final = (
    VectorPart("down", "By pile, the centre last, how many cards lie face down.", (CENTRE,), ROUNDS, _down),
    flags("up", "The cards under the piles, face up.", PACK, lambda view, seat: together(view.face_up)),
    flags("card", "The card in hand.", PACK, lambda view, seat: (view.in_hand,)),
    number("exchanged", "Whether the exchange has been made.", 1, lambda view, seat: view.exchanged),
)
_EXCHANGES: Final = (ExchangeKing(*place) for place in product(range(1, CENTRE), range(1, ROUNDS + 1)))

NUMBERS: Final = GameNumbers[ClockState, ClockAction]((TurnUp(), *_EXCHANGES), lambda seats: _PARTS)
