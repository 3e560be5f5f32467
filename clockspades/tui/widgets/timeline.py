"""The timeline of a replay: a bar for all points of a game, with marks for what happened.

It knows no game. What is marked comes from the table, and what the bar can do are actions of the screen.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.language import _, pgettext
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import label, terminal
from clockspades.table.widget_models import Mark
from clockspades.tui.bindings import PALETTE
from clockspades.tui.drawing.cell_text import fit
from clockspades.tui.widgets.drawn import DrawnWidget

LANES: Final = 3
"""The rows of a whole timeline: the far side's marks, the bar, and the near side's marks."""
LONGEST_LABEL: Final = 20
"""Cells beyond which the words beside the bar are cut."""
SHORT_LABEL: Final = 12
"""Cells beyond which the view's name is cut in a single row."""
ROLES: Final = ("words", "control", "hover", "done", "ahead", "mark", "mark-ahead", "thumb")


class TimelineModel(NamedTuple):
    """What is to be seen on a timeline."""

    point: int = 0
    """The point shown, from 0 to ``last``."""
    last: int = 0
    marks: tuple[Mark, ...] = ()
    """Where two stand in one cell, the later in this order is seen."""
    near: int = 0
    """The seat whose marks stand below the bar; those of the others stand above it."""
    sides: tuple[str, str] = ("", "")
    """Who is above the bar, and who below it."""
    playing: bool = False
    speed: str = ""
    view: str = ""
    """Whose view is shown, in words."""
    views: tuple[str, ...] = ()
    """Every view there is, so that the bar stands still when it changes."""
    view_action: str = "view"
    """The screen's action for a click on the view."""
    sign: str = ""
    """One cell at the end of the bar: how the game, or its log, ends."""
    ending: str = ""
    """How the game, or its log, ends, in a word or two."""


class Bar(NamedTuple):
    """Where the bar is in its row, and which point each of its cells stands for."""

    x: int
    cells: int
    last: int

    def cell(self, point: int) -> int:
        return round(point * (self.cells - 1) / self.last) if self.last else 0

    def point(self, x: int) -> int:
        """The point at a column, the first or last one beyond the ends."""
        cell = min(max(x - self.x, 0), self.cells - 1)
        return round(cell * self.last / (self.cells - 1)) if self.cells > 1 else 0


class Control(NamedTuple):
    """Words beside the bar: where they stand, and the screen's action for a click on them, if there is one."""

    region: Region
    words: str
    action: str = ""


