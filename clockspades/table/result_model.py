"""What the result screen shows of a finished game besides the verdict."""

from dataclasses import dataclass
from typing import NamedTuple

from clockspades.cards import Card


class SideScore(NamedTuple):
    """The score of a side: one player, or partners."""

    seats: tuple[int, ...]
    score: int
    gained: int = 0
    """What the last deal brought; the score counts up by it."""


@dataclass(frozen=True, slots=True)
class ResultModel:
    """The cards of a result, or if points decide, the scores."""

    deciding: tuple[Card, ...] = ()
    """The cards that decided the game, if any did."""
    counts: tuple[str, ...] = ()
    """By seat the score in words."""
    piles: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    """By seat the groups of cards in front of the player."""
    hands: tuple[tuple[Card, ...], ...] = ()
    """By seat the cards left in hand, open now that the game is over."""
    sides: tuple[SideScore, ...] = ()
    """If points decide, the scores from best to worst."""
