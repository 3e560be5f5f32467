"""A hand fanned out: cards over each other with their corners in sight, and what lies beside them."""

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.table.faces import Face
from clockspades.table.model import Target, TargetKind
from clockspades.table.trick_widget_models import FanModel
from clockspades.tui.layout.fan import FanLayout, fan_layout
from clockspades.tui.widgets.canvas import CardWidget


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

    # -- what changes ----------------------------------------------------------------------------------

    def watch_model(self, before: FanModel, after: FanModel) -> None:
        """Repaint the cards that changed, with the room above that they rise into."""
        if not self.is_mounted:
            return
        if (len(before.cards), len(before.beside)) != (len(after.cards), len(after.beside)):
            self.refresh()
            return
        layout = self.layout_in(self.size)
        pairs = [
            *zip(before.cards, after.cards, layout.cards),
            *zip(before.beside, after.beside, layout.beside),
        ]
        changed = [Region(region.x, 0, region.width, region.bottom) for old, new, region in pairs if old != new]
        if changed:
            self.refresh(*changed)

    # -- drawing ---------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One line of every card over those to its left."""
        size, model = self.size, self.model
        layout = self.layout_in(size)
        line: list[Segment] = []
        at = 0
        for shown, region in (*zip(model.cards, layout.cards), *zip(model.beside, layout.beside)):
            place = _risen(region, shown)
            if not place.y <= y < place.bottom:
                continue
            if place.x < at:
                line = list(Strip(line, at).crop(0, place.x))
            else:
                line.append(Segment(" " * (place.x - at), self.role("")))
            covered = layout.pitch < place.width
            line += self.card(shown._replace(strip=layout.pitch if covered else 0), place.size)[y - place.y]
            at = place.right
        line.append(Segment(" " * max(0, size.width - at), self.role("")))
        return Strip(line).crop(0, size.width)

    # -- the pointer -----------------------------------------------------------------------------------

    def hit(self, event: events.MouseEvent) -> Target | None:
        at = event.get_content_offset(self)
        if at is None:
            return None
        layout, hit = self.layout_in(self.size), None
        for kind, faces, regions in (
            (TargetKind.HAND, self.model.cards, layout.cards),
            (TargetKind.BESIDE, self.model.beside, layout.beside),
        ):
            for number, (shown, region) in enumerate(zip(faces, regions)):
                if shown.card is not None and _risen(region, shown).contains_point(at):
                    hit = Target(kind, number)  # the last one lies on top
        return hit


def _risen(region: Region, face: Face) -> Region:
    """A card's place, a row higher if it is picked up."""
    return region.translate((0, -1)) if face.picked else region
