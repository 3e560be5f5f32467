"""What the result screen shows of a finished game beside the verdict."""

from dataclasses import dataclass

from clockspades.cards import Card


@dataclass(frozen=True, slots=True)
class ResultFace:
    """The cards of a result."""

    deciding: tuple[Card, ...] = ()
    """The cards that decided the game, if cards did."""
    counts: tuple[str, ...] = ()
    """By seat the score in words."""
    piles: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    """By seat the groups of cards that lie before it."""
