"""A month of deals of the day: each day with a sign for what became of it."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from textual import events
from textual.content import Content
from textual.geometry import Offset, Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from clockspades.daily.daily_model import DayMark, DayModel, MonthModel
from clockspades.language import _, locale
from clockspades.table.glyphs import glyphs

WIDE: Final = 6
"""The columns of a day where there is room."""
NARROW: Final = 4
HEAD: Final = 2
"""The rows of the month and the weekdays."""
WEEKS: Final = 6
"""The weeks of a month, at most."""


def sign(mark: DayMark) -> str:
    signs = {
        DayMark.NONE: " ",
        DayMark.STARTED: glyphs().open,
        DayMark.APART: glyphs().hollow,
        DayMark.COUNTED: glyphs().full,
    }
    return signs[mark]


def _legend(width: int) -> list[Content]:
    marks = {mark.name.lower(): sign(mark) for mark in DayMark}
    words = _("{counted} counted {apart} not {started} started", **marks)
    return Content.styled(f" {words}", "$quiet").wrap(width)


class MonthCalendar(Widget, can_focus=True, inherit_bindings=False):
    """The calendar of a month. The screen moves the day that is pointed at, and knows what a day means."""

    month: reactive[MonthModel | None] = reactive(None)
    selected: reactive[date | None] = reactive(None)

    @dataclass
    class Pointed(Message):
        """The pointer is on a day that can be opened."""

        day: date

    @dataclass
    class Chosen(Message):
        """A day that can be opened was clicked."""

        day: date

    @dataclass
    class Turned(Message):
        """The way to an earlier or later month was clicked."""

        months: int

    @property
    def _cell(self) -> tuple[int, int]:
        width, height = self.size
        return WIDE if width >= 7 * WIDE else NARROW, 2 if height > HEAD + 2 * WEEKS else 1

    @property
    def cursor_screen_offset(self) -> Offset:
        width, height = self._cell
        for row, week in enumerate(self.month.weeks if self.month else ()):
            for column, model in enumerate(week):
                if model is not None and model.day == self.selected:
                    at = Offset((column + 1) * width - 1 - len(str(model.day.day)), HEAD + row * height)
                    return self.content_region.offset + at
        return self.content_region.offset

    def render(self) -> Content:
        month, (width, height) = self.month, self._cell
        if month is None:
            return Content("")
        left, right = glyphs().points_left, glyphs().points_right if month.has_later else " "
        title = Content.assemble(
            (f" {left} ", "$gold"), (f"{month.title:^{7 * width - 6}}", "bold $bright"), (f" {right} ", "$gold")
        )
        heads = Content.styled(
            "".join(f"{name[: width - 1]:>{width - 1}} " for name in locale().days.split()), "$quiet"
        )
        lines = [title, heads]
        for week in month.weeks:
            lines += [Content("").join(self._day(day, width) for day in week), *[Content("")] * (height - 1)]
        lines += [Content("")] * ((WEEKS - len(month.weeks)) * height)
        return Content("\n").join([*lines, *_legend(7 * width)])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Its least rows: those of the legend are as many as its words need."""
        return HEAD + WEEKS + len(_legend(width))

    def _day(self, model: DayModel | None, width: int) -> Content:
        if model is None:
            return Content(" " * width)
        number, mark = f"{model.day.day:>{width - 1}}", sign(model.mark)
        if model.day == self.selected:
            style = "bold $pointed-edge on $pointed" if self.has_focus else "bold $bright underline"
            at = len(number) - len(number.lstrip()) - self.has_focus
            return Content.assemble(number[:at], (f"{number[at:]}{mark}", style))
        style = "$quiet" if not model.can_open else "bold $bright" if model.is_today else ""
        return Content.assemble((number, style), (mark, "$gold"))

    def _under(self, x: int, y: int) -> date | None:
        width, height = self._cell
        month, row, column = self.month, (y - HEAD) // height, x // width
        if month is None or not 0 <= row < len(month.weeks) or not 0 <= column < 7:
            return None
        model = month.weeks[row][column]
        return model.day if model is not None and model.can_open else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        day = self._under(event.x, event.y)
        if day is not None and (day != self.selected or not self.has_focus):
            self.post_message(self.Pointed(day))

    def on_click(self, event: events.Click) -> None:
        day = self._under(event.x, event.y)
        if day is not None:
            self.post_message(self.Chosen(day))
        elif event.y == 0:
            self.post_message(self.Turned(-1 if event.x < self.size.width // 2 else 1))
