"""The log of a game in words, the newest line in sight; the wheel scrolls it."""

from collections.abc import Callable
from dataclasses import dataclass
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

    def watch_scene(self, scene: Any) -> None:
        """Take from the scene what happened."""
        if scene is not None:
            self.lines = self._lines_of(scene)

    def watch_lines(self, before: tuple[LogLine, ...], after: tuple[LogLine, ...]) -> None:
        """Wrap what is new, and show the end."""
        if not self.is_mounted or not self.size.width:
            return
        kept = before == after[: len(before)]
        self._wrap(after[len(before) :] if kept else after, keep=kept)

    def notify_style_update(self) -> None:
        """Wrap again in the new colours."""
        super().notify_style_update()
        if self.is_mounted:
            self._wrap(self.lines, keep=False)

    def on_resize(self) -> None:
        """Wrap again to the new width."""
        self._wrap(self.lines, keep=False)

    def _wrap(self, lines: tuple[LogLine, ...], *, keep: bool) -> None:
        width = self.scrollable_content_region.width
        if not keep:
            self._rows = []
        margin = max((len(line.margin) for line in self.lines), default=0) + 1
        if width < 4 * margin:
            margin = 0
        quiet = self.get_component_rich_style("log--margin")
        for line in lines:
            words = card_text(line.words, line.style)
            rows = Visual.to_strips(self, words, width - margin, None, self.visual_style)
            for number, row in enumerate(rows):
                head = line.margin.rjust(margin - 1) + " " if margin and not number else " " * margin
                self._rows.append(Strip.join([Strip([Segment(head, quiet)], margin), row]))
        self.virtual_size = Size(width, len(self._rows))
        self.scroll_end(animate=False, immediate=True, x_axis=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One visible line."""
        number, width = y + self.scroll_offset.y, self.size.width
        if number < len(self._rows):
            return self._rows[number].adjust_cell_length(width, self.rich_style)
        return Strip.blank(width, self.rich_style)
