"""A small chart of a row of numbers."""

from typing import ClassVar

from rich.segment import Segment
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from clockspades.table.glyphs import glyphs
from clockspades.table.review_model import curve
from clockspades.table.statistics_model import ChartModel
from clockspades.tui.drawing.fitting import fit


class Chart(Widget, can_focus=False, inherit_bindings=False):
    """A title, and below it the numbers as columns between the lowest and the highest."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"chart--title", "chart--words", "chart--fill"}

    model: reactive[ChartModel] = reactive(ChartModel())

    def render_line(self, y: int) -> Strip:
        """The title, or a row of the columns with the axis before it."""
        model, rows = self.model, self.size.height - 1
        title, words, fill = (self.get_component_rich_style(f"chart--{part}") for part in ("title", "words", "fill"))
        if not y or not model.values:
            text = fit(glyphs().words(model.title), self.size.width) if not y else ""
            return Strip([Segment(text, title)]).adjust_cell_length(self.size.width, words)
        labels = {1: model.highest, rows: model.lowest}
        axis = max(map(len, labels.values())) + 1
        cells = curve(model.values, max(1, self.size.width - axis), rows, glyphs().levels)[y - 1]
        label = glyphs().words(labels.get(y, "")).rjust(axis - 1) + " "
        return Strip([Segment(label, words), Segment(cells, fill)]).adjust_cell_length(self.size.width, words)
