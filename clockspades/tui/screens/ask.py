"""A line of text to type, at the bottom of the screen below."""

from pathlib import PurePath
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from clockspades.table.commands import Command
from clockspades.tui.screens.kinds import Modal
from clockspades.tui.widgets.form_row import Field

KEEP: Final = Command("enter", "keep", "Keep the text", "keep")
LEAVE: Final = Command("escape", "leave_text", "Leave the text as it was", "cancel", stays=True)


class AskScreen(Modal[str | None]):
    """Asks for a line of text. The result is what was typed, or None if it was left as it was."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss"]
    AUTO_FOCUS = "Field"
    commands: tuple[Command, ...] = (KEEP, LEAVE)
    KEY_LINE: tuple[Command, ...] = (KEEP, LEAVE)

    def __init__(self, title: str, text: str, longest: int) -> None:
        """``text`` is what stands there first; up to ``longest`` characters can be typed."""
        super().__init__()
        self._title, self._text, self._longest = title, text[:longest], longest

    def compose(self) -> ComposeResult:
        """The field."""
        with Vertical(classes="panel") as panel:
            panel.border_title = Content(self._title)
            yield Field(self._text, max_length=self._longest, compact=True)

    @on(Input.Submitted)
    def action_keep(self) -> None:
        """Keep what is typed, if it was changed."""
        text = self.query_one(Field).value.strip()
        self.dismiss(None if text == self._text.strip() else text)

    def action_leave_text(self) -> None:
        """Leave the text as it was."""
        self.dismiss(None)
