"""Tables of German Clock set up by hand, from short texts."""

from collections.abc import Mapping

from clockspades.cards import Suit, parse_cards
from clockspades.games.german_clock.german_clock_rules import RULES, GermanClockState

RANKS = "A23456789TJQK"
LETTERS = "CDHS"


def initial(redeals: int) -> GermanClockState:
    """A game before its deal."""
    return RULES.initial({"redeals": redeals})


def suits(letters: str) -> tuple[Suit, ...]:
    return tuple(Suit(LETTERS.index(letter)) for letter in letters)


def table(
    waste: str = "", stock: str = "", order: str = "", clock: Mapping[str, str] | None = None,
    *, redeals: int = 1, passes: int = 1,
) -> GermanClockState:  # fmt: skip
    """A table with these cards: the top of the waste last, that of the stock first; ``clock`` by the rank's letter."""
    piles = clock or {}
    return GermanClockState(
        redeals=redeals,
        passes=passes,
        stock=parse_cards(stock),
        waste=parse_cards(waste),
        clock=tuple(parse_cards(piles.get(rank, "")) for rank in RANKS),
        suits=suits(order),
        outcome=None,
    )
