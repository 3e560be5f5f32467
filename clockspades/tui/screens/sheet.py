"""The score sheet, laid over the table."""

from pathlib import PurePath
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from clockspades.table.commands import SHEET, Command, closing
from clockspades.table.trick_widget_models import ScoreSheetModel
from clockspades.tui.screens.overlay import ScrollingOverlay
from clockspades.tui.widgets.page import SCROLL, Page
from clockspades.tui.widgets.sheet import ScoreHeading, ScoreTable

CLOSE_SHEET: Final = closing(SHEET)


class SheetScreen(ScrollingOverlay):
    """What each deal brought, as a table that scrolls where it is longer than the screen."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss"]
    commands: tuple[Command, ...] = (CLOSE_SHEET,)
    KEY_LINE: tuple[Command, ...] = (SCROLL, CLOSE_SHEET)

    def __init__(self, model: ScoreSheetModel) -> None:
        super().__init__()
        self._model = model

    def compose(self) -> ComposeResult:
        """The table, its newest rows in sight."""
        with Page(id="sheet", classes="panel") as panel:
            panel.border_title = "Scores"
            yield ScoreHeading(self._model)
            yield ScoreTable(self._model)
            if self._model.foot:
                yield Static(Content.styled(self._model.foot, "$quiet"), id="sheet-foot")

    def on_mount(self) -> None:
        """Show the sum."""
        self.query_one("#sheet", Page).scroll_end(animate=False)
