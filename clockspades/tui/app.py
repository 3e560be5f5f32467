"""The application: its themes, its stylesheet, and the way from screen to screen."""

from random import Random
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from clockspades.engine.archive import Archive
from clockspades.engine.log import Loaded
from clockspades.engine.session import AnySession
from clockspades.tui.opening import Opening, ReplayOpening, TableOpening, TitleOpening
from clockspades.tui.themes import BAIZE, THEMES


class Clockspades(App[str]):
    """A card table in a terminal. :meth:`run` returns the line to print when it is left, if any.

    One screen lies at the bottom: the title, a setup, a table, a result or a replay. What is opened from it and
    closed again (help, rules, the log, a hint, the curtain) is pushed onto it. Screens are imported when they
    are first opened, because a table should stand there within a second.
    """

    TITLE = "Clockspades"
    CSS_PATH = "clockspades.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Save and quit", priority=True),
        Binding("ctrl+c", "leave", "Save and quit", priority=True, show=False),
    ]

    def __init__(self, archive: Archive, rng: Random, opening: Opening) -> None:
        super().__init__()
        self.archive, self.rng, self.opening = archive, rng, opening
        self._session: AnySession | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = BAIZE.name

    def on_mount(self) -> None:
        """Open the first screen."""
        match self.opening:
            case TableOpening(session):
                self.open_table(session)
            case ReplayOpening(loaded):
                self.open_replay(loaded)
            case TitleOpening():
                self.open_title()

    # -- from screen to screen -------------------------------------------------------------------------

    def open_title(self) -> None:
        """Show the title screen."""
        from clockspades.tui.screens.title import TitleScreen

        self._close_session()
        self._open(TitleScreen())

    def open_setup(self, game_name: str) -> None:
        """Show what can be chosen before a game."""
        from clockspades.tui.screens.setup import SetupScreen

        self._open(SetupScreen(game_name))

    def open_table(self, session: AnySession) -> None:
        """Show a game that has been begun or resumed; its journal is closed when the table is left."""
        from clockspades.tui.screens.table import TableScreen

        self._close_session()
        self._session = session
        self._open(TableScreen(session, self.rng))

    def open_result(self, session: AnySession) -> None:
        """Show how a finished game ended."""
        from clockspades.tui.screens.result import ResultScreen

        self._close_session()
        self._open(ResultScreen(session))

    def open_replay(self, loaded: Loaded) -> None:
        """Show a saved game to be stepped through."""
        from clockspades.tui.screens.replay import ReplayScreen

        self._close_session()
        self._open(ReplayScreen(loaded))

    def _open(self, screen: Screen[None]) -> None:
        """Put a screen in the place of all that is open."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        if len(self.screen_stack) == 2:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def action_leave(self) -> None:
        """Save the game that is open and leave the program, saying how to carry on."""
        unfinished = self._session is not None and self._session.outcome is None
        self._close_session()
        self.exit("The game is saved. Carry on with: clockspades resume" if unfinished else None)

    def _close_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None
