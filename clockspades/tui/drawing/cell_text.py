"""Text in cells: cut where it does not fit, with the cards in it coloured."""

import re
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from clockspades.cards import RANK, Suit
from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import Tints

WIDEST_NAME: Final = 16
"""Cells beyond which the names in a column are cut."""


def cut(text: str, width: int) -> str:
    """The text in at most so many cells."""
    return text if cell_len(text) <= width else set_cell_size(text, width - 1) + glyphs().words("…")


def fit(text: str, width: int) -> str:
    """The text in exactly so many cells, blanks after it where it is shorter."""
    return set_cell_size(cut(text, width), width)


def name_column(names: Sequence[str], room: int = WIDEST_NAME) -> tuple[str, ...]:
    """Names below each other, each in as many cells as the longest takes, or as there is room for."""
    widest = min(room, WIDEST_NAME, max(map(cell_len, names)))
    return tuple(fit(name, widest) for name in names)


_CARD: Final = re.compile(rf"(?:{RANK}|(?<= )|(?<=^))([♣♦♥♠])")

_SUITS: Final = {suit.symbol: suit.name.lower() for suit in Suit}


def card_text(words: str, style: str = "", tints: Tints = ()) -> Content:
    """The words as data, never as markup, with the cards and the tinted names in them coloured."""
    content = Content.styled(glyphs().words(words), style)
    for name, tint in tints:
        for match in re.finditer(rf"\b{re.escape(name)}\b", words):
            content = content.stylize(f"$name-{tint}", match.start(), match.end())
    for match in _CARD.finditer(words):
        content = content.stylize(f"bold $text-{_SUITS[match[1]]}", match.start(), match.end())
    return content
