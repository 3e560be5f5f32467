"""How a widget shows a slice of what its table shows.

The table's scene is bound into ``scene``; a pure function takes the slice that this widget draws, and the
widget repaints when the slice changes and not otherwise.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from textual.reactive import reactive, var
from textual.widget import Widget

SliceT = TypeVar("SliceT")


class Sliced(Widget, Generic[SliceT], can_focus=False, inherit_bindings=False):
    """A widget that draws one slice of a scene."""

    scene: var[Any] = var(None)
    face: reactive[SliceT | None] = reactive(None)

    def __init__(self, face_of: Callable[[Any], SliceT], *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._face_of = face_of

    def watch_scene(self, scene: Any) -> None:
        """Take from the scene what is seen here."""
        if scene is not None:
            self.face = self._face_of(scene)
