"""The whole log of the game, over the table."""

import sys
from collections.abc import Callable
from typing import Any, Final

from textual import getters, on
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Offset

from clockspades.language import N_, _
from clockspades.table.commands import LOG, MEANING, Command, always, closing
from clockspades.table.model import TableModel, points_explained
from clockspades.table.widget_models import LogLine
from clockspades.tui.screens.kinds import Overlay
from clockspades.tui.widgets.game_log import GameLog

CLOSE_LOG: Final = closing(LOG)
DOWN: Final = Command("down", "move(1)", N_("Move down, or scroll down one line"), name="down")
_UP: Final = Command("up", "move(-1)", N_("Move up, or scroll up one line"), N_("scroll"), name="up")
UP: Final = _UP._replace(shown=(_UP, DOWN))
PAGE_UP: Final = Command("pageup,left", "page(-1)", N_("Scroll up one page"), name="page_up")
PAGE_DOWN: Final = Command("pagedown,right", "page(1)", N_("Scroll down one page"), name="page_down")
START: Final = Command("home", "beginning", N_("Go to the start"), N_("oldest"))
END: Final = Command("end", "newest", N_("Go to the end"), N_("newest"))
EXPLAIN: Final = MEANING._replace(does="ask_meaning", when=always)


class LogScreen(Overlay):
    """Everything that happened, to be scrolled through; the cursor goes over the actions that can be explained."""

    _log = getters.query_one(GameLog)
    commands: tuple[Command, ...] = (CLOSE_LOG, UP, DOWN, PAGE_UP, PAGE_DOWN, START, END, EXPLAIN)
    KEY_LINE: tuple[Command, ...] = (
        UP._replace(now=lambda self: N_("move") if self._stops else N_("scroll")),
        EXPLAIN._replace(now=lambda self: bool(self._stops)), START, END, CLOSE_LOG,
    )  # fmt: skip

    def __init__(
        self,
        lines_of: Callable[[Any], tuple[LogLine, ...]],
        table_model: TableModel[Any, Any],
        explain: Callable[[int], None],
    ) -> None:
        """``explain`` shows what the action that led to a point shows."""
        super().__init__()
        self._lines_of, self._table_model, self._explain = lines_of, table_model, explain
        self._stops = points_explained(table_model.player)

    def compose(self) -> ComposeResult:
        log = GameLog(self._lines_of, id="whole-log")
        log.add_class("panel")
        log.border_title = Content(_("Game log"))
        yield log

    @property
    def cursor_screen_offset(self) -> Offset:
        return self._log.cursor_screen_offset

    def fill(self) -> None:
        self._log.follow(self._table_model)
        self._log.cursor = self._stops[-1] if self._stops else 0

    def action_move(self, step: int) -> None:
        """Move the cursor to the next action or the one before; beyond the last, scroll by a line."""
        cursor = self._log.cursor
        stops = [stop for stop in self._stops if (stop > cursor if step > 0 else stop < cursor)]
        if stops:
            self._log.cursor = stops[0] if step > 0 else stops[-1]
        else:
            self._log.above += step

    def action_page(self, pages: int) -> None:
        self._log.above += pages * (self._log.content_size.height - 1)
        self._follow()

    def action_beginning(self) -> None:
        self._log.above = 0
        self._follow()

    def action_newest(self) -> None:
        self._log.above = sys.maxsize
        self._follow()

    def _follow(self) -> None:
        shown = self._log.points_in_sight
        stops = [stop for stop in self._stops if stop in shown]
        if stops and self._log.cursor not in shown:
            self._log.cursor = min(stops, key=lambda stop: abs(stop - self._log.cursor))

    def action_ask_meaning(self) -> None:
        if self._log.cursor:
            self._explain(self._log.cursor)

    @on(GameLog.Pressed)
    def _pressed(self, event: GameLog.Pressed) -> None:
        if event.point in self._stops:
            self._log.cursor = event.point
            self._explain(event.point)
