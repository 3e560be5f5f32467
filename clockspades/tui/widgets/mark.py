"""What is marked on the timeline of a game."""

from typing import NamedTuple


class Mark(NamedTuple):
    """A moment that people look for: the point it leads to, a sign of one cell, and the seat that it befell."""

    point: int
    sign: str
    seat: int | None = None
    """None for what befell no seat: it stands on the bar itself."""
