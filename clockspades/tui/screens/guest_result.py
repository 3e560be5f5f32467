"""The result of a game for a guest in a browser: another game, the score sheet, or leaving, and nothing else."""

from typing import Final

from clockspades.table.commands import Command
from clockspades.tui.screens.remote_result import RemoteResultScreen
from clockspades.tui.screens.result_menu import ResultMenu
from clockspades.tui.screens.result_screen import ResultScreen
from clockspades.tui.texts.result import Lesson
from clockspades.tui.widgets.menu_item import MenuItem

NOT_FOR_GUESTS: Final = (
    "again", "other_side", "watch", "turning_point", "review", "duel", "compare_deal", "practice", "new_game", "title",
)  # fmt: skip
"""What opens the host's saved games, or begins a game in this process."""
LEAVE: Final = Command("escape,t", "leave_table", "Leave the table", "leave", stays=True, name="result.leave")


class GuestMenu(ResultMenu):
    """Another game at the same table, or leaving it."""

    def _groups(self) -> tuple[list[MenuItem], list[MenuItem]]:
        again, _ = super()._groups()
        return again[:1], [MenuItem("Leave the table", LEAVE.action)]

    def fit(self, columns: int) -> None:
        """Its words are short in any window."""


class GuestResultScreen(RemoteResultScreen):
    """The result of a game at a table elsewhere, for a guest whose program runs on the host's machine."""

    commands: tuple[Command, ...] = (LEAVE,)
    KEY_LINE: tuple[Command, ...] = (*ResultScreen.KEY_LINE[:-2], LEAVE, *ResultScreen.KEY_LINE[-2:])
    ABSENT = tuple(each for each in ResultScreen.commands if each.does in NOT_FOR_GUESTS)

    def _menu(self) -> ResultMenu:
        return GuestMenu(self.session, self._series, can_repeat=False)

    @property
    def _looks_back(self) -> bool:
        """A review would take the host's processor for seconds."""
        return False

    def _next_lesson(self) -> Lesson | None:
        return None

    def action_leave_table(self) -> None:
        """Leave the table, and the program."""
        self.app.leave()
