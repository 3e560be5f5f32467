"""Where things stand on the dial: pure arithmetic in cells."""

import math
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region, Size

from clockspades.tui.layout.cells import CARDS, CELL

LEAST: Final = Size(33, 17)
"""The room that the smallest dial needs."""


class DialLayout(NamedTuple):
    """The places on a dial, in cells of the widget."""

    card: Size
    """How large a card is."""
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

    def hour_at(self, x: int, y: int) -> int | None:
        """The hour whose station holds a cell, or None."""
        return next((hour for hour, place in enumerate(self.hours, 1) if place.contains(x, y)), None)


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
