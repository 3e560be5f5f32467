"""The menu of the result: what can be played next, and what else can be done."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Container, Horizontal

from clockspades.engine.session import AnySession
from clockspades.saved.archive import is_lesson
from clockspades.saved.series import Series
from clockspades.tui.widgets.menu_item import MenuItem

ONE_LINE: Final = 80
"""Columns from which on the menu has one line."""
FULL_MENU: Final = 100
"""Columns from which on there is room for all its words in it."""


def menu_rows(columns: int) -> int:
    """The rows of the menu in so many columns."""
    return 1 if columns >= ONE_LINE else 2


class ResultMenu(Container):
    """The items in two groups, beside each other if there is room. Enter does what the first one says."""

    def __init__(self, session: AnySession, series: Series, *, can_repeat: bool) -> None:
        """``can_repeat`` says whether the deal can be played again, and makes sense again."""
        super().__init__(id="menu")
        self._series, self._can_repeat = series, can_repeat
        self._is_lesson = is_lesson(session)
        self._is_patience, self._is_kept = len(session.seats) == 1, session.journal is not None

    def compose(self) -> ComposeResult:
        """Two rows of items."""
        for items in self._groups():
            row = Horizontal(*items)
            row.shrink = False  # or it would be too narrow for its items
            yield row

    def _groups(self) -> tuple[list[MenuItem], list[MenuItem]]:
        again, hot = ("Next game", "r") if self._series.goes_on else ("Rematch", "R")
        if self._is_patience:
            again, hot = "Another deal", "r"
        play, look = [MenuItem(again, "rematch", hot=hot)], []
        if self._can_repeat:
            play.append(MenuItem("Same deal again", "again", hot="a", id="again"))
            if not self._is_patience:
                play.append(MenuItem("Same deal, other side", "other_side", hot="o", id="other-side"))
        if self._is_kept:
            look.append(MenuItem("Watch the replay", "watch", hot="W"))
        look.append(MenuItem("New game", "new_game", hot="N"))
        title = MenuItem("Title", "title", hot="T")
        if self._is_lesson:
            return [MenuItem("Now play a real game", "new_game", hot="N")], [*look[:-1], title]
        if self._series.winners:
            return [title, *play], look  # the series is over: Enter begins no other one
        return play, [*look, title]

    def fit(self, columns: int) -> None:
        """Use shorter words where the menu would be only a little too wide for one line of so many columns."""
        if self._can_repeat and not self._is_patience:
            is_brief = columns < FULL_MENU if self._series.winners else ONE_LINE <= columns < FULL_MENU
            again, other = self.query_one("#again", MenuItem), self.query_one("#other-side", MenuItem)
            again.call("Same deal" if is_brief else "Same deal again", "a")
            other.call(*(("Other side", "O") if is_brief else ("Same deal, other side", "o")))
