"""All hands in the place of one, which is all the room of a small screen."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from clockspades.tui.drawing.text import fit, name_column

NARROWEST: Final = 58
"""The cells that there are at least below the table."""
MOST_ROWS: Final = 4
"""The rows that there are at least in the place of a hand."""


def hands_text(hands: Sequence[tuple[str, str]]) -> str:
    """Each name and hand in a row; with more hands than rows, two in a row."""
    if not hands:
        return ""
    rows = -(-len(hands) // 2) if len(hands) > MOST_ROWS else len(hands)
    column = NARROWEST if rows == len(hands) else NARROWEST // 2
    names = name_column([name for name, _ in hands], column - 1 - max(cell_len(hand) for _, hand in hands))
    texts = [f"{name} {hand}" for name, (_, hand) in zip(names, hands)]
    return "\n".join("".join(fit(text, column) for text in texts[row::rows]) for row in range(rows))
