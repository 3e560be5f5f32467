"""The score sheet: what each deal brought, as a table. It is laid over the game, and part of the result."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from clockspades.language import _
from clockspades.table.commands import SHEET, Command, closing
from clockspades.table.glyphs import glyphs
from clockspades.table.trick_widget_models import ScoreSheetModel
from clockspades.tui.drawing.cell_text import cut
from clockspades.tui.screens.kinds import SCROLL, Page, ScrollingOverlay, panel

LONGEST_NAME: Final = 36
"""Cells of a column at most."""
SHORTEST_NAME: Final = 4
"""Cells of a column at least, where there is little room."""
WIDEST: Final = 1000
"""Cells in which any sheet has room."""
GAPS: Final = (2, 1)
"""Blanks between two columns, with room and without."""


def sheet_lines(model: ScoreSheetModel, room: int) -> Iterator[Content]:
    widths = [min(LONGEST_NAME, max(map(cell_len, texts))) for texts in zip(model.columns, *model.rows, strict=True)]
    gap = next((gap for gap in GAPS if _whole(widths, gap) <= room), GAPS[-1])
    narrowing = [*(model.names or range(1, len(widths)))]
    while _whole(widths, gap) > room:
        widest = max(narrowing, key=widths.__getitem__)
        if widths[widest] <= SHORTEST_NAME:
            break
        widths[widest] -= 1
    yield Content.styled(_row(model, model.columns, widths, gap), "bold $gold")
    for number, row in enumerate(model.rows):
        if number in model.ruled or not number:
            yield Content.styled(glyphs().rule * _whole(widths, gap), "$ring")
        broken = [
            _broken(text, width) if at in model.names else [text] for at, (text, width) in enumerate(zip(row, widths))
        ]
        for texts in zip_longest(*broken, fillvalue=""):
            yield Content(_row(model, texts, widths, gap))


def _broken(names: str, width: int) -> list[str]:
    """Names in as few lines as they need, broken between words."""
    lines: list[str] = []
    for word in names.split(" "):
        if lines and cell_len(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _whole(widths: list[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _row(model: ScoreSheetModel, texts: tuple[str, ...], widths: list[int], gap: int) -> str:
    cells = []
    for column, (text, width) in enumerate(zip(texts, widths)):
        fitted = cut(text, width)
        space = " " * (width - cell_len(fitted))
        cells.append(fitted + space if column in model.names else space + fitted)
    return glyphs().words((" " * gap).join(cells))


class ScoreHeading(Widget, can_focus=False, inherit_bindings=False):
    """The columns of the table below it, which stay while that scrolls."""

    def __init__(self, model: ScoreSheetModel) -> None:
        super().__init__()
        self._model = model

    def render(self) -> Content:
        return next(sheet_lines(self._model, self.size.width))


class ScoreTable(Widget, can_focus=False, inherit_bindings=False):
    """The rows of the table, as wide as it needs to be or as there is room."""

    def __init__(self, model: ScoreSheetModel) -> None:
        super().__init__()
        self._model = model

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as its columns with all of them whole."""
        return next(sheet_lines(self._model, WIDEST)).cell_length

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines(width))

    def render(self) -> Content:
        return Content("\n").join(self._lines(self.size.width))

    def _lines(self, width: int) -> list[Content]:
        return [*sheet_lines(self._model, width)][1:]


CLOSE_SHEET: Final = closing(SHEET)


class SheetScreen(ScrollingOverlay):
    """What each deal brought, as a table that scrolls where it is longer than the screen."""

    commands: tuple[Command, ...] = (CLOSE_SHEET,)
    KEY_LINE: tuple[Command, ...] = (SCROLL, CLOSE_SHEET)

    def __init__(self, model: ScoreSheetModel) -> None:
        super().__init__()
        self._model = model

    def compose(self) -> ComposeResult:
        with panel(_("Scores"), Page, id="sheet"):
            yield ScoreHeading(self._model)
            yield ScoreTable(self._model)
            if self._model.foot:
                yield Static(Content.styled(self._model.foot, "$quiet"), id="sheet-foot")

    def fill(self) -> None:
        self.query_one("#sheet", Page).scroll_end(animate=False)
