"""What a tap means: the nearest thing that can be clicked, in a press and in its release."""

from typing import Any, cast

import pytest
from textual import events
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from clockspades.tui.fingers import Finger
from clockspades.tui.widgets.key_line import KeyLine

pytestmark = pytest.mark.quick


class Button(Widget):
    """Counts as clicked wherever it is hit."""

    def on_click(self) -> None:
        """Do nothing."""


class Line(KeyLine):
    """Can be clicked at two of its columns."""

    def hit(self, event: events.MouseEvent) -> int | None:
        return event.x if event.x in (4, 10) else None


class Layout:
    """What a screen says of its widgets: a button in one row, a line of keys below an empty row."""

    region = Region(0, 0, 40, 10)

    def __init__(self) -> None:
        self.button, self.line, self.cloth = Button(), Line(), Widget()

    def get_widget_at(self, x: int, y: int) -> tuple[Widget, Region]:
        button, line = Region(10, 2, 5, 1), Region(2, 9, 38, 1)
        at = (x, y)
        if button.contains(*at):
            return self.button, button
        return (self.line, line) if line.contains(*at) else (self.cloth, self.region)


def tapped(x: int, y: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where a press and its release at a cell count."""
    finger, screen = Finger(), cast(Screen[Any], Layout())
    pair = [kind(None, x, y, 0, 0, 1, False, True, False) for kind in (events.MouseDown, events.MouseUp)]
    down, up = (finger.aimed(event, screen) for event in pair)
    assert isinstance(down, events.MouseDown)
    assert isinstance(up, events.MouseUp)
    return (down.screen_x, down.screen_y), (up.x, up.y)


@pytest.mark.parametrize(
    ("tap", "meant"),
    [
        ((12, 2), (12, 2)),  # on it
        ((12, 3), (12, 2)),  # a row below
        ((8, 1), (10, 2)),  # beside a corner
        ((12, 5), (12, 5)),  # too far away: on the cloth
        ((7, 9), (6, 9)),  # between two keys of a line, by its own columns
        ((10, 9), (12, 9)),
        ((6, 8), (6, 9)),  # above a key
        ((39, 0), (39, 0)),  # at the edge nothing outside counts
    ],
)
def test_a_tap_counts_for_the_nearest_thing(tap: tuple[int, int], meant: tuple[int, int]) -> None:
    assert tapped(*tap) == (meant, meant)
