"""The table seen from above: the players' plates round it, and the trick in the middle."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive, var
from textual.strip import Strip

from clockspades.tui.drawing.faces import Face, changed_parts
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.layout.panel import PanelFace, panel_place
from clockspades.tui.layout.round_table import RoundLayout, round_layout
from clockspades.tui.widgets.canvas import CardCanvas
from clockspades.tui.widgets.plate import PlateFace, Row, plate_rows


class RoundFace(NamedTuple):
    """What is to be seen on a round table, by place: the near side first, then clockwise."""

    plates: tuple[PlateFace, ...] = (PlateFace(),)
    plays: tuple[Face | None, ...] = (None,)
    """The cards on the trick; None before a player who has not played."""
    panel: PanelFace | None = None
    """What stands in the middle: then no places of cards are marked there, and no plate that it lies over is drawn."""


class RoundTable(CardCanvas):
    """Plates and the trick; it shows the slice of the scene that ``face_of`` takes."""

    scene: var[Any] = var(None)
    face: reactive[RoundFace] = reactive(RoundFace(), repaint=False)

    class Pressed(Message):
        """Something on the table was clicked, wherever it was."""

    class Resized(Message):
        """Everything stands elsewhere."""

    class Pointed(Message):
        """The pointer moved onto a card of the trick or a plate, or off it and onto neither (None)."""

        def __init__(self, kind: Literal["play", "plate"], place: int | None) -> None:
            super().__init__()
            self.kind, self.place = kind, place

    def __init__(self, face_of: Callable[[Any], RoundFace], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._face_of = face_of
        self._pointed: tuple[Literal["play", "plate"], int] | None = None

    def layout_in(self, size: Size) -> RoundLayout:
        """Where everything stands at a size."""
        return round_layout(size.width, size.height, len(self.face.plates), self.largest_card)

    def play(self, place: int) -> Region:
        """Where a player's card lies, on the screen."""
        return self.layout_in(self.size).plays[place].translate(self.content_region.offset)

    def plate(self, place: int) -> Region:
        """A player's plate on the screen."""
        return self.layout_in(self.size).plates[place].translate(self.content_region.offset)

    @property
    def panel_room(self) -> tuple[Region, Region]:
        """Where a panel may stand, in cells of the table: between the plates, or over them and below the far one."""
        middle = self.layout_in(self.size).middle
        return middle, Region(0, middle.y, self.size.width, self.size.height - middle.y)

    def _covered(self, face: RoundFace) -> Region:
        """What the panel lies over."""
        room = self.panel_room
        return panel_place(face.panel, *room, self.largest_card) if face.panel is not None and all(room) else Region()

    def on_resize(self) -> None:
        """Tell that everything stands elsewhere now."""
        self.post_message(self.Resized())

    # -- what changes ----------------------------------------------------------------------------------

    def watch_scene(self, scene: Any) -> None:
        """Take from the scene what is seen here."""
        if scene is not None:
            self.face = self._face_of(scene)

    def watch_face(self, before: RoundFace, after: RoundFace) -> None:
        """Repaint the plates and the cards that changed."""
        if not self.is_mounted:
            return
        if len(before.plates) != len(after.plates):
            self.refresh()
            self.post_message(self.Resized())
            return
        if (before.panel is None) != (after.panel is None) or self._covered(before) != self._covered(after):
            self.refresh()
            return
        layout = self.layout_in(self.size)
        changed = [
            region for old, new, region in zip(before.plates, after.plates, layout.plates) if old != new
        ]  # fmt: skip
        for old, new, region in zip(before.plays, after.plays, layout.plays):
            changed += changed_parts(old, new, region, glyphs()) if old is not new else []
        if changed:
            self.refresh(*changed)

    # -- drawing ---------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One line: the plates and the cards that cross it."""
        size = self.size
        layout = self.layout_in(size)
        pieces: list[tuple[int, int, list[Segment]]] = []
        covered = self._covered(self.face)
        for place, region in enumerate(layout.plates):
            if region.y <= y < region.bottom and not (covered and region.overlaps(covered)):
                row = self._plate(place, region.size)[y - region.y]
                pieces.append((region.x, region.right, [Segment(text, self.role(role)) for text, role in row if text]))
        for face, region in zip(self.face.plays, layout.plays):
            if region.y <= y < region.bottom:
                card = self.card(face, region.size)[y - region.y] if face is not None else self._slot(y, region)
                pieces.append((region.x, region.right, card))
        segments: list[Segment] = []
        at = 0
        for start, end, piece in sorted(pieces, key=lambda piece: piece[0]):
            segments.append(Segment(" " * (start - at), self.role("")))
            segments += piece
            at = end
        segments.append(Segment(" " * (size.width - at), self.role("")))
        return Strip(segments, size.width)

    def _slot(self, y: int, region: Region) -> list[Segment]:
        """A row of the place for a card: its corners, drawn on the cloth."""
        frame, inner = glyphs().thin, " " * (region.width - 2)
        if self.face.panel is not None:
            text = " " * region.width
        elif y == region.y:
            text = frame.top_left + inner + frame.top_right
        elif y == region.bottom - 1:
            text = frame.bottom_left + inner + frame.bottom_right
        else:
            text = " " * region.width
        return [Segment(text, self.role("gone"))]

    def _plate(self, place: int, size: Size) -> tuple[Row, ...]:
        face, players = self.face.plates[place], len(self.face.plates)
        return plate_rows(
            face, size, "middle" if 2 * place in (0, players) else "left" if 2 * place < players else "right"
        )

    # -- the pointer -----------------------------------------------------------------------------------

    def on_click(self) -> None:
        """Tell of a click."""
        self.post_message(self.Pressed())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell what the pointer is on, once."""
        at, layout = event.get_content_offset(self), self.layout_in(self.size)
        if at is None:
            self._point(None)
        elif (place := layout.play_at(*at)) is not None and self.face.plays[place] is not None:
            self._point(("play", place))
        elif (place := layout.plate_at(*at)) is not None:
            self._point(("plate", place))
        else:
            self._point(None)

    def on_leave(self) -> None:
        """Tell that the pointer left."""
        self._point(None)

    def _point(self, hit: tuple[Literal["play", "plate"], int] | None) -> None:
        left, self._pointed = self._pointed, hit
        if hit is not None and hit != left:
            self.post_message(self.Pointed(*hit))
        elif hit is None and left is not None:
            self.post_message(self.Pointed(left[0], None))
