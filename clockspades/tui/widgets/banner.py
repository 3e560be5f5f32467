"""A few words in letters as large as there is room for."""

from dataclasses import dataclass
from math import inf

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from clockspades.table.glyphs import glyphs
from clockspades.tui.drawing.lettering import lettering


@dataclass(frozen=True, slots=True)
class Words:
    """One line of a banner and its colour."""

    text: str
    style: str


class Banner(Widget, can_focus=False, inherit_bindings=False):
    """Lines of large letters; where they do not fit, the same words on one line in ordinary letters."""

    lines: reactive[tuple[Words, ...]] = reactive((), layout=True)

    def __init__(
        self, *lines: Words, between: str = " ", single: int = 0, double: int = 40, id: str | None = None
    ) -> None:
        """``single`` and ``double`` are the rows that the screen has at least for letters of either size."""
        super().__init__(id=id)
        self._between = between
        self._scales = {2: double, 1: single}
        self.set_reactive(Banner.lines, lines)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return max(len(line) for line in self._set(container.width).plain.split("\n"))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._set(width).plain.split("\n"))

    def render(self) -> Content:
        return self._set(*self.size)

    def _set(self, width: int, height: float = inf) -> Content:
        """The words set for a width, and for so many rows at most."""
        for scale, rows in self._scales.items():
            if glyphs().braille and self.app.size.height >= rows:
                drawn = [lettering(line.text, scale) for line in self.lines]
                fitting = [large for large in drawn if large is not None and len(large[0]) <= width]
                if len(fitting) == len(drawn) and sum(len(large) + 1 for large in fitting) - 1 <= height:
                    styled = (Content.styled("\n".join(large), line.style) for large, line in zip(fitting, self.lines))
                    return Content("\n\n").join(styled)
        words = [Content.styled(line.text, f"bold {line.style}") for line in self.lines]
        return Content(self._between).join(words)
