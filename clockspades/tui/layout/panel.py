"""How a panel with a choice is laid out: pure arithmetic in cells."""

import textwrap
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.geometry import Offset, Region, Size

from clockspades.table.trick_widget_models import FEW, ChoicePanelModel
from clockspades.tui.drawing.cell_text import WIDEST_NAME, name_column
from clockspades.tui.layout.cells import CARDS

MARGIN: Final = 2
"""The columns between a panel's edge and what is in it."""
MARKS: Final = 2
"""The columns beside a choice's words, for the marks of the cursor."""
LEAST: Final = 22
"""The narrowest a panel gets, so it keeps its place as its words change."""
WIDEST: Final = 48
"""Columns beyond which sentences on a panel are broken."""
SHORTEST_NAME: Final = 11
"""Cells of the names beside figures; where they would have fewer, a panel gets wider than that."""
FREE: Final = 4
"""Rows above and below a panel, together, that it leaves free before its rows of choices stand apart."""


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
    label: int
    """The cells of a choice's words, between its marks."""
    is_framed: bool
    """Whether there is room for a frame in its outermost cells."""


def panel_room(model: ChoicePanelModel, between: Region, whole: Region, largest: Size = CARDS[0]) -> Region:
    """The part of a table that a panel may stand in: ``between`` the badges, or all below the far one.

    A wide panel takes the latter if it finds no room between the badges.
    """
    size = panel_layout(model, whole.size, largest).size
    return whole if model.wide and (size.width > between.width or size.height > between.height) else between


