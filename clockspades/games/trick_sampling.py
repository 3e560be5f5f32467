"""Sampling the hidden cards of a trick-taking game: hands that lack suits, every deal that fits equally likely."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from random import Random
from typing import NamedTuple, TypeAlias

from clockspades.cards import Card, Suit, shuffled

Counts: TypeAlias = tuple[int, int, int, int]
"""How many cards of each suit."""


class HiddenHand(NamedTuple):
    """What everyone knows of a hand that is hidden."""

    size: int
    lacking: int
    """The suits that it has not, as bits ``1 << suit``."""


def deal_hidden(
    cards: Sequence[Card], hands: Sequence[HiddenHand], rng: Random
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The cards dealt to hidden hands, in the order of ``hands``, and those left over, shuffled.

    Every deal in which no hand has a suit that it lacks is equally likely. ValueError if there is none.
    """
    piles = [[card for card in cards if card.suit is suit] for suit in Suit]
    for pile in piles:
        rng.shuffle(pile)
    limited = tuple(hand for hand in hands if hand.lacking)
    limited_cards = []
    for place in range(len(limited)):
        counts, weights = _splits(limited[place:], _counts(piles))
        if not weights or not weights[-1]:
            raise ValueError("no deal fits what is known of the hands")
        taken = rng.choices(counts, cum_weights=weights)[0]
        limited_cards.append(tuple([pile.pop() for pile, count in zip(piles, taken) for _ in range(count)]))
    rest = shuffled([card for pile in piles for card in pile], rng)
    dealt, start, those = [], 0, iter(limited_cards)
    for hand in hands:
        dealt.append(next(those) if hand.lacking else rest[start : start + hand.size])
        start += 0 if hand.lacking else hand.size
    return tuple(dealt), rest[start:]


def _counts(piles: Sequence[Sequence[Card]]) -> Counts:
    clubs, diamonds, hearts, spades = map(len, piles)
    return clubs, diamonds, hearts, spades


@lru_cache(maxsize=1 << 11)
def _splits(hands: tuple[HiddenHand, ...], left: Counts) -> tuple[tuple[Counts, ...], tuple[int, ...]]:
    """What the first hand may have of each suit, and the ways to deal it and all hands after it, summed up so far."""
    counts = tuple(_compositions(hands[0], left))
    ways = [
        comb(left[0], taken[0]) * comb(left[1], taken[1]) * comb(left[2], taken[2]) * comb(left[3], taken[3])
        * _ways(hands[1:], (left[0] - taken[0], left[1] - taken[1], left[2] - taken[2], left[3] - taken[3]))
        for taken in counts
    ]  # fmt: skip
    return counts, tuple(accumulate(ways))


def _ways(hands: tuple[HiddenHand, ...], left: Counts) -> int:
    """In how many ways these hands can be dealt from so many cards of each suit."""
    if not hands:
        return 1
    _, weights = _splits(hands, left)
    return weights[-1] if weights else 0


def _compositions(hand: HiddenHand, left: Counts) -> Iterator[Counts]:
    """Every number of cards of each suit that makes the hand full."""
    clubs, diamonds, hearts, spades = (0 if hand.lacking >> suit & 1 else min(left[suit], hand.size) for suit in Suit)
    for some_clubs in range(clubs + 1):
        for some_diamonds in range(min(diamonds, hand.size - some_clubs) + 1):
            rest = hand.size - some_clubs - some_diamonds
            for some_hearts in range(max(0, rest - spades), min(hearts, rest) + 1):
                yield some_clubs, some_diamonds, some_hearts, rest - some_hearts
