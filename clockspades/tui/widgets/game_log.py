"""The log of a game in words, the newest line in sight; the wheel scrolls it."""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.reactive import reactive, var
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from clockspades.tui.glyphs import glyphs
from clockspades.tui.widgets.card_text import card_text


class LogLine(NamedTuple):
    """One thing that happened: what stands in the margin, and the words."""

    margin: str
    words: str
    style: str = ""


class GameLog(Widget, can_focus=False, inherit_bindings=False):
    """The lines that ``lines_of`` takes from the scene, wrapped to the width.

    It scrolls by itself, without a layout: a new line then repaints this widget and nothing else.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"log--margin", "log--thumb"}

    scene: var[Any] = var(None)
    lines: var[tuple[LogLine, ...]] = var(())
    above: reactive[int] = reactive(0)
    """How many wrapped rows lie above the first one in sight."""

    def __init__(self, lines_of: Callable[[Any], tuple[LogLine, ...]], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines_of = lines_of
        self._rows: list[list[Segment]] = []
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
            self._rows = []
            self._wrapped_for = None
            self._wrap_all()

    def notify_style_update(self) -> None:
        """Wrap again if the colours are others."""
        super().notify_style_update()
        self._wrap_all()

    def on_resize(self) -> None:
        """Wrap again if the width is another, and keep the end in sight."""
        self._wrap_all()
        self.show_end()

    def _conditions(self) -> tuple[int, object]:
        """What the wrapped lines depend on beside the words."""
        return self.content_size.width, self.visual_style

    def _wrap_all(self) -> None:
        if self.size.width and self._wrapped_for != self._conditions():
            self._wrapped_for = self._conditions()
            self._rows = []
            self._wrap(self.lines)

    def _wrap(self, lines: tuple[LogLine, ...]) -> None:
        width = self.content_size.width - 1
        margin = max((len(line.margin) for line in self.lines), default=0) + 1
        if width < 4 * margin:
            margin = 0
        quiet = self.get_component_rich_style("log--margin")
        for line in lines:
            words = card_text(line.words, line.style)
            for number, row in enumerate(Visual.to_strips(self, words, width - margin, None, self.visual_style)):
                head = line.margin.rjust(margin - 1) + " " if margin and not number else " " * margin
                self._rows.append([Segment(head, quiet), *row])
        self.show_end()
        self.refresh()

    # -- scrolling -------------------------------------------------------------------------------------

    @property
    def _most_above(self) -> int:
        return max(0, len(self._rows) - self.content_size.height)

    def validate_above(self, above: int) -> int:
        """No further than the first and the last row."""
        return max(0, min(above, self._most_above))

    def show_end(self) -> None:
        """Show the newest row."""
        self.above = self._most_above

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll towards the beginning."""
        event.stop()
        self.above -= 2

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll towards the end."""
        event.stop()
        self.above += 2

    # -- drawing ---------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One row in sight, and at its end a part of the thumb if not all rows are."""
        width, number = self.content_size.width, y + self.above
        row = self._rows[number] if number < len(self._rows) else []
        line = Strip(row).adjust_cell_length(width - 1, self.rich_style)
        return Strip([*line, self._thumb(y)], width)

    def _thumb(self, y: int) -> Segment:
        height, rows = self.content_size.height, len(self._rows)
        if rows <= height:
            return Segment(" ", self.rich_style)
        length = max(1, round(height * height / rows))
        start = round((height - length) * self.above / self._most_above)
        style: Style = self.get_component_rich_style("log--thumb")
        return Segment(glyphs().heavy.down if start <= y < start + length else " ", style)
