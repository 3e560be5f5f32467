"""A row of cards: a hand, or the backs of another's."""

from collections.abc import Iterable
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


@lru_cache(maxsize=64)
def _fitting(row: Size, largest: Size, cards: int, groups: int, *, numbered: bool, fanned: bool) -> tuple[Size, int]:
    """How large cards in a row are, as large as it is high and no larger than allowed, and the columns between them."""
    height = min(row.height - numbered, largest.height)
    card = next((size for size in CARDS if size.height <= height), CARDS[-1])
    pitch, room = STRIP if fanned else card.width + 1, row.width - APART * groups
    if cards > 1 and (cards - 1) * pitch + card.width > room:
        pitch = max(2, (room - card.width) // (cards - 1))
    return card, pitch


class CardRow(CardWidget[CardRowModel, int]):
    """A row of cards; where they do not fit beside each other, each but the last is partly covered."""

    model: reactive[CardRowModel] = reactive(CardRowModel(), repaint=False)

    def _fit(self) -> tuple[Size, int]:
        """How large the cards are, and the columns from one to the next."""
        cards, numbered, apart, fanned = self.model
        return _fitting(self.size, self.largest_card, len(cards), len(apart), numbered=numbered, fanned=fanned)

    def _places(self, numbers: Iterable[int]) -> list[Region]:
        """Where some cards are, or would be."""
        (card, pitch), apart = self._fit(), self.model.apart
        starts = (number * pitch + APART * sum(first <= number for first in apart) for number in numbers)
        return [Region(start, 0, *card) for start in starts]

    def place(self, number: int) -> Region:
        """A card on the screen, or where it was if it left the end of the row."""
        return self._places([number])[0].translate(self.content_region.offset)

    def draw_line(self, y: int) -> Strip:
        """One line of every card, or their keys below them."""
        model = self.model
        places = self._places(range(len(model.cards)))
        if model.numbered and places and y == places[0].height:
            text = ""
            for number, place in enumerate(places[:9], 1):
                text = text.ljust(place.x + place.width // 2) + typed(terminal(), number)
            return Strip([Segment(text, self.role("caption"))]).adjust_cell_length(self.size.width, self.role(""))
        return self.overlapping(zip(model.cards, places), y, 0 if model.fanned else self._fit()[1])

    # -- the pointer -----------------------------------------------------------------------------------

    def hit(self, event: events.MouseEvent) -> int | None:
        return on_top(self._places(range(len(self.model.cards))), event.get_content_offset(self))
