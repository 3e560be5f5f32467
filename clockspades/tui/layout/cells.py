"""The measures of everything in cells, which are about twice as tall as wide, and the way from place to place."""

import math
from collections.abc import Hashable, Mapping
from typing import Final, TypeVar

from textual.geometry import Region, Size

from clockspades.table.model import Direction

CARDS: Final = (Size(13, 9), Size(9, 7), Size(7, 5), Size(5, 3))
"""The sizes that a card is drawn in, largest first: all near the 5 to 7 of a real one."""
CELL: Final = 2.1
"""The height of a cell in its widths, as most terminals have it."""

PlaceT = TypeVar("PlaceT", bound=Hashable)


def nearest(places: Mapping[PlaceT, Region], here: PlaceT | None, direction: Direction) -> PlaceT | None:
    """The place that an arrow key leads to from ``here``; ``here`` itself where there is none that way."""
    if here is None or here not in places:
        return next(iter(places), None)
    start = places[here]
    found, shortest = here, math.inf
    for key, place in places.items():
        across = (place.x + place.width / 2 - start.x - start.width / 2) / CELL
        down = place.y + place.height / 2 - start.y - start.height / 2
        along, aside = {
            "left": (-across, down),
            "right": (across, down),
            "up": (-down, across),
            "down": (down, across),
        }[direction]
        if along > 0.4 and (cost := math.hypot(along, aside) + abs(aside)) < shortest:
            found, shortest = key, cost
    return found
