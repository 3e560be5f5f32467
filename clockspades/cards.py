"""Suits, ranks, cards and packs, and their text form.

A card's text is its rank, then its suit: ``A 2 3 4 5 6 7 8 9 T J Q K`` and ``C D H S``, so ``TS`` is the
ten of spades (docs/rules.md, "Cards"). Logs hold that text. People read symbols: ``10♠``.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from random import Random
from typing import Final, NoReturn


class Suit(IntEnum):
    """The four suits, in the order of their letters."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One letter: ``C``, ``D``, ``H`` or ``S``."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """The suit's sign, one cell wide and without a variation selector."""
        return "♣♦♥♠"[self]

    @property
    def is_red(self) -> bool:
        """Whether the suit is printed in red."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Rank(IntEnum):
    """The thirteen ranks; the value is also the hour of the clock, the jack 11 and the queen 12."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One character, as in logs: ``A``, ``2`` to ``9``, ``T``, ``J``, ``Q`` or ``K``."""
        return "A23456789TJQK"[self - 1]

    @property
    def symbol(self) -> str:
        """The rank as people read it: its letter, but ``10`` for the ten."""
        return "10" if self is Rank.TEN else self.letter


class Card:
    """One playing card. There is one object per card, so cards compare by identity.

    >>> ten = parse_card("TS")
    >>> ten, ten.symbol, ten.rank.name, Card(Rank.TEN, Suit.SPADES) is ten
    (<TS>, '10♠', 'TEN', True)

    The unknown card has neither rank nor suit, and reading them is an error: a player who is shown it
    cannot work with what was not shown.
    """

    __slots__ = ("rank", "suit", "text")

    rank: Rank
    suit: Suit
    text: str

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":
        """The one object for this rank and suit."""
        return _BY_TEXT[rank.letter + suit.letter]

    @property
    def symbol(self) -> str:
        """The card as people read it: ``10♠``; the unknown card is ``??``."""
        return "??" if self is UNKNOWN else self.rank.symbol + self.suit.symbol

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"the card {self.text!r} has no {name!r}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a card never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a card never changes")

    def __reduce__(self) -> tuple[Callable[[str], "Card"], tuple[str]]:
        return _restore, (self.text,)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"


def _make(text: str, rank: Rank | None = None, suit: Suit | None = None) -> Card:
    card = object.__new__(Card)
    object.__setattr__(card, "text", text)
    if rank is not None and suit is not None:
        object.__setattr__(card, "rank", rank)
        object.__setattr__(card, "suit", suit)
    return card


def _restore(text: str) -> Card:
    return UNKNOWN if text == UNKNOWN.text else _BY_TEXT[text]


_BY_TEXT: Final = {
    rank.letter + suit.letter: _make(rank.letter + suit.letter, rank, suit) for suit in Suit for rank in Rank
}

UNKNOWN: Final = _make("??")
"""A card that is there but not seen."""

PACK: Final[tuple[Card, ...]] = tuple(_BY_TEXT.values())
"""All 52 cards, clubs first, each suit from the ace to the king."""


def parse_card(text: str) -> Card:
    """The card that ``text`` names, in either case; ValueError if it names none."""
    card = _BY_TEXT.get(text.upper()) if text.isascii() else None  # "ſ" is an S too, in capitals
    if card is None:
        raise ValueError(f"{text!r} is not a card: write a rank of A23456789TJQK and a suit of CDHS, as in TS")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards in ``text``, with blanks between them; ValueError at the first that is none."""
    return tuple(parse_card(part) for part in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """The texts of cards with blanks between; :func:`parse_cards` reads it back.

    >>> format_cards(PACK[:14])
    'AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD'
    >>> parse_cards("7h td")
    (<7H>, <TD>)
    """
    return " ".join(card.text for card in cards)


def shuffled(cards: Sequence[Card], rng: Random) -> tuple[Card, ...]:
    """The same cards in an order drawn from ``rng``, and from nothing else."""
    return tuple(rng.sample(cards, len(cards)))
