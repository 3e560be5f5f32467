"""One or a few lines of text that follow the scene: the heading, a name, the prompt."""

from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive

from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.widgets.card_text import card_text
from clockspades.tui.widgets.sliced import Sliced


class LineFace(NamedTuple):
    """Text, whether it stands out, and what follows it standing back."""

    text: str = ""
    bright: bool = False
    quiet: tuple[str, ...] = ()
    """Parts that follow; those that no longer fit on the line are left out."""


class Line(Sliced[LineFace]):
    """Text that follows the scene."""

    face: reactive[LineFace] = reactive(LineFace())

    def render(self) -> Content:
        """The text, its cards coloured."""
        text = card_text(self.face.text, "bold $text-bright" if self.face.bright else "")
        before = "  "
        for part in self.face.quiet:
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
