"""What a person typed, found among the things that they can choose."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from clockspades.cards import Rank, Suit
from clockspades.engine.phrases import spans
from clockspades.language import either

MOST_LISTED: Final = 40
"""Choices beyond which they are not all listed: their words can still be typed."""
LISTED: Final = 5
"""How many are, then."""
_SYMBOLS: Final = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", ",": " ", ";": " "})
_RANKS: Final = "a23456789tjqk"
_SUITS: Final = {word: suit.letter.lower() for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])}
_NUMBERS: Final = {rank.name.lower(): rank.letter.lower() for rank in Rank}
_OTHER_WORDS: Final = {
    "nil": "0", "zero": "0", "one": "1", "first": "top", "second": "2nd", "third": "3rd", "fourth": "4th",
    "bjs": "bj", "bs": "bj", "ljs": "lj", "ls": "lj", "2ds": "2d", "ds": "2d", "ss": "2s",
}  # fmt: skip
_JOKER: Final = re.compile(r"\b([bl])(?:ig|ittle) joker\b")
_BID: Final = re.compile(r"bid (?:(\d+)|nil)")
_JOINING: Final = ("the", "and", "or", "of", "at", "card", "o'clock")


def find_choice(typed: str, phrases: Sequence[str]) -> int | None:
    """The index of the phrase that was typed; None if it is none of them, or could be several.

    A phrase is known by its number, and by its words in any case and order; a suit may be a sign or a
    letter, or be left out where the rank tells which card is meant; ``T`` is ``10``. Cards may be typed in words too:
    ``seven of hearts``, ``ace and 8 of spades; 2 of clubs``. What is done, its first word, may be left out where the
    others tell: ``7h``, ``keep``, ``blind nil``.
    """
    words = _words(typed)
    if typed.isascii() and typed.isdecimal():
        return next((place for place, number in enumerate(numbers(phrases)) if number == int(typed)), None)
    for shorten in (str, _rank):
        found = [place for place, phrase in enumerate(phrases) if sorted(map(shorten, _words(phrase))) == words]
        if found:
            return found[0] if len(found) == 1 else None
    rests = (phrase.partition(" ")[2] for phrase in phrases)  # but a number that is typed is that of a choice
    found = [at for at, rest in enumerate(rests) if rest and not rest.isdecimal() and _words(rest) == words]
    return found[0] if len(found) == 1 else None


def _words(text: str) -> list[str]:
    """The words of a text in one spelling, sorted, without what only joins them."""
    found: list[str] = []
    ranks = 0
    for word in map(_spelled, _JOKER.sub(r"\1j", text.casefold().translate(_SYMBOLS)).split()):
        if word in _JOINING:
            continue
        if ranks and word in _SUITS:
            found[-ranks:] = [rank + _SUITS[word] for rank in found[-ranks:]]
            ranks = 0
        else:
            found.append(word)
            ranks = ranks + 1 if word in _RANKS else 0
    return sorted(found)


def _spelled(word: str) -> str:
    """A word in its shortest spelling: ``t`` for ``10`` or ``ten``."""
    word = _NUMBERS.get(word, _OTHER_WORDS.get(word, word))
    return "t" + word[2:] if word.startswith("10") else word


def _rank(word: str) -> str:
    """The rank of a card alone; any other word as it is."""
    return word[0] if len(word) == 2 and word[0] in _RANKS and word[1] in "cdhs" else word


def numbers(phrases: Sequence[str]) -> list[int]:
    """What to type for each choice: a bid is its own number, nil is 0, and any other choice its number from 1."""
    bids = [_BID.fullmatch(phrase) for phrase in phrases]
    return [number if bid is None else int(bid[1] or 0) for number, bid in enumerate(bids, 1)]


def numbered(phrases: Sequence[str]) -> Iterator[str]:
    """Choices with their numbers, in order; where they are too many to read, a few from the first on, and the last."""
    lines = [f"{number}: {phrase}" for number, phrase in sorted(zip(numbers(phrases), phrases))]
    few = len(lines) <= MOST_LISTED
    yield from lines if few else (*lines[:LISTED], "and so on, up to", lines[-1])


def what_to_type(phrases: Sequence[str]) -> str:
    """How to name one of several choices, as part of a sentence."""
    ranges = spans(sorted(numbers(phrases)))
    known = f"a number from {ranges[0]}" if len(ranges) == 1 else either(ranges)
    return f"{known}, or words such as {phrases[0]}"
