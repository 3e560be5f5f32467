"""A note in a box beside what it speaks of, and the pointer from there to it."""

from functools import cache
from typing import Final

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.widget import Widget

from clockspades.table.glyphs import Glyphs, glyphs
from clockspades.table.model import Direction
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.layout.note import Placement

ROWS: Final = (2, 3, 1, 4, 5)
"""How many rows of words a box may have, the number liked best first."""
EDGE: Final = Size(4, 2)
"""The columns and rows of a box beside its words: the border, and a blank on either side."""


@cache
def box_sizes(words: str) -> tuple[Size, ...]:
    """The sizes of a box for these words, the one liked best first."""
    content = card_text(words)
    sizes: list[Size] = []
    for rows in ROWS:
        width = next(width for width in range(1, content.cell_length + 1) if _fits(content, Size(width, rows)))
        sizes.append(Size(width, len(content.wrap(width))) + EDGE)
    return tuple(dict.fromkeys(sizes))


def _fits(content: Content, size: Size) -> bool:
    """Whether words stand in so many columns and rows with none of them broken."""
    return max(map(len, content.plain.split())) <= size.width and len(content.wrap(size.width)) <= size.height


class _Floating(Widget, can_focus=False, inherit_bindings=False):
    """What is shown at a region of the screen, over what is there, or not at all."""

    def float_at(self, region: Region) -> None:
        """Show it there; with an empty region, nowhere."""
        self.styles.width, self.styles.height = region.size
        self.styles.offset = region.offset
        self.display = bool(region)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Let the wheel turn what lies below."""
        self._pass_on(event)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Let the wheel turn what lies below, the other way."""
        self._pass_on(event)

    def _pass_on(self, event: events.MouseEvent) -> None:
        event.stop()
        under = (widget for widget, _ in self.screen.get_widgets_at(event.screen_x, event.screen_y))
        below = next((widget for widget in under if not isinstance(widget, _Floating)), None)
        if below is not None:
            below.post_message(event)


class Callout(_Floating):
    """The box; its border opens, or points, towards what the words speak of."""

    words: reactive[str] = reactive("")
    placement: reactive[Placement | None] = reactive(None)

    def watch_placement(self, placement: Placement | None) -> None:
        """Go there."""
        self.float_at(placement.box if placement is not None else Region())

    def render(self) -> Content:
        """The words in a border."""
        place = self.placement
        if place is None:
            return Content()
        frame, width = glyphs().thin, place.box.width - EDGE.width
        rows = [Content(frame.top_left + frame.across * (width + 2) + frame.top_right)]
        for row in card_text(self.words, "$bright").wrap(width):
            blank = " " * (width - row.cell_length + 1)
            rows.append(Content.assemble(f"{frame.down} ", row, f"{blank}{frame.down}"))
        rows.append(Content(frame.bottom_left + frame.across * (width + 2) + frame.bottom_right))
        at = place.root - place.box.offset
        sign = _tee(place, glyphs()) if place.pointer else _tip(place.tip, glyphs())
        row = rows[at.y]
        rows[at.y] = Content.assemble(row[: at.x], sign, row[at.x + 1 :])
        return Content("\n").join(rows)


class Pointer(_Floating):
    """The line from the box, and its tip; not shown where the box itself points."""

    placement: reactive[Placement | None] = reactive(None)

    def watch_placement(self, placement: Placement | None) -> None:
        """Go there."""
        self.float_at(placement.pointer if placement is not None else Region())

    def render(self) -> Content:
        """The line, its tip away from the box."""
        place = self.placement
        if place is None:
            return Content()
        line, flat = place.pointer, place.root.y == place.pointer.y
        cells = [glyphs().thin.across if flat else glyphs().thin.down] * (max(line.size) - 1)
        tip_is_last = place.root.x < line.x if flat else place.root.y < line.y
        cells.insert(len(cells) if tip_is_last else 0, _tip(place.tip, glyphs()))
        return Content(("" if flat else "\n").join(cells))


def _tip(direction: Direction, glyphs: Glyphs) -> str:
    """The sign that points in a direction."""
    tips: dict[Direction, str] = {
        "left": glyphs.points_left, "right": glyphs.points_right, "up": glyphs.points_up, "down": glyphs.points_down,
    }  # fmt: skip
    return tips[direction]


def _tee(place: Placement, glyphs: Glyphs) -> str:
    """The sign in a border that the pointer comes out of."""
    box, root, flat = place.box, place.root, place.root.y == place.pointer.y
    left, right, up, down = tuple(glyphs.tees)
    at_left, at_top = root.x == box.x, root.y == box.y
    if (at_left or root.x == box.right - 1) and (at_top or root.y == box.bottom - 1):  # out of a corner
        if flat:
            return down if at_top else up
        return right if at_left else left
    if flat:
        return left if at_left else right
    return up if at_top else down
