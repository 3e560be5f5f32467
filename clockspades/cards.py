"""Suits, ranks, cards and packs, and their text form.

A card's text is its rank, then its suit: ``A 2 3 4 5 6 7 8 9 T J Q K`` and ``C D H S``, so ``TS`` is the
ten of spades (docs/rules.md, "Cards"). Logs hold that text. People read symbols: ``10♠``.

Some packs have high spades too: jokers, and twos above the ace. Each is a card of its own with the suit of spades, so
that nothing which compares suits and ranks has to know the pack: ``BS LS DS SS``, ``BJ♠ LJ♠ 2♦♠ 2♠``.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from itertools import product
from random import Random
from typing import Final, NoReturn

from clockspades.language import NC_, wrong


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
        """One character, as in logs: ``A``, ``2`` to ``9``, ``T``, ``J``, ``Q`` or ``K``; of high spades ``SDLB``."""
        return "A23456789TJQKSDLB"[self - 1]

    @property
    def symbol(self) -> str:
        """The rank as people read it, ``10`` for the ten, in the letters that :func:`use_faces` chose."""
        return _SYMBOLS[self]


def _rank_above(name: str, value: int) -> Rank:
    """A rank of a high spade. It is none of the thirteen, so that no clock has an hour for it."""
    rank = int.__new__(Rank, value)
    rank._name_, rank._value_ = name, value
    return rank


FACES: Final = {"en": "AKQJ", "de": "AKDB", "fr": "ARDV"}
"""The letters on ace, king, queen and jack by language; others have the English ones."""
RANK: Final = f"(?:10|[BL]J|2♦(?=♠)|[2-9{''.join(FACES.values())}])"
"""The pattern of the symbols of ranks in any language, before a suit."""
HIGH_RANKS: Final = tuple(
    _rank_above(name, 14 + place)
    for place, name in enumerate(("HIGH_TWO", "HIGH_TWO_OF_DIAMONDS", "LITTLE_JOKER", "BIG_JOKER"))
)
"""The ranks of the high spades, from low to high, all above the ace."""
_COURT: Final[tuple[Rank, ...]] = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
_SYMBOLS: Final = {rank: f"{rank.value}" for rank in Rank} | dict(zip(HIGH_RANKS, ("2", "2♦", "LJ", "BJ")))
_READ: Final = {symbol: rank for rank, symbol in reversed(_SYMBOLS.items()) if rank not in _COURT} | {"T": Rank.TEN}


def use_faces(language: str) -> None:
    """Show ace, king, queen and jack with the letters of a language from now on; logs keep the English ones."""
    for letters in (*FACES.values(), FACES.get(language, FACES["en"])):
        _SYMBOLS.update(zip(_COURT, letters))
        _READ.update(zip(letters, _COURT))  # the letters that are shown come last, so that nothing else is read in them


use_faces("en")


def rank_of(symbol: str) -> Rank | None:
    """The rank that somebody means: by the letter that is shown, by its letter in logs, or as in another language.

    >>> rank_of("10"), rank_of("Q"), rank_of("D"), rank_of("X")
    (<Rank.TEN: 10>, <Rank.QUEEN: 12>, <Rank.QUEEN: 12>, None)
    """
    return _READ.get(symbol)


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

    @property
    def printed(self) -> Suit:
        """The suit of its pips, which a two of diamonds keeps where it is a spade."""
        return Suit.DIAMONDS if self is HIGH_TWO_OF_DIAMONDS else self.suit

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
    rank.letter + suit.letter: _make(rank.letter + suit.letter, rank, suit)
    for suit, rank in (*product(Suit, Rank), *product((Suit.SPADES,), HIGH_RANKS))
}

UNKNOWN: Final = _make("??")
"""A card that is there but not seen."""

ALL_CARDS: Final[tuple[Card, ...]] = tuple(_BY_TEXT.values())
"""The pack, then the high spades from low to high."""
PACK: Final = ALL_CARDS[:52]
"""All 52 cards, clubs first, each suit from the ace to the king."""
HIGH_TWO, HIGH_TWO_OF_DIAMONDS, LITTLE_JOKER, BIG_JOKER = HIGH_SPADES = ALL_CARDS[52:]


def parse_card(text: str) -> Card:
    """The card that ``text`` names, in either case; ValueError if it names none."""
    card = _BY_TEXT.get(text.upper()) if text.isascii() else None  # "ſ" is an S too, in capitals
    if card is None:
        words = NC_("fault", "{text} is not a card: write a rank of A23456789TJQK and a suit of CDHS, as in TS")
        raise ValueError(wrong(words, text=repr(text)))
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
