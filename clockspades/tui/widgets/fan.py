"""A hand fanned out: cards over each other with their corners in sight, and what lies beside them."""

from functools import lru_cache
from typing import Final, NamedTuple

from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.table.model import Target, TargetKind
from clockspades.table.trick_widget_models import FanModel
from clockspades.table.widget_models import Face
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.widgets.canvas import CardWidget, on_top

CORNER: Final = 3
"""The columns of a card that must be seen: its edge, its rank and its suit, or the three characters of a ten."""
GAP: Final = 3
"""The columns between the hand and what lies beside it."""


class FanLayout(NamedTuple):
    """The places in a fan, in cells of the widget."""

    card: Size
    pitch: int
    """The columns from one card to the next."""
    cards: tuple[Region, ...]
    """The cards of the hand, each but the last partly covered by the next, a row below the upper edge."""
    beside: tuple[Region, ...]
    """What lies beside the hand."""


@lru_cache(maxsize=64)
def fan_layout(size: Size, cards: int, beside: int, largest: Size = CARDS[0]) -> FanLayout:
    """The fan in the middle of ``size`` with the largest cards that fit, spread as far as there is room.

    The row above the cards is for one that is picked up. No corner is covered down to five columns a card and
    three for each that it covers.
    """
    fitting = [card for card in CARDS[CARDS.index(largest) :] if card.height < size.height] or [CARDS[-1]]
    card = next((card for card in fitting if _pitch(size, card, cards, beside) > CORNER), fitting[-1])
    pitch = max(CORNER, _pitch(size, card, cards, beside))
    hand = _width(card, pitch, cards)
    whole = hand + _width(card, pitch, beside) + (GAP if cards and beside else 0)
    x = max(0, (size.width - whole) // 2)
    second = x + whole - _width(card, pitch, beside)
    return FanLayout(
        card,
        pitch,
        tuple(Region(x + number * pitch, 1, *card) for number in range(cards)),
        tuple(Region(second + number * pitch, 1, *card) for number in range(beside)),
    )


def _pitch(size: Size, card: Size, cards: int, beside: int) -> int:
    """The columns from one card to the next: at most one more than a card is wide."""
    groups = [count for count in (cards, beside) if count]
    covering = sum(groups) - len(groups)
    room = size.width - len(groups) * card.width - (GAP if len(groups) > 1 else 0)
    return card.width + 1 if not covering else min(card.width + 1, room // covering)


def _width(card: Size, pitch: int, count: int) -> int:
    return (count - 1) * pitch + card.width if count else 0


class Fan(CardWidget[FanModel, Target]):
    """A fanned hand."""

    model: reactive[FanModel] = reactive(FanModel(), repaint=False)

    def layout_in(self, size: Size) -> FanLayout:
        """Where every card is at a size, none of them picked up."""
        return fan_layout(size, len(self.model.cards), len(self.model.beside), self.largest_card)

    def place(self, number: int, *, beside: bool = False) -> Region:
        """Where a card is on the screen, as far as it can be seen."""
        layout = self.layout_in(self.size)
        regions = layout.beside if beside else layout.cards
        region = _risen(regions[number], (self.model.beside if beside else self.model.cards)[number])
        seen = regions[number + 1].x - region.x if number + 1 < len(regions) else region.width
        return Region(region.x, region.y, min(seen, region.width), region.height).translate(self.content_region.offset)

    def corner(self, number: int, *, beside: bool = False) -> Region:
        """The whole of a card, on the screen, also of one that was there a moment ago."""
        layout = self.layout_in(self.size)
        regions = layout.beside if beside else layout.cards
        here = regions[min(number, len(regions) - 1)] if regions else Region(self.size.width // 2, 1, *layout.card)
        return here.translate(self.content_region.offset)

    @property
    def _placed(self) -> list[tuple[Target, Face, Region]]:
        model, layout = self.model, self.layout_in(self.size)
        groups = ((TargetKind.HAND, model.cards, layout.cards), (TargetKind.BESIDE, model.beside, layout.beside))
        return [
            (Target(kind, number), shown, _risen(region, shown))
            for kind, faces, regions in groups
            for number, (shown, region) in enumerate(zip(faces, regions))
        ]

    def draw_line(self, y: int) -> Strip:
        cards = ((shown, place) for _, shown, place in self._placed)
        return self.overlapping(cards, y, self.layout_in(self.size).pitch)

    def hit(self, event: events.MouseEvent) -> Target | None:
        placed = [(target, place) for target, shown, place in self._placed if shown.card is not None]
        number = on_top([place for _, place in placed], event.get_content_offset(self))
        return None if number is None else placed[number][0]


def _risen(region: Region, face: Face) -> Region:
    """A card's place, a row higher if it is picked up."""
    return region.translate((0, -1)) if face.picked else region
