"""A score sheet: what each deal brought, as a table."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from clockspades.tui.glyphs import glyphs

LONGEST_NAME: Final = 18
"""Cells beyond which a text in a sheet is cut."""
BETWEEN: Final = "  "


class SheetFace(NamedTuple):
    """The rows of a score sheet, each with a text for every column."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: str = ""
    ruled: frozenset[int] = frozenset()
    """The numbers of the rows that a line stands above."""
    names: frozenset[int] = frozenset()
    """The numbers of the columns that hold names, which stand at the left of their column."""


def sheet_lines(face: SheetFace) -> Iterator[Content]:
    """The columns, then each row; numbers stand at the right of their column."""
    widths = [min(LONGEST_NAME, max(map(cell_len, texts))) for texts in zip(face.columns, *face.rows, strict=True)]
    yield Content.styled(_row(face, face.columns, widths), "bold $gold")
    for number, row in enumerate(face.rows):
        if number in face.ruled or not number:
            yield Content.styled(glyphs().rule * (sum(widths) + len(BETWEEN) * (len(widths) - 1)), "$ring")
        yield Content(_row(face, row, widths))


def _row(face: SheetFace, texts: tuple[str, ...], widths: list[int]) -> str:
    cells = []
    for column, (text, width) in enumerate(zip(texts, widths)):
        fitted = text if cell_len(text) <= width else set_cell_size(text, width - 1) + "…"
        space = " " * (width - cell_len(fitted))
        cells.append(fitted + space if column in face.names else space + fitted)
    return glyphs().words(BETWEEN.join(cells))
