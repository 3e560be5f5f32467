"""The saved games: replay any of them, or continue an unfinished one."""

from functools import partial
from pathlib import PurePath
from typing import ClassVar, Final

from textual import getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from clockspades.branches.branches import branch_logs
from clockspades.engine.days import local_now
from clockspades.engine.phrases import count
from clockspades.engine.text import printable
from clockspades.saved.saved_games import SavedGame, saved_game
from clockspades.table.commands import Command
from clockspades.tui.drawing.text import card_text
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.kinds import CLOSE, Overlay
from clockspades.tui.screens.same_deal import ABOUT, COMPARE_DEAL, SameDealScreen
from clockspades.tui.widgets.rows import RowsPane
from clockspades.tui.widgets.saved_list import SavedList

REPLAY: Final = Command("enter,space", "replay", "Replay", "replay")
CARRY_ON: Final = Command("c", "carry_on", "Continue the game or its series", "continue")


class SavedScreen(Overlay):
    """The list of saved games, and more about the one under the cursor."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "saved.tcss"]
    AUTO_FOCUS = "SavedList"
    FOCUSED = (SavedList,)
    commands: tuple[Command, ...] = (REPLAY, CARRY_ON, COMPARE_DEAL)
    KEY_LINE: tuple[Command, ...] = (
        REPLAY._replace(now=lambda self: self._chosen is not None),
        CARRY_ON._replace(now=lambda self: self._chosen is not None and self._chosen.goes_on),
        COMPARE_DEAL._replace(now=lambda self: self._can_compare),
        CLOSE,
    )

    app = getters.app(Navigator)

    def __init__(self) -> None:
        super().__init__()
        self._chosen: SavedGame | None = None

    def compose(self) -> ComposeResult:
        """The list, the sentence and the keys."""
        entries = [entry for entry in self.app.archive.entries() if not entry.lesson]
        with Vertical(classes="panel") as panel:
            panel.border_title = "Saved games"
            panel.styles.max_height = len(entries) + ABOUT + 2  # no higher than its content and its border
            if entries:
                read = partial(saved_game, find_game=self.app.archive.find_game)
                with RowsPane():
                    yield SavedList(entries, read, local_now())
            yield Static(id="about")

    def on_mount(self) -> None:
        """Show the directory if no game is saved in it."""
        if not self.query(SavedList):
            self.query_one("#about", Static).update(
                Content(f"No saved games yet in {printable(str(self.app.archive.directory))}.")
            )

    @on(SavedList.Pointed)
    def _pointed(self) -> None:
        self._chosen = chosen = self.query_one(SavedList).chosen
        about = self.query_one("#about", Static)
        about.set_class(chosen.broken, "-broken")
        branches = len(branch_logs(self.app.archive, chosen.path))
        kept = f" It has {count(branches, 'branch', 'branches')}, in its replay." if branches else ""
        about.update(card_text(chosen.sentence + kept))
        self.refresh_keys()

    @property
    def _can_compare(self) -> bool:
        return self._chosen is not None and self._chosen.finished and not self._chosen.broken

    def action_compare_deal(self) -> None:
        """List the games that the finished game under the cursor can be compared with."""
        if self._chosen is not None and self._can_compare:
            loaded = self.app.read_game(self._chosen.path)
            if loaded is not None:
                self.app.push_screen(SameDealScreen(loaded))

    @on(SavedList.Chosen)
    def action_replay(self) -> None:
        """Replay the game under the cursor, as far as its log is valid."""
        if self._chosen is not None:
            self.app.watch_again(self._chosen.path)

    def action_carry_on(self) -> None:
        """Continue the game under the cursor; of a finished game in an unfinished series, show the result."""
        if self._chosen is not None and (self._chosen.goes_on or not self._chosen.finished):
            self.app.carry_on(self._chosen.path)
