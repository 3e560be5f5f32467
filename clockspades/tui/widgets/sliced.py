"""How a widget shows a slice of what its table shows.

The table's scene is bound into ``scene``; a pure function takes the slice that this widget draws, and the
widget repaints when the slice changes and not otherwise.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from textual.reactive import reactive, var
from textual.widget import Widget

FaceT = TypeVar("FaceT")


class Sliced(Widget, Generic[FaceT], can_focus=False, inherit_bindings=False):
    """A widget that draws one slice of a scene; each kind of it declares ``face`` with what it shows at first."""

    scene: var[Any] = var(None)
    face: reactive[FaceT]

    def __init__(
        self, face_of: Callable[[Any], FaceT] | None = None, *, id: str | None = None, classes: str | None = None
    ) -> None:
        """Without ``face_of`` there is no scene, and whoever has the widget sets its face."""
        super().__init__(id=id, classes=classes)
        self._face_of = face_of

    def watch_scene(self, scene: Any) -> None:
        """Take from the scene what is seen here."""
        if scene is not None and self._face_of is not None:
            self.face = self._face_of(scene)