def panel_place(model: ChoicePanelModel, between: Region, whole: Region, largest: Size = CARDS[0]) -> Region:
    room = panel_room(model, between, whole, largest)
    size = panel_layout(model, room.size, largest).size
    corner = Offset((room.width - size.width) // 2, max(0, (room.height - size.height) // 2))
    return Region.from_offset(room.offset + corner, size)


def with_advice(model: ChoicePanelModel, between: Region, whole: Region, largest: Size = CARDS[0]) -> ChoicePanelModel:
    """A panel with what its choices are worth beside each of them, if all of that fits; otherwise as it is."""
    if not model.advice:
        return model
    labels = (f"{label} {text}".rstrip() for label, (text, _) in zip(model.choices, model.advice))
    told = model._replace(choices=tuple(labels))
    room = panel_room(told, between, whole, largest)
    return told if panel_layout(told, room.size, largest).size.height <= room.height else model


@lru_cache(maxsize=64)
def panel_layout(model: ChoicePanelModel, room: Size, largest: Size = CARDS[0]) -> PanelLayout:
    """The panel in at most ``room``, its parts as far apart, and the cards on it as large, as there is room for."""
    inner = room.width - 2 * MARGIN
    grid = _grid(model.choices, inner)
    figures = len(model.rows[0][1]) + 1 if model.rows else 0
    widest = WIDEST if WIDEST - figures >= SHORTEST_NAME else min(inner, figures + WIDEST_NAME)
    names = name_column([name for name, _ in model.rows], widest - figures) if model.rows else ()
    sentences = (*model.words, *(f"{name} {figures}" for name, (_, figures) in zip(names, model.rows)))
    wanted = (min(cell_len(text), widest) for text in (*sentences, model.foot))
    cards = len(model.cards) * (CARDS[-1].width + 1)  # in the smallest size
    width = max(1, min(inner, max(LEAST, cell_len(model.title), *wanted, grid.width, cards)))
    words = [line for text in sentences for line in textwrap.wrap(text, width) or [""]]
    foot = textwrap.wrap(model.foot, width)
    rows = 1 + len(words) + grid.rows + len(foot)
    card = _card(model, Size(inner, room.height - rows - 2), largest)
    width = max(width, _cards_width(len(model.cards), card))
    heights = {"title": 1, "cards": card.height, "words": len(words), "choices": grid.rows, "foot": len(foot)}
    needed = sum(heights.values())
    edge = int(needed + 2 <= room.height)
    in_all = needed + 2 * edge + sum(map(bool, heights.values())) - 1
    gap = int(in_all <= room.height)
    apart = _grid(model.choices, inner, step=2)  # for fingers
    if in_all - grid.rows + apart.height + FREE <= room.height:
        grid, width, heights["choices"] = apart, max(width, apart.width), apart.height

    tops, row = {}, edge - gap  # the title has no gap above it
    for part, height in heights.items():
        tops[part] = row = row + (gap if height else 0)
        row += height
    x = MARGIN + (width - _cards_width(len(model.cards), card)) // 2
    texts = [PanelText(tops["title"], model.title, "title")]
    for kind, lines in (("words", words), ("foot", foot)):
        texts += [PanelText(number, line, kind) for number, line in enumerate(lines, tops[kind])]
    return PanelLayout(
        Size(width + 2 * MARGIN, row + edge),
        tuple(Region(x + number * (card.width + 1), tops["cards"], *card) for number in range(len(model.cards))),
        tuple(texts),
        grid.places(MARGIN + (width - grid.width) // 2, tops["choices"]),
        grid.label,
        bool(edge),
    )


class _Grid(NamedTuple):
    """How the choices stand in rows and columns."""

    choices: int = 0
    columns: int = 0
    pitch: int = 0
    """The cells from one column to the next."""
    label: int = 0
    """The cells of the longest label."""
    step: int = 1
    """The lines from one row to the next."""

    @property
    def height(self) -> int:
        """The lines from the first row to the last."""
        return (self.rows - 1) * self.step + 1 if self.rows else 0

    @property
    def rows(self) -> int:
        return ceil(self.choices / self.columns) if self.columns else 0

    @property
    def width(self) -> int:
        """The cells of a row, with the marks at both its ends."""
        return self.columns * self.pitch + max(0, self.label + MARKS - self.pitch)

    def places(self, x: int, y: int) -> tuple[Region, ...]:
        """Every choice with its marks, in a grid whose upper left corner is given.

        Choices that share the mark between them end before it.
        """
        width = min(self.label + MARKS, self.pitch)
        indent = (self.pitch - width) // 2
        return tuple(
            Region(x + number % self.columns * self.pitch + indent, y + number // self.columns * self.step, width, 1)
            for number in range(self.choices)
        )


def _grid(labels: tuple[str, ...], inner: int, step: int = 1) -> _Grid:
    """The fewest rows, in those the fewest columns, and as far apart as that allows.

    A few choices stand apart. Many share the mark between two, and use a column of each margin, if that saves a row and
    the rows don't stand apart.
    """
    label = max((cell_len(label) for label in labels), default=0)
    if len(labels) <= FEW:
        return _rows_of(len(labels), inner // (label + 2 * MARKS), label + 2 * MARKS, label)._replace(step=step)
    apart = _rows_of(len(labels), inner // (label + MARKS), label + MARKS, label)._replace(step=step)
    close = _rows_of(len(labels), (inner + 2 - 1) // (label + 1), label + 1, label)
    return close if close.rows < apart.rows and step == 1 else apart


def _rows_of(count: int, columns: int, pitch: int, label: int) -> _Grid:
    """So many choices in at most so many columns: the fewest rows, and in those the fewest columns."""
    rows = ceil(count / max(1, columns))
    return _Grid(count, ceil(count / rows), pitch, label) if rows else _Grid()


def _card(model: ChoicePanelModel, room: Size, largest: Size) -> Size:
    """The largest size in which the cards fit beside each other, or else the smallest; nothing without cards."""
    if not model.cards:
        return Size()
    fitting = (
        card
        for card in CARDS[CARDS.index(largest) :]
        if card.height <= room.height and _cards_width(len(model.cards), card) <= room.width
    )
    return next(fitting, CARDS[-1])


def _cards_width(count: int, card: Size) -> int:
    """The cells that cards take beside each other, with one between two."""
    return count * (card.width + 1) - 1 if count else 0
