"""A list with a cursor on one of its rows."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalGroup
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from clockspades.table.glyphs import glyphs


class Rows(VerticalGroup):
    """Texts of one line or more, with a mark at the one that the cursor is on. A click moves the cursor, and chooses.

    The keys are its screen's: it moves the cursor by setting :attr:`pointed`.
    """

    pointed: reactive[int] = reactive(0, init=False)
    """The number of the row that the cursor is on."""

    class Pointed(Message):
        """The cursor moved."""

    class Chosen(Message):
        """The row under the cursor was clicked."""

    def __init__(self, most: int) -> None:
        """``most`` is the number of rows that there can be."""
        super().__init__()
        self._rows = tuple(Static() for _ in range(most))
        self._texts: Sequence[Content] = ()

    def compose(self) -> ComposeResult:
        """The rows."""
        yield from self._rows

    def show(self, texts: Sequence[Content], pointed: int) -> None:
        """Show other texts, with the cursor on one of them. The caller indents lines after the first by two blanks."""
        self._texts = texts
        self.set_reactive(Rows.pointed, self.validate_pointed(pointed))
        self.display = bool(texts)
        for number, row in enumerate(self._rows):
            row.display = number < len(texts)
            if row.display:
                self._show_row(number)

    def _show_row(self, number: int) -> None:
        """Show a row. Under the cursor its text has no styles of its own."""
        row, text, is_pointed = self._rows[number], self._texts[number], number == self.pointed
        row.set_class(is_pointed, "-pointed")
        row.update(Content(f"{glyphs().points_right} {text.plain}") if is_pointed else Content("  ") + text)

    @property
    def pointed_row(self) -> Static:
        """The row that the cursor is on."""
        return self._rows[self.pointed]

    def validate_pointed(self, number: int) -> int:
        """Keep the cursor in the list."""
        return max(0, min(number, len(self._texts) - 1))

    def watch_pointed(self, before: int, now: int) -> None:
        """Show the cursor where it is."""
        self._show_row(before)
        self._show_row(now)
        self.pointed_row.scroll_visible(animate=False)
        self.post_message(self.Pointed())

    def on_click(self, event: events.Click) -> None:
        """Choose a row."""
        for number, row in enumerate(self._rows):
            if row.region.contains_point(event.screen_offset):
                self.pointed = number
                self.post_message(self.Chosen())
