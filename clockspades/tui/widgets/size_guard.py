"""What is shown in the place of a screen that does not fit: the size needed, and the size there is."""

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

SMALLEST = Size(60, 18)
"""The columns and rows that every screen is whole in."""


class SizeGuard(Widget, can_focus=False, inherit_bindings=False):
    """Covers its screen while the terminal is smaller than the smallest that is played in."""

    def render(self) -> Content:
        """The one line."""
        width, height = self.app.size
        need = f"{SMALLEST.width}x{SMALLEST.height}"
        line = f"The table needs {need} and this is {width}x{height}: make the window larger."
        if len(line) > width * height:
            line = f"needs {need}, has {width}x{height}"
        return Content(line)


def fits(size: Size) -> bool:
    """Whether a screen can be shown whole."""
    return size.width >= SMALLEST.width and size.height >= SMALLEST.height
