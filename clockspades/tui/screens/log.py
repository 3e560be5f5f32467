"""The whole log of the game, over the table."""

from collections.abc import Callable
from pathlib import PurePath
from typing import Any, ClassVar, Final

from textual.app import ComposeResult

from clockspades.table.commands import Command
from clockspades.table.model import TableModel
from clockspades.table.widget_models import LogLine
from clockspades.tui.bindings import bind
from clockspades.tui.screens.overlay import CLOSE, Overlay
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.key_line import KeyLine

CLOSE_LOG: Final = CLOSE._replace(keys="l")
UP: Final = Command("up", "scroll(-1)", "Scroll up one line", "scroll", "↑↓")
START: Final = Command("home", "beginning", "Go to the start", "start")
END: Final = Command("end", "newest", "Go to the end", "end")


class LogScreen(Overlay):
    """Everything that happened, to be scrolled through."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "log.tcss"]
    BINDINGS = bind(
        CLOSE_LOG,
        UP,
        Command("down", "scroll(1)", "Scroll down one line"),
        Command("pageup,left", "page(-1)", "Scroll up one page"),
        Command("pagedown,right", "page(1)", "Scroll down one page"),
        START,
        END,
    )

    def __init__(self, lines_of: Callable[[Any], tuple[LogLine, ...]], table_model: TableModel[Any, Any]) -> None:
        super().__init__()
        self._lines_of, self._table_model = lines_of, table_model

    def compose(self) -> ComposeResult:
        """The log, and the keys."""
        log = GameLog(self._lines_of, id="whole-log")
        log.add_class("panel")
        log.border_title = "Game log"
        yield log
        yield KeyLine(UP, START, END, CLOSE_LOG)

    def on_mount(self) -> None:
        """Show the lines, the newest in sight."""
        self.query_one(GameLog).table_model = self._table_model

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(GameLog).above += lines

    def action_page(self, pages: int) -> None:
        """Scroll by pages."""
        log = self.query_one(GameLog)
        log.above += pages * (log.content_size.height - 1)

    def action_beginning(self) -> None:
        """Scroll to the beginning."""
        self.query_one(GameLog).above = 0

    def action_newest(self) -> None:
        """Scroll to the newest line."""
        self.query_one(GameLog).show_end()
