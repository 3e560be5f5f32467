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
        self._wrapped_for: tuple[int, object] | None = None

    def watch_scene(self, scene: Any) -> None:
        """Take from the scene what happened."""
        if scene is not None:
            self.lines = self._lines_of(scene)

    def watch_lines(self, before: tuple[LogLine, ...], after: tuple[LogLine, ...]) -> None:
        """Wrap what is new, and show the end."""
        if self._wrapped_for == self._conditions() and before == after[: len(before)]:
            self._wrap(after[len(before) :])
        else:
            self._wrap_all()

    def notify_style_update(self) -> None:
        """Wrap again if the colours are others."""
        super().notify_style_update()
        self._wrap_all()

    def on_resize(self) -> None:
        """Wrap again if the width is another."""
        self._wrap_all()

    def _conditions(self) -> tuple[int, object]:
        """What the wrapped lines depend on beside the words."""
        return self.scrollable_content_region.width, self.visual_style

    def _wrap_all(self) -> None:
        if self.size.width and (self._wrapped_for != self._conditions() or not self._rows):
            self._wrapped_for = self._conditions()
            self._rows = []
            self._wrap(self.lines)

    def _wrap(self, lines: tuple[LogLine, ...]) -> None:
        width = self.scrollable_content_region.width
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
