"""Clogs played out fast, with every card known and by a plain policy, for a bot to evaluate its choices.

A card is a number: four times the height of its rank, from 0 for the king to 12 for the ace, and the height of its
suit, from 0 for spades to 3 for clubs. So of two cards of a suit or of a rank the higher number is the better card.
"""

from collections.abc import Mapping
from typing import Final

from clockspades.cards import PACK, Card
from clockspades.games.clogs.rules import RANKS, SUITS, State
from clockspades.games.tricks import led_suit

NUMBERS: Final[Mapping[Card, int]] = {
    card: 4 * (len(RANKS) - 1 - RANKS.index(card.rank)) + len(SUITS) - 1 - SUITS.index(card.suit) for card in PACK
}
"""The number of each card."""

_SUIT: Final = 3
"""The bits of a number that are the suit."""


class Playout:
    """A deal in play, changed in place; ``play`` follows the public rules to the letter, without asking them."""

    __slots__ = ("best", "best_seat", "clogs", "hands", "led", "played", "scores", "seat", "target")

    def __init__(self, state: State) -> None:
        """A copy of a state in which every card is known and somebody is to act."""
        self.hands = [[NUMBERS[card] for card in hand] for hand in state.hands]
        self.clogs = [[NUMBERS[card] for card in row if card is not None] for row in state.clogs]
        self.scores = [*state.scores]
        self.target, self.seat, self.played = state.target, state.seat, len(state.trick)
        led, winning = led_suit(state.trick), state.winning
        self.led, self.best, self.best_seat = -1, -1, -1
        if led is not None and winning is not None:
            self.led = NUMBERS[state.trick[0].card] & _SUIT
            self.best, self.best_seat = NUMBERS[winning.card], winning.seat

    def copy(self) -> "Playout":
        """Another that begins where this one stands."""
        other = object.__new__(Playout)
        other.hands = [[*hand] for hand in self.hands]
        other.clogs = [[*row] for row in self.clogs]
        other.scores = [*self.scores]
        other.target, other.seat, other.played = self.target, self.seat, self.played
        other.led, other.best, other.best_seat = self.led, self.best, self.best_seat
        return other

    def play_from_hand(self, card: int) -> bool:
        """Play a card of the hand; whether the deal goes on."""
        self.hands[self.seat].remove(card)
        return self._lay(card)

    def turn_clog(self, at: int = -1) -> bool:
        """Turn up the clog at an index of those left; whether the deal goes on."""
        return self._lay(self.clogs[self.seat].pop(at))

    def _lay(self, card: int) -> bool:
        seat, best = self.seat, self.best
        if best < 0:
            self.led, self.best, self.best_seat = card & _SUIT, card, seat
        elif card > best and (card & _SUIT == self.led or card ^ best <= _SUIT):  # clogs 7
            self.best, self.best_seat = card, seat
        self.played += 1
        if self.played < len(self.hands):
            self.seat = seat + 1 if seat + 1 < len(self.hands) else 0
            return True
        winner = self.best_seat
        self.scores[winner] += 1
        self.seat, self.played, self.best = winner, 0, -1
        if self.scores[winner] == self.target:  # clogs 8
            return False
        return bool(self.hands[winner] or self.clogs[winner])

    def play_out(self) -> None:
        """Play the rest of the deal by the policy, which looks at no hidden card."""
        going = True
        while going:
            card = self.choose()
            going = self.turn_clog() if card < 0 else self.play_from_hand(card)

    def choose(self) -> int:
        """The card that the policy plays, or -1 for a clog.

        It turns clogs up as soon as it can, and saves its cards for following: measured, that takes more tricks
        than any mixture with leads from the hand or with low cards thrown away.
        """
        hand, best, clogs = self.hands[self.seat], self.best, self.clogs[self.seat]
        if not hand or (best < 0 and clogs):
            return -1
        if best < 0:
            return max(hand)
        led, is_last = self.led, self.played + 1 == len(self.hands)
        following = [card for card in hand if card & _SUIT == led]
        better = [card for card in following or hand if card > best and (following or card ^ best <= _SUIT)]
        if better:
            return min(better) if is_last else max(better)
        return min(following or hand) if following or not clogs else -1
