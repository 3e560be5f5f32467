"""Where a note stands: beside what it speaks of where there is room, else at the place that the table has for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Offset, Region, Size

from clockspades.table.model import Direction


class Placement(NamedTuple):
    """A note on the screen."""

    box: Region
    pointer: Region
    """The cell with the arrow that points at what is spoken of; empty where there is no room."""
    tip: Direction
    """Which way what is spoken of lies from the pointer."""


def place(
    targets: Sequence[Region], sizes: Sequence[Size], screen: Region, needed: Sequence[Region], docked: Sequence[Region]
) -> Placement:
    """The place of a note about the first of ``targets``, or, beside another of them, about what is around it.

    Beside a target it has one of ``sizes``, and covers nothing that is ``needed``. Else it is the first of the
    ``docked`` boxes that does not cover the target.
    """
    for target in targets:
        for size in sizes:
            for placement in _beside(target, size, screen):
                seen = (target, *needed)
                if screen.contains_region(placement.box) and _is_free(placement.box, seen):
                    return placement
    boxes = [box.translate_inside(screen) for box in docked]
    box = next((box for box in boxes if _is_free(box, targets[:1])), boxes[0])
    for tip, cell in _tips(targets[0]).items():
        if screen.contains_region(cell) and _is_free(cell, (box, *needed)):
            return Placement(box, cell, tip)
    return Placement(box, Region(), "left")


def _is_free(region: Region, others: Iterable[Region]) -> bool:
    return not any(region.overlaps(other) for other in others)


def _tips(target: Region) -> Mapping[Direction, Region]:
    """The cells at the middle of each side, from which an arrow points at the target."""
    middle = Offset(target.x + target.width // 2, target.y + target.height // 2)
    return {
        "left": Region(target.right, middle.y, 1, 1), "right": Region(target.x - 1, middle.y, 1, 1),
        "up": Region(middle.x, target.bottom, 1, 1), "down": Region(middle.x, target.y - 1, 1, 1),
    }  # fmt: skip


def _beside(target: Region, size: Size, screen: Region) -> Iterator[Placement]:
    """A box on each side of the target, an arrow between the two."""
    for tip, cell in _tips(target).items():
        across, down = cell.x - size.width // 2, cell.y - size.height // 2
        x = {"left": cell.right, "right": cell.x - size.width}.get(tip, across)
        y = {"up": cell.bottom, "down": cell.y - size.height}.get(tip, down)
        box = Region(x, y, *size)
        flat = tip in ("left", "right")
        yield Placement(box.translate_inside(screen, x_axis=not flat, y_axis=flat), cell, tip)
