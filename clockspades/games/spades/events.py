"""What happens in a deal of Spades, beside the events of every trick-taking game."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from clockspades.cards import Card
from clockspades.engine.rules import Event
from clockspades.games.spades.scoring import Bid, Line
from clockspades.games.tricks import TrickEvent


@dataclass(frozen=True, slots=True)
class TurnedTop(Event):
    """A seat looks at the top card of the stock (spades 17)."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat kept one of two cards of the stock and discarded the other (spades 17)."""

    irreversible: ClassVar[bool] = True
    seat: int
    kept: Card
    discarded: Card
    is_first: bool
    """Whether the card kept is the one looked at first."""


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """A seat looked at its hand, before its bid or after a blind nil (spades 5)."""

    irreversible: ClassVar[bool] = True
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A seat bid (spades 4 and 5)."""

    seat: int
    bid: Bid


@dataclass(frozen=True, slots=True)
class ChoseCards(Event):
    """A seat chose the cards that it gives its partner (spades 5)."""

    seat: int
    partner: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class GotCards(Event):
    """Both partners had chosen, and a seat got the cards of the other (spades 5)."""

    irreversible: ClassVar[bool] = True
    seat: int
    partner: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class SpadesBroken(Event):
    """The first spade of the deal was played, so spades may be led (spades 8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class NilSettled(Event):
    """A nil was made or failed (spades 12)."""

    seat: int
    bid: Bid
    taken: int
    points: int


@dataclass(frozen=True, slots=True)
class SideScored(Event):
    """What the deal brought a side (spades 10 to 14)."""

    side: int
    seats: tuple[int, ...]
    line: Line


SpadesEvent: TypeAlias = (
    TrickEvent | TurnedTop | Drew | Looked | BidMade | ChoseCards | GotCards | SpadesBroken | NilSettled | SideScored
)
