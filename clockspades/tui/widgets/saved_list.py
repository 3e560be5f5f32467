"""The list of saved games. Each is read when it first scrolls into view."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Offset

from clockspades.language import N_
from clockspades.saved.index import Entry
from clockspades.saved.saved_games import SavedGame, when
from clockspades.table.commands import Command
from clockspades.tui.bindings import bind, remapped
from clockspades.tui.drawing.cell_text import fit
from clockspades.tui.textual_fixes.bindings_map import bindings_of, replace_bindings
from clockspades.tui.widgets.rows import Rows

TITLE, WIDEST = 17, 24
"""The columns of a game's title, at least and at most."""
STANDING: Final = 17
"""The columns of how a game stands, at least; a :data:`WIDE` list has :data:`LONG` for it."""
WIDE: Final = 90
LONG: Final = 28
WHEN: Final = 15
"""The columns of when it was played."""
NARROW: Final = 70
"""Columns below which a line leaves out the players."""


class SavedList(Rows, can_focus=True):
    """Saved games, one a line, newest first. The cursor follows the mouse pointer."""

    BINDINGS = bind(
        Command("up", "move(-1)", N_("Up"), name="saved.up"),
        Command("down", "move(1)", N_("Down"), name="saved.down"),
        Command("pageup,left", "page(-1)", N_("Page up"), name="saved.page_up"),
        Command("pagedown,right", "page(1)", N_("Page down"), name="saved.page_down"),
        Command("home", "move(-1000000)", N_("Newest game"), name="saved.newest"),
        Command("end", "move(1000000)", N_("Oldest game"), name="saved.oldest"),
    )

    def __init__(
        self, entries: Sequence[Entry], read: Callable[[Entry], SavedGame], now: datetime, titles: Sequence[str]
    ) -> None:
        """``titles`` are those that games can have."""
        super().__init__()
        self._longest = max(map(cell_len, titles))
        replace_bindings(self, remapped(bindings_of(self)))
        self._entries, self._read, self._now = entries, read, now
        self._known: dict[Entry, SavedGame] = {}

    def list_again(self, entries: Sequence[Entry]) -> None:
        """List these games, with the cursor on the same one if it is still there."""
        if entries and entries != self._entries:
            pointed = self._entries[self.pointed].path
            self._entries, self._tops = entries, None
            number = next((number for number, entry in enumerate(entries) if entry.path == pointed), self.pointed)
            self.set_reactive(SavedList.pointed, self.validate_pointed(number))
            self.refresh(layout=True)
            self.show_pointed()
            self.post_message(self.Pointed())

    @property
    def number(self) -> int:
        return len(self._entries)

    def _saved(self, number: int) -> SavedGame:
        entry = self._entries[number]
        if entry not in self._known:
            self._known[entry] = self._read(entry)
        return self._known[entry]

    @property
    def chosen(self) -> SavedGame:
        return self._saved(self.pointed)

    def text(self, number: int) -> Content:
        """The game, its players if there is room, how it stands, and when it was played."""
        saved, width = self._saved(number), self.size.width
        column = TITLE if width < NARROW else min(max(TITLE, self._longest), WIDEST)
        what = fit(saved.title or saved.players, column)
        if width >= NARROW:
            room = width - column - (LONG if width >= WIDE else STANDING) - WHEN - 5
            what = f"{what} {fit(saved.players if saved.title else '', room)}"
        status = fit(saved.status, width - WHEN - 4 - cell_len(what))
        played = when(self._entries[number].changed, self._now).rjust(WHEN)
        return Content.assemble(f"{what} ", (f"{status} ", "$text-red" if saved.broken else ""), (played, "$quiet"))

    def on_mount(self) -> None:
        self.post_message(self.Pointed())

    @property
    def cursor_screen_offset(self) -> Offset:
        return self.region_of(self.pointed).offset + Offset(2, 0)

    def action_move(self, lines: int) -> None:
        self.move(lines)

    def action_page(self, pages: int) -> None:
        self.page(pages)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The cursor follows the pointer, instead of a line under the row there."""
        event.prevent_default()
        number = self.hit(event)
        if number is not None:
            self.pointed = number
