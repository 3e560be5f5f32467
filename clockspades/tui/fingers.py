"""Taps on a phone: each counts for the nearest thing that can be clicked, as a finger covers several cells.

The page for browsers sends a tap as a click with the modifier Meta.
"""

from typing import Any, Final, Protocol, runtime_checkable

from textual import events
from textual.geometry import Offset
from textual.screen import Screen

NEAR: Final = tuple(
    sorted((Offset(x, y) for x in range(-3, 4) for y in (0, -1, 1)), key=lambda off: off.x**2 + (3 * off.y) ** 2)
)
"""The cells under a finger, the middle first, by their distance: on a phone, a row is as high as three columns."""


@runtime_checkable
class Aimed(Protocol):
    """A widget of which only some cells can be clicked."""

    def hit(self, event: events.MouseEvent) -> object | None:
        """What a mouse event is on; None if that is nothing."""


class Finger:
    """Where the finger is that taps."""

    def __init__(self) -> None:
        self._off = Offset()

    def aimed(self, event: events.MouseEvent, screen: Screen[Any]) -> events.MouseEvent:
        """The event at the nearest thing that can be clicked. A press finds that for its release, too."""
        if isinstance(event, events.MouseDown):
            at = event.screen_offset
            self._off = next((off for off in NEAR if _can_click(event, at + off, screen)), Offset())
        return _moved(event, event.screen_offset + self._off, Offset())


def _can_click(event: events.MouseEvent, at: Offset, screen: Screen[Any]) -> bool:
    """Whether a click on a cell does something, as far as its widget can tell."""
    if not screen.region.contains_point(at):
        return False
    widget, region = screen.get_widget_at(*at)
    if isinstance(widget, Aimed):
        return widget.hit(_moved(event, at, region.offset)) is not None
    return widget is not screen and (hasattr(widget, "on_click") or widget.focusable)


def _moved(event: events.MouseEvent, to: Offset, corner: Offset) -> events.MouseEvent:
    """The event at another cell, for a widget with this corner."""
    x, y = to - corner
    of_it = {name: getattr(event, name) for name in ("delta_x", "delta_y", "button", "shift", "meta", "ctrl", "style")}
    return type(event)(event.widget, x, y, screen_x=to.x, screen_y=to.y, **of_it)
