"""Widgets that are drawn line by line, and painted only where that looks different."""

from abc import abstractmethod
from typing import Any, Self

from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget


class DrawnWidget(Widget, can_focus=False, inherit_bindings=False):
    """A widget that keeps its lines as they were painted, so that a change paints no more than what differs."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._painted: dict[int, Strip] = {}
        self._to_paint: dict[int, Strip] = {}
        self._size_now: Size | None = None
        super().__init__(*args, **options)

    @abstractmethod
    def draw_line(self, y: int) -> Strip:
        """A line as it is to look now."""

    def render_line(self, y: int) -> Strip:
        """Draw a line that is painted, if that was not done to compare it."""
        line = self._to_paint.pop(y, None)
        self._painted[y] = line = self.draw_line(y) if line is None else line
        return line

    @property
    def size(self) -> Size:
        """The size of what is drawn. Textual works it out anew each time, which takes as long as to draw a line."""
        return super().size if self._size_now is None else self._size_now

    def repaint(self) -> None:
        """Paint the lines that look different now."""
        if self.is_mounted:
            self._size_now = width, height = self.size
            drawn = ((y, self.draw_line(y)) for y in range(height))
            self._to_paint = {y: line for y, line in drawn if line != self._painted.get(y)}
            self._size_now = None
            if self._to_paint:
                super().refresh(*(Region(0, y, width, 1) for y in self._to_paint))

    def refresh(self, *regions: Region, **options: bool) -> Self:
        """Paint some regions or all of it, drawn anew: what was drawn before may be of another size or theme."""
        self._to_paint.clear()
        return super().refresh(*regions, **options)
