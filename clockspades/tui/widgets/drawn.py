"""Widgets that are drawn line by line, and painted only where that looks different."""

from abc import abstractmethod
from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class DrawnWidget(Widget, can_focus=False, inherit_bindings=False):
    """A widget that keeps its lines as they were painted, so that a change paints no more than what differs."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._painted: dict[int, Strip] = {}

    @abstractmethod
    def draw_line(self, y: int) -> Strip:
        """A line as it is to look now."""

    def render_line(self, y: int) -> Strip:
        """Draw a line that is painted."""
        self._painted[y] = line = self.draw_line(y)
        return line

    def repaint(self) -> None:
        """Paint the part of each line that looks different now."""
        if self.is_mounted:
            lines = ((y, self._painted.get(y, Strip([])), self.draw_line(y)) for y in range(self.size.height))
            changed = [_difference(y, before, now) for y, before, now in lines if before != now]
            if changed:
                self.refresh(*changed)


def _difference(y: int, before: Strip, now: Strip) -> Region:
    """The part of a line between the segments at both ends that stay."""
    left, right = _alike(before, now), _alike(reversed([*before]), reversed([*now]))
    return Region(left, y, max(0, now.cell_length - left - right), 1)


def _alike(before: Iterable[Segment], now: Iterable[Segment]) -> int:
    """The cells of the segments that two lines both begin with."""
    return sum(one.cell_length for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now)))
