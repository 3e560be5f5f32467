"""A passage of the rules: a heading, a paragraph, or an item of a list that hangs from its mark."""

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from clockspades.table.glyphs import glyphs
from clockspades.tui.drawing.text import card_text
from clockspades.tui.texts.prose import Passage


class Prose(Widget, can_focus=False, inherit_bindings=False):
    """Shows a passage, the cards in it coloured."""

    def __init__(self, passage: Passage) -> None:
        super().__init__(classes=passage.kind.value)
        self.passage = passage

    @property
    def _mark(self) -> str:
        return glyphs().bullet if self.passage.mark == "-" else self.passage.mark

    def _rows(self, width: int) -> list[Content]:
        """The words in rows of so many cells, without the mark."""
        indent = len(self._mark) + 1 if self._mark else 0
        return card_text(self.passage.words).wrap(max(1, width - indent))

    def render(self) -> Content:
        """The mark before the first row, and room for it before the others."""
        rows = self._rows(self.size.width)
        if not self._mark:
            return Content("\n").join(rows)
        first, *others = rows
        blank = " " * (len(self._mark) + 1)
        marked = Content.assemble((self._mark, "" if self.has_class("-found") else "bold $gold"), " ", first)
        return Content("\n").join([marked, *(Content.assemble(blank, row) for row in others)])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the words take."""
        return len(self._rows(width)) if width else 0
