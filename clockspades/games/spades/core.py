"""A compact Spades for bots: one deal being played with open cards, some twenty times as fast as the rules.

A card is one bit of a whole number, a hand the sum of its cards. Each suit has 13 bits, the two lowest, and above them
spades have 4 more: high twos and jokers, which not every pack has. Clubs stand lowest and spades highest, so that of
two cards of a suit the greater number is higher, and every spade is greater than every other card. Of a card's bit,
``bit - 1`` are all cards below it and ``-bit`` are it and all above; of several cards, ``cards & -cards`` is the
lowest. Tests play it action by action against the rules.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from clockspades.cards import ALL_CARDS, Card, Suit
from clockspades.games.spades.spades_state import RANKS

SUITS: Final = (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFFF << 39)
"""All cards of each suit, in the order of the suits."""
CLUBS: Final = SUITS[Suit.CLUBS]
DIAMONDS: Final = SUITS[Suit.DIAMONDS]
HEARTS: Final = SUITS[Suit.HEARTS]
SPADES: Final = SUITS[Suit.SPADES]
LOWEST_SPADE: Final = SPADES & -SPADES
OTHERS: Final = sum(SUITS) - SPADES
"""All cards but the spades."""
SUIT_OF: Final = {1 << bit: SUITS[min(bit // 13, Suit.SPADES)] for bit in range(len(ALL_CARDS))}
"""All cards of the suit of each card."""


class Core:
    """A deal in play: read from outside, and changed by :meth:`play` alone."""

    __slots__ = (
        "best", "broken", "clubs_first", "hands", "lacking", "led", "left", "played", "players", "rest", "seat",
        "taken", "winner",
    )  # fmt: skip

    def __init__(
        self,
        hands: Sequence[int],
        leader: int,
        taken: Sequence[int],
        left: int,
        broken: bool,
        lacking: Sequence[int] | None = None,
        clubs_first: bool = False,
    ) -> None:
        """The lead to a trick is due, and ``left`` tricks are to come; ``lacking`` are no suits unless given."""
        self.players = len(hands)
        self.hands = list(hands)
        """By seat the cards in hand."""
        self.rest = sum(hands)
        """Every card that is in a hand."""
        self.seat = leader
        """Whose turn it is."""
        self.taken = list(taken)
        """By seat the tricks taken."""
        self.lacking = [0] * self.players if lacking is None else list(lacking)
        """By seat all cards of the suits that everyone knows it to lack."""
        self.broken = broken
        self.clubs_first = clubs_first
        """Whether the trick in play is the first one, to which the lowest clubs are played (spades 30)."""
        self.left = left
        """Tricks to come, the one in play among them."""
        self.played = 0
        """Cards on the trick."""
        self.led = 0
        """All cards of the suit led; 0 for who leads."""
        self.best = 0
        """The card that is winning."""
        self.winner = leader
        """Whose it is."""

    def copy(self) -> "Core":
        """Another deal that stands where this one does."""
        other = Core(self.hands, self.seat, self.taken, self.left, self.broken, self.lacking, self.clubs_first)
        other.rest, other.played, other.led, other.best, other.winner = (
            self.rest, self.played, self.led, self.best, self.winner,
        )  # fmt: skip
        return other

    def legal(self) -> int:
        """The cards that the seat to act may play (spades 7, 8 and 30)."""
        hand = self.hands[self.seat]
        if self.clubs_first and self.led in (0, CLUBS):
            clubs = hand & CLUBS
            if clubs or self.led:
                return clubs & -clubs or hand & OTHERS or hand
        if self.led:
            return hand & self.led or hand
        return hand if self.broken else hand & OTHERS or hand

    def play(self, card: int) -> None:
        """Play a legal card; the trick goes to its winner with the last one (spades 6 and 9)."""
        seat = self.seat
        self.hands[seat] ^= card
        self.rest ^= card
        if self.led and not card & self.led:
            self.lacking[seat] |= self.led
        if card >= LOWEST_SPADE and not self.broken:
            self.broken = True
            if not self.led:
                self.lacking[seat] |= OTHERS
        if not self.played:
            self.led = SUIT_OF[card]
            self.best, self.winner = card, seat
        elif card > self.best and (card & self.led or card >= LOWEST_SPADE):
            self.best, self.winner = card, seat
        self.played += 1
        if self.played < self.players:
            self.seat = seat + 1 if seat + 1 < self.players else 0
        else:
            self.seat = self.winner
            self.taken[self.winner] += 1
            self.left -= 1
            self.played = self.led = self.best = 0
            self.clubs_first = False


def beating(led: int, best: int) -> int:
    """The cards that beat the best one of a trick, of every hand, where this suit was led (spades 9)."""
    return -best << 1 & (led | SPADES)


def bit_of(card: Card) -> int:
    """A card as one bit."""
    return _BITS[card]


def card_of(bit: int) -> Card:
    """The card of a bit."""
    return _CARDS[bit]


def bits_of(cards: Iterable[Card]) -> int:
    """Cards as the sum of their bits."""
    return sum([_BITS[card] for card in cards])


def each(cards: int) -> list[int]:
    """The bits of cards, the lowest first."""
    found = []
    while cards:
        bit = cards & -cards
        found.append(bit)
        cards ^= bit
    return found


_BITS: Final = {card: 1 << (13 * card.suit + len(RANKS) - 1 - RANKS.index(card.rank)) for card in ALL_CARDS}
_CARDS: Final = {bit: card for card, bit in _BITS.items()}
