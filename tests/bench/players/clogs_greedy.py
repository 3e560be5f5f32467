"""A greedy Clogs player, which looks no further than the trick: an opponent to measure the bots against.

It shares nothing with the bots but the rules of the game, and sees what its seat observes. It takes every trick that it
can, with the lowest card that does, also if others still play. If it can't, it plays its lowest card of the suit led;
without one, it turns up a clog, or throws its lowest card when it has no clogs left.

How it leads makes more difference than anything else that a greedy player chooses.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from clockspades.cards import PACK, Card
from clockspades.games.clogs.clogs_rules import RANKS, SUITS, ClogsAction, ClogsState, beats, places_left, unseen_cards
from clockspades.games.tricks import PlayCard, cards_following, led_suit

HEIGHT: Final = {card: (-RANKS.index(card.rank), -SUITS.index(card.suit)) for card in PACK}
"""Of two cards the one with the higher rank is higher; of the same rank the one with the higher suit."""


class Lead(StrEnum):
    """What a greedy player leads."""

    CLOGS = "clogs"
    """A card that no unseen card beats; without one a clog."""
    HIGH = "high"
    """The highest card of the hand."""


class GreedyPlayer:
    """Takes every trick that it can as cheaply as it can."""

    def __init__(self, lead: Lead = Lead.CLOGS) -> None:
        self._lead = lead

    def choose(self, view: ClogsState) -> ClogsAction:
        hand, clog = view.hands[view.seat], next(places_left(view, view.seat), None)
        led, winning = led_suit(view.trick), view.winning
        if not hand:
            assert clog is not None, "a seat to act has a card"
            return clog
        if led is None or winning is None:
            if clog is None or self._lead is Lead.HIGH:
                return PlayCard(highest(hand))
            unseen = unseen_cards(view, view.seat)
            sure = [card for card in hand if not any(beats(other, card, card.suit) for other in unseen)]
            return PlayCard(highest(sure)) if sure else clog
        legal = cards_following(hand, led)
        winners = [card for card in legal if beats(card, winning.card, led)]
        if winners:
            return PlayCard(lowest(winners))
        if clog is None or legal[0].suit is led:
            return PlayCard(lowest(legal))
        return clog


def highest(cards: Sequence[Card]) -> Card:
    return max(cards, key=HEIGHT.__getitem__)


def lowest(cards: Sequence[Card]) -> Card:
    return min(cards, key=HEIGHT.__getitem__)
