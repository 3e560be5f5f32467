"""Shown instead of a screen that does not fit: the size needed and the current size."""

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

SMALLEST = Size(60, 18)
"""The smallest size in columns and rows at which every screen fits."""


class SizeGuard(Widget, can_focus=False, inherit_bindings=False):
    """Covers its screen while the terminal is too small for it."""

    def render(self) -> Content:
        """The one line."""
        width, height = self.app.size
        need = f"{SMALLEST.width}x{SMALLEST.height}"
        line = f"This window is {width}x{height}. The game needs {need}: make the window larger."
        if len(line) > width * height:
            line = f"{width}x{height}, needs {need}"
        return Content(line)


def fits(size: Size) -> bool:
    """Whether screens fit in this size."""
    return size.width >= SMALLEST.width and size.height >= SMALLEST.height
