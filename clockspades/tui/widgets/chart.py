"""A small chart of a row of numbers."""

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from clockspades.table.glyphs import glyphs
from clockspades.table.review_model import curve
from clockspades.table.statistics_model import ChartModel
from clockspades.tui.drawing.fitting import fit


class Chart(Widget, can_focus=False, inherit_bindings=False):
    """A title, and below it the numbers as columns between the lowest and the highest."""

    model: reactive[ChartModel] = reactive(ChartModel())

    def render(self) -> Content:
        """The title, and the rows of the columns with the axis before them."""
        model, (width, height) = self.model, self.content_size
        lines = [Content.styled(fit(glyphs().words(model.title), width), "bold $bright")]
        if model.values and height > 1:
            labels = [model.highest, *[""] * (height - 3), model.lowest][: height - 1]
            axis = max(map(len, labels)) + 1
            for label, row in zip(labels, curve(model.values, max(1, width - axis), height - 1, glyphs().levels)):
                words = glyphs().words(label).rjust(axis - 1)
                lines.append(Content.assemble((f"{words} ", "$quiet"), (row, "$gold")))
        return Content("\n").join(lines)
