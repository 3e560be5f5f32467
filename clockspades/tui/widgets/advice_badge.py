"""A badge of advice: a few characters on the upper edge of a card, which say what a choice is worth."""

from rich.segment import Segment
from textual.geometry import Offset, Region
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.table.model import Badge
from clockspades.table.widget_models import Tone
from clockspades.tui.widgets.canvas import CardCanvas


class AdviceBadge(CardCanvas):
    """Words over a card, above its rank and suit; while it has none it takes no cells, and waits to be used again."""

    words: reactive[str] = reactive("")
    tone: reactive[Tone] = reactive(Tone.PLAIN)

    def put_on(self, badge: Badge, card: Region, origin: Offset) -> None:
        """Stand on a card, as far as that has room; ``origin`` is the corner of the table on the screen."""
        self.words, self.tone = badge.text(card.width), badge.tone
        self.offset = Offset(card.x + (card.width - len(self.words)) // 2, card.y) - origin
        self.styles.width, self.styles.height = len(self.words), 1

    def take_away(self) -> None:
        """Show nothing."""
        self.words = ""
        self.styles.width = self.styles.height = 0

    def render_line(self, y: int) -> Strip:
        """The words."""
        return Strip([Segment(self.words, self.role(f"advice--{self.tone}"))])
