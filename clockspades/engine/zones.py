"""Where the cards of a game can be, and who sees them there."""

from enum import Enum, auto
from typing import NamedTuple

from clockspades.cards import Card


class Sight(Enum):
    """Who sees the cards of a zone."""

    ALL = auto()
    OWNER = auto()
    NOBODY = auto()


class Spot(NamedTuple):
    """The name of a zone, and which of several it is: that of a seat."""

    zone: str
    owner: int | None = None


class Zone(NamedTuple):
    """A hand, a pile or a row: cards in an order, and who sees them."""

    name: str
    owner: int | None
    """The seat that it belongs to; None if all share it."""
    sight: Sight
    cards: tuple[Card, ...]

    @property
    def spot(self) -> Spot:
        return Spot(self.name, self.owner)


def is_seen(sight: Sight, owner: int | None, seat: int | None) -> bool:
    """Whether a seat sees the cards of such a zone; None stands for what everyone sees."""
    return sight is Sight.ALL or (sight is Sight.OWNER and seat is not None and seat == owner)
