"""A panel in the middle of a table: what is asked, what can be chosen, and what a choice comes to."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.reactive import reactive, var
from textual.strip import Strip

from clockspades.table.glyphs import glyphs
from clockspades.table.model import Target, TargetKind
from clockspades.table.trick_widget_models import ChoicePanelModel
from clockspades.table.widget_models import Tone
from clockspades.tui.layout.panel import PanelLayout, panel_layout, panel_place, panel_room, with_advice
from clockspades.tui.widgets.canvas import CardWidget, on_top

ROLES: Final = {"title": "badge--gold", "words": "badge", "foot": "badge--quiet"}


class ChoicePanel(CardWidget[ChoicePanelModel | None, Target]):
    """A panel; hidden while its model is None."""

    model: reactive[ChoicePanelModel | None] = reactive(None, repaint=False)
    room: var[tuple[Region, Region]] = var((Region(), Region()))
    """Where it may stand in its parent: between the badges, or over them and below the far one."""

    def __init__(self, selector: Callable[[Any], ChoicePanelModel | None], *, id: str | None = None) -> None:
        super().__init__(selector, id=id)
        self.display = False

    def watch_model(self) -> None:
        """Be as large as what is on it, in the middle of the room there is."""
        self.display = self.model is not None and all(self.room)
        if self.model is not None and self.display:
            place = panel_place(self._told(self.model), *self.room, self.largest_card)
            self.styles.width, self.styles.height = place.size
            self.styles.offset = place.offset

    watch_room = watch_model

    def _told(self, model: ChoicePanelModel) -> ChoicePanelModel:
        """The model with advice beside its choices, where that has room."""
        return with_advice(model, *self.room, self.largest_card)

    def _layout(self, model: ChoicePanelModel) -> PanelLayout:
        model = self._told(model)
        return panel_layout(model, panel_room(model, *self.room, self.largest_card).size, self.largest_card)

    def choice(self, number: int) -> Region:
        assert self.model is not None, "there is something to choose"
        return self._layout(self.model).choices[number].translate(self.content_region.offset)

    def draw_line(self, y: int) -> Strip:
        model, width = self.model, self.size.width
        if model is None:
            return Strip.blank(width, self.role("badge"))
        layout = self._layout(model)
        pieces: list[tuple[int, Iterable[Segment]]] = []
        for text in layout.texts:
            if text.row == y:
                words = glyphs().words(text.text)
                pieces.append(((width - cell_len(words)) // 2, [Segment(words, self.role(ROLES[text.kind]))]))
        for card, region in zip(model.cards, layout.cards):
            if region.y <= y < region.bottom:
                pieces.append((region.x, self.card(card, region.size)[y - region.y]))
        for number, region in enumerate(layout.choices):
            if region.y == y:
                is_chosen = number == model.chosen
                label = self._choice(model, number, layout.label)
                pieces.append((region.x if is_chosen else region.x + 1, [label]))
        if layout.is_framed:
            pieces += self.frame(y, layout.size.region, "badge--gold")
        return self.line(pieces, width, "badge")

    def _choice(self, model: ChoicePanelModel, number: int, width: int) -> Segment:
        """The words of a choice in so many cells; with its marks if it is the one that the cursor is on."""
        words = glyphs().words(self._told(model).choices[number]).center(width)
        is_chosen, tone = number == model.chosen, model.advice[number][1] if model.advice else Tone.PLAIN
        role = "badge--name" if tone is Tone.PLAIN else f"advice--{tone}"
        if not is_chosen:
            return Segment(words, self.role(role))
        marked = f"{glyphs().points_right}{words}{glyphs().points_left}"
        return Segment(marked, self.role("card--pointed" if tone is Tone.PLAIN else role))

    def hit(self, event: events.MouseEvent) -> Target | None:
        choices = () if self.model is None else self._layout(self.model).choices
        number = on_top(choices, event.get_content_offset(self))
        return None if number is None else Target(TargetKind.CHOICE, number)

    def on_click(self, event: events.Click) -> None:
        """Keep the click from what is below."""
        event.stop()
