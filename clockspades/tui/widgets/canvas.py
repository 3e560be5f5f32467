"""What every widget that draws cards shares: the roles of the card's parts and their styles."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
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
        self._cards: dict[tuple[Face, Size], tuple[list[Segment], ...]] = {}
        self._styles: dict[str, Style] = {}

    def notify_style_update(self) -> None:
        """Forget what was drawn in the colours before."""
        super().notify_style_update()
        self._cards.clear()
        self._styles.clear()

    def role(self, name: str) -> Style:
        """The style of a role; that of the ground has no name."""
        style = self._styles.get(name)
        if style is None:
            style = self._styles[name] = self.get_component_rich_style(name) if name else self.rich_style
        return style

    def card(self, face: Face, size: Size) -> tuple[list[Segment], ...]:
        """The lines of a card in this widget's colours, each ``size.width`` cells wide."""
        lines = self._cards.get((face, size))
        if lines is None:
            lines = tuple(
                [Segment(text, self.role(role)) for text, role in line if text] for line in draw(face, size, glyphs())
            )
            self._cards[face, size] = lines
        return lines
