"""Screens that are painted once for all that changes together, and write only what the terminal does not show yet.

Faults, all in Textual 8.2.8:

- ``Screen._refresh_layout`` paints at once. The widgets are told of their new sizes after that, change, and are
  painted again; ``Screen._on_screen_resume`` then paints the whole screen once more. So a new screen is painted, and
  written to the terminal, three or four times.
- ``Compositor._get_renders`` asks every widget for all of its lines: the clip of most widgets is the whole screen. Each
  line is filtered anew.
- Text is wrapped at blanks that must not break, such as that of "39 %": Rich's ``re_word`` takes them for others.
- ``ChopsUpdate`` writes every line of a widget that was refreshed, whether or not it looks different.

Here a screen is painted once nothing else is left to be done, or after :data:`PATIENCE`. Widgets are asked only for
lines in which a cell has changed, and what the terminal shows already is not written again. ``App.refresh`` writes
everything anew.

There is no public way to read what the screen shows but ``App.export_screenshot``, which writes an SVG in some tenths
of a second. A film has hundreds of frames: ``strips_of`` asks the compositor, too.

Can go: once the first frame of a screen is the only one and asks each widget once, and once an application can be asked
for the lines that it shows.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from rich import _wrap
from rich.console import Console
from rich.segment import Segment
from textual._compositor import Compositor, CompositorUpdate
from textual._context import visible_screen_stack
from textual.app import App, ReturnType
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip

from clockspades.tui.textual_fixes.at_rest import when_at_rest

if TYPE_CHECKING:
    AnyScreen = Screen[Any]
else:
    AnyScreen = object

_wrap.re_word = re.compile(r"[^\S\xa0\u202f]*[\S\xa0\u202f]+[^\S\xa0\u202f]*")
PATIENCE: Final = 0.05
"""Seconds after which a screen is painted although more changes are on their way."""


class Shown:
    """What the terminal shows, as far as that is known: strips by the row and the column that they begin in."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, Strip]] = {}

    def forget(self) -> None:
        """Know nothing, as after another program wrote to the terminal."""
        self._rows.clear()

    def change(self, x: int, y: int, strip: Strip) -> tuple[int, Strip]:
        """Show a strip; return the part of it that has to be written for that, and the column of this part."""
        row = self._rows.setdefault(y, {})
        before = row.get(x)
        if before == strip:
            return x, Strip([])
        row[x] = strip
        if before is not None and before.cell_length == strip.cell_length:
            left, right = _alike(before, strip), _alike(reversed([*before]), reversed([*strip]))
            return x + left, strip.crop(left, max(left, strip.cell_length - right))
        end = x + strip.cell_length
        for at in [at for at, other in row.items() if at != x and at < end and x < at + other.cell_length]:
            del row[at]
        return x, strip


def _alike(before: Iterable[Segment], now: Iterable[Segment]) -> int:
    """The cells of the segments that two lines both begin with."""
    return sum(one.cell_length for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now)))


class Changes(CompositorUpdate):
    """Strips, of which those parts are written that the terminal does not show yet."""

    def __init__(self, shown: Shown, strips: Iterable[tuple[int, int, Strip]]) -> None:
        self._shown, self._strips = shown, strips

    def render_segments(self, console: Console) -> str:
        """What to write to the terminal, which counts as shown from now on."""
        written, cursor = list[str](), (-1, -1)
        for x, y, strip in self._strips:
            at, part = self._shown.change(x, y, strip)
            if part.cell_length:
                written += ["" if cursor == (at, y) else f"\x1b[{y + 1};{at + 1}H", part.render(console)]
                cursor = (at + part.cell_length, y)
        return "".join(written)


class PaintedApp(App[ReturnType]):
    """An application that knows what its terminal shows."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.shown = Shown()
        super().__init__(*args, **options)

    def refresh(self, **options: bool) -> "PaintedApp[ReturnType]":
        """Write everything anew, whatever the terminal shows."""
        self.shown.forget()
        return super().refresh(**options)

    def on_resize(self) -> None:
        """A terminal that changed its size may show anything."""
        self.refresh()


class PaintedOnce(AnyScreen):
    """A screen of a :class:`PaintedApp` that is painted once for all that changes together. Mix it in first."""

    _latest: float | None = None
    """When the screen is painted at the latest; None if nothing has changed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._compositor = _SparingCompositor()

    def _compositor_refresh(self) -> None:
        """Paint soon what a new layout changed; calls after the refresh come after that."""
        if self._latest is None:
            self._dirty_widgets.add(self)
            self._update_timer.resume()
            self._paint_soon()

    def _on_timer_update(self) -> None:
        """Paint what changed soon, or now if everything else takes too long."""
        if self._latest is not None and monotonic() > self._latest:
            self._paint()
        elif (
            self._dirty_widgets or self._layout_required or self._scroll_required or self._repaint_required
            or self._recompose_required or self._callbacks
        ):  # fmt: skip
            self._paint_soon()

    def _paint_soon(self) -> None:
        if self._latest is None:
            self._latest = monotonic() + PATIENCE
            when_at_rest(self._paint)

    def _paint(self) -> None:
        if self._latest is None:
            return
        try:
            super()._on_timer_update()
            if self.is_current and not self.app._batch_count:
                super()._compositor_refresh()
        except Exception as error:
            self.app._handle_exception(error)
        finally:
            self._latest = None


def strips_of(app: App[Any]) -> list[Strip]:
    """The lines of the screen shown, from the top."""
    return app.screen._compositor.render_strips()


class _SparingCompositor(Compositor):
    _spans: Sequence[tuple[int, int, int]] | None = None
    """Row, first column and end of what has to be painted, from the top; None for all."""

    def render_update(
        self, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
    ) -> Any:
        """What changed; all of it for a picture of the screen."""
        if full or self.root is None:
            return super().render_update(full, screen_stack, simplify)
        screen, app = self.size.region, self.root.app
        if self.size != app.size:  # the layout is of a size that the terminal no longer has, and another on its way
            return None
        visible_screen_stack.set(screen_stack or [])
        spans = [*self._regions_to_spans(region.intersection(screen) for region in self._dirty_regions)]
        self._dirty_regions.clear()
        if not spans or not isinstance(app, PaintedApp):
            return None
        self._spans = spans
        try:
            chops = self._render_chops(screen, {y for y, _, _ in spans}.__contains__)
        finally:
            self._spans = None
        return Changes(app.shown, [
            (x, y, strip)
            for y, first, end in spans
            for x, after in pairwise((*chops[y], screen.width))
            if x < end and after > first and (strip := chops[y][x]) is not None
        ])  # fmt: skip

    def _get_renders(self, crop: Region | None = None) -> Iterator[tuple[Region, Region, list[Strip]]]:
        """Ask the widgets for the lines that have to be painted, for all if that is not known."""
        if self._spans is None:
            yield from super()._get_renders(crop)
            return
        for widget, (region, clip) in [*self.visible_widgets.items()]:
            seen = region.intersection(clip)
            x, top, right, bottom = seen.corners
            rows = [y for y, first, end in self._spans if top <= y < bottom and first < right and end > x]
            if rows:
                lines = Region(x, rows[0], seen.width, rows[-1] + 1 - rows[0])
                yield region, lines, widget.render_lines(lines.translate(-region.offset))
