"""Where a note stands on the screen: beside what it speaks of, and over nothing that must be seen."""

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
_OPPOSITE: Final[dict[Direction, Direction]] = {"left": "right", "right": "left", "up": "down", "down": "up"}
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


class _Line(NamedTuple):
    """A pointer before there is a box at its end: where its tip is, which way that points, and which way it leads."""

    tip: Offset
    points: Direction
    leads: Direction
    length: int

    @property
    def region(self) -> Region:
        """Its cells."""
        step = _STEPS[self.leads]
        far = self.tip + Offset(step.x * (self.length - 1), step.y * (self.length - 1))
        return Region.from_union([Region(*self.tip, 1, 1), Region(*far, 1, 1)])


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


def place(
    target: Region,
    sizes: Sequence[Size],
    screen: Region,
    obstacles: Iterable[Region],
    avoid: Iterable[tuple[Region, float]] = (),
) -> Placement | None:
    """The best place of a note about ``target``, its box of one of ``sizes``, the first liked best; None without room.

    Neither the box nor its pointer covers a cell of the target or of an obstacle, and both are inside the screen.
    ``avoid`` lists regions and what it costs to cover one cell of each. All regions are on the screen.
    """
    blocked = _Cover(screen, [(region, 1.0) for region in (target, *obstacles)])
    search = _Search(blocked, _Cover(screen, avoid))
    for price, line in sorted(_lines(target, blocked), key=lambda pair: pair[0]):
        if price >= search.cost:
            break
        region = line.region
        price += search.avoided.of(region)
        for number, size in enumerate(sizes):
            for box, root in _boxes(line, size):
                placement = Placement(box, root, region, line.points)
                search.offer(placement, price + RESHAPED * number + _off_middle(root, box))
    for number, size in enumerate(sizes):
        if UNPOINTED + RESHAPED * number < search.cost:
            for placement, far in _unpointed(target, size, screen):
                search.offer(placement, UNPOINTED + RESHAPED * number + far)
    return search.best


class _Search:
    """The best place found so far, and its cost."""

    def __init__(self, blocked: _Cover, avoided: _Cover) -> None:
        self.blocked, self.avoided = blocked, avoided
        self.best: Placement | None = None
        self.cost = math.inf

    def offer(self, placement: Placement, cost: float) -> None:
        """Take a place, at this cost and that of what its box covers, if it can be had and is the best so far."""
        box = placement.box
        if cost < self.cost and self.blocked.screen.contains_region(box) and not self.blocked.of(box):
            cost += self.avoided.of(box)
            if cost < self.cost:
                self.best, self.cost = placement, cost


def _lines(target: Region, blocked: _Cover) -> Iterator[tuple[float, _Line]]:
    """Every free pointer to the target and what it costs to be so long and so far from the middle of a side."""
    for points, tip, aside in _tips(target):
        along: tuple[Direction, ...] = ("up", "down") if points in ("left", "right") else ("left", "right")
        for leads in (_OPPOSITE[points], *along):
            cell = tip
            for length in range(1, FARTHEST + 1):
                if not blocked.screen.contains_point(cell) or blocked.of(Region(*cell, 1, 1)):
                    break
                yield aside + length * _LENGTHS[leads], _Line(tip, points, leads, length)
                cell += _STEPS[leads]


def _tips(target: Region) -> Iterator[tuple[Direction, Offset, float]]:
    """Every cell beside the target, the direction that it lies in from there, and how far off the middle it is."""
    for y in range(target.y, target.bottom):
        off = abs(2 * (y - target.y) + 1 - target.height) * 1.5
        yield "right", Offset(target.x - 1, y), off
        yield "left", Offset(target.right, y), off
    for x in range(target.x, target.right):
        off = abs(2 * (x - target.x) + 1 - target.width) / 2
        yield "down", Offset(x, target.y - 1), off
        yield "up", Offset(x, target.bottom), off


def _boxes(line: _Line, size: Size) -> Iterator[tuple[Region, Offset]]:
    """Every box that a pointer may come out of, and the cell of its edge that it comes out of."""
    end = line.region
    match line.leads:
        case "left" | "right":
            x = end.x - size.width if line.leads == "left" else end.right
            for up in range(size.height):
                root = Offset(x + size.width - 1 if line.leads == "left" else x, end.y)
                yield Region(x, end.y - up, *size), root
        case "up" | "down":
            y = end.y - size.height if line.leads == "up" else end.bottom
            for back in range(size.width):
                root = Offset(end.x, y + size.height - 1 if line.leads == "up" else y)
                yield Region(end.x - back, y, *size), root


def _off_middle(root: Offset, box: Region) -> float:
    """What it costs that a pointer comes out of a box beside the middle of a side, or even of a corner."""
    across = abs(2 * (root.x - box.x) + 1 - box.width)
    down = abs(2 * (root.y - box.y) + 1 - box.height)
    corner = across == box.width - 1 and down == box.height - 1
    return CORNER if corner else min(across / box.width, down / box.height)


def _unpointed(target: Region, size: Size, screen: Region) -> Iterator[tuple[Placement, float]]:
    """Every place of a box that shows with its edge alone which way the target lies, and how far that is."""
    for y in range(screen.y, screen.bottom - size.height + 1):
        for x in range(screen.x, screen.right - size.width + 1):
            box = Region(x, y, *size)
            tip, root, far = _towards(box, target)
            yield Placement(box, root, Region(*root, 0, 0), tip), far


def _towards(box: Region, target: Region) -> tuple[Direction, Offset, float]:
    """Which way a target mostly lies from a box, the cell of the box's edge nearest to it, and how far it is."""
    across = max(box.x - target.right, target.x - box.right, 0)
    down = max(box.y - target.bottom, target.y - box.bottom, 0)
    if across > 2 * down:
        y = min(max(target.y + target.height // 2, box.y + 1), box.bottom - 2)
        left = target.x < box.x
        return ("left" if left else "right"), Offset(box.x if left else box.right - 1, y), across + 2 * down
    x = min(max(target.x + target.width // 2, box.x + 1), box.right - 2)
    above = target.y < box.y
    return ("up" if above else "down"), Offset(x, box.y if above else box.bottom - 1), across + 2 * down
