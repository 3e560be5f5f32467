"""A row of cards: a hand, or the backs of another's."""

from typing import Final

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.table.keys import typed
from clockspades.table.widget_models import CardRowModel
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.widgets.canvas import CardWidget

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

    def _start(self, number: int, pitch: int) -> int:
        """The column that a card begins in."""
        return number * pitch + APART * sum(first <= number for first in self.model.apart)

    def _place(self, number: int) -> Region:
        row = self.size
        size = self._card_size_in(row)
        return Region(self._start(number, self._pitch(size, row)), 0, size.width, size.height)

    def place(self, number: int) -> Region:
        """A card on the screen."""
        return self._place(number).translate(self.content_region.offset)

    def draw_line(self, y: int) -> Strip:
        """One line of every card, or their keys below them."""
        row, model = self.size, self.model  # Textual works the size out anew each time it is asked for
        size = self._card_size_in(row)
        pitch = self._pitch(size, row)
        segments: list[Segment] = []
        at = 0
        if y < size.height:
            for number, card in enumerate(model.cards):
                start = self._start(number, pitch)
                segments.append(Segment(" " * (start - at), self.role("")))
                if card is None:
                    segments.append(Segment(" " * size.width, self.role("")))
                else:
                    covered = pitch < size.width and not model.fanned
                    segments += self.card(card._replace(strip=pitch if covered else 0), size)[y]
                at = start + size.width
                if number + 1 < len(model.cards) and (next_x := self._start(number + 1, pitch)) < at:
                    segments = list(Strip(segments).crop(0, next_x))
                    at = next_x
        elif model.numbered and y == size.height:
            text = ""
            for number in range(min(len(model.cards), 9)):
                text = text.ljust(self._start(number, pitch) + size.width // 2) + typed(number + 1)
            segments.append(Segment(text, self.role("caption")))
            at = len(text)
        return Strip([*segments, Segment(" " * max(0, row.width - at), self.role(""))]).crop(0, row.width)

    # -- the pointer -----------------------------------------------------------------------------------

    def hit(self, event: events.MouseEvent) -> int | None:
        at = event.get_content_offset(self)
        if at is None:
            return None
        hit = None
        for number in range(len(self.model.cards)):
            if self._place(number).contains_point(at):
                hit = number  # the last one lies on top
        return hit
