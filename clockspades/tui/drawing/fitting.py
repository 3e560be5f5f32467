"""Text in a number of cells, with an ellipsis where it is cut."""

from rich.cells import cell_len, set_cell_size

from clockspades.tui.drawing.glyphs import glyphs


def cut(text: str, width: int) -> str:
    """The text in at most so many cells."""
    return text if cell_len(text) <= width else set_cell_size(text, width - 1) + glyphs().words("…")


def fit(text: str, width: int) -> str:
    """The text in exactly so many cells, blanks after it where it is shorter."""
    return set_cell_size(cut(text, width), width)
