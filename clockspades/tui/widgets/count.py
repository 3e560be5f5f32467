"""A number in large digits, and beside it what it counts."""

from textual.content import Content
from textual.reactive import reactive

from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import CountModel
from clockspades.tui.drawing.lettering import lettering
from clockspades.tui.widgets.bound_widget import BoundWidget


class Count(BoundWidget[CountModel | None]):
    """A number; where large digits do not fit or cannot be drawn, on one line with its words."""

    model: reactive[CountModel | None] = reactive(None)

    def render(self) -> Content:
        """The digits, with so many of the words as there is room for at the foot of them."""
        if self.model is None:
            return Content("")
        number, words = self.model
        large = self._digits(number, len(max(words[:1], default="")) + 1)
        if not large:
            return Content.assemble((str(number), "bold $gold"), (f" {' '.join(words)}", "$text-quiet"))
        room = self.size.width - len(large[0]) - 1
        beside = [line for line in words if len(line) <= room][: len(large)]
        lines = [""] * (len(large) - len(beside)) + beside
        return Content("\n").join(
            Content.assemble((row, "$gold"), (f" {line}", "$text-quiet")) for row, line in zip(large, lines)
        )

    def _digits(self, number: int, beside: int) -> tuple[str, ...]:
        """The largest digits that fit with so many columns beside them; none where none do."""
        width, height = self.size
        for scale in (2, 1):
            drawn = lettering(str(number), scale)
            if glyphs().braille and drawn and len(drawn) <= height and len(drawn[0]) + beside <= width:
                return drawn
        return ()
