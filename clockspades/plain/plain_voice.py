"""How cards are said in line mode: in symbols, ``7♥``, or in words, ``7 of hearts``, for those who listen."""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Final, Literal, TypeAlias

from clockspades.cards import HIGH_RANKS, HIGH_TWO_OF_DIAMONDS, RANK, Rank, Suit
from clockspades.engine.phrases import rank_name
from clockspades.language import listed

Cards: TypeAlias = Literal["symbols", "words"]

CARDS_HELP: Final = "Cards: type words for names such as 7 of hearts, or symbols for the signs of the suits."

_RANKS: Final = {rank.symbol: rank_name(rank) for rank in Rank}
_HIGH: Final = {f"{rank.symbol}♠": rank_name(rank) for rank in HIGH_RANKS[2:]} | {
    HIGH_TWO_OF_DIAMONDS.symbol: "2 of diamonds (a spade)"
}
"""Cards that are not said by a rank and a suit."""
_SUITS: Final = {suit.symbol: suit.name.lower() for suit in Suit}
_RANK: Final = "(?:10|[2-9AJQK])"
_SUIT: Final = "[♣♦♥♠]"
_RUN: Final = re.compile(rf"(?<!\w){RANK}{_SUIT}(?: {RANK}{_SUIT})*(?!\w)")
"""Cards with blanks between."""
_SUITS_ALONE: Final = re.compile(rf"(?<!\S){_SUIT}(?: {_SUIT})*(?![^\s.,;:])")
_GAP: Final = re.compile(r"(?<=\S) {2,}")
_WINDOW: Final = re.compile(rf"\bon ({_RANK}(?: {_RANK})*)(?![\w♣♦♥♠])")
"""The ranks that a turn is played on, which stand without suits."""


class Voice:
    """Says lines, with cards as the player wants them."""

    def __init__(
        self,
        write: Callable[[str], object],
        cards: Cards = "symbols",
        keep: Callable[[Cards], str] = lambda _: "",
    ) -> None:
        """``keep`` remembers how cards are said; it returns a complaint if it cannot, else nothing."""
        self._write, self._cards, self._keep = write, cards, keep

    def __call__(self, text: str) -> None:
        """Say a line, or several."""
        self._write(in_words(text) if self._cards == "words" else text)

    def obeys(self, typed: str) -> bool:
        """Change how cards are said if ``words`` or ``symbols`` was typed; whether that was it."""
        match typed.casefold():
            case "words" | "symbols" as cards:
                self._cards = cards
                complaint = self._keep(cards)
                self("Cards are now said like this: 7♥.")
                if complaint:
                    self._write(complaint)
                return True
        return False


def in_words(text: str) -> str:
    """A text with its cards, suits and windows in words, and nothing in columns.

    Cards of the same suit are said together: ``A♠ 8♠ 7♥`` is ``ace and 8 of spades; 7 of hearts``.
    """
    text = _GAP.sub(" ", text)
    text = _RUN.sub(lambda found: _by_suits(found[0].split()), text)
    text = _WINDOW.sub(lambda found: f"on {', '.join(_RANKS[rank] for rank in found[1].split())}", text)
    return _SUITS_ALONE.sub(lambda found: ", ".join(_SUITS[suit] for suit in found[0].split()), text)


def _by_suits(cards: list[str]) -> str:
    groups = [(name, [*group]) for name, group in groupby(cards, lambda card: _HIGH.get(card, _SUITS[card[-1]]))]
    between = ", " if len(groups) == len(cards) else "; "
    return between.join(
        name if group[0] in _HIGH else f"{listed([_RANKS[card[:-1]] for card in group])} of {name}"
        for name, group in groups
    )
