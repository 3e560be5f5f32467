"""A bound widget that draws cards, and reports which of them the pointer is on."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from textual import events
from textual.message import Message

from clockspades.tui.widgets.bound_widget import BoundWidget, ModelT
from clockspades.tui.widgets.canvas import CardCanvas

HitT = TypeVar("HitT")


class CardWidget(BoundWidget[ModelT], CardCanvas, Generic[ModelT, HitT]):
    """Cards that the pointer can be on: a hit says which."""

    def __init__(self, selector: Callable[[Any], ModelT] | None = None, *, id: str | None = None) -> None:
        super().__init__(selector, id=id)
        self._pointed: HitT | None = None

    @abstractmethod
    def hit(self, event: events.MouseEvent) -> HitT | None:
        """What a mouse event is on; None if that is nothing."""

    @abstractmethod
    def pointed(self, hit: HitT | None, left: HitT | None) -> Message:
        """The message that the pointer came from ``left`` to ``hit``; one of them may be None."""

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Report what the pointer is on, once."""
        self._point(self.hit(event))

    def on_leave(self) -> None:
        """Report that the pointer left."""
        self._point(None)

    def _point(self, hit: HitT | None) -> None:
        left, self._pointed = self._pointed, hit
        if hit != left:
            self.report(self.pointed(hit, left))

    def report(self, message: Message) -> None:
        """Send a message to the parent before the mouse event that it tells of gets there."""
        if self.parent is not None:
            self.parent.post_message(message)
