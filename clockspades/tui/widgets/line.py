"""One or a few lines of text that follow the table: the heading, a name, the prompt."""

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive

from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import LineModel
from clockspades.tui.widgets.bound_widget import BoundWidget
from clockspades.tui.widgets.card_text import card_text


class Line(BoundWidget[LineModel]):
    """Text that follows the table."""

    model: reactive[LineModel] = reactive(LineModel())

    def render(self) -> Content:
        """The text, its cards coloured."""
        text = card_text(self.model.text, "bold $text-bright" if self.model.bright else "")
        before = "  "
        for part in self.model.quiet:
            room = self.size.width - text.cell_length - cell_len(part)
            if room == 1 and before == "  ":
                before = " "
            if room < len(before):
                break
            text += Content.styled(glyphs().words(before + part), "$text-quiet")
            before = " · "
        return _fitted(text, self.size)


def _fitted(text: Content, size: Size) -> Content:
    """The text, with an ellipsis where it does not fit."""
    if not size.area or text.cell_length <= size.width:
        return text
    rows = text.wrap(size.width) if size.height > 1 else [text, Content("")]
    if len(rows) <= size.height:
        return text
    last = rows[size.height - 1].truncate(size.width - 1) + glyphs().words("…")
    return Content("\n").join([*rows[: size.height - 1], last])
