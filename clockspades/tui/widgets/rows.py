"""A list with a cursor on one of its rows."""

from bisect import bisect_right
from collections.abc import Container, Sequence
from itertools import accumulate
from typing import ClassVar, Final, cast

from textual import events
from textual.containers import VerticalScroll
from textual.content import Content
from textual.css.styles import RulesMap
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from clockspades.table.glyphs import glyphs

NOWHERE: Final = -1
"""The number of no row."""


class Rows(Widget, can_focus=False, inherit_bindings=False):
    """Texts, with a mark at the one that the cursor is on. A click moves the cursor, and chooses.

    Its parent scrolls it, and only what is in view is drawn. Where lines don't wrap, each row is one line: a row that
    has never been in view is not even asked for. The keys are its screen's.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--pointed", "rows--hovered"}

    pointed: reactive[int] = reactive(0, init=False, repaint=False)
    """The number of the row that the cursor is on, or :data:`NOWHERE`."""
    hovered: reactive[int] = reactive(NOWHERE, init=False, repaint=False)
    """The number of the row under the mouse pointer, or :data:`NOWHERE`."""

    class Pointed(Message):
        """The cursor moved."""

    class Chosen(Message):
        """The row under the cursor was clicked."""

    def __init__(self, *, has_mark: bool = True) -> None:
        """Without a mark, only its colours show the row that the cursor is on."""
        super().__init__()
        self._has_mark = has_mark
        self._texts: Sequence[Content] = ()
        self._headings: Container[int] = ()
        self._tops: tuple[int, Sequence[int]] | None = None
        """A width, and the line at which each row begins there, with the end of the last."""

    def show(self, texts: Sequence[Content], pointed: int, headings: Container[int] = ()) -> None:
        """Show other texts, with the cursor on one of them. The caller indents lines after the first by two blanks.

        ``headings`` are the numbers of those that are not to choose from.
        """
        self._texts, self._headings, self._tops = texts, headings, None
        self.set_reactive(Rows.pointed, self.validate_pointed(pointed))
        self.set_reactive(Rows.hovered, NOWHERE)
        self.display = bool(texts)
        self.refresh(layout=True)

    @property
    def number(self) -> int:
        return len(self._texts)

    def text(self, number: int) -> Content:
        return self._texts[number]

    def _lines(self, width: int) -> Sequence[int]:
        """The line at which each row begins in so many columns, and the end of the last."""
        if not width:
            return (0,)  # nothing has its place yet
        if self._tops is None or self._tops[0] != width:
            if self.styles.text_wrap == "nowrap":
                self._tops = width, range(self.number + 1)
            else:
                heights = (
                    self.marked(number).get_height(cast(RulesMap, self.styles), width) for number in range(self.number)
                )
                self._tops = width, tuple(accumulate(heights, initial=0))
        return self._tops[1]

    def _place(self, number: int) -> Region:
        """The lines of a row in this widget; empty for no row."""
        lines = self._lines(self.size.width)
        if not 0 <= number < len(lines) - 1:
            return Region()
        return Region(0, lines[number], self.size.width, lines[number + 1] - lines[number])

    def _at(self, line: int) -> int:
        """The number of the row that has a line, or :data:`NOWHERE`."""
        number = bisect_right(self._lines(self.size.width), line) - 1
        return number if 0 <= number < self.number else NOWHERE

    def region_of(self, number: int) -> Region:
        """Where a row is on the screen, or would be if it is scrolled out of view; empty for no row."""
        return self._place(number).translate(self.content_region.offset)

    @property
    def cursor_screen_offset(self) -> Offset:
        return self.region_of(self.pointed).offset

    def show_pointed(self) -> None:
        """Scroll the row under the cursor into view, once the rows have their places."""
        self.call_after_refresh(self._scroll)

    def _scroll(self) -> None:
        place = self._place(self.pointed)
        if self.pointed - 1 in self._headings:
            place = place.union(self._place(self.pointed - 1))
        if place and isinstance(self.parent, Widget):
            self.parent.scroll_to_region(place.translate(self.virtual_region.offset), animate=False, force=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._lines(width)[-1]

    def marked(self, number: int) -> Content:
        """The text of a row. Under the cursor it has no styles of its own."""
        text, is_pointed = self.text(number), number == self.pointed
        if not self._has_mark:
            return Content(text.plain) if is_pointed else text
        return Content(f"{glyphs().points_right} {text.plain}") if is_pointed else Content("  ") + text

    def render_line(self, y: int) -> Strip:
        number, width = self._at(y), self.size.width
        if number == NOWHERE:
            return Strip.blank(width, self.rich_style)
        roles = (("pointed", number == self.pointed), ("hovered", number == self.hovered))
        style = self.get_visual_style(*(f"rows--{role}" for role, is_it in roles if is_it))
        return Visual.to_strips(self, self.marked(number), width, None, style, pad=True)[y - self._place(number).y]

    def _repaint(self, *numbers: int) -> None:
        if self.is_mounted:
            self.refresh(*filter(None, map(self._place, numbers)))

    def validate_pointed(self, number: int) -> int:
        return NOWHERE if number == NOWHERE else max(0, min(number, self.number - 1))

    def watch_pointed(self, before: int, now: int) -> None:
        self._repaint(before, now)
        self.show_pointed()
        self.post_message(self.Pointed())

    def watch_hovered(self, before: int, now: int) -> None:
        self._repaint(before, now)

    def move(self, by: int) -> None:
        """Move the cursor by some rows, as far as there are any, and past headings."""
        ends, step = range(self.number), 1 if by > 0 else -1
        at = start = min(max(0, self.pointed + by), max(0, self.number - 1))
        while at in ends and at in self._headings:
            at += step
        if at not in ends:
            at = start
            while at in ends and at in self._headings:
                at -= step
        self.pointed = max(0, at)

    def page(self, pages: int) -> None:
        """Move the cursor by as many rows as are in view, but one."""
        if self.number and isinstance(self.parent, Widget):
            in_view = self.parent.scrollable_content_region.height // self._place(self.pointed).height
            self.move(pages * max(1, in_view - 1))

    def hit(self, event: events.MouseEvent) -> int | None:
        """The number of the row under the mouse pointer."""
        at = event.get_content_offset(self)
        number = NOWHERE if at is None else self._at(at.y)
        return None if number == NOWHERE or number in self._headings else number

    def on_mouse_move(self, event: events.MouseMove) -> None:
        number = self.hit(event)
        self.hovered = NOWHERE if number is None else number

    def on_leave(self) -> None:
        self.hovered = NOWHERE

    def on_click(self, event: events.Click) -> None:
        number = self.hit(event)
        if number is not None:
            self.pointed = number
            self.post_message(self.Chosen())


class RowsPane(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls a list. When its size changes, the row under the cursor stays in view."""

    def on_resize(self) -> None:
        self.query_one(Rows).show_pointed()
