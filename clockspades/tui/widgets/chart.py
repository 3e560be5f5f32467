"""A small chart of a row of numbers."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from clockspades.statistics.statistics_model import ChartModel, chart_rows
from clockspades.table.glyphs import glyphs
from clockspades.tui.drawing.fitting import fit


class Chart(Widget, can_focus=False, inherit_bindings=False):
    """A title, and below it the numbers as columns up and down from 0."""

    model: reactive[ChartModel] = reactive(ChartModel())

    def render(self) -> Content:
        """The title, and the rows of the columns with the axis before them."""
        model, (width, height) = self.model, self.content_size
        lines = [Content.styled(fit(glyphs().words(model.title), width), "bold $bright")]
        if model.values and height > 1:
            axis = max(len(model.highest), len(model.lowest)) + 1
            for row in chart_rows(model, max(1, width - axis), height - 1, glyphs()):
                label = (f"{glyphs().words(row.label):>{axis - 1}} ", "$quiet")
                lines.append(Content.assemble(label, (row.cells, "$text-red" if row.is_loss else "$gold")))
        return Content("\n").join(lines)
