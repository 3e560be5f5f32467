"""The log of a game in words, the newest line in sight; the wheel scrolls it."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.visual import Visual

from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import LogLine
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.widgets.bound_widget import BoundWidget

MOST_LINES: Final = 2000
"""Lines that are kept in sight of the wheel; a game of more, which no person plays, loses the oldest here."""
_DROPPED: Final = 500
"""Lines that are dropped together, so that a new line seldom means that all are wrapped again."""


class GameLog(BoundWidget[tuple[LogLine, ...]]):
    """The lines of the log, wrapped to the width.

    It scrolls by itself, without a layout: a new line then repaints this widget and nothing else.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"log--margin", "log--thumb", "log--cursor"}

    model: reactive[tuple[LogLine, ...]] = reactive(())
    above: reactive[int] = reactive(0)
    """How many wrapped rows lie above the first one in sight."""
    cursor: reactive[int] = reactive(0)
    """The point of the action that the cursor is on; 0 without a cursor."""

    @dataclass
    class Pressed(Message):
        """An action was clicked."""

        point: int

    def __init__(self, lines_of: Callable[[Any], tuple[LogLine, ...]], *, id: str | None = None) -> None:
        super().__init__(lines_of, id=id)
        self._rows: list[list[Segment]] = []
        self._ends: list[int] = []
        """How many rows there are up to the end of each line."""
        self._wrapped: tuple[LogLine, ...] = ()
        self._wrapped_from: tuple[LogLine, ...] = ()
        self._wrapped_in: Size | None = None
        self._wrapped_for: tuple[object, ...] = ()

    def notify_style_update(self) -> None:
        """Wrap all of it again in the new styles, after a change of theme among others."""
        super().notify_style_update()
        self._wrapped_in, self._wrapped_for = None, ()
        self.refresh()

    def _wrap(self) -> None:
        """Wrap the lines from the first that changed on, and show the end; nothing if they stand as they are to.

        It is done where a row is drawn, so that a new size or new lines are painted once.
        """
        size = self.content_size
        if self._wrapped_from is self.model and self._wrapped_in == size:
            return
        self._wrapped_from, lines = self.model, _newest(self.model)
        width = size.width - 1
        margin = self._margin(width)
        conditions = (width, margin, self.visual_style)
        kept = 0
        if self._wrapped_for == conditions:
            kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._wrapped, lines)))
        self._wrapped, self._wrapped_in, self._wrapped_for = lines, size, conditions
        del self._ends[kept:]
        del self._rows[self._ends[-1] if kept else 0 :]
        quiet = self.get_component_rich_style("log--margin")
        for line in lines[kept:]:
            words = card_text(line.words, line.style, line.tints)
            for number, row in enumerate(Visual.to_strips(self, words, width - margin, None, self.visual_style)):
                head = line.margin.rjust(margin - 1) + " " if margin and not number else " " * margin
                self._rows.append([Segment(head, quiet), *row])
            self._ends.append(len(self._rows))
        self.set_reactive(GameLog.above, self._most_above)

    def _margin(self, width: int) -> int:
        """The columns before the words; none where there is little room."""
        margin = max((len(line.margin) + 1 for line in self.model if line.margin), default=0)
        return margin if width >= 4 * margin else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        room = width - 1 - self._margin(width - 1)
        return sum(len(card_text(line.words).wrap(room)) for line in _newest(self.model)) if room > 0 else 0

    @property
    def _most_above(self) -> int:
        return max(0, len(self._rows) - self.content_size.height)

    def validate_above(self, above: int) -> int:
        return max(0, min(above, self._most_above))

    def watch_cursor(self) -> None:
        """Scroll as little as shows all rows of the line under the cursor."""
        rows = self._rows_of(self.cursor)
        if rows:
            self.above = min(max(self.above, rows.stop - self.content_size.height), rows.start)

    def _rows_of(self, point: int) -> range:
        number = next((number for number, line in enumerate(self._wrapped) if line.point == point != 0), None)
        return range(0) if number is None else range(self._ends[number - 1] if number else 0, self._ends[number])

    @property
    def cursor_screen_offset(self) -> Offset:
        """The first cell of the line under the cursor; of the last row in sight if there is no cursor."""
        rows = self._rows_of(self.cursor)
        last = min(len(self._rows), self.content_size.height) - 1
        return self.content_region.offset + Offset(0, rows.start - self.above if rows else max(0, last))

    def point_at(self, y: int) -> int:
        """The action on a row in sight, by its point; 0 for another line."""
        number = bisect_right(self._ends, y + self.above)
        return self._wrapped[number].point if number < len(self._wrapped) else 0

    @property
    def points_in_sight(self) -> frozenset[int]:
        """The actions whose lines begin in sight, by their points."""
        return frozenset(self.point_at(y) for y in range(self.content_size.height)) - {0}

    def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is not None and (point := self.point_at(at.y)):
            self.post_message(self.Pressed(point))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.above -= 2

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.above += 2

    def render_line(self, y: int) -> Strip:
        """One row in sight, and at its end a part of the thumb if not all rows are."""
        self._wrap()
        (width, height), number, style = self.content_size, y + self.above, self.rich_style
        row = self._rows[number] if number < len(self._rows) else []
        at_cursor = self.get_component_rich_style("log--cursor") if number in self._rows_of(self.cursor) else None
        line = Strip(row).adjust_cell_length(width - 1, style)
        if at_cursor is not None:
            line = Strip([Segment(text, at_cursor) for text, *_ in line], width - 1)
        return Strip([*line, Segment(" ", style) if len(self._rows) <= height else self._thumb(y, height)], width)

    def _thumb(self, y: int, height: int) -> Segment:
        rows = len(self._rows)
        length = max(1, round(height * height / rows))
        start = round((height - length) * self.above / self._most_above)
        style: Style = self.get_component_rich_style("log--thumb")
        return Segment(glyphs().heavy.down if start <= y < start + length else " ", style)


def _newest(lines: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """The lines without the oldest where they are too many."""
    return lines[max(0, -(-(len(lines) - MOST_LINES) // _DROPPED) * _DROPPED) :]
