"""A note in a box, and the arrow that points at what it speaks of."""

from typing import Final

from textual import events, on
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.widgets import Static

from clockspades.table.glyphs import Glyphs
from clockspades.table.model import Direction
from clockspades.tui.drawing.cell_text import card_text

EDGE: Final = Size(4, 2)
"""The columns and rows of a box beside its words: the border, and a blank on either side."""


def box_size(words: str, width: int, least: int = 0) -> Size:
    """The size of a box for these words, broken into lines of so many columns at most; not narrower than ``least``."""
    lines = card_text(words).wrap(width)
    return Size(max(least, *(line.cell_length for line in lines)), len(lines)) + EDGE


class Floating(Static):
    """Text that is shown at a region of the screen, over what is there, or not at all."""

    _shown: tuple[Region, Content] = (Region(), Content())

    def float_at(self, region: Region, text: Content) -> None:
        """Show the text there; with an empty region, nowhere. What is there already is not laid out anew."""
        if (region, text) == self._shown:
            return
        self._shown = region, text
        self.styles.width, self.styles.height = region.size
        self.styles.offset = region.offset
        self.display = bool(region)
        self.update(text)

    class Pressed(Message):
        """Somebody clicked on it."""

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Pressed())

    @on(events.MouseScrollUp)
    @on(events.MouseScrollDown)
    def _pass_on(self, event: events.MouseEvent) -> None:
        """Let the wheel turn what lies below."""
        event.stop()
        under = (widget for widget, _ in self.screen.get_widgets_at(event.screen_x, event.screen_y))
        below = next((widget for widget in under if not isinstance(widget, Floating)), None)
        if below is not None:
            below.post_message(event)


def arrow(direction: Direction, glyphs: Glyphs) -> str:
    tips: dict[Direction, str] = {
        "left": glyphs.points_left, "right": glyphs.points_right, "up": glyphs.points_up, "down": glyphs.points_down,
    }  # fmt: skip
    return tips[direction]
