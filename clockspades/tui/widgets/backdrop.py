"""A cloth over everything: the pattern on the backs of the cards, as large as the screen."""

from typing import ClassVar

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from clockspades.table.glyphs import glyphs


class Backdrop(Widget, can_focus=False, inherit_bindings=False):
    """Covers what lies under it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"backdrop--cloth"}

    def render_line(self, y: int) -> Strip:
        """One line of the pattern, which joins up with the lines around it."""
        width, pattern = self.size.width, glyphs().back
        cloth = (pattern * (width // len(pattern) + 2))[y % len(pattern) :][:width]
        return Strip([Segment(cloth, self.get_component_rich_style("backdrop--cloth"))], width)
