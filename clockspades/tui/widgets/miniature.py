"""A very small table, on which a card is just its two characters."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from rich.segment import Segment
from textual import events
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


Drawing: TypeAlias = Callable[[Size], Iterable[Chip]]
"""The chips of a table drawn in a size."""


class Miniature(CardCanvas):
    """Draws chips, later ones over earlier ones, again at each size that it gets."""

    drawing: reactive[Drawing] = reactive(lambda: lambda size: ())
    chips: reactive[tuple[Chip, ...]] = reactive(())

    def watch_drawing(self) -> None:
        """Draw another table."""
        self.chips = tuple(self.drawing(self.size))

    def on_resize(self, event: events.Resize) -> None:
        """Draw the table at the new size."""
        self.chips = tuple(self.drawing(event.size))

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
