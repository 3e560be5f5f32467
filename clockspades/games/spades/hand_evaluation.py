"""What cards of Spades are worth before any is played: the tricks that a hand promises, and cards to pass and to draw.

The figures are least squares over deals that were played out by habit; of four players a hand takes what it promises
to within a trick in two deals of three.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from clockspades.games.spades.core import SPADES, SUITS, bit_of, each
from clockspades.games.spades.state import DRAWING, HAND_SIZES, PACKS

_ACE, _KING, _QUEEN, _JACK = (1 << height for height in (12, 11, 10, 9))
_SUIT: Final = 0x1FFF
_LENGTH: Final = 4
"""Spades beyond which each one more is worth more."""


class Worth(NamedTuple):
    """Tricks that parts of a hand promise."""

    base: float
    spade_ace: float
    spade_king: float
    spade_queen: float
    spade_jack: float
    spade: float
    """Each spade, the honours too."""
    long_spade: float
    """Each spade beyond the fourth, besides."""
    ace: float
    """Of a side suit, as the next two."""
    king: float
    """With a card to guard it."""
    queen: float
    """With two."""
    short: float
    """Each card of a side suit fewer than two, if there are spades to trump with."""


WORTH: Final = {
    4: Worth(-0.67, 0.95, 0.76, 0.46, 0.29, 0.51, 0.34, 1.0, 0.71, 0.27, 0.4),
    3: Worth(-1.07, 0.96, 0.85, 0.59, 0.3, 0.68, 0.4, 1.08, 0.95, 0.61, 0.46),
    2: Worth(-1.75, 0.85, 0.87, 0.9, 0.69, 0.92, 0.06, 0.79, 0.59, 0.25, 0.23),
}
"""By the number of players."""


def promise(hand: int, players: int) -> float:
    """How many tricks a full hand can be expected to take where every player wants tricks: no more than there are."""
    worth, spades = WORTH[players], hand >> 39
    count = spades.bit_count()
    tricks = worth.base + count * worth.spade
    if count > _LENGTH:
        tricks += (count - _LENGTH) * worth.long_spade
    for honour, value in zip((_ACE, _KING, _QUEEN, _JACK), worth[1:5]):
        if spades & honour:
            tricks += value
    short = 0
    for shift in (0, 13, 26):
        suit = hand >> shift & _SUIT
        length = suit.bit_count()
        if suit & _ACE:
            tricks += worth.ace
        if suit & _KING and length >= 2:
            tricks += worth.king
        if suit & _QUEEN and length >= 3:
            tricks += worth.queen
        short += max(0, 2 - length)
    tricks += worth.short * min(short, max(0, count - 1))
    return min(tricks, HAND_SIZES[players])  # each part is worth so much in a usual hand, and in a hand of spades less


def usual_bid(hand: int, players: int) -> int:
    """What is bid on a hand without a thought for others: what it promises, at least 1."""
    return max(1, round(promise(hand, players) - 0.2))


def dangers(hand: int) -> dict[int, int]:
    """For each card how likely it takes a trick that a nil must not: high, a spade, or with few lower ones."""
    found: dict[int, int] = {}
    for suit in SUITS:
        cards = each(hand & suit)
        for lower, card in enumerate(cards):
            height = card.bit_length() - (suit & -suit).bit_length()
            found[card] = 3 * height - 4 * lower + (18 + height if suit == SPADES else 0)
    return found


def most_dangerous(hand: int, number: int) -> int:
    """The ``number`` cards that a nil would rather be without, as bits."""
    found = dangers(hand)
    return sum(sorted(found, key=lambda card: (-found[card], card))[:number])


def least_dangerous(hand: int, number: int) -> int:
    """The ``number`` cards that harm a nil the least, as bits: low ones, of suits in which the giver is then short."""
    heights = {
        card: (card.bit_length() - 1) % 13 + (40 if card & SPADES else 0)
        for suit in SUITS
        for card in each(hand & suit)
    }
    return sum(sorted(heights, key=lambda card: (heights[card], card))[:number])


def draw_worth(card: int) -> float:
    """What a card adds to a hand that is drawn card by card (case 17)."""
    height = (card.bit_length() - 1) % 13
    if card & SPADES:
        return 0.7 + height / 15
    return _HONOURS.get(height, height / 40)


def is_kept(card: int) -> bool:
    """Whether a card that is looked at is usually kept, before anything is known of the others (case 17)."""
    return draw_worth(card) >= _MEAN_DRAW_WORTH


def mean_draw_worth(cards: Iterable[int]) -> float:
    """What a card that is not known adds on average; 0 if there is none."""
    worths = [draw_worth(card) for card in cards]
    return sum(worths) / len(worths) if worths else 0.0


_HONOURS: Final = {12: 0.9, 11: 0.6, 10: 0.4}
_MEAN_DRAW_WORTH: Final = mean_draw_worth(map(bit_of, PACKS[DRAWING]))
