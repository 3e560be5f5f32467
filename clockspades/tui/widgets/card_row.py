"""A row of cards: a hand, or the backs of another's."""

from collections.abc import Iterable
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


class CardRow(CardWidget[CardRowModel, int]):
    """A row of cards; where they do not fit beside each other, each but the last is partly covered."""

    model: reactive[CardRowModel] = reactive(CardRowModel(), repaint=False)

    @property
    def card_size(self) -> Size:
        """How large the cards are: as large as the row is high, and no larger than the settings have them."""
        return self._card_size_in(self.size)

    def _card_size_in(self, row: Size) -> Size:
        height = min(row.height - self.model.numbered, self.largest_card.height)
        return next((size for size in CARDS if size.height <= height), CARDS[-1])

    def _pitch(self, card: Size, row: Size) -> int:
        """The columns from one card to the next."""
        count, pitch = len(self.model.cards), card.width + 1
        if self.model.fanned:
            pitch = STRIP
        room = row.width - APART * len(self.model.apart)
        if count > 1 and (count - 1) * pitch + card.width > room:
            return max(2, (room - card.width) // (count - 1))
        return pitch

    def _places(self, numbers: Iterable[int]) -> list[Region]:
        """Where some cards are, or would be."""
        row, apart = self.size, self.model.apart  # Textual works the size out anew each time it is asked for
        card = self._card_size_in(row)
        pitch = self._pitch(card, row)
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
        covers = places and not model.fanned
        return self.overlapping(zip(model.cards, places), y, self._pitch(places[0].size, self.size) if covers else 0)

    # -- the pointer -----------------------------------------------------------------------------------

    def hit(self, event: events.MouseEvent) -> int | None:
        return on_top(self._places(range(len(self.model.cards))), event.get_content_offset(self))
