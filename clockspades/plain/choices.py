"""What a person typed: a command, or one of the things that they can choose, in English or in the language spoken."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from unicodedata import combining, normalize

from clockspades.cards import Rank, Suit
from clockspades.engine.phrases import number_word, rank_name, spans, suit_name
from clockspades.language import _, cached, either, marked, pgettext

MOST_LISTED: Final = 40
"""Choices beyond which they are not all listed: their words can still be typed."""
LISTED: Final = 5
"""How many are, then."""
_COMMAS: Final = str.maketrans(",;-", "   ")
_RANKS: Final = tuple("a23456789tjqk")
_SIGNS: Final = tuple(suit.symbol for suit in Suit)
_SUITS: Final = {suit.letter.lower(): suit.symbol for suit in Suit}
_OTHER_WORDS: Final = {
    "nil": "0", "zero": "0", "one": "1", "first": "top", "second": "2nd", "third": "3rd", "fourth": "4th",
    **dict.fromkeys(("bj♠", "bjs", "bs"), "bj"), **dict.fromkeys(("lj♠", "ljs", "ls"), "lj"),
    **dict.fromkeys(("2♦♠", "2ds", "ds"), "2♦"), "ss": "2♠",
}  # fmt: skip
_JOKER: Final = re.compile(r"\b([bl])(?:ig|ittle) joker\b")
_BID: Final = re.compile(r"bid (?:(\d+)|nil)")
WORDS: Final = marked(
    "what is typed", "again", "back", "changes", "choices", "claim", "concede", "explain", "finish", "help", "hint",
    "log", "no", "other", "quit", "redo", "review", "rules", "save", "skip", "symbols", "table", "undo", "unseen",
    "words", "yes", "mistakes", "puzzles",
    "bids", "chances", "clock", "clogs", "discards", "game", "hand", "hands", "kings", "order", "penalties", "players",
    "scores", "sheet", "stock", "trick", "waste",
)  # fmt: skip
"""What can be typed: commands, what to practice, and parts of tables. Each has a synonym in every other language."""
ALIASES: Final = {
    "h": "hint", "c": "choices", "t": "table", "x": "explain", "why": "explain", "l": "log", "o": "unseen",
    "f": "finish", "g": "concede", "u": "undo", "r": "redo", "?": "help", "y": "yes", "n": "skip", "b": "back",
    "q": "quit", "exit": "quit",
}  # fmt: skip
"""Other ways to say a command, the keys of the screens among them."""


def command_of(typed: str) -> str:
    """The command that was typed, in any case, by its alias or in the language spoken; other words in lower case."""
    word = as_typed(typed)
    return ALIASES.get(word, word if word in WORDS else _words_here().get(word, word))


@cached
def _words_here() -> dict[str, str]:
    return {as_typed(word_here(word)): word for word in WORDS}


def as_typed(text: str) -> str:
    """A text in lower case and without accents: people leave them out."""
    return "".join(char for char in normalize("NFD", text.casefold().replace("œ", "oe")) if not combining(char))


def word_here(word: str) -> str:
    return pgettext("what is typed", word)


def shown(word: str) -> str:
    """A command as it is said: in English, and in the language that is spoken, as in ``hint (Tipp)``."""
    return both(word, word_here(word))


class Phrases(NamedTuple):
    """Choices in the words that can be typed."""

    english: Sequence[str]
    here: Sequence[str] = ()
    """In the language that is spoken, if that was asked for."""

    def said(self) -> list[str]:
        """Each in all words that can be typed, and that tell which one is meant."""
        return [both(a, b if self.here.count(b) < 2 else a) for a, b in zip(self.english, self.here)] or [*self.english]


def commanded(message: str, /, **words: object) -> str:
    """A message with commands in it, such as ``{hint}``, as they are said."""
    return _(message, **{word: shown(word) for word in WORDS}, **words)


def both(english: str, here: str) -> str:
    """Words that can be typed in English, or in the language that is spoken."""
    return english if here == english else f"{english} ({here})"


def find_choice(typed: str, phrases: Sequence[str], here: Sequence[str] = ()) -> int | None:
    """The index of the phrase that was typed; None if it is none of them, or could be several.

    A phrase is known by its number, and by its words in any case and order; a suit may be a sign or a letter, or be
    left out where the rank tells which card is meant; ``T`` is ``10``. Cards may be typed in words too: ``ace and 8 of
    spades; 2 of clubs``. What is done, the first word, may be left out where the others tell: ``7h``, ``blind nil``.
    What is no phrase in English may be one in the language spoken, whose last word may be what is done.
    """
    if typed.isascii() and typed.isdecimal():
        return next((place for place, number in enumerate(numbers(phrases)) if number == int(typed)), None)
    found = _find(_words(typed, _ENGLISH), phrases)
    turned = [" ".join(each.rpartition(" ")[::-2]) for each in here]
    for texts in (phrases, here, turned) if here and found is None else ():
        found = _find(_words(typed, _spellings()), texts) if found is None else found
    return found


def _find(words: Sequence[str], phrases: Sequence[str]) -> int | None:
    spellings = _spellings()
    for shorten in (str, _rank):
        found = [place for place, each in enumerate(phrases) if sorted(map(shorten, _words(each, spellings))) == words]
        if found:
            return found[0] if len(found) == 1 else None
    rests = (phrase.partition(" ")[2] for phrase in phrases)  # but a number that is typed is that of a choice
    found = [at for at, rest in enumerate(rests) if rest and not rest.isdecimal() and _words(rest, spellings) == words]
    return found[0] if len(found) == 1 else None


class _Spellings(NamedTuple):
    """How a language writes cards."""

    ranks: Mapping[str, str]
    suits: Mapping[str, str]
    joining: Collection[str]
    """Words that say nothing more of a choice."""
    faces: Mapping[str, str] = {}
    """The letters on cards that are not the English ones."""
    suit_first: bool = False


_ENGLISH: Final = _Spellings(
    {rank.name.lower(): rank.letter.lower() for rank in Rank},
    {word: suit.symbol for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])},
    ("the", "and", "or", "of", "at", "card", "o'clock"),
)


@cached
def _spellings() -> _Spellings:
    """How cards are written in the language that is spoken, or in English."""
    ranks = {as_typed(rank_name(rank)): rank.letter.lower() for rank in Rank}
    ranks |= {as_typed(number_word(rank)): rank.letter.lower() for rank in Rank if 1 < rank <= Rank.TEN}
    joining = pgettext("words that can be left out where a choice is typed", "the and or of at card o'clock")
    cards = pgettext("spoken cards", "{ranks} of {suit}")
    return _Spellings(
        {**ranks, **_ENGLISH.ranks},
        {**{as_typed(suit_name(suit)): suit.symbol for suit in Suit}, **_ENGLISH.suits},
        (*as_typed(joining).split(), *_ENGLISH.joining),
        {rank.symbol.lower(): rank.letter.lower() for rank in Rank if rank.symbol not in (rank.letter, "10")},
        cards.find("{suit}") < cards.find("{ranks}"),
    )


def _words(text: str, spellings: _Spellings) -> list[str]:
    """The words of a text in one spelling, sorted, without what only joins them."""
    found: list[str] = []
    ranks, suit = 0, ""
    for word in _JOKER.sub(r"\1j", as_typed(text).translate(_COMMAS)).split():
        sign = spellings.suits.get(word, "")
        if sign and ranks:
            found[-ranks:] = [rank + sign for rank in found[-ranks:]]
            ranks = 0
        elif sign and spellings.suit_first:
            suit = sign
        elif word not in spellings.joining:
            word = _spelled(word, spellings)
            suit = suit if word in _RANKS else ""
            found.append(word + suit)
            ranks = ranks + 1 if word in _RANKS and not suit else 0
    return sorted(found)


def _spelled(word: str, spellings: _Spellings) -> str:
    """A word in its shortest spelling: ``t`` for ``10`` or ``ten``, ``7♥`` for ``7h``."""
    rank, suit = word[:-1], _SUITS.get(word[-1], word[-1])
    if suit in _SIGNS and rank in spellings.faces:
        return spellings.faces[rank] + suit
    if suit in _SIGNS and rank in ("10", *_RANKS) and word not in spellings.ranks:
        return rank.replace("10", "t") + suit
    word = spellings.faces.get(word, spellings.ranks.get(word, _OTHER_WORDS.get(word, word)))
    return "t" if word == "10" else word


def _rank(word: str) -> str:
    """The rank of a card alone; any other word as it is."""
    return word[0] if len(word) == 2 and word[0] in _RANKS and word[1] in _SIGNS else word


def numbers(phrases: Sequence[str]) -> list[int]:
    """What to type for each choice: a bid is its own number, nil is 0, and any other choice its number from 1."""
    bids = [_BID.fullmatch(phrase) for phrase in phrases]
    return [number if bid is None else int(bid[1] or 0) for number, bid in enumerate(bids, 1)]


def numbered(phrases: Phrases) -> Iterator[str]:
    """Choices with their numbers, in order; where they are too many to read, a few from the first on, and the last."""
    lines = [f"{number}: {words}" for number, words in sorted(zip(numbers(phrases.english), phrases.said()))]
    yield from lines if len(lines) <= MOST_LISTED else (*lines[:LISTED], _("and so on, up to"), lines[-1])


def what_to_type(phrases: Phrases) -> str:
    """How to name one of several choices, as part of a sentence."""
    ranges, words = spans(sorted(numbers(phrases.english))), phrases.said()[0]
    if len(ranges) > 1:
        return pgettext("after 'type'", "{numbers}, or words such as {words}", numbers=either(ranges), words=words)
    return pgettext("after 'type'", "a number from {numbers}, or words such as {words}", numbers=ranges[0], words=words)
