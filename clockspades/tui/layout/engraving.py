"""The dial's engraving: its circle, its hour marks and the hand, drawn in dots or plain characters."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from textual.geometry import Region

from clockspades.tui.layout.cells import CELL
from clockspades.tui.layout.dial import DialLayout

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of a braille pattern for each of its 4 by 2 dots."""


class Dots:
    """A drawing of dots, two across and four down in a cell; drawn points are given in cells."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: dict[tuple[int, int], int] = {}

    def point(self, x: float, y: float) -> None:
        """Put a dot at column ``x`` and row ``y``."""
        column, row = math.floor(x * 2), math.floor(y * 4)
        if 0 <= column < self.width * 2 and 0 <= row < self.height * 4:
            place = (column // 2, row // 4)
            self._cells[place] = self._cells.get(place, 0) | _DOTS[row % 4][column % 2]

    def rows(self, braille: bool, plain: str) -> tuple[str, ...]:
        """The drawing as lines of text; ``plain`` stands for any dots where there is no braille."""
        lines = [[" "] * self.width for _ in range(self.height)]
        for (column, row), dots in self._cells.items():
            lines[row][column] = chr(0x2800 + dots) if braille else plain
        return tuple("".join(line) for line in lines)


@lru_cache(maxsize=64)
def engrave_ring(
    width: int, height: int, layout: DialLayout, gone: frozenset[int], window: frozenset[int], braille: bool
) -> tuple[str, ...]:
    """The circle with a mark at each hour that has its spade, and a thick arc at each hour of the window."""
    dots = Dots(width, height)
    column, row = layout.middle
    for degree in range(0, 360, 6):
        hour = (degree + 15) // 30 % 12 or 12
        inner, outer = (0.0, 0.0)
        if degree % 30 == 0 and hour not in gone:
            inner, outer = -0.9, 0.1
        elif degree % 30:
            inner, outer = -0.05, 0.05
        for x, y in _radial(column, row, degree, layout.ring + inner, layout.ring + outer):
            dots.point(x, y)
    for hour in window:
        for tenth in range(-120, 121, 5):
            for depth in (0.0, -0.25, -0.5):
                dots.point(*_polar(column, row, hour * 30 + tenth / 10, layout.ring + depth))
    return dots.rows(braille, ".")


@lru_cache(maxsize=256)
def engrave_hand(width: int, height: int, layout: DialLayout, angle: float, braille: bool) -> tuple[str, ...]:
    """The hand at an angle in degrees: a shaft that widens to an arrow below the circle."""
    dots = Dots(width, height)
    column, row = layout.middle
    tip, head = layout.ring - 0.8, min(1.6, layout.ring / 5)
    for x, y in _radial(column, row, angle, 0.5, tip - head):
        for aside in (-0.12, 0.12):
            dots.point(x + aside * CELL * math.cos(math.radians(angle)), y + aside * math.sin(math.radians(angle)))
    steps = 24
    for step in range(steps + 1):
        reach, spread = tip - head * step / steps, 0.42 * head * step / steps
        x, y = _polar(column, row, angle, reach)
        for part in range(-8, 9):
            aside = spread * part / 8
            dots.point(x + aside * CELL * math.cos(math.radians(angle)), y + aside * math.sin(math.radians(angle)))
    return dots.rows(braille, "*")


def differing(before: Sequence[str], after: Sequence[str]) -> Iterator[Region]:
    """The part of each row in which two drawings of one size differ."""
    for y, (old, new) in enumerate(zip(before, after)):
        if old != new:
            columns = [x for x, (one, other) in enumerate(zip(old, new)) if one != other]
            yield Region(columns[0], y, columns[-1] + 1 - columns[0], 1)


def _polar(column: float, row: float, angle: float, radius: float) -> tuple[float, float]:
    turn = math.radians(angle)
    return column + CELL * radius * math.sin(turn), row - radius * math.cos(turn)


def _radial(column: float, row: float, angle: float, start: float, end: float) -> Iterator[tuple[float, float]]:
    steps = max(1, math.ceil((end - start) * 8))
    for step in range(steps + 1):
        yield _polar(column, row, angle, start + (end - start) * step / steps)
