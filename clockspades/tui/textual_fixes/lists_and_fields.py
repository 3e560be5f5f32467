"""A command palette whose list may change under a click or a key, and where the cursor is in lists and fields.

Faults, all in Textual 8.2.8:

- ``OptionList._on_click`` raises ``IndexError`` if the list has just become shorter than what is drawn. For the pointer
  that was https://github.com/Textualize/textual/issues/3270.
- ``OptionList._move_page`` raises ``KeyError`` in a list that is hidden or has no size yet
  (https://github.com/Textualize/textual/issues/5794), and the palette passes Page Up and Page Down on to such a list.
- Nothing public says on which line an option is drawn. The terminal's cursor stands there.
- That nothing was found is said in English alone.
- ``Input.cursor_screen_offset`` is one cell too far at the end of a text, where people type.

Can go: each of them once its test fails.
"""

from typing import Any, Self

from rich.align import Align
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.command import CommandList, CommandPalette
from textual.geometry import Offset
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from clockspades.language import _


class FoundList(CommandList):
    """The entries found. A click on one that was just taken away does nothing."""

    async def _on_click(self, event: events.Click) -> None:
        if event.style.meta.get("option", 0) >= self.option_count:
            event.prevent_default()

    def add_option(self, option: Any = None) -> Self:
        """Add an entry; that there is none is said in the language that is spoken."""
        if isinstance(option, Option) and option.id == CommandPalette._NO_MATCHES:
            option = Option(Align.center(Text(_("No matches found"), style="not bold")), option.id, disabled=True)
        return super().add_option(option)


class FoundPalette(CommandPalette):
    """A palette with a :class:`FoundList`, which leaves that alone while there is nothing to move in."""

    def compose(self) -> ComposeResult:
        """The palette with a list of our own."""
        for widget in super().compose():
            yield FoundList() if isinstance(widget, CommandList) else widget

    def _action_command_list(self, action: str) -> None:
        """Move in the list, unless it is hidden or has no rows yet."""
        if self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)


def row_of(options: OptionList, number: int) -> int:
    """The first row of an option inside its list, as it is scrolled now."""
    return options._index_to_line[number] - options.scroll_offset.y


def cell_of_field(field: Input) -> Offset:
    """The cell where the next character is typed."""
    at = field._position_to_cell(field.cursor_position) - field.scroll_offset.x
    return field.content_region.offset + Offset(at, 0)
