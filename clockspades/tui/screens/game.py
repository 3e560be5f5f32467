"""What the screens with a game's table share: what it shows, and what is laid over it."""

from textual import getters
from textual.reactive import var

from clockspades.engine.session import AnySession
from clockspades.table.model import AnyPlayerView
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.tables.table import OPTIONAL_ACTIONS, AnyTable, Table


class GameScreen(SizedScreen):
    """A screen on which a table shows one point of a game."""

    ALLOW_SELECT = False
    app = getters.app(Navigator)
    table: getters.query_one[AnyTable] = getters.query_one(Table)

    player: var[AnyPlayerView | None] = var(None)
    """What is seen of the game: the one state that everything on the table shows.

    It is no ``reactive``, which would paint the whole screen anew at each key: the widgets repaint what changed.
    """

    def __init__(self, session: AnySession) -> None:
        super().__init__()
        self.session = session

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether this table has the action."""
        return action not in OPTIONAL_ACTIONS or action in self.table.screen_actions

    def action_log(self) -> None:
        """Show the whole log up to here."""
        from clockspades.tui.screens.log import LogScreen

        if self.table.model is not None:
            self.app.push_screen(LogScreen(self.table.log_lines, self.table.model))

    def action_sheet(self) -> None:
        """Show what each deal up to here brought."""
        from clockspades.tui.screens.sheet import SheetScreen

        sheet = None if self.table.model is None else self.table.sheet(self.table.model)
        if sheet is not None:
            self.app.push_screen(SheetScreen(sheet))

    def action_help(self) -> None:
        """Show what can be done now, and every key."""
        self.app.show_help(self.session.game.name)
