"""The penalty tally: what a player has taken and been given."""

from textual.content import Content
from textual.reactive import reactive

from clockspades.table.widget_models import TallyModel
from clockspades.tui.widgets.bound_widget import BoundWidget
from clockspades.tui.widgets.card_text import card_text


class Tally(BoundWidget[TallyModel]):
    """What counts for and against a player."""

    model: reactive[TallyModel] = reactive(TallyModel())

    def render(self) -> Content:
        """Each group on lines of its own; in little room closer together, and then all on the same lines."""
        if not self.size.width:
            return Content("")
        groups = self.model.groups
        lines = [line for group in groups for line in _fill(group, self.size.width)]
        if len(lines) > self.size.height:
            lines = _fill(tuple(part for group in groups for part in group), self.size.width)
        return Content("\n").join(lines)


def _fill(parts: tuple[str, ...], width: int) -> list[Content]:
    """The parts in lines of at most ``width`` cells, with blanks between if they then take one line."""
    gap = " " if sum(map(len, parts)) + len(parts) - 1 <= width else ""
    lines, line = [], ""
    for part in parts:
        if line and len(line) + len(gap) + len(part) > width:
            lines.append(card_text(line))
            line = part
        else:
            line += gap + part if line else part
    return [*lines, card_text(line)] if line else lines
