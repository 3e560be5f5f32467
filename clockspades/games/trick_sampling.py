"""Sampling the hidden cards of a trick-taking game: hands that lack suits, every deal that fits equally likely."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from random import Random
from typing import NamedTuple, TypeAlias

from clockspades.bots.sampling import mixed
from clockspades.cards import Card, Suit

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
    left, random = cards, rng.random
    limited_hands: Iterator[tuple[Card, ...]] = iter(())
    limited = tuple([hand for hand in hands if hand.lacking])
    if limited:
        piles: tuple[list[Card], ...] = ([], [], [], [])
        for card in cards:
            piles[card.suit].append(card)
        limited_cards = []
        for place in range(len(limited)):
            counts, weights = _splits(limited[place:], _counts(piles))
            if not weights or not weights[-1]:
                raise ValueError("no deal fits what is known of the hands")
            taken = rng.choices(counts, cum_weights=weights)[0]
            limited_cards.append(
                tuple([_pick(pile, random) for pile, count in zip(piles, taken) for _ in range(count)])
            )
        left = [card for pile in piles for card in pile]
        limited_hands = iter(limited_cards)
    left = mixed(left, random)
    dealt, start = [], 0
    for hand in hands:
        if hand.lacking:
            dealt.append(next(limited_hands))
        else:
            dealt.append(tuple(left[start : start + hand.size]))
            start += hand.size
    return tuple(dealt), tuple(left[start:])


def _pick(pile: list[Card], random: Callable[[], float]) -> Card:
    """Take a card out of a pile at random."""
    place = int(random() * len(pile))
    pile[place], pile[-1] = pile[-1], pile[place]
    return pile.pop()


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
