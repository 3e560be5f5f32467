"""Where things stand on the dial: pure arithmetic in cells."""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region, Size

from clockspades.tui.layout.cells import CARDS, CELL

LEAST: Final = Size(33, 17)
"""The room that the smallest dial needs."""


class DialLayout(NamedTuple):
    """The places on a dial, in cells of the widget."""

    card: Size
    hours: tuple[Region, ...]
    """The twelve stations, one o'clock first."""
    centre: Region
    """The stock in the middle."""
    ring: float
    """The radius in rows of the circle inside the stations, about the middle of the centre."""

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the dial: column and row, in cells."""
        return self.centre.x + self.centre.width / 2, self.centre.y + self.centre.height / 2


@lru_cache(maxsize=64)
def dial_layout(width: int, height: int, largest: Size = CARDS[0]) -> DialLayout:
    """The dial with the largest cards that fit, centred, its stations on a circle that looks round.

    No station overlaps another or the stock. Below :data:`LEAST` it is cut off rather than squeezed.
    """
    for card in CARDS[CARDS.index(largest) :]:
        layout = _dial(width, height, card)
        if layout is not None:
            return layout
    smallest = _dial(max(width, LEAST.width), max(height, LEAST.height), CARDS[-1])
    assert smallest is not None, "the smallest cards fit there"
    return smallest


@lru_cache(maxsize=64)
def with_large_centre(layout: DialLayout, largest: Size) -> DialLayout:
    """The same with the largest card in the middle that leaves a row above it, and the stations, free."""
    column, row = map(int, layout.middle)
    places = (_around(column, row, card) for card in CARDS[CARDS.index(largest) :])
    free = (place for place in places if not any(place.grow((1, 1, 0, 1)).overlaps(hour) for hour in layout.hours))
    return layout._replace(centre=next(free, layout.centre))


def dial_width(height: int, widest: int, largest: Size = CARDS[0]) -> int:
    """The columns that a round dial wants in ``height`` rows, at most ``widest``."""
    layout = dial_layout(widest, height, largest)
    return max(place.right for place in layout.hours) - min(place.x for place in layout.hours)


def _dial(width: int, height: int, card: Size) -> DialLayout | None:
    down = (height - card.height) // 2
    across = min((width - card.width) // 2, round(CELL * down))
    down = min(down, round(across / CELL))
    if down < 1:
        return None
    column, row = width // 2, height // 2
    hours = tuple(
        _around(column + _mirrored(across, hour - 3), row + _mirrored(down, hour - 6), card) for hour in range(1, 13)
    )
    stock = (
        CARDS[-1] if card == CARDS[-1] else CARDS[CARDS.index(card) + (1 if down - card.height < card.height else 0)]
    )
    centre = _around(column, row, stock)
    ring = min(_distance(column + 0.5, row + 0.5, place) for place in hours) - 0.4
    roomy = ring - stock.height / 2 >= (1.5 if card == CARDS[-1] else 2.5)
    gap = (0, 0, 0, 0) if card == CARDS[-1] else (1, 1, 1, 1)  # cards that need not be small do not touch
    apart = all(not a.grow(gap).overlaps(b) for i, a in enumerate(hours) for b in hours[i + 1 :])
    return DialLayout(card, hours, centre, ring) if apart and roomy else None


def _mirrored(radius: int, steps: int) -> int:
    """The offset of a station ``steps`` hours past the axis where it is greatest, the same on both sides."""
    share = round(math.cos(math.radians(30 * steps)), 9)  # one half exactly, on either side of the axis
    return int(math.copysign(math.floor(abs(radius * share) + 0.5), share))


def _around(column: int, row: int, size: Size) -> Region:
    return Region(column - size.width // 2, row - size.height // 2, size.width, size.height)


def _distance(column: float, row: float, place: Region) -> float:
    """How far a rectangle is from a point, in rows."""
    across = max(place.x - column, column - place.right, 0.0) / CELL
    down = max(place.y - row, row - place.bottom, 0.0)
    return math.hypot(across, down)


def clockwise(angle: float, target: float) -> float:
    """The angle, not below ``angle``, that ``target`` is reached at by turning clockwise."""
    return angle + (target - angle) % 360


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


def _polar(column: float, row: float, angle: float, radius: float) -> tuple[float, float]:
    turn = math.radians(angle)
    return column + CELL * radius * math.sin(turn), row - radius * math.cos(turn)


def _radial(column: float, row: float, angle: float, start: float, end: float) -> Iterator[tuple[float, float]]:
    steps = max(1, math.ceil((end - start) * 8))
    for step in range(steps + 1):
        yield _polar(column, row, angle, start + (end - start) * step / steps)
