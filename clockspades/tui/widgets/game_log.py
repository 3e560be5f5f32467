"""The log of a game in words, the newest line in sight; the wheel scrolls it."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, ClassVar

from rich.segment import Segment
from textual.geometry import Size
from textual.reactive import reactive, var
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from clockspades.tui.widgets.card_text import card_text


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that happened: what stands in the margin, and the words."""

    margin: str
    words: str
    style: str = ""


class GameLog(ScrollView, can_focus=False, inherit_bindings=False):
    """The lines that ``lines_of`` takes from the scene, wrapped to the width."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"log--margin"}

    scene: var[Any] = var(None)
    lines: reactive[tuple[LogLine, ...]] = reactive((), repaint=False)

    def __init__(self, lines_of: Callable[[Any], tuple[LogLine, ...]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines_of = lines_of
        self._rows: list[Strip] = []
        self._ends: list[int] = []
        """How many rows there are up to the end of each line."""
        self._wrapped: tuple[LogLine, ...] = ()
        self._wrapped_for: tuple[object, ...] = ()

    def watch_scene(self, scene: Any) -> None:
        """Take from the scene what happened."""
        if scene is not None:
            self.lines = self._lines_of(scene)

    def watch_lines(self) -> None:
        """Show the end."""
        self._wrap()

    def notify_style_update(self) -> None:
        """Wrap again if the colours are others."""
        super().notify_style_update()
        self._wrap()

    def on_resize(self) -> None:
        """Wrap again if the width is another."""
        self._wrap()

    def _wrap(self) -> None:
        """Wrap the lines from the first that changed on, and show the end."""
        width, lines = self.scrollable_content_region.width, self.lines
        if not width:
            return
        margin = max((len(line.margin) for line in lines), default=0) + 1
        if width < 4 * margin:
            margin = 0
        conditions = (width, margin, self.visual_style)
        kept = 0
        if conditions == self._wrapped_for:
            if lines == self._wrapped:
                return
            kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._wrapped, lines)))
        self._wrapped, self._wrapped_for = lines, conditions
        del self._ends[kept:]
        del self._rows[self._ends[-1] if kept else 0 :]
        quiet = self.get_component_rich_style("log--margin")
        for line in lines[kept:]:
            rows = Visual.to_strips(self, card_text(line.words, line.style), width - margin, None, self.visual_style)
            for number, row in enumerate(rows):
                head = line.margin.rjust(margin - 1) + " " if margin and not number else " " * margin
                self._rows.append(Strip.join([Strip([Segment(head, quiet)], margin), row]))
            self._ends.append(len(self._rows))
        self.virtual_size = Size(width, len(self._rows))
        self.scroll_end(animate=False, immediate=True, x_axis=False, force=True)  # the bar may not be there yet
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One visible line."""
        number, width = y + self.scroll_offset.y, self.size.width
        if number < len(self._rows):
            return self._rows[number].adjust_cell_length(width, self.rich_style)
        return Strip.blank(width, self.rich_style)
