"""What a player of Spades can do beside playing a card: look, bid, pass and draw."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from clockspades.cards import PACK, Card, Rank, parse_card
from clockspades.engine.game import Action, Deal, Json
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
    tricks: int
    blind: bool = False

    @property
    def bid(self) -> Bid:
        """What stands on the score sheet."""
        return Bid(self.tricks, self.blind)

    def arguments(self) -> dict[str, Json]:
        return {"tricks": self.tricks, "blind": True} if self.blind else {"tricks": self.tricks}

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> "MakeBid":
        match arguments:
            case {"tricks": int(tricks), **rest} if type(tricks) is int and 0 <= tricks <= MOST_TRICKS:
                if not rest:
                    return cls(tricks)
                if rest.keys() == {"blind"} and rest["blind"] is True:
                    return cls(tricks, blind=True)
        raise ValueError(f'a bid has "tricks", a number from 0 to {MOST_TRICKS}, and "blind": true for a blind nil')


@dataclass(frozen=True, slots=True)
class PassCards(Action):
    """Give three cards to the partner after a blind nil (spades 5); they stand in the order of :func:`in_order`."""

    do: ClassVar[str] = "pass"
    cards: tuple[Card, ...]

    def arguments(self) -> dict[str, Json]:
        return {"cards": [card.text for card in self.cards]}

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> "PassCards":
        match arguments:
            case {"cards": list(texts), **rest} if not rest and len(texts) == PASSED:
                cards = [parse_card(text) for text in texts if isinstance(text, str)]
                if [card.text for card in cards] == texts and len(set(cards)) == PASSED:
                    return cls(in_order(cards))
        raise ValueError(f'a pass has "cards", a list of {PASSED} different cards in capitals, and nothing else')


@dataclass(frozen=True, slots=True)
class DrawCard(Action):
    """With two players: keep the card looked at, or discard it and keep the next one unseen (spades 17)."""

    do: ClassVar[str] = "draw"
    keep: bool

    def arguments(self) -> dict[str, Json]:
        return {"keep": self.keep}

    @classmethod
    def parse(cls, arguments: Mapping[str, Json]) -> "DrawCard":
        match arguments:
            case {"keep": bool(keep), **rest} if not rest:
                return cls(keep)
        raise ValueError('a draw has "keep", true or false, and nothing else')


SpadesAction: TypeAlias = Deal | Look | MakeBid | PassCards | DrawCard | PlayCard


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in the order in which hands are kept: spades first, each suit from the ace down."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


_BY_ORDER: Final = sorted(PACK, key=lambda card: (-card.suit, RANKS.index(card.rank)))
_ORDER: Final = {card: number for number, card in enumerate(_BY_ORDER)}
