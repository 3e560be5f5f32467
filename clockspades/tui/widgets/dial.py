"""The clock dial: twelve stations on a circle, the stock in the middle, and a hand that points."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from textwrap import wrap
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive, var
from textual.strip import Strip

from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import DialModel, StyledPart
from clockspades.tui.layout.dial_layout import (
    LEAST,
    DialLayout,
    clockwise,
    dial_layout,
    dial_width,
    engrave_hand,
    engrave_ring,
    with_large_centre,
)
from clockspades.tui.widgets.canvas import CardWidget, on_top

SWEEP: Final = 0.35
"""Seconds that the hand takes from one window to the next at the full tempo."""
WIDEST_CAPTION: Final = 24
"""The columns of a caption that leave the circle around it whole, or nearly."""
_BEYOND: Final = 1.70158
"""By which it goes a tenth of its way too far, as ``out_back`` does."""


def _drawn(angle: float) -> int:
    """The angle that the hand is drawn at: in steps that can be told apart, and no finer."""
    return round(angle / 3) * 3 % 360


@lru_cache(maxsize=64)
def _captions(layout: DialLayout, caption: str, below: int) -> list[tuple[Region, str]]:
    """The lines of a caption, none much longer than another, and where they stand: so many rows below the middle."""
    centre, room = layout.centre, min(WIDEST_CAPTION, layout.hours[2].x - layout.hours[8].right - 4)
    lines = wrap(caption, room)
    while len(shorter := wrap(caption, room - 1)) == len(lines) > 1:
        lines, room = shorter, room - 1
    return [
        (Region(centre.x + (centre.width - len(words)) // 2, centre.bottom + below + row, len(words), 1), words)
        for row, words in enumerate(lines)
    ]


def _row(layout: DialLayout, y: int, signs: Sequence[StyledPart]) -> Region:
    """Where a row of signs is, with a column on each side."""
    centre, width = layout.centre, sum(len(text) for text, _ in signs) + 2
    return Region(centre.x + (centre.width - width) // 2, y, width, 1)


@lru_cache(maxsize=256)
def _engraved(ring: str, hand: str, blank: Style, of_ring: Style, of_hand: Style) -> Strip:
    """A line of the ring and the hand, which lies over it."""
    cells = [(h, of_hand) if h != " " else (r, of_ring if r != " " else blank) for h, r in zip(hand, ring)]
    runs = groupby(cells, key=lambda cell: cell[1])
    return Strip([Segment("".join(char for char, _ in run), style) for style, run in runs], len(ring))


class Dial(CardWidget[DialModel, int]):
    """The clock dial."""

    model: reactive[DialModel] = reactive(DialModel(), repaint=False)
    angle: var[float] = var(0.0)
    """Where the hand is drawn; it sweeps to the angle of the model."""
    sweep: tuple[float, float] | None = None
    """The angles at which its last way began and ends, if it went one."""

    @property
    def layout_now(self) -> DialLayout:
        return self._layout_in(self.size)

    def _layout_in(self, size: Size) -> DialLayout:
        layout = dial_layout(size.width, size.height, self.largest_card)
        return with_large_centre(layout, self.largest_card) if self.model.is_large else layout

    @property
    def places(self) -> tuple[Region, ...]:
        """The middle, then the stations from one o'clock, on the screen."""
        layout, offset = self.layout_now, self.content_region.offset
        return tuple(region.translate(offset) for region in (layout.centre, *layout.hours))

    @property
    def caption_place(self) -> Region:
        """Where the caption stands on the screen."""
        layout, model = self.layout_now, self.model
        lines = [place for place, _ in _captions(layout, model.caption, bool(model.below))]
        lines += [_row(layout, layout.centre.bottom, model.below)] if model.below else []
        return Region.from_union(lines or [Region()]).translate(self.content_region.offset)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The width of a round dial of this height, leaving its neighbours their minimum."""
        beside = sum(int(widget.styles.min_width.value) for widget in self.siblings if widget.styles.min_width)
        return dial_width(container.height, container.width - beside - 2, self.largest_card) + 2

    def watch_model(self, before: DialModel, after: DialModel) -> None:
        if not self.is_mounted or after.angle is None or after.angle == before.angle:
            return
        if before.angle is None or before.is_led or after.is_led:
            self.app.animator.force_stop_animation(self, "angle")
            self.angle = after.angle
        else:
            target = clockwise(self.angle % 360, after.angle)
            self.angle %= 360
            self.sweep = self.angle, target
            seconds = SWEEP * self.app.settings.tempo
            self.animate("angle", target, duration=seconds, easing="out_back", level="basic")

    def show_sweep(self, elapsed: float) -> None:
        """Show the hand some seconds after it set off, at the full tempo: it goes a little too far, and back."""
        if self.sweep is not None:
            start, end = self.sweep
            left = min(elapsed / SWEEP, 1.0) - 1
            self.angle = start + (end - start) * (1 + (_BEYOND + 1) * left**3 + _BEYOND * left**2)

    def watch_angle(self, before: float, after: float) -> None:
        if _drawn(before) != _drawn(after):
            self.repaint()

    def draw_line(self, y: int) -> Strip:
        room, model = self.size, self.model  # Textual works the size out anew each time it is asked for
        size = Size(max(room.width, LEAST.width), max(room.height, LEAST.height))
        layout = self._layout_in(size)
        pieces: list[tuple[int, int, Iterable[Segment]]] = []
        for number, place in enumerate(layout.hours):
            if place.y <= y < place.bottom:
                shown = model.hours[number]
                if shown is not None:
                    pieces.append((place.x, place.right, self.card(shown, layout.card)[y - place.y]))
                elif y == place.y + place.height // 2:
                    middle = place.x + place.width // 2
                    pieces.append((middle, middle + 1, [Segment(glyphs().gone, self.role("gone"))]))
        place = layout.centre
        if model.centre is not None and place.y <= y < place.bottom:
            pieces.append((place.x, place.right, self.card(model.centre, place.size)[y - place.y]))
        for row, signs in ((layout.centre.y - 1, model.above), (layout.centre.bottom, model.below)):
            if signs and y == row:
                place = _row(layout, row, signs)
                parts = ((" ", ""), *signs, (" ", ""))
                shown_signs = [Segment(glyphs().words(text), self.role(role)) for text, role in parts]
                pieces.append((place.x, place.right, shown_signs))
        for place, words in _captions(layout, model.caption, bool(model.below)):
            if y == place.y:  # with a blank on each side, apart from the hand of the clock
                pieces.append(
                    (place.x - 1, place.right + 1, [Segment(glyphs().words(f" {words} "), self.role("caption"))])
                )
        pieces.sort(key=lambda piece: piece[0])
        ground = self._ground(y, size, layout)
        segments: list[Segment] = []
        at = 0
        for start, end, card in pieces:
            segments += ground.crop(at, start)
            segments += card
            at = end
        line = Strip([*segments, *ground.crop(at)], size.width)
        return line if size == room else line.crop(0, room.width)

    def _ground(self, y: int, size: Size, layout: DialLayout) -> Strip:
        """What lies under the cards on a line."""
        (width, height), model, braille = size, self.model, glyphs().braille
        gone = frozenset(hour for hour, shown in enumerate(model.hours, 1) if shown is None)
        ring = engrave_ring(width, height, layout, gone, frozenset(model.window), braille)[y]
        hand = " " * width
        if model.angle is not None:
            hand = engrave_hand(width, height, layout, _drawn(self.angle), braille)[y]
        return _engraved(ring, hand, self.role(""), self.role("ring"), self.role("hand"))

    def hit(self, event: events.MouseEvent) -> int | None:
        """The hour of a station, or 0 for the middle."""
        layout = self.layout_now
        return on_top((layout.centre, *layout.hours), event.get_content_offset(self))
