"""A field in which a line of text is typed."""

from typing import Final

from textual import events
from textual.reactive import reactive
from textual.widgets import Input

LONGEST: Final = 80
"""How many characters fit in a field that says nothing else."""
LONGEST_PASTE: Final = 10_000
"""How many characters of a pasted text are looked at."""


class Field(Input):
    """Its cursor stands still: a screen that nobody touches writes no byte."""

    cursor_blink = reactive(False, init=False)

    def on_mount(self) -> None:
        """Limit the length, as for a pasted text."""
        self.max_length = self.max_length or LONGEST

    def on_paste(self, event: events.Paste) -> None:
        """Take the printable characters of the first line, as many as there is room for."""
        lines = event.text[:LONGEST_PASTE].strip().splitlines()
        line = "".join(filter(str.isprintable, lines[0])) if lines else ""
        room = (self.max_length or LONGEST) - len(self.value) + len(self.selected_text)
        event.text = line[: max(0, room)]