class Timeline(DrawnWidget):
    """A bar that is clicked, dragged and hovered over, with the marks of each side above and below it.

    With a single row the marks stand on the bar itself, and the words beside it are few.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"timeline--{role}" for role in ROLES}

    model: reactive[TimelineModel] = reactive(TimelineModel(), repaint=False)
    hovered: reactive[str] = reactive("", repaint=False)
    """The action of the words that the pointer is on."""

    @dataclass
    class Sought(Message):
        """A point was chosen, by a click or by dragging."""

        point: int

    @dataclass
    class Pointed(Message):
        """The pointer moved onto a point of the bar, or off it (None)."""

        point: int | None

    def __init__(self) -> None:
        super().__init__()
        self._dragging = False
        self._pointed: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether each side has a row for its marks."""
        return self.size.height >= LANES

    @property
    def bar(self) -> Bar:
        left, right = self._margins()
        return Bar(left, max(1, self.size.width - left - right - 1), self.model.last)

    def _margins(self) -> tuple[int, int]:
        """The columns before the bar, and after it and its end."""
        model = self.model
        if self.is_whole:
            widest = min(LONGEST_LABEL, self.size.width // 5)
            left = max(len(f"  {self._playing()} 0.5x"), *(min(cell_len(side), widest) for side in model.sides))
            right = max(min(cell_len(words), widest) for words in (self._count(), model.ending, *model.views))
            return left + 3, right + 3
        view = min(SHORT_LABEL, max(map(cell_len, model.views), default=0))
        return 8, len(self._count()) + view + len(self._commands()) + 5

    def _playing(self) -> str:
        both = pgettext("of a replay", "playing"), pgettext("of a replay", "paused")
        return both[not self.model.playing].ljust(max(map(len, both)))

    def _count(self) -> str:
        point, last = f"{self.model.point:{len(str(self.model.last))}}", self.model.last
        return _("{number} of {all}", number=point, all=last) if self.is_whole else f"{point}/{last}"

    @staticmethod
    def _commands() -> str:
        """The key of all commands, which stands at the end of a single row: no line of keys may be there to click."""
        return label(terminal(), PALETTE) or "?"

    def _controls(self) -> tuple[Control, ...]:
        """The words beside the bar, at the present size."""
        model, (left, right), width = self.model, self._margins(), self.size.width
        state = glyphs().points_right if model.playing else glyphs().paused
        after, room = width - right + 2, right - 3
        if not self.is_whole:
            count, commands = self._count(), self._commands()
            beside = room - len(count) - len(commands) - 2
            return (
                Control(Region(1, 0, 1, 1), state, "play"),
                Control(Region(3, 0, 4, 1), model.speed, "next_speed"),
                Control(Region(after - 1, 0, len(count), 1), count),
                Control(Region(after + len(count) + 1, 0, max(0, beside), 1), model.view, model.view_action),
                Control(Region(width - len(commands) - 1, 0, len(commands), 1), commands, PALETTE.action),
            )
        playing = f"{state} {self._playing()}"
        return (
            Control(Region(1, 0, left - 3, 1), model.sides[0]),
            Control(Region(1, 1, len(playing), 1), playing, "play"),
            Control(Region(2 + len(playing), 1, len(model.speed), 1), model.speed, "next_speed"),
            Control(Region(1, 2, left - 3, 1), model.sides[1]),
            Control(Region(after, 0, room, 1), model.view, model.view_action),
            Control(Region(after, 1, room, 1), self._count()),
            Control(Region(after, 2, room, 1), model.ending),
        )

    def _marks_in(self, row: int) -> list[Mark]:
        marks, near = self.model.marks, self.model.near
        if not self.is_whole:
            return [*marks] if row == 0 else []
        return [mark for mark in marks if row == (1 if mark.seat is None else 2 if mark.seat == near else 0)]

    def watch_model(self) -> None:
        """Repaint what changed: between two points no more than the bar from the one to the other."""
        self.repaint()

    def watch_hovered(self) -> None:
        self.repaint()

    def draw_line(self, y: int) -> Strip:
        width, bar = self.size.width, self.bar
        pieces = [(bar.x, self._lane(y, bar))]
        for control in self._controls():
            if control.region.y == y and control.region.width:
                lit = "hover" if control.action == self.hovered else "control"
                role = lit if control.action else "words"
                words = glyphs().words(fit(control.words, control.region.width))
                style = self.get_component_rich_style(f"timeline--{role}")
                pieces.append((control.region.x, Strip([Segment(words, style)], control.region.width)))
        strips, at = [], 0
        for x, strip in sorted(pieces, key=lambda piece: piece[0]):
            strips.append(Strip.blank(max(0, x - at), self.rich_style))
            strips.append(strip)
            at = x + strip.cell_length
        strips.append(Strip.blank(max(0, width - at), self.rich_style))
        return Strip.join(strips).crop(0, width)

    def _lane(self, y: int, bar: Bar) -> Strip:
        """The cells between the words of a row, and the end of the bar."""
        model, here = self.model, bar.cell(self.model.point)
        is_bar = y == (1 if self.is_whole else 0)
        cells = [(" ", "words")] * (bar.cells + 1)
        if is_bar:
            cells = [(glyphs().heavy.across, "done")] * here + [(glyphs().thumb, "thumb")]
            cells += [(glyphs().thin.across, "ahead")] * (bar.cells - 1 - here)
            cells.append((model.sign, "mark" if model.point == model.last else "mark-ahead"))
        for mark in self._marks_in(y):
            cell = bar.cell(mark.point)
            role = "thumb" if cell == here else "mark" if cell < here else "mark-ahead"
            cells[cell] = (mark.sign, role)
        return Strip(
            [
                Segment(
                    glyphs().words("".join(sign for sign, _ in run)), self.get_component_rich_style(f"timeline--{role}")
                )
                for role, run in _runs(cells)
            ],
            bar.cells + 1,
        )

    def _point_under(self, event: events.MouseEvent) -> int | None:
        """The point at the pointer: of the mark there if there is one, since two points may share a cell."""
        bar = self.bar
        if not bar.x <= event.x < bar.x + bar.cells:
            return None
        for mark in reversed(self._marks_in(event.y)):
            if bar.x + bar.cell(mark.point) == event.x:
                return mark.point
        return bar.point(event.x)

    def _action_under(self, event: events.MouseEvent) -> str:
        return next((c.action for c in self._controls() if c.region.contains(event.x, event.y)), "")

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to the point under the pointer, and follow the pointer from there."""
        point = self._point_under(event)
        if point is not None:
            self._dragging = True
            self.capture_mouse()
            self._point(None)
            self.post_message(self.Sought(point))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._dragging:
            point = self.bar.point(event.x)
            if point != self.model.point:
                self.post_message(self.Sought(point))
            return
        self.hovered = self._action_under(event)
        self._point(self._point_under(event))

    def on_mouse_up(self) -> None:
        if self._dragging:
            self._dragging = False
            self.release_mouse()

    async def on_click(self, event: events.Click) -> None:
        action = self._action_under(event)
        if action:
            await self.screen.run_action(action)

    def on_leave(self) -> None:
        self.hovered = ""
        self._point(None)

    def _point(self, point: int | None) -> None:
        if point != self._pointed:
            self._pointed = point
            self.post_message(self.Pointed(point))


def _runs(cells: list[tuple[str, str]]) -> Iterator[tuple[str, Iterable[tuple[str, str]]]]:
    """Cells of one role that stand beside each other."""
    return groupby(cells, key=lambda cell: cell[1])
