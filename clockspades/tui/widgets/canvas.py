"""What every widget that draws cards shares: the roles of the card's parts and their styles."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from clockspades.tui.faces import Face, draw
from clockspades.tui.glyphs import glyphs


class CardCanvas(Widget, can_focus=False, inherit_bindings=False):
    """A widget that draws cards line by line; the colours of each role come from the stylesheet."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "card--plain-edge",
        "card--plain-black",
        "card--plain-red",
        "card--live-edge",
        "card--live-black",
        "card--live-red",
        "card--dim-edge",
        "card--dim-black",
        "card--dim-red",
        "card--back",
        "card--back-label",
        "card--pointed",
    }

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._card_strips: dict[tuple[Face, Size], tuple[Strip, ...]] = {}

    def notify_style_update(self) -> None:
        """Forget what was drawn in the colours before."""
        super().notify_style_update()
        self._card_strips.clear()

    def role(self, name: str) -> Style:
        """The style of a role."""
        return self.get_component_rich_style(name)

    def card(self, face: Face, size: Size) -> tuple[Strip, ...]:
        """The lines of a card in this widget's colours."""
        strips = self._card_strips.get((face, size))
        if strips is None:
            strips = tuple(
                Strip([Segment(text, self.role(role)) for text, role in line if text], size.width)
                for line in draw(face, size, glyphs())
            )
            self._card_strips[face, size] = strips
        return strips
