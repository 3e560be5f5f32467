"""A very small table, on which a card is just its two characters."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.cards import UNKNOWN, Card
from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import CardRowModel, DialModel, Face, MiniatureModel, SmallRoundModel
from clockspades.tui.layout.cells import CELL
from clockspades.tui.widgets.canvas import CardCanvas

CHIP: Final = 4
"""The width of a card in cells."""
LEAST: Final = Size(29, 9)
"""The smallest size of a miniature."""

_HAND: Final = (0.4, 0.55, 0.7)
"""The dots of the clock's hand, as shares of the way from the middle to the hours."""


class Chip(NamedTuple):
    """A few characters at a position, in cells."""

    column: int
    row: int
    text: str
    role: str

    @property
    def end(self) -> int:
        return self.column + len(self.text)


class Miniature(CardCanvas):
    """Draws chips, later ones over earlier ones, again at each size that it gets."""

    model: reactive[MiniatureModel | None] = reactive(None)
    chips: reactive[tuple[Chip, ...]] = reactive(())

    def watch_model(self) -> None:
        self._draw(self.size)

    def on_resize(self, event: events.Resize) -> None:
        self._draw(event.size)

    def _draw(self, size: Size) -> None:
        self.chips = () if self.model is None else miniature(self.model, size)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        top: list[tuple[str, str]] = [(" ", "")] * width
        for chip in self.chips:
            if chip.row == y and chip.column >= 0 and chip.end <= width:
                top[chip.column : chip.end] = [(character, chip.role) for character in chip.text]
        starts = [0, *(at for at, (before, after) in enumerate(pairwise(top), 1) if before[1] != after[1]), width]
        parts = ((top[start][1], "".join(text for text, _ in top[start:end])) for start, end in pairwise(starts))
        return Strip([Segment(text, self.role(role)) for role, text in parts], width)


def miniature(model: MiniatureModel, room: Size) -> tuple[Chip, ...]:
    """The chips for a table in this size; none if it is too small."""
    if room.width < LEAST.width or room.height < LEAST.height:
        return ()
    match model:
        case DialModel():
            return tuple(dial_chips(model, room))
        case SmallRoundModel():
            return tuple(trick_chips(model, room))
        case CardRowModel():
            return tuple(row_chips(model, room))


def dial_chips(dial: DialModel, room: Size) -> Iterator[Chip]:
    """A dial: its hand, its twelve hours and its centre."""
    column, row = room.width // 2, (room.height - 1) // 2  # of an even height, a row stays empty
    down = min(row, (room.width - CHIP) / 2 / CELL)
    across = down * CELL

    def at(degrees: float, along: float) -> tuple[int, int]:
        """The cell in a direction, at a share of the way from the middle to the hours."""
        angle = math.radians(degrees)
        return round(column + along * across * math.sin(angle)), round(row - along * down * math.cos(angle))

    yield from (Chip(*at(30 * hour + 15, 1), glyphs().bullet, "ring") for hour in range(12))
    if dial.angle is not None:
        yield from (Chip(*at(dial.angle, along), glyphs().bullet, "hand") for along in _HAND)
    for hour, shown in enumerate(dial.hours, 1):
        x, y = at(30 * hour, 1)
        if shown is None:
            yield Chip(x, y, glyphs().gone, "gone")
        else:
            yield card_chip(x - CHIP // 2, y, shown)
    if dial.centre is not None:
        yield card_chip(column - CHIP // 2, row, dial.centre)


def trick_chips(table: SmallRoundModel, room: Size) -> Iterator[Chip]:
    """A table for tricks: how many cards the others hold, what was played, and the hand on the near side."""
    seats = len(table.held)
    column, row = room.width // 2, (room.height - 3) / 2
    for place, (held, played) in enumerate(zip(table.held, table.plays)):
        angle = math.radians(180 + 360 * place / seats)
        aside, away = math.sin(angle), math.cos(angle)
        if place:
            x, y = round(column + (column - CHIP / 2) * aside), round(row - row * away)
            back = Face(UNKNOWN, label=str(held))
            yield card_chip(min(max(0, x - CHIP // 2), room.width - CHIP), y, back)
        if played is not None:
            x, y = round(column + column * 0.45 * aside), round(row - row * 0.5 * away)
            yield card_chip(x - CHIP // 2, y, played)
    yield from hand_chips(table.hand, room)


def row_chips(row: CardRowModel, room: Size) -> Iterator[Chip]:
    pitch = CHIP + 2
    start = (room.width - len(row.cards) * pitch + 2) // 2
    for number, face in enumerate(row.cards):
        if face is not None:
            yield card_chip(start + number * pitch, room.height // 2, face)


def hand_chips(hand: Sequence[Card], room: Size) -> Iterator[Chip]:
    """A hand in the last row, closer together with less room: in the end the ranks alone."""
    chips = [card_chip(0, room.height - 1, Face(card)) for card in hand]
    bare = [chip._replace(text=chip.text.strip()) for chip in chips]
    ranks = [chip._replace(text=chip.text[:-1]) if card is not UNKNOWN else chip for chip, card in zip(bare, hand)]
    fitting = ((shown, gap) for shown, gap in ((chips, 1), (bare, 1), (bare, 0)) if _width(shown, gap) <= room.width)
    shown, gap = next(fitting, (ranks, 0))
    column = max(0, (room.width - _width(shown, gap)) // 2)
    for chip in shown:
        yield chip._replace(column=column)
        column += len(chip.text) + gap


def _width(chips: Sequence[Chip], gap: int) -> int:
    return sum(len(chip.text) for chip in chips) + gap * (len(chips) - 1)


def card_chip(column: int, row: int, face: Face) -> Chip:
    """A card by its rank and suit, a back by the number on it, or a place for a card by what belongs there."""
    if face.card is None:
        return Chip(column, row, face.label.center(CHIP), "gone")
    if face.card is UNKNOWN:
        return Chip(column, row, (face.label or glyphs().back).center(CHIP), "card--back-label")
    role = f"card--{face.light.value}-{face.card.suit.name.lower()}"
    return Chip(column, row, glyphs().card(face.card).center(CHIP), role)
