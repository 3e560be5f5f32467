"""German Clock in numbers."""

from typing import Final

from clockspades.cards import PACK, Suit
from clockspades.engine.numbers import Floats, GameNumbers, VectorPart, flags, joined, marks, number, together
from clockspades.games.german_clock import german_clock_rules as rules
from clockspades.games.german_clock.german_clock_rules import FULL, GermanClockState

MOST_REDEALS: Final = 2
_suits = marks([*Suit])


def _waste(view: GermanClockState, seat: int) -> list[int]:
    depth = {card: number for number, card in enumerate(reversed(view.waste), 1)}
    return [depth.get(card, 0) for card in PACK]


def _order(view: GermanClockState, seat: int) -> Floats:
    return joined(_suits((suit,)) for suit in (*view.suits, *[None] * (FULL - len(view.suits))))


_PARTS: Final = (
    VectorPart("waste", "By card where it lies in the waste: 1 at the top, 0 if it is not there.", (52,), 52, _waste),
    flags("clock", "The cards on the foundations.", PACK, lambda view, seat: together(view.clock)),
    VectorPart("order", "By height of the foundations its suit, as far as that is settled.", (FULL, 4), 1, _order),
    number("stock", "How many cards the stock has.", 52, lambda view, seat: len(view.stock)),
    number("redeals", "How often the waste may be turned over.", MOST_REDEALS, lambda view, seat: view.redeals_left),
)
_ACTIONS: Final = (rules.TurnStock(), rules.PlaceCard(), rules.Redeal())

NUMBERS: Final = GameNumbers[GermanClockState, rules.GermanClockAction](_ACTIONS, lambda seats: _PARTS)
