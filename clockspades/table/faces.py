"""What can be seen of one card: the same for every place where cards are drawn."""

from enum import Enum
from typing import NamedTuple

from clockspades.cards import Card, Suit


class Light(Enum):
    """How a card stands out: by its frame and by its colours."""

    PLAIN = "plain"
    LIVE = "live"
    """It can be played, taken or played on now."""
    DIM = "dim"
    """It plays no part now."""


class Face(NamedTuple):
    """One card or pile as it is drawn."""

    card: Card | None
    """The unknown card shows its back; None is a place for a card."""
    light: Light = Light.PLAIN
    pointed: bool = False
    """The cursor is on it."""
    picked: bool = False
    """It was chosen and waits for its place."""
    covers: tuple[Suit, ...] = ()
    """The suits of the cards of the same rank that lie on it."""
    label: str = ""
    """A few characters: on a back how many cards it stands for, on a front the key that chooses it or their number, in
    an empty place what belongs there."""
    strip: int = 0
    """The visible columns at the left when other cards overlap it; 0 means all. Rank and suit then stand at the left,
    on the edge itself if the strip has no room beside it."""
