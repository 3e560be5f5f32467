"""Where a note stands on the screen: beside what it speaks of, and over nothing that must be seen.

Textual's ``overlay`` and ``constrain`` keep a box inside the screen, but know nothing of what it covers: beside its
target, on whichever side, a note would lie over a card, a name or the prompt at two steps of the lesson in five, and
at nearly all on the smallest screen. So this tries every place.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from textual.geometry import Offset, Region, Size

from clockspades.table.model import Direction

FARTHEST: Final = 20
"""Cells that a pointer is long at most. A cell of its length is what all costs are measured in."""
CORNER: Final = 25
"""What it costs that a pointer comes out of a corner of the box."""
RESHAPED: Final = 4
"""What it costs to take the next of the sizes that a box may have."""
UNPOINTED: Final = 50
"""What it costs to have no pointer."""

_STEPS: Final[dict[Direction, Offset]] = {
    "left": Offset(-1, 0), "right": Offset(1, 0), "up": Offset(0, -1), "down": Offset(0, 1),
}  # fmt: skip
_LENGTHS: Final[dict[Direction, float]] = {"left": 1, "right": 1, "up": 2, "down": 2}
"""How long a step is: cells are about twice as tall as wide."""


class Placement(NamedTuple):
    """A note on the screen."""

    box: Region
    root: Offset
    """The cell in the box's edge that the pointer comes out of."""
    pointer: Region
    """A line one cell thick from the box to its tip, which touches what is spoken of; empty where there is no room."""
    tip: Direction
    """Which way what is spoken of lies from the pointer's tip, or without a pointer from the box."""


class _Cover:
    """What it costs to cover any region of a screen: sums over a table, so that each answer takes four look-ups."""

    def __init__(self, screen: Region, costs: Iterable[tuple[Region, float]]) -> None:
        """``costs`` are those of one cell in each region; where regions overlap, they add up."""
        self.screen = screen
        cells = [[0.0] * screen.width for _ in range(screen.height)]
        for region, cost in costs:
            inside = region.intersection(screen).translate(-screen.offset)
            for row in cells[inside.y : inside.bottom]:
                row[inside.x : inside.right] = [before + cost for before in row[inside.x : inside.right]]
        self._sums = [[0.0] * (screen.width + 1)]
        for row in cells:
            self._sums.append([above + here for above, here in zip(self._sums[-1], accumulate(row, initial=0.0))])

    def of(self, region: Region) -> float:
        """The cost of a region inside the screen, 0 where it covers nothing."""
        x, y = region.x - self.screen.x, region.y - self.screen.y
        top, bottom = self._sums[y], self._sums[y + region.height]
        return bottom[x + region.width] - bottom[x] - top[x + region.width] + top[x]

    def is_free(self, region: Region) -> bool:
        """Whether a region is inside the screen, and covers nothing."""
        return self.screen.contains_region(region) and not self.of(region)


def place(
    target: Region,
    sizes: Sequence[Size],
    screen: Region,
    obstacles: Iterable[Region],
    avoid: Iterable[tuple[Region, float]] = (),
    uncrossed: Iterable[Region] = (),
) -> Placement | None:
    """The best place of a note about ``target``, its box of one of ``sizes``, the first liked best; None without room.

    Neither the box nor its pointer covers a cell of the target or of an obstacle, and both are inside the screen.
    ``avoid`` lists regions and what it costs to cover one cell of each. A pointer leads over none of ``uncrossed``,
    which a box may cover. All regions are on the screen.
    """
    obstacles = [target, *obstacles]
    walls = _Cover(screen, [(region, 1.0) for region in (*obstacles, *uncrossed)])
    blocked, avoided = _Cover(screen, [(region, 1.0) for region in obstacles]), _Cover(screen, avoid)
    best, least = None, math.inf
    for find, price, around in ((_pointed, 0, walls), (_unpointed, UNPOINTED, blocked)):
        for number, size in enumerate(sizes):
            if price + RESHAPED * number >= least:
                break
            for cost, placement in find(target, size, around):
                cost += price + RESHAPED * number
                if cost < least and blocked.is_free(placement.box):
                    cost += avoided.of(placement.box) + avoided.of(placement.pointer)
                    if cost < least:
                        best, least = placement, cost
    return best


def _pointed(target: Region, size: Size, blocked: _Cover) -> Iterator[tuple[float, Placement]]:
    """Every box whose free pointer leads away from the middle of a side of the target, or along it, and its cost."""
    middle = Offset(target.x + target.width // 2, target.y + target.height // 2)
    tips: dict[Direction, Offset] = {
        "right": Offset(target.x - 1, middle.y), "left": Offset(target.right, middle.y),
        "down": Offset(middle.x, target.y - 1), "up": Offset(middle.x, target.bottom),
    }  # fmt: skip
    for points, tip in tips.items():
        for leads, step in _STEPS.items():
            far = tip
            for length in range(1, FARTHEST + 1):
                pointer = Region.from_union([Region(*tip, 1, 1), Region(*far, 1, 1)])
                if not blocked.is_free(pointer):
                    break
                far += step
                for shift in range(size.height if step.x else size.width):
                    x = far.x - {"left": size.width - 1, "right": 0}.get(leads, shift)
                    y = far.y - {"up": size.height - 1, "down": 0}.get(leads, shift)
                    box = Region(x, y, *size)
                    yield length * _LENGTHS[leads] + _off_middle(far, box), Placement(box, far, pointer, points)


def _off_middle(root: Offset, box: Region) -> float:
    """What it costs that a pointer comes out of a box beside the middle of a side, or even of a corner."""
    across = abs(2 * (root.x - box.x) + 1 - box.width)
    down = abs(2 * (root.y - box.y) + 1 - box.height)
    corner = across == box.width - 1 and down == box.height - 1
    return CORNER if corner else min(across / box.width, down / box.height)


def _unpointed(target: Region, size: Size, blocked: _Cover) -> Iterator[tuple[float, Placement]]:
    """Every box that shows with its edge alone which way the target lies; what it costs is how far that is."""
    screen = blocked.screen
    for y in range(screen.y, screen.bottom - size.height + 1):
        for x in range(screen.x, screen.right - size.width + 1):
            box = Region(x, y, *size)
            across = max(x - target.right, target.x - box.right, 0)
            down = max(y - target.bottom, target.y - box.bottom, 0)
            tip: Direction
            if across > 2 * down:
                tip, column = ("left", x) if target.x < x else ("right", box.right - 1)
                root = Offset(column, min(max(target.y + target.height // 2, y + 1), box.bottom - 2))
            else:
                tip, row = ("up", y) if target.y < y else ("down", box.bottom - 1)
                root = Offset(min(max(target.x + target.width // 2, x + 1), box.right - 2), row)
            yield across + 2 * down, Placement(box, root, Region(*root, 0, 0), tip)
