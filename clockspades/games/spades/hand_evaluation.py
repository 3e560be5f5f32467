"""What cards of Spades are worth before any is played: the tricks that a hand promises, and cards to pass and to draw.

What a hand promises is fitted, and of four players one then takes that to within a trick in three deals of four.
What single cards are worth to pass and to draw is set by hand.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from clockspades.games.spades.core import LOWEST_SPADE, SPADES, SUIT_OF, SUITS, bit_of, bits_of, each
from clockspades.games.spades.spades_state import DECKS, DRAWING, HAND_SIZES, PACKS, TRUMPS_IN, Deck

_ACE, _KING, _QUEEN = (1 << height for height in (12, 11, 10))
_SUIT: Final = 0x1FFF
_PACKS: Final = {
    13: {players: bits_of(pack) for players, pack in PACKS.items()},
    **{TRUMPS_IN[deck]: {4: bits_of(DECKS[deck])} for deck in (Deck.JOKERS, Deck.DEUCES)},
}
"""By the number of spades in play and the number of players, all cards in play."""
_HONOURS: Final = {trumps: each(packs[4] & SPADES)[:-5:-1] for trumps, packs in _PACKS.items()}
"""The four highest spades in play."""
_LENGTH: Final = 4
"""Spades beyond which each one more is worth more."""
_SHADE: Final = 0.2
"""How far the usual bid stays below what a hand promises: a contract that fails costs more than a bag."""


class HandWorth(NamedTuple):
    """Tricks that parts of a hand promise."""

    base: float
    spade_ace: float
    """The highest spade in play, with jokers the big one; then the next three."""
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


# Least squares over deals that were played out by the policy, everyone wanting tricks: over 40,000 that were drawn by
# the policy for two. The deals for four and three are not recorded; fitted anew over 12,000 of each, they promise as
# well to a hundredth of a trick. With jokers and deuces it was 9,600 of each. The program for that is not kept here.
WORTH: Final = {
    13: {
        4: HandWorth(-0.67, 0.95, 0.76, 0.46, 0.29, 0.51, 0.34, 1.0, 0.71, 0.27, 0.4),
        3: HandWorth(-1.07, 0.96, 0.85, 0.59, 0.3, 0.68, 0.4, 1.08, 0.95, 0.61, 0.46),
        2: HandWorth(-1.75, 0.85, 0.87, 0.9, 0.69, 0.92, 0.06, 0.79, 0.59, 0.25, 0.23),
    },
    15: {4: HandWorth(-0.63, 0.97, 0.87, 0.59, 0.33, 0.41, 0.39, 0.95, 0.65, 0.25, 0.32)},
    16: {4: HandWorth(-0.69, 0.98, 0.9, 0.63, 0.42, 0.39, 0.37, 0.97, 0.63, 0.22, 0.32)},
}
"""By the number of spades in play, and the number of players."""


def promise(hand: int, players: int, trumps: int = 13) -> float:
    """How many tricks a full hand can be expected to take where every player wants tricks: no more than there are.

    ``trumps`` are the spades in play.
    """
    spades = hand & SPADES
    clubs, few_clubs = _side_suit(hand & _SUIT, players, trumps)
    diamonds, few_diamonds = _side_suit(hand >> 13 & _SUIT, players, trumps)
    hearts, few_hearts = _side_suit(hand >> 26 & _SUIT, players, trumps)
    count, short = spades.bit_count(), few_clubs + few_diamonds + few_hearts
    tricks = _spades(spades, players, trumps) + clubs + diamonds + hearts
    if short and count > 1:
        tricks += WORTH[trumps][players].short * min(short, count - 1)
    most = HAND_SIZES[players]  # each part is worth so much in a usual hand, and in a hand of spades less
    return min(max(tricks, sure_tricks(hand, _PACKS[trumps][players] ^ hand)), most)


@cache
def _spades(spades: int, players: int, trumps: int) -> float:
    """The tricks that spades promise, and what any hand does."""
    worth, count = WORTH[trumps][players], spades.bit_count()
    tricks = worth.base + count * worth.spade
    if count > _LENGTH:
        tricks += (count - _LENGTH) * worth.long_spade
    for honour, value in zip(_HONOURS[trumps], worth[1:5]):
        if spades & honour:
            tricks += value
    return tricks


@cache
def _side_suit(suit: int, players: int, trumps: int) -> tuple[float, int]:
    """The tricks that a side suit promises, given by its 13 bits, and how many cards fewer than two it has."""
    worth, length, tricks = WORTH[trumps][players], suit.bit_count(), 0.0
    if suit & _ACE:
        tricks += worth.ace
    if suit & _KING and length >= 2:
        tricks += worth.king
    if suit & _QUEEN and length >= 3:
        tricks += worth.queen
    return tricks, max(0, 2 - length)


def sure_tricks(hand: int, rest: int) -> int:
    """How many tricks a hand with most of the spades takes however the ``rest`` lies, and 0 for any other hand.

    It draws all trumps of the others, and then its high cards in the side suits take tricks too. Only the cards that it
    has to play before that can still be trumped.
    """
    if (hand & SPADES).bit_count() <= (rest & SPADES).bit_count():
        return 0
    return sum(lasting(hand & suit, rest & suit) for suit in SUITS)


def lasting(cards: int, out: int) -> int:
    """How many cards of a suit take a trick if they are led from the top, wherever the others, ``out``, are."""
    length, lost = cards.bit_count(), 0
    for _ in range(min(length, out.bit_count())):
        height = cards.bit_length()
        if (out >> height).bit_count() > lost:  # one that is higher is left
            lost += 1
        cards ^= 1 << (height - 1)
    return length - lost


def usual_bid(hand: int, players: int, trumps: int = 13) -> int:
    """What is bid on a hand without a thought for others: what it promises, at least 1."""
    return max(1, round(promise(hand, players, trumps) - _SHADE))


def passed(hand: int, is_nil: bool, number: int) -> int:
    """The cards given away, as bits: by a nil those that could take a trick, by its partner those that harm it least.

    Those are low, of short suits, in which the giver can then trump, and no spades.
    """
    worth = _dangers(hand) if is_nil else {card: -_kept(card, hand) for card in each(hand)}
    return sum(sorted(worth, key=lambda card: (-worth[card], card))[:number])


def nil_danger(hand: int) -> int:
    """How dangerous the three worst cards of a hand are to its nil."""
    return sum(sorted(_dangers(hand).values())[-3:])


def _dangers(hand: int) -> dict[int, int]:
    """For each card how likely it takes a trick that a nil must not: high, a spade, or with few lower ones."""
    found: dict[int, int] = {}
    for suit in SUITS:
        for lower, card in enumerate(each(hand & suit)):
            height = _height(card)
            found[card] = _HEIGHT * height - _LOWER * lower + (_TRUMP + height if suit == SPADES else 0)
    return found


def _kept(card: int, hand: int) -> int:
    """How dear a card is to the partner of a nil: high, of a long suit, or a spade."""
    return _height(card) + (hand & SUIT_OF[card]).bit_count() + _SPADE * (card >= LOWEST_SPADE)


def draw_worth(card: int) -> float:
    """What a card adds to a hand that is drawn card by card (spades 17)."""
    height = _height(card)
    if card & SPADES:
        return _DRAWN_TRUMP + height / _TRUMPS_PER_TRICK
    return _DRAWN_HONOURS.get(height, height / _CARDS_PER_TRICK)


def is_kept(card: int) -> bool:
    """Whether a card that is looked at is usually kept, before anything is known of the others (spades 17)."""
    return draw_worth(card) >= _MEAN_DRAW_WORTH


def mean_draw_worth(cards: Iterable[int]) -> float:
    """What a card that is not known adds on average; 0 if there is none."""
    worths = [draw_worth(card) for card in cards]
    return sum(worths) / len(worths) if worths else 0.0


def _height(card: int) -> int:
    """How high a card is in its suit, from 0 for the two."""
    return (SUIT_OF[card] & (card - 1)).bit_count()


# The dangers of cards to a nil, set by hand.
_HEIGHT: Final = 3
"""Of each card that there is below it in the suit."""
_LOWER: Final = 4
"""Of each lower one in the same hand, behind which it can hide."""
_TRUMP: Final = 18
"""Of a spade, which nothing else gets rid of."""
_SPADE: Final = 40
"""More than any other card is worth to the partner of a nil: a spade is the last that is given away."""

# What a card drawn adds to a hand in tricks, set by hand.
_DRAWN_TRUMP: Final = 0.7
"""Of the two of spades."""
_TRUMPS_PER_TRICK: Final = 15
"""Heights that make a spade worth a trick more."""
_DRAWN_HONOURS: Final = {12: 0.9, 11: 0.6, 10: 0.4}
"""Of the ace, king and queen of a side suit, by their heights."""
_CARDS_PER_TRICK: Final = 40
"""Heights that would make a low card of a side suit worth a trick."""
_MEAN_DRAW_WORTH: Final = mean_draw_worth(map(bit_of, PACKS[DRAWING]))
