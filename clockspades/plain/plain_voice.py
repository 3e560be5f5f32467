"""How cards are said in line mode: in symbols, ``7♥``, or in words, ``7 of hearts``, for those who listen."""

import re
from collections.abc import Callable
from itertools import groupby
from typing import Final, Literal, TypeAlias

from clockspades.cards import HIGH_RANKS, HIGH_TWO_OF_DIAMONDS, RANK, Suit, rank_of
from clockspades.engine.phrases import capital, rank_name, suit_name
from clockspades.language import _, cached, listed, locale, pgettext

Cards: TypeAlias = Literal["symbols", "words"]

_SUIT: Final = "[♣♦♥♠]"
_RUN: Final = re.compile(rf"(?<!\w){RANK}{_SUIT}(?: {RANK}{_SUIT})*(?!\w)")
"""Cards with blanks between."""
_SUITS_ALONE: Final = re.compile(rf"(?<!\S){_SUIT}(?: {_SUIT})*(?![^\s.,;:])")
_GAP: Final = re.compile(r"(?<=\S) {2,}")


class Voice:
    """Says lines, with cards as the player wants them."""

    def __init__(
        self, write: Callable[[str], object], cards: Cards = "symbols", keep: Callable[[Cards], str] = lambda _: ""
    ) -> None:
        """``keep`` remembers how cards are said; it returns a complaint if it cannot, else nothing."""
        self._write, self._cards, self._keep = write, cards, keep

    def __call__(self, text: str) -> None:
        """Say a line, or several."""
        self._write(in_words(text) if self._cards == "words" else text)

    def obeys(self, typed: str) -> bool:
        """Change how cards are said if ``words`` or ``symbols`` was typed; whether that was it."""
        match typed:
            case "words" | "symbols" as cards:
                self._cards = cards
                complaint = self._keep(cards)
                self(_("Cards are now said like this: {card}.", card="7♥"))
                if complaint:
                    self._write(complaint)
                return True
        return False


def in_words(text: str) -> str:
    """A text with its cards, suits and windows in words, and nothing in columns.

    Cards of the same suit are said together: ``A♠ 8♠ 7♥`` is ``ace and 8 of spades; 7 of hearts``.
    """
    text = _GAP.sub(" ", text)
    begins = text.endswith(".") and _RUN.match(text)  # a sentence, with the sign of a card
    text = _RUN.sub(lambda found: _by_suits(found[0].split()), text)
    text = capital(text) if begins else text
    text = _window().sub(lambda found: f"{found[1]}{', '.join(map(_rank, found[2].split()))}", text)
    return _SUITS_ALONE.sub(lambda found: ", ".join(map(_suit, found[0].split())), text)


@cached
def _window() -> re.Pattern[str]:
    """The ranks that a turn is played on, which stand without suits."""
    before = pgettext("ranks without suits, as a turn is played on them", "on {ranks}").partition("{ranks}")[0]
    return re.compile(rf"\b({re.escape(before)})({RANK}(?: {RANK})*)(?![\w♣♦♥♠])")


def _by_suits(cards: list[str]) -> str:
    groups = [
        (high, suit, [*group]) for (high, suit), group in groupby(cards, lambda card: (_high(card), _suit(card[-1])))
    ]
    between = ", " if len(groups) == len(cards) else locale().semicolon
    return between.join(
        high
        or pgettext("spoken cards", "{ranks} of {suit}", ranks=listed([_rank(card[:-1]) for card in group]), suit=suit)
        for high, suit, group in groups
    )


def _high(card: str) -> str:
    """A card that is not said by a rank and a suit; empty for any other."""
    if card == HIGH_TWO_OF_DIAMONDS.symbol:
        return pgettext("spoken cards", "2 of diamonds (a spade)")
    return next((rank_name(rank) for rank in HIGH_RANKS[2:] if card == f"{rank.symbol}♠"), "")


def _rank(symbol: str) -> str:
    rank = rank_of(symbol)
    return symbol if rank is None else rank_name(rank)


def _suit(symbol: str) -> str:
    return suit_name(Suit("♣♦♥♠".index(symbol)))
