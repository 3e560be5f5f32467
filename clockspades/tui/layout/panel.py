"""How a panel with a choice is laid out: pure arithmetic in cells."""

import textwrap
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset, Region, Size

from clockspades.tui.drawing.faces import Face
from clockspades.tui.layout.cells import CARDS

MARGIN: Final = 2
"""The columns between a panel's edge and what is in it."""
MARKS: Final = 2
"""The columns beside a choice's words, for the marks of the cursor."""
LEAST: Final = 22
"""The columns of a panel at the least, so that it stays where it is as the words on it change."""
FEW: Final = 4
"""Choices that stand apart from each other."""
WIDEST: Final = 48
"""Columns beyond which sentences on a panel are broken."""


class PanelFace(NamedTuple):
    """What is to be seen on a panel, from top to bottom."""

    title: str = ""
    cards: tuple[Face, ...] = ()
    words: tuple[str, ...] = ()
    """Sentences, each from a new line on."""
    choices: tuple[str, ...] = ()
    """What can be chosen."""
    chosen: int | None = None
    """The number of the choice that the cursor is on."""
    foot: str = ""
    """A sentence about it."""
    wide: bool = False
    """Whether it may lie over plates where it finds no room between them."""


class PanelText(NamedTuple):
    """A row of text on a panel."""

    row: int
    text: str
    kind: str
    """``title``, ``words`` or ``foot``."""


class PanelLayout(NamedTuple):
    """The places on a panel, in cells of it."""

    size: Size
    cards: tuple[Region, ...]
    texts: tuple[PanelText, ...]
    choices: tuple[Region, ...]
    is_framed: bool
    """Whether there is room for a frame in its outermost cells."""

    def choice_at(self, x: int, y: int) -> int | None:
        """The number of the choice at a cell, or None."""
        return next((number for number, region in enumerate(self.choices) if region.contains(x, y)), None)


def panel_room(face: PanelFace, between: Region, whole: Region, largest: Size = CARDS[0]) -> Region:
    """The part of a table that a panel may stand in: ``between`` the plates, or all below the far one.

    That is for one that is wide, where it finds no room between them.
    """
    size = panel_layout(face, whole.size, largest).size
    return whole if face.wide and (size.width > between.width or size.height > between.height) else between


def panel_place(face: PanelFace, between: Region, whole: Region, largest: Size = CARDS[0]) -> Region:
    """Where a panel stands: in the middle of its room."""
    room = panel_room(face, between, whole, largest)
    size = panel_layout(face, room.size, largest).size
    corner = Offset((room.width - size.width) // 2, max(0, (room.height - size.height) // 2))
    return Region.from_offset(room.offset + corner, size)


@lru_cache(maxsize=64)
def panel_layout(face: PanelFace, room: Size, largest: Size = CARDS[0]) -> PanelLayout:
    """The panel in at most ``room``, its parts as far apart, and the cards on it as large, as there is room for."""
    sentences = [cell_len(text) for text in (*face.words, face.foot)]
    apart = MARKS if len(face.choices) <= FEW else 0
    choice = max((cell_len(label) + MARKS + apart for label in face.choices), default=0)
    most = max(1, (room.width - 2 * MARGIN) // choice) if choice else 0
    columns = ceil(len(face.choices) / ceil(len(face.choices) / most)) if choice else 0
    laid = len(face.cards) * (CARDS[-1].width + 1)
    widest = max(LEAST, cell_len(face.title), *(min(width, WIDEST) for width in sentences), columns * choice, laid)
    width = max(1, min(room.width - 2 * MARGIN, widest))
    words = [line for text in face.words for line in textwrap.wrap(text, width) or [""]]
    foot = textwrap.wrap(face.foot, width)
    grid = ceil(len(face.choices) / columns) if columns else 0
    fixed = 1 + len(words) + grid + len(foot)
    parts = 1 + bool(face.cards) + bool(words) + bool(grid) + bool(foot)
    cards = CARDS[CARDS.index(largest) :] if face.cards else ()
    inside = Size(room.width - 2 * MARGIN, room.height - fixed - 2)
    card = next((size for size in cards if _fits(size, len(face.cards), inside)), CARDS[-1])
    if face.cards:
        fixed += card.height
        width = max(width, len(face.cards) * (card.width + 1) - 1)
    edge = int(fixed + 2 <= room.height)
    gap = int(fixed + 2 * edge + parts - 1 <= room.height)

    texts = [PanelText(edge, face.title, "title")]
    row = edge + 1
    places: tuple[Region, ...] = ()
    if face.cards:
        row += gap
        first = MARGIN + (width - len(face.cards) * (card.width + 1) + 1) // 2
        places = tuple(Region(first + number * (card.width + 1), row, *card) for number in range(len(face.cards)))
        row += card.height
    for kind, lines in (("words", words), ("foot", foot)):
        if kind == "foot" and grid:
            row += gap
            first, start = MARGIN + (width - columns * choice) // 2, row
            row += grid
        if lines:
            row += gap
            texts += [PanelText(row + number, line, kind) for number, line in enumerate(lines)]
            row += len(lines)
    choices: tuple[Region, ...] = ()
    if grid:
        choices = tuple(
            Region(first + number % columns * choice + apart // 2, start + number // columns, choice - apart, 1)
            for number in range(len(face.choices))
        )
    return PanelLayout(Size(width + 2 * MARGIN, row + edge), places, tuple(texts), choices, bool(edge))


def _fits(card: Size, count: int, room: Size) -> bool:
    """Whether so many cards of a size fit beside each other."""
    return card.height <= room.height and count * (card.width + 1) - 1 <= room.width
