"""Who came how far: the sides in their order at the end, each with a bar as long as its score."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from clockspades.tui.drawing.fitting import fit
from clockspades.tui.drawing.glyphs import glyphs

GAP: Final = 2
"""The blanks between the names, the bar and the score."""
LONGEST_BAR: Final = 40
"""Cells beyond which the longest bar does not grow."""
SHORTEST_BAR: Final = 8
"""Cells that are left of the longest bar at least; names are cut before that."""


class StandingFace(NamedTuple):
    """A side at the end of a game."""

    names: str
    more: str
    """What there is to say of it beside its names."""
    score: int
    won: bool


def standing_lines(sides: tuple[StandingFace, ...], room: int) -> Iterator[Content]:
    """A line for each side in ``room`` cells; a score that is not above nought has no bar."""
    labels = [f"{side.names}  {side.more}" if side.more else side.names for side in sides]
    points = max(len(str(side.score)) for side in sides)
    width = min(max(map(cell_len, labels)), room - points - SHORTEST_BAR - 2 * GAP)
    longest = min(LONGEST_BAR, room - width - points - 2 * GAP)
    most = max(side.score for side in sides)
    for side, label in zip(sides, labels):
        fitted = fit(label, width)
        names = min(len(side.names), len(fitted))
        bar = glyphs().heavy.across * (max(1, round(side.score * longest / most)) if side.score > 0 else 0)
        yield Content.assemble(
            (glyphs().words(fitted[:names]), "bold $gold" if side.won else "bold"),
            (glyphs().words(fitted[names:]) + " " * GAP, "$quiet"),
            (bar.ljust(longest) + " " * GAP, "$gold" if side.won else "$ring"),
            (str(side.score).rjust(points), "bold $gold" if side.won else "bold"),
        )


class Standings(Widget, can_focus=False, inherit_bindings=False):
    """The sides of a finished game."""

    def __init__(self, sides: tuple[StandingFace, ...], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sides = sides

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for each side."""
        return len(self._sides)

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(standing_lines(self._sides, self.size.width))
