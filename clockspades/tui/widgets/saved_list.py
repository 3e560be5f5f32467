"""The list of saved games. Each is read when it first scrolls into view."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from clockspades.saved.archive import Entry
from clockspades.saved.saved_games import SavedGame, when
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.tui.bindings import bind, remapped
from clockspades.tui.drawing.text import fit
from clockspades.tui.textual_fixes.bindings_map import bindings_of, replace_bindings

TITLE: Final = 17
"""The columns of a game's title."""
STANDING: Final = 17
"""The columns of how a game stands, at least; a :data:`WIDE` list has :data:`LONG` for it."""
WIDE: Final = 90
LONG: Final = 28
WHEN: Final = 15
"""The columns of when it was played."""
NARROW: Final = 70
"""Columns below which a line leaves out the players."""


class SavedList(ScrollView, can_focus=True):
    """Saved games, one a line, newest first."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"saved--game", "saved--quiet", "saved--broken", "saved--pointed"}
    BINDINGS = bind(
        Command("up", "move(-1)", "Up", name="saved.up"),
        Command("down", "move(1)", "Down", name="saved.down"),
        Command("pageup,left", "page(-1)", "Page up", name="saved.page_up"),
        Command("pagedown,right", "page(1)", "Page down", name="saved.page_down"),
        Command("home", "move(-1000000)", "Newest game", name="saved.newest"),
        Command("end", "move(1000000)", "Oldest game", name="saved.oldest"),
    )

    pointed: reactive[int] = reactive(0)
    """The number of the line that the cursor is on."""

    class Pointed(Message):
        """The cursor moved to a game."""

        def __init__(self, saved: SavedGame) -> None:
            super().__init__()
            self.saved = saved

    class Chosen(Message):
        """A game was clicked."""

        def __init__(self, saved: SavedGame) -> None:
            super().__init__()
            self.saved = saved

    def __init__(self, entries: Sequence[Entry], read: Callable[[Entry], SavedGame], now: datetime) -> None:
        super().__init__()
        replace_bindings(self, remapped(bindings_of(self)))
        self._entries, self._read, self._now = entries, read, now
        self._known: dict[int, SavedGame] = {}

    def saved(self, number: int) -> SavedGame:
        """The game on a line."""
        if number not in self._known:
            self._known[number] = self._read(self._entries[number])
        return self._known[number]

    def on_mount(self) -> None:
        """Start at the newest game."""
        self._tell()

    def on_resize(self) -> None:
        """Fit the scrolling to the number of games, and keep the cursor in view."""
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._entries))
        self._keep_in_sight()

    def watch_pointed(self) -> None:
        """Report the game under the cursor, and scroll to it."""
        if self.is_mounted:
            self._keep_in_sight()
            self._tell()

    def _tell(self) -> None:
        self.post_message(self.Pointed(self.saved(self.pointed)))

    def validate_pointed(self, number: int) -> int:
        """Keep the cursor on a line of the list."""
        return max(0, min(number, len(self._entries) - 1))

    def _keep_in_sight(self) -> None:
        top, height = self.scroll_offset.y, self.scrollable_content_region.height
        if self.pointed < top:
            self.scroll_to(y=self.pointed, animate=False)
        elif self.pointed >= top + height:
            self.scroll_to(y=self.pointed - height + 1, animate=False)

    @property
    def cursor_screen_offset(self) -> Offset:
        """The first letter of the line that the cursor is on."""
        return self.content_region.offset + Offset(2, self.pointed - self.scroll_offset.y)

    def render_line(self, y: int) -> Strip:
        """The game, its players if there is room, how it stands, and when it was played."""
        number, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if number >= len(self._entries):
            return Strip.blank(width, self.rich_style)
        saved = self.saved(number)
        pointed = number == self.pointed
        mark = glyphs().points_right if pointed else " "
        what = fit(saved.title or saved.players, TITLE)
        if width >= NARROW:
            room = width - TITLE - (LONG if width >= WIDE else STANDING) - WHEN - 5
            what = f"{what} {fit(saved.players if saved.title else '', room)}"
        what = f"{mark} {what}"
        standing = fit(saved.standing, width - WHEN - 1 - cell_len(what) - 1)
        roles = ["saved--game", "saved--broken" if saved.broken else "saved--game", "saved--quiet"]
        styles = [self.get_component_rich_style("saved--pointed" if pointed else role) for role in roles]
        texts = (what + " ", standing + " ", when(self._entries[number].changed, self._now).rjust(WHEN))
        return Strip([Segment(text, style) for text, style in zip(texts, styles)]).adjust_cell_length(width, styles[2])

    # -- keys and the pointer --------------------------------------------------------------------------

    def action_move(self, lines: int) -> None:
        """Move the cursor by lines."""
        self.pointed += lines

    def action_page(self, pages: int) -> None:
        """Move the cursor by pages."""
        self.pointed += pages * max(1, self.scrollable_content_region.height - 1)

    def _under(self, event: events.MouseEvent) -> int | None:
        at = event.get_content_offset(self)
        number = None if at is None else at.y + self.scroll_offset.y
        return number if number is not None and number < len(self._entries) else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The cursor follows the pointer."""
        number = self._under(event)
        if number is not None:
            self.pointed = number

    def on_click(self, event: events.Click) -> None:
        """Choose the game under the pointer."""
        number = self._under(event)
        if number is not None:
            self.pointed = number
            self.post_message(self.Chosen(self.saved(number)))
