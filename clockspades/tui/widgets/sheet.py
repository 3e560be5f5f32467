"""A score sheet: what each deal brought, as a table."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from clockspades.tui.drawing.fitting import cut
from clockspades.tui.drawing.glyphs import glyphs

LONGEST_NAME: Final = 24
"""Cells beyond which a text in a sheet is cut."""
SHORTEST_NAME: Final = 4
"""Cells that are left of a name at least, where there is little room."""
WIDEST: Final = 1000
"""Cells that any sheet has room in."""
GAPS: Final = (2, 1)
"""The blanks between two columns, where there is room, and where there is not."""


class SheetFace(NamedTuple):
    """The rows of a score sheet, each with a text for every column."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: str = ""
    ruled: frozenset[int] = frozenset()
    """The numbers of the rows that a line stands above."""
    names: frozenset[int] = frozenset()
    """The numbers of the columns that hold names: those stand at the left, and are cut where there is no room."""


def sheet_lines(face: SheetFace, room: int) -> Iterator[Content]:
    """The columns, then each row, in so many cells; numbers stand at the right of their column."""
    widths = [min(LONGEST_NAME, max(map(cell_len, texts))) for texts in zip(face.columns, *face.rows, strict=True)]
    gap = next((gap for gap in GAPS if _whole(widths, gap) <= room), GAPS[-1])
    for column in face.names:
        widths[column] = max(SHORTEST_NAME, min(widths[column], widths[column] + room - _whole(widths, gap)))
    yield Content.styled(_row(face, face.columns, widths, gap), "bold $gold")
    for number, row in enumerate(face.rows):
        if number in face.ruled or not number:
            yield Content.styled(glyphs().rule * _whole(widths, gap), "$ring")
        yield Content(_row(face, row, widths, gap))


def _whole(widths: list[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _row(face: SheetFace, texts: tuple[str, ...], widths: list[int], gap: int) -> str:
    cells = []
    for column, (text, width) in enumerate(zip(texts, widths)):
        fitted = cut(text, width)
        space = " " * (width - cell_len(fitted))
        cells.append(fitted + space if column in face.names else space + fitted)
    return glyphs().words((" " * gap).join(cells))


class ScoreHeading(Widget, can_focus=False, inherit_bindings=False):
    """The columns of the table below it, which stay while that scrolls."""

    def __init__(self, face: SheetFace) -> None:
        super().__init__()
        self._face = face

    def render(self) -> Content:
        """The columns."""
        return next(sheet_lines(self._face, self.size.width))


class ScoreTable(Widget, can_focus=False, inherit_bindings=False):
    """The rows of the table, as wide as it needs to be or as there is room."""

    def __init__(self, face: SheetFace) -> None:
        super().__init__()
        self._face = face

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as its columns with all of them whole."""
        return next(sheet_lines(self._face, WIDEST)).cell_length

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line for each row and rule."""
        return len(self._lines(width))

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(self._lines(self.size.width))

    def _lines(self, width: int) -> list[Content]:
        """All but the columns."""
        return [*sheet_lines(self._face, width)][1:]
