"""A row of cards: a hand, or the backs of another's."""

from functools import lru_cache
from typing import Final

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.table.keys import terminal, typed
from clockspades.table.widget_models import CardRowModel
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.widgets.canvas import CardWidget, on_top

APART: Final = 3
"""The columns between two groups of cards."""
STRIP: Final = 4
"""The columns of a card that show its edge, its rank and its suit, the ten's included."""


@lru_cache(maxsize=128)
def _row_layout(
    row: Size, largest: Size, cards: int, apart: frozenset[int], *, numbered: bool, fanned: bool, count: int
) -> tuple[int, tuple[Region, ...]]:
    """The columns from one of some cards in a row to the next, and where the first ``count`` are or would be.

    They are as large as the row is high, and no larger than allowed.
    """
    height = min(row.height - numbered, largest.height)
    card = next((size for size in CARDS if size.height <= height), CARDS[-1])
    pitch, room = STRIP if fanned else card.width + 1, row.width - APART * len(apart)
    if cards > 1 and (cards - 1) * pitch + card.width > room:
        pitch = max(2, (room - card.width) // (cards - 1))
    starts = (number * pitch + APART * sum(first <= number for first in apart) for number in range(count))
    return pitch, tuple(Region(start, 0, *card) for start in starts)


class CardRow(CardWidget[CardRowModel, int]):
    """A row of cards; where they do not fit beside each other, each but the last is partly covered."""

    model: reactive[CardRowModel] = reactive(CardRowModel(), repaint=False)

    def _layout(self, count: int | None = None) -> tuple[int, tuple[Region, ...]]:
        """The columns from one card to the next, and where they are, or so many of them would be."""
        cards, numbered, apart, fanned = self.model
        count = len(cards) if count is None else count
        return _row_layout(
            self.size, self.largest_card, len(cards), apart, numbered=numbered, fanned=fanned, count=count
        )

    def place(self, number: int) -> Region:
        """A card on the screen, or where it was if it left the end of the row."""
        return self._layout(number + 1)[1][number].translate(self.content_region.offset)

    def draw_line(self, y: int) -> Strip:
        model, (pitch, places) = self.model, self._layout()
        if model.numbered and places and y == places[0].height:
            text = ""
            for number, place in enumerate(places[:9], 1):
                text = text.ljust(place.x + place.width // 2) + typed(terminal(), number)
            return Strip([Segment(text, self.role("caption"))]).adjust_cell_length(self.size.width, self.role(""))
        return self.overlapping(zip(model.cards, places), y, 0 if model.fanned else pitch)

    def hit(self, event: events.MouseEvent) -> int | None:
        return on_top(self._layout()[1], event.get_content_offset(self))
