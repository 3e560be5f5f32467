"""How a hand is fanned out: pure arithmetic in cells."""

from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region, Size

from clockspades.tui.layout.cells import CARDS

CORNER: Final = 3
"""The columns of a card that must be seen: its edge, its rank and its suit, or the three characters of a ten."""
GAP: Final = 3
"""The columns between the hand and what lies beside it."""


class FanLayout(NamedTuple):
    """The places in a fan, in cells of the widget."""

    card: Size
    pitch: int
    """The columns from one card to the next."""
    cards: tuple[Region, ...]
    """The cards of the hand, each but the last partly covered by the next, a row below the upper edge."""
    beside: tuple[Region, ...]
    """What lies beside the hand."""


@lru_cache(maxsize=64)
def fan_layout(size: Size, cards: int, beside: int, largest: Size = CARDS[0]) -> FanLayout:
    """The fan in the middle of ``size`` with the largest cards that fit, spread as far as there is room.

    The row above the cards is for one that is picked up. No corner is covered down to five columns a card and
    three for each that it covers.
    """
    fitting = [card for card in CARDS[CARDS.index(largest) :] if card.height < size.height] or [CARDS[-1]]
    card = next((card for card in fitting if _pitch(size, card, cards, beside) > CORNER), fitting[-1])
    pitch = max(CORNER, _pitch(size, card, cards, beside))
    hand = _width(card, pitch, cards)
    whole = hand + _width(card, pitch, beside) + (GAP if cards and beside else 0)
    x = max(0, (size.width - whole) // 2)
    second = x + whole - _width(card, pitch, beside)
    return FanLayout(
        card,
        pitch,
        tuple(Region(x + number * pitch, 1, *card) for number in range(cards)),
        tuple(Region(second + number * pitch, 1, *card) for number in range(beside)),
    )


def _pitch(size: Size, card: Size, cards: int, beside: int) -> int:
    """The columns from one card to the next: at most such that a blank is between them."""
    groups = [count for count in (cards, beside) if count]
    covering = sum(groups) - len(groups)
    room = size.width - len(groups) * card.width - (GAP if len(groups) > 1 else 0)
    return card.width + 1 if not covering else min(card.width + 1, room // covering)


def _width(card: Size, pitch: int, count: int) -> int:
    return (count - 1) * pitch + card.width if count else 0
