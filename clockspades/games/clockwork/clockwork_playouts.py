"""Deals of Clockwork Spades played out at random: a compact core of the rules, for the bots alone.

A set of cards is an integer with a bit for each of the 36 cards that can be in a hand, three to an hour, so
that matching, discarding and drawing are one operation each. The tests compare it with :mod:`rules`.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from clockspades.cards import Card, Rank
from clockspades.games.clockwork.clockwork_rules import (
    HAND,
    KINGS,
    STOCK,
    WINDOW,
    ClockworkAction,
    ClockworkState,
    RuleSet,
    TakeSpade,
)

WIN: Final = 1
DRAW: Final = 0
LOSS: Final = -1

HOURS: Final = tuple(0b111 << 3 * index for index in range(12))
"""By hour less one: the cards that match the spade there."""

_BITS: Final = {card: 1 << 3 * (card.rank - 1) + card.suit for card in STOCK if card.rank is not Rank.KING}


def card_set(cards: Iterable[Card]) -> int:
    """The cards, none of them a king or a spade, as the core holds them."""
    return sum(_BITS[card] for card in cards)


class Window(NamedTuple):
    """The hours that a turn is played on (clockwork 2)."""

    hours: tuple[int, ...]
    """Each as in :data:`HOURS`, clockwise."""
    cards: int
    """All cards that match."""
    last: int


@lru_cache(maxsize=1 << 14)
def window_after(hour: int, left: int) -> Window:
    """The window that follows an hour where ``left`` are the hours that still have their spades, at least one."""
    clockwise = [(hour + step) % 12 for step in range(12)]
    found = [index for index in clockwise if left & HOURS[index]][:WINDOW]
    return Window(tuple(HOURS[index] for index in found), sum(HOURS[index] for index in found), found[-1] + 1)


class OpenGame:
    """The rest of a game that began with ``state``, whose cards must all be known."""

    def __init__(self, state: ClockworkState) -> None:
        kings = len(state.kings[0]) + len(state.kings[1])
        self._cards, self._kings = [0], [kings]
        """By the number of cards drawn: which they are, and how many kings were passed."""
        for card in state.stock:
            if card.rank is Rank.KING:
                kings += 1
            else:
                self._cards.append(self._cards[-1] | _BITS[card])
                self._kings.append(kings)
        self._is_gamerules = state.rules is RuleSet.GAMERULES

        me, you = state.seat, 1 - state.seat
        left = sum(hour for hour, pile in zip(HOURS, state.clock) if pile is not None)
        self._start = (
            left, window_after(state.window[0] - 1, left), 0, card_set(state.hands[me]), card_set(state.hands[you]),
            len(state.kings[me]), len(state.taken[me]) - len(state.taken[you]),
        )  # fmt: skip
        """The turn after its discards (clockwork 4), as a plain tuple: playouts make half a million turns a second.

        - ``left``: the hours that still have their spades
        - ``window``: the hours to be played on
        - ``drawn``: how many cards, kings not counted, were drawn from the stock since the deal was imagined
        - ``mine``, ``yours``: the hands, mine that of the seat whose turn it is
        - ``kings``: how many kings I was given
        - ``lead``: how many more spades I took than you
        """

    def _last_spade(self, drawn: int, kings: int, lead: int) -> int:
        """The value of taking the last spade (clockwork 11)."""
        return _fewest(lead if self._is_gamerules else lead + kings - (self._kings[drawn] - kings))

    def _king_of_spades(self, kings: int, lead: int) -> int:
        """The value of drawing the king of spades while holding this many other kings (clockwork 10)."""
        if kings == len(KINGS):
            return WIN
        return _fewest(lead) if self._is_gamerules else LOSS

    def play_out(self, random: Callable[[], float], first: ClockworkAction | None = None) -> int:
        """What random play by both leads to, for the seat whose turn it is; it begins with ``first`` if that is given.

        ``random`` gives numbers from 0 to 1, 1 excluded.
        """
        left, window, drawn, mine, yours, kings, lead = self._start
        cards, all_kings, sign = self._cards, self._kings, 1
        hour = HOURS[first.rank - 1] if isinstance(first, TakeSpade) else 0
        while True:
            hours, matches, last = window
            if mine & matches:  # (clockwork 5)
                mine &= ~matches
            else:  # (clockwork 6)
                hour = hour or hours[int(random() * len(hours))]
                if left == hour:
                    return sign * self._last_spade(drawn, kings, lead + 1)
                left ^= hour
                lead += 1
                hour = 0
            before, drawn = drawn, drawn + HAND - mine.bit_count()  # (clockwork 8 to 10)
            if drawn >= len(cards):
                return sign * self._king_of_spades(kings, lead)
            mine |= cards[drawn] ^ cards[before]
            kings = all_kings[drawn] - kings  # from here on those of the other seat
            if yours & ~left:  # (clockwork 4)
                yours &= left
                if self._is_gamerules:
                    before, drawn = drawn, drawn + HAND - yours.bit_count()
                    if drawn >= len(cards):
                        return -sign * self._king_of_spades(kings, -lead)
                    yours |= cards[drawn] ^ cards[before]
            mine, yours, lead, sign = yours, mine, -lead, -sign
            window = window_after(last, left)


def _fewest(lead: int) -> int:
    """What it is worth to have ``lead`` more penalties than the other."""
    return WIN if lead < 0 else LOSS if lead > 0 else DRAW
