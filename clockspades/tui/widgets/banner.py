"""A few words in letters as large as there is room for."""

from dataclasses import dataclass

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from clockspades.tui.glyphs import glyphs
from clockspades.tui.lettering import lettering

SCALES = (2, 1)
"""How large the letters can be, largest first."""


@dataclass(frozen=True, slots=True)
class Words:
    """One line of a banner and its colour."""

    text: str
    style: str


class Banner(Widget, can_focus=False, inherit_bindings=False):
    """Lines of large letters; where they do not fit, the same words on one line in ordinary letters."""

    def __init__(self, *lines: Words, between: str = " ", id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines, self._between = lines, between

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the letters that fit take."""
        return len(self._set(width).plain.split("\n"))

    def render(self) -> Content:
        """The largest letters that fit."""
        return self._set(self.size.width)

    def _set(self, width: int) -> Content:
        """The words set for a width; letters grow only where the screen is high enough for them."""
        for scale in SCALES if glyphs().braille else ():
            if scale > 1 and not self.screen.has_class("-high"):
                continue
            drawn = [lettering(line.text, scale) for line in self._lines]
            rows = [
                Content.styled("\n".join(large), line.style)
                for line, large in zip(self._lines, drawn)
                if large is not None and len(large[0]) <= width
            ]
            if len(rows) == len(self._lines):
                return Content("\n\n").join(rows)
        words = [Content.styled(line.text, f"bold {line.style}") for line in self._lines]
        return Content(self._between).join(words)
