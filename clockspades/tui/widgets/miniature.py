"""A very small table, on which a card is just its two characters."""

from itertools import pairwise
from typing import NamedTuple

from rich.segment import Segment
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.tui.widgets.canvas import CardCanvas


class Chip(NamedTuple):
    """A few characters at a position, in cells."""

    column: int
    row: int
    text: str
    role: str
    """A role of the palette."""

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.text)


class Miniature(CardCanvas):
    """Draws chips, later ones over earlier ones."""

    chips: reactive[tuple[Chip, ...]] = reactive(())

    @property
    def room(self) -> Size:
        """The size that it draws in."""
        return self.content_region.size

    def render_line(self, y: int) -> Strip:
        """One line of chips."""
        width = self.size.width
        top: list[tuple[str, str]] = [(" ", "")] * width
        for chip in self.chips:
            if chip.row == y and chip.column >= 0 and chip.end <= width:
                top[chip.column : chip.end] = [(character, chip.role) for character in chip.text]
        starts = [0, *(at for at, (before, after) in enumerate(pairwise(top), 1) if before[1] != after[1]), width]
        parts = ((top[start][1], "".join(text for text, _ in top[start:end])) for start, end in pairwise(starts))
        return Strip([Segment(text, self.role(role)) for role, text in parts], width)
