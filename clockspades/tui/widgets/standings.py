"""Who came how far: the sides in their order at the end, each with a bar as long as its score."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from clockspades.engine.phrases import numeral
from clockspades.table.glyphs import glyphs
from clockspades.tui.drawing.fitting import cut, fit
from clockspades.tui.drawing.lettering import lettering

GAP: Final = 2
"""The blanks between the names, the bar and the score."""
LONGEST_BAR: Final = 40
"""Cells beyond which the longest bar does not grow."""
SHORTEST_BAR: Final = 8
"""Cells that are left of the longest bar at least; names are cut before that."""
LARGE: Final = Size(100, 32)
"""The least terminal for scores in large figures, in cells. Each side needs :data:`LARGE_ROWS` more."""
LARGE_ROWS: Final = 4
"""The rows of a side in large figures."""


class StandingModel(NamedTuple):
    """A side at the end of a game."""

    names: str
    more: str
    """What there is to say of it beside its names."""
    score: int
    won: bool


def standing_lines(sides: tuple[StandingModel, ...], room: int) -> Iterator[Content]:
    """A line for each side in ``room`` cells; a score of 0 or less has no bar."""
    labels = [f"{side.names}  {side.more}" if side.more else side.names for side in sides]
    points = max(len(numeral(side.score)) for side in sides)
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
            (numeral(side.score).rjust(points), "bold $gold" if side.won else "bold"),
        )


def large_standing_lines(sides: tuple[StandingModel, ...], room: int) -> Iterator[Content]:
    """Four lines for each side in ``room`` cells: its names over a thick bar, its score in large figures, a blank."""
    figures = [lettering(str(side.score)) or (str(side.score), "", "") for side in sides]
    points = max(len(figure[0]) for figure in figures)
    longest, most = room - points - GAP, max(side.score for side in sides)
    for side, figure in zip(sides, figures):
        length = max(1, round(side.score * longest / most)) if side.score > 0 else 0
        names = cut(side.names, longest)
        more = fit(f"  {side.more}", longest - cell_len(names))
        bar = ("█" * length).ljust(longest)
        style = "$gold" if side.won else "$ring"
        bold = "bold $gold" if side.won else "bold"
        rows = ((glyphs().words(names), bold), (glyphs().words(more), "$quiet")), ((bar, style),), ((bar, style),)
        for row, number in zip(rows, figure):
            yield Content.assemble(*row, " " * GAP, (number.rjust(points), bold))
        yield Content()


class Standings(Widget, can_focus=False, inherit_bindings=False):
    """The sides of a finished game."""

    def __init__(self, sides: tuple[StandingModel, ...], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._sides = sides

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the sides take."""
        return len(self._lines(width))

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(self._lines(self.size.width))

    def _lines(self, width: int) -> list[Content]:
        screen = self.app.size
        rows = LARGE.height + LARGE_ROWS * len(self._sides)
        if screen.width >= LARGE.width and screen.height >= rows and glyphs().braille:
            return [*large_standing_lines(self._sides, width)][:-1]
        return [*standing_lines(self._sides, width)]
