"""The command palette: every action of the screen that it is opened on, the most useful first."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.screen import Screen
from textual.types import IgnoreReturnCallbackType
from textual.widgets import Input

from clockspades.table.keys import key_name
from clockspades.tui.bindings import PALETTE, QUIT
from clockspades.tui.mounted import MountedScreen
from clockspades.tui.screens.help import bindings
from clockspades.tui.themed_app import ThemedApp
from clockspades.tui.widgets.field import LONGEST
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.size_guard import fits

CURSOR: Final = {"up", "down", "left", "right", "home", "end", "pageup", "pagedown"}
"""Keys that only move the cursor or scroll: a palette is no help with those."""


class Entries(CommandList):
    """The entries found. A click on one that was just taken away does nothing: in Textual it is an error."""

    async def _on_click(self, event: events.Click) -> None:
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()


class ActionPalette(MountedScreen, CommandPalette):
    """The palette. However many keys were on their way to close it, it closes itself and no screen under it.

    It also closes if the terminal becomes too small for the screen under it.
    """

    CSS_PATH = "command_palette.tcss"

    def compose(self) -> ComposeResult:
        """The palette with a list of our own."""
        for widget in super().compose():
            yield Entries() if isinstance(widget, CommandList) else widget

    def on_mount(self) -> None:
        """Limit what can be typed, or pasted, into the search."""
        self.query_one(Input).max_length = LONGEST

    def dismiss(self, result: None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        """Move in the list, unless it is hidden or has no rows yet: Textual cannot page in those."""
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)

    @on(events.Resize)
    def _fit(self, event: events.Resize) -> None:
        if not fits(event.size):
            self.dismiss()


class Entry(NamedTuple):
    """An entry of the palette: its words, its explanation, and what it does."""

    words: str
    explanation: str
    run: IgnoreReturnCallbackType


class Actions(Provider):
    """The actions of the screen, the settings, and the themes."""

    def entries(self) -> Iterator[Entry]:
        """Every entry: those of the key line, the screen's others, the settings, help and quit, the themes."""
        seen = set()
        for binding in by_usefulness(self.screen):
            if binding.description not in seen:
                seen.add(binding.description)
                keys = " ".join(key_name(key) for key in binding.key.split(","))
                yield Entry(binding.description, f"Key: {keys}", partial(self.screen.run_action, binding.action))
        app = self.app
        assert isinstance(app, ThemedApp), "the palette is this application's"
        for name in app.available_themes:
            yield Entry(f"Theme: {name}", "Change all colours", partial(app.keep_settings, theme=name))

    async def discover(self) -> Hits:
        """Every command, before anything is typed."""
        for entry in self.entries():
            yield DiscoveryHit(entry.words, entry.run, help=entry.explanation)

    async def search(self, query: str) -> Hits:
        """The commands that match what was typed."""
        matcher = self.matcher(query)
        for entry in self.entries():
            if (score := matcher.match(entry.words)) > 0:
                yield Hit(score, matcher.highlight(entry.words), entry.run, help=entry.explanation)


def by_usefulness(screen: Screen[Any]) -> list[Binding]:
    """The bindings to list: what the key line offers now first, help and the ways out last, and no cursor keys."""
    line = [key for keys in screen.query(KeyLine) for key in keys.keys]
    offered = [key.action for key in line if not key.stays]
    last = {QUIT.action, *(key.action for key in line if key.stays)}

    def rank(binding: Binding) -> tuple[int, int]:
        if binding.action in last:
            return 3, 0
        if binding.action.startswith("app."):
            return 2, 0
        return (0, offered.index(binding.action)) if binding.action in offered else (1, 0)

    listed = (binding for binding in bindings(screen) if binding.show and not CURSOR.issuperset(binding.key.split(",")))
    return sorted((binding for binding in listed if binding.action != PALETTE.action), key=rank)
