"""What the result screen shows of a finished game beside the verdict."""

from dataclasses import dataclass
from typing import NamedTuple

from clockspades.cards import Card


class SideScore(NamedTuple):
    """The score of the players who have one together."""

    seats: tuple[int, ...]
    score: int


@dataclass(frozen=True, slots=True)
class ResultFace:
    """The cards of a result, or where points decide, the scores."""

    deciding: tuple[Card, ...] = ()
    """The cards that decided the game, if cards did."""
    counts: tuple[str, ...] = ()
    """By seat the score in words."""
    piles: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    """By seat the groups of cards that lie before it."""
    sides: tuple[SideScore, ...] = ()
    """Where points decide, the scores from the best to the worst."""
