"""What a player of Spades can do beside playing a card: look, bid, pass and draw."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from clockspades.cards import PACK, Card, Rank
from clockspades.engine.actions import Action
from clockspades.engine.options import Json
from clockspades.games.spades.scoring import Bid
from clockspades.games.tricks import PlayCard

PASSED: Final = 3
"""Cards that change hands after a blind nil (spades 5)."""
MOST_TRICKS: Final = 17
"""The highest bid that can be written: all tricks of three players (spades 16)."""
RANKS: Final = (Rank.ACE, *(rank for rank in reversed(Rank) if rank is not Rank.ACE))
"""The ranks from high to low (spades 1)."""


@dataclass(frozen=True, slots=True)
class Look(Action):
    """Look at one's cards, and give the blind nil up (spades 5)."""

    do: ClassVar[str] = "look"


@dataclass(frozen=True, slots=True)
class MakeBid(Action):
    """Say how many tricks one will take; none is a nil (spades 4 and 5)."""

    do: ClassVar[str] = "bid"
    form: ClassVar[str] = f'a bid has "tricks", a number from 0 to {MOST_TRICKS}, and "blind": true for a blind nil'
    tricks: int
    blind: bool = False

    @property
    def bid(self) -> Bid:
        """What stands on the score sheet."""
        return Bid(self.tricks, self.blind)

    def invalid(self) -> str:
        return "" if 0 <= self.tricks <= MOST_TRICKS else self.form


@dataclass(frozen=True, slots=True)
class PassCards(Action):
    """Give three cards to the partner after a blind nil (spades 5); they stand in the order of :func:`in_order`."""

    do: ClassVar[str] = "pass"
    form: ClassVar[str] = f'a pass has "cards", a list of {PASSED} different cards in capitals, and nothing else'
    cards: tuple[Card, ...]

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> "PassCards":
        """A log may have the cards in any order."""
        cards = cls.read(arguments)["cards"]
        if not len(cards) == len({*cards}) == PASSED:
            raise ValueError(cls.form)
        return cls(in_order(cards))


@dataclass(frozen=True, slots=True)
class DrawCard(Action):
    """With two players: keep the card looked at, or discard it and keep the next one unseen (spades 17)."""

    do: ClassVar[str] = "draw"
    keep: bool


SpadesAction: TypeAlias = Look | MakeBid | PassCards | DrawCard | PlayCard


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order in which hands are kept: spades first, each suit from the ace down."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


_BY_ORDER: Final = sorted(PACK, key=lambda card: (-card.suit, RANKS.index(card.rank)))
_ORDER: Final = {card: number for number, card in enumerate(_BY_ORDER)}
