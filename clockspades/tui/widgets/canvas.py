"""What every widget that draws cards shares: their styles, the cards drawn so far, and which one the pointer is on."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import events, getters
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import Face
from clockspades.tui.drawing.drawn_cards import draw
from clockspades.tui.layout.cells import CARDS
from clockspades.tui.themed_app import ThemedApp
from clockspades.tui.widgets.bound_widget import BoundWidget, ModelT
from clockspades.tui.widgets.drawn import DrawnWidget

LARGEST: Final = {"largest": CARDS[0], "medium": CARDS[2], "small": CARDS[3]}
"""How large cards are drawn at most, by the setting."""


class CardCanvas(Widget, can_focus=False, inherit_bindings=False):
    """A widget that draws cards line by line, in the application's palette."""

    app = getters.app(ThemedApp)

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._cards: dict[tuple[Face, Size], tuple[Strip, ...]] = {}
        self._styles: dict[str, Style] = {}

    def notify_style_update(self) -> None:
        """Redraw the cards in the new styles, after a change of theme among others."""
        super().notify_style_update()
        self._cards.clear()
        self._styles.clear()
        self.refresh()

    @property
    def largest_card(self) -> Size:
        """How large cards are drawn at most."""
        return LARGEST[self.app.settings.card_size]

    def role(self, name: str) -> Style:
        """The style of a role; that of the ground has no name."""
        style = self._styles.get(name)
        if style is None:
            style = self.role("") + self.app.palette[name] if name else self.rich_style
            self._styles[name] = style
        return style

    def card(self, face: Face, size: Size) -> tuple[Strip, ...]:
        """The lines of a card, each ``size.width`` cells wide."""
        lines = self._cards.get((face, size))
        if lines is None:
            lines = tuple(
                Strip([Segment(text, self.role(role)) for text, role in line if text], size.width)
                for line in draw(face, size, glyphs())
            )
            self._cards[face, size] = lines
        return lines

    def overlapping(self, cards: Iterable[tuple[Face | None, Region]], y: int, pitch: int) -> Strip:
        """A line of cards from the left, each over those before it, ``pitch`` columns apart where they overlap."""
        ground, segments, at = self.role(""), list[Segment](), 0
        on_line = [(face, place) for face, place in cards if face is not None and place.y <= y < place.bottom]
        for number, (face, place) in enumerate(on_line, 1):
            card = self.card(face._replace(strip=pitch if pitch < place.width else 0), place.size)[y - place.y]
            end = on_line[number][1].x if number < len(on_line) else place.right
            segments.append(Segment(" " * (place.x - at), ground))
            segments += card.crop(0, end - place.x)
            at = min(end, place.right)
        return Strip([*segments, Segment(" " * max(0, self.size.width - at), ground)]).crop(0, self.size.width)

    def frame(self, y: int, around: Region, role: str) -> list[tuple[int, list[Segment]]]:
        """The pieces of a frame that are on a line, which crosses it."""
        frame, style = glyphs().thin, self.role(role)
        across = frame.across * (around.width - 2)
        if y == around.y:
            return [(around.x, [Segment(frame.top_left + across + frame.top_right, style)])]
        if y == around.bottom - 1:
            return [(around.x, [Segment(frame.bottom_left + across + frame.bottom_right, style)])]
        return [(x, [Segment(frame.down, style)]) for x in (around.x, around.right - 1)]

    def line(self, pieces: Iterable[tuple[int, Iterable[Segment]]], width: int, ground: str = "") -> Strip:
        """A line of pieces that do not overlap, each with the column it begins in, on the ground of a role."""
        segments: list[Segment] = []
        at = 0
        for x, piece in sorted(pieces, key=lambda piece: piece[0]):
            segments += [Segment(" " * (x - at), self.role(ground)), *piece]
            at = x + sum(segment.cell_length for segment in piece)
        return Strip([*segments, Segment(" " * (width - at), self.role(ground))], width)


def on_top(places: Sequence[Region], at: Offset | None) -> int | None:
    """The number of the last of some places that has a cell, which lies over the others; None if none has."""
    numbers = reversed(range(len(places)))
    return None if at is None else next((number for number in numbers if places[number].contains_point(at)), None)


HitT = TypeVar("HitT")


class CardWidget(BoundWidget[ModelT], DrawnWidget, CardCanvas, Generic[ModelT, HitT]):
    """Cards that the pointer can be on: a hit says which."""

    @dataclass
    class Pressed(Message):
        """A click on ``hit``."""

        widget: "CardWidget[Any, Any]"
        hit: Any
        chain: int
        """Which of several quick clicks it is, from 1; the first may have been on what lay over the widget."""

    @dataclass
    class Pointed(Message):
        """The pointer came from ``left`` to ``hit``; one of them may be None."""

        widget: "CardWidget[Any, Any]"
        hit: Any
        left: Any

    def __init__(self, selector: Callable[[Any], ModelT] | None = None, *, id: str | None = None) -> None:
        super().__init__(selector, id=id)
        self._pointed: HitT | None = None

    def _watch_model(self) -> None:
        """Repaint what the model changed, where a subclass declares it so that not all is."""
        self.repaint()

    @abstractmethod
    def hit(self, event: events.MouseEvent) -> HitT | None:
        """What a mouse event is on; None if that is nothing."""

    def on_click(self, event: events.Click) -> None:
        """Report what was clicked; a click beside everything is none."""
        hit = self.hit(event)
        if hit is not None:
            self._report(self.Pressed(self, hit, event.chain))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(self.hit(event))

    def on_leave(self) -> None:
        self._point(None)

    def _point(self, hit: HitT | None) -> None:
        left, self._pointed = self._pointed, hit
        if hit != left:
            self._report(self.Pointed(self, hit, left))

    def _report(self, message: Message) -> None:
        """Send a message to the parent before the mouse event that it tells of gets there."""
        if self.parent is not None:
            self.parent.post_message(message)
