"""The curtain between two people at one keyboard: it covers the table until the next player is ready."""

from pathlib import PurePath
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from clockspades.table.commands import Command
from clockspades.table.keys import spoken
from clockspades.tui.bindings import QUIT, bind
from clockspades.tui.screens.modal import Modal
from clockspades.tui.widgets.backdrop import Backdrop
from clockspades.tui.widgets.banner import Banner, Words

LIFT: Final = Command("space", "lift", "Show your cards", name="curtain.lift")
"""Not with Enter: the last player may press it twice."""


class CurtainScreen(Modal[bool]):
    """Covers the table until the next player is ready."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["curtain.tcss"]
    AUTO_FOCUS = ""
    BINDINGS = bind(LIFT, QUIT)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._player = name

    def compose(self) -> ComposeResult:
        """The name, and what to do, on a cloth that covers the table."""
        yield Backdrop()
        with Vertical(id="curtain"):
            yield Banner(Words(self._player, "$gold"), single=24)
            yield Static(Content(f"{self._player}'s turn. Everyone else, look away."))
            yield Static(Content(f"Press {spoken(LIFT)} or click to see your cards."), id="curtain-key")

    def action_lift(self) -> None:
        """The next player is ready."""
        self.dismiss(True)

    def on_click(self, event: events.Click) -> None:
        """The next player is ready. The second click of a double click came from the last player."""
        if event.chain == 1:
            self.dismiss(True)
