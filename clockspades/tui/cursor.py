"""Where the terminal's own cursor stands: on what has the focus, so that screen readers and braille displays find it.

A screen or widget that knows better than its first cell where that is has the property ``cursor_screen_offset``.
Textual moves the cursor at the end of each frame, so this costs no frame.
"""

from typing import Any, Final

from textual.geometry import Offset, Region, Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from clockspades.tui.textual_fixes.field_cursor import cell_of_field

SMALLEST: Final = Size(5, 3)
"""A card of this size has one row inside its frame."""
MARKED: Final = (".-pointed", "Rows", ".panel Static", ".panel", "Static")
"""Where the cursor goes on a screen without a focus: the row with the mark, a panel's text, any text."""


def cursor_on(screen: Screen[Any]) -> Offset:
    """The cell of what has the focus."""
    own: Offset | None = getattr(screen, "cursor_screen_offset", None)
    if own is not None:
        return own
    focused = screen.focused or _marked(screen)
    if isinstance(focused, Input):
        return cell_of_field(focused)
    place: Offset | None = getattr(focused, "cursor_screen_offset", None)
    return focused.content_region.offset if place is None else place


def _marked(screen: Screen[Any]) -> Widget:
    """What a screen without a focus is about."""
    found = (widget for selector in MARKED for widget in screen.query(selector) if widget.region)
    return next(found, screen)


def cell_of_card(place: Region) -> Offset:
    """The cell of a card's rank: at the left inside its frame, or in the middle of the smallest cards."""
    if place.height < SMALLEST.height:
        return place.offset
    is_smallest = place.height == SMALLEST.height and place.width >= SMALLEST.width
    return place.offset + Offset(2 if is_smallest else min(1, place.width // 3), 1)
