"""Charts: the win chance as a curve, luck and skill as bars, and numbers as columns."""

from dataclasses import dataclass
from typing import ClassVar, Final

from rich.segment import Segment
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from clockspades.language import percent
from clockspades.review.review import Review
from clockspades.review.review_model import CurveModel, bars, column, curve, point_at, ruler
from clockspades.statistics.statistics_model import ChartModel, chart_rows
from clockspades.table.glyphs import glyphs
from clockspades.tui.drawing.cell_text import fit

AXIS: Final = 5
"""The columns before the curve, with the percentages."""
BELOW: Final = 2
"""The rows below the curve: the marks, and the numbers of the points."""
LEAST_HALF: Final = 3
"""The rows of a curve from which on it has a line at 50%."""
LABEL: Final = 15
"""The columns before a bar: its name and its amount."""


class WinCurve(Widget, can_focus=False, inherit_bindings=False):
    """The win chance at each point of a game; a click chooses a point."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"curve--fill", "curve--mistake", "curve--cursor", "curve--words"}

    model: reactive[CurveModel] = reactive(CurveModel())

    @dataclass
    class Sought(Message):
        """A point was chosen."""

        point: int

    @property
    def _columns(self) -> int:
        return max(1, self.size.width - AXIS)

    def render_line(self, y: int) -> Strip:
        """The axis and one row: of the curve, of the marks, or of the numbers."""
        model, columns, rows = self.model, self._columns, self.size.height - BELOW
        last = len(model.values) - 1
        here = column(model.point, last, columns)
        mistakes = {column(point, last, columns) for point in model.mistakes}
        roles = dict.fromkeys(mistakes, "mistake")
        for at in range(columns):
            point = point_at(at, last, columns)
            if point == model.point or at == here:
                roles[at] = "cursor"
            elif point in model.mistakes:
                roles[at] = "mistake"
        label, fill = "", "words"
        if y < rows:
            is_half = rows >= LEAST_HALF and y == rows // 2
            label, fill = {0: percent(1), rows - 1: percent(0)}.get(y, percent(0.5) if is_half else ""), "fill"
            cells = curve(model.values, columns, rows, glyphs().levels)[y]
            if is_half:
                roles |= {at: "words" for at, cell in enumerate(cells) if cell == " "}
                cells = cells.replace(" ", glyphs().rule)
        elif y == rows:
            signs = {at: glyphs().remark for at in mistakes} | {here: glyphs().points_up}
            cells = "".join(signs.get(at, " ") for at in range(columns))
        else:
            cells, roles = ruler(last, columns), {}
        styles = {each.removeprefix("curve--"): self.get_component_rich_style(each) for each in self.COMPONENT_CLASSES}
        segments = [Segment(f"{label:>{AXIS - 1}} "[:AXIS], styles["words"])]
        segments += [Segment(cell, styles[roles.get(at, fill)]) for at, cell in enumerate(cells)]
        return Strip(segments).simplify().adjust_cell_length(self.size.width, styles["words"])

    def on_click(self, event: events.Click) -> None:
        if event.x >= AXIS:
            self.post_message(self.Sought(point_at(event.x - AXIS, len(self.model.values) - 1, self._columns)))


class SkillBars(Widget, can_focus=False, inherit_bindings=False):
    """Luck and skill, one below the other, from the chance before the deal to the result."""

    review: reactive[Review | None] = reactive(None)

    def render(self) -> Content:
        if self.review is None:
            return Content("")
        rows = []
        for bar in bars(self.review, max(1, self.size.width - LABEL)):
            label = glyphs().words(f"{bar.name:5} {bar.amount}")
            filled = glyphs().levels[-1] * bar.cells
            style = "$text-green" if bar.is_gain else "$text-red"
            rows.append(
                Content.assemble(
                    f"{label:{LABEL}}" if filled else label, " " * bar.start * bool(filled), (filled, style)
                )
            )
        return Content("\n").join(rows)


class Chart(Widget, can_focus=False, inherit_bindings=False):
    """A title, and below it the numbers as columns up and down from 0."""

    model: reactive[ChartModel] = reactive(ChartModel())

    def render(self) -> Content:
        model, (width, height) = self.model, self.content_size
        lines = [Content.styled(fit(glyphs().words(model.title), width), "bold $bright")]
        if model.values and height > 1:
            axis = max(len(model.highest), len(model.lowest)) + 1
            for row in chart_rows(model, max(1, width - axis), height - 1, glyphs()):
                label = (f"{glyphs().words(row.label):>{axis - 1}} ", "$quiet")
                lines.append(Content.assemble(label, (row.cells, "$text-red" if row.is_loss else "$gold")))
        return Content("\n").join(lines)
