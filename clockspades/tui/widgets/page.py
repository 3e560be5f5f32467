"""Text that is longer than its place: the keys that scroll it are commands with names."""

from typing import Any, Final

from textual.containers import VerticalScroll

from clockspades.table.commands import Command
from clockspades.tui.bindings import bind, remapped
from clockspades.tui.textual_fixes.bindings_map import bindings_of, replace_bindings

_UP: Final = Command("up", "scroll_up", "Scroll up one line", name="panel.up")
_DOWN: Final = Command("down", "scroll_down", "Scroll down one line", name="panel.down")
SCROLL: Final = Command("", "page_down", words="scroll", shown=(_UP, _DOWN))
"""A click scrolls a page: the screen defines the action."""


class Page(VerticalScroll, inherit_bindings=False):
    """A container that scrolls by its keys while it has the focus."""

    BINDINGS = bind(
        _UP,
        _DOWN,
        Command("pageup", "page_up", "Scroll up one page", name="panel.page_up"),
        Command("pagedown", "page_down", "Scroll down one page", name="panel.page_down"),
        Command("home", "scroll_home", "Go to the start", name="panel.start"),
        Command("end", "scroll_end", "Go to the end", name="panel.end"),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        replace_bindings(self, remapped(bindings_of(self)))
