"""The line of keys: what can be done now, each with its key, and each a button for the mouse."""

from typing import ClassVar, Final

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from clockspades.table.commands import Command
from clockspades.table.keys import label, terminal

GAP: Final = 2
"""The columns between two keys."""


class KeyLine(Widget, can_focus=False, inherit_bindings=False):
    """The keys that do something now, the most important first; what does not fit is left to the help.

    Where not all fit, the last that need not stay are left out. It is no Footer: that makes a widget of every key, and
    all of them anew whenever one changes, which takes several frames in the time of one.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keys--key", "keys--words", "keys--hover"}
    DEFAULT_CLASSES: ClassVar[str] = "-textual-system"
    """It stays when its screen is composed anew."""

    keys: reactive[tuple[Command, ...]] = reactive(())
    """What it shows, in words that are translated; its screen keeps it."""
    hovered: reactive[int | None] = reactive(None)

    def _places(self) -> list[tuple[int, int, Command]]:
        """Start and end column of each key that fits."""
        places, at = [], 1
        for key, columns in _fitting(self.keys, self.size.width):
            end = at + columns
            places.append((at, end, key))
            at = end + GAP
        return places

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if y:
            return Strip.blank(width, self.rich_style)
        key_style = self.get_component_rich_style("keys--key")
        words_style = self.get_component_rich_style("keys--words")
        hover_style = self.get_component_rich_style("keys--hover")
        segments, at = [], 0
        for number, (start, end, key) in enumerate(self._places()):
            segments.append(Segment(" " * (start - at), self.rich_style))
            segments.append(Segment(label(terminal(), key), key_style))
            segments.append(Segment(" " + key.words, hover_style if number == self.hovered else words_style))
            at = end
        segments.append(Segment(" " * (width - at), self.rich_style))
        return Strip(segments, width)

    def hit(self, event: events.MouseEvent) -> int | None:
        return next((n for n, (start, end, _) in enumerate(self._places()) if start <= event.x < end), None)

    async def on_click(self, event: events.Click) -> None:
        """Do what the key under the pointer does; nothing behind the line is clicked."""
        event.stop()
        number = self.hit(event)
        if number is not None:
            await self.screen.run_action(self._places()[number][2].action)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.hovered = self.hit(event)

    def on_leave(self) -> None:
        self.hovered = None


def _fitting(keys: tuple[Command, ...], width: int) -> list[tuple[Command, int]]:
    """The keys that fit on a line with a blank at both ends, and how many columns each takes."""
    fitting = [(key, _width(key)) for key in keys]
    while fitting and sum(columns + GAP for _, columns in fitting) - GAP > width - 2:
        fitting.remove(next((each for each in reversed(fitting) if not each[0].stays), fitting[-1]))
    return fitting


def _width(key: Command) -> int:
    return cell_len(label(terminal(), key)) + 1 + cell_len(key.words)
