"""The table seen from above: the players' plates round it, and the trick in the middle."""

from typing import Final, Literal, NamedTuple, TypeAlias

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.tui.drawing.faces import Face, changed_parts
from clockspades.tui.drawing.fitting import cut
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.layout.panel import PanelFace, panel_place
from clockspades.tui.layout.round_table import RoundLayout, round_layout
from clockspades.tui.widgets.card_slice import CardSlice
from clockspades.tui.widgets.plate import PlateFace, Row, plate_rows

TALLEST_SUM: Final = 8
"""Rows of the sum of a deal with the most players: where there are fewer, it lies over the far plate too."""
Hit: TypeAlias = tuple[Literal["play", "plate"], int]
"""A card of the trick or a plate, by its place."""


class RoundFace(NamedTuple):
    """What is to be seen on a round table, by place: the near side first, then clockwise."""

    plates: tuple[PlateFace, ...] = (PlateFace(),)
    plays: tuple[Face | None, ...] = (None,)
    """The cards on the trick; None before a player who has not played."""
    panel: PanelFace | None = None
    """What stands in the middle: then no places of cards are marked there, and no plate that it lies over is drawn."""
    sign: str = ""
    """How the whole table stands, in a word or two."""


class RoundTable(CardSlice[RoundFace, Hit]):
    """Plates and the trick; it shows the slice of the scene that ``face_of`` takes."""

    face: reactive[RoundFace] = reactive(RoundFace(), repaint=False)

    class Resized(Message):
        """Everything stands elsewhere."""

    class Pointed(Message):
        """The pointer moved onto a card of the trick or a plate, or off it and onto neither (None)."""

        def __init__(self, kind: Literal["play", "plate"], place: int | None) -> None:
            super().__init__()
            self.kind, self.place = kind, place

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
        middle, (width, height) = self.layout_in(self.size).middle, self.size
        top = middle.y if height - middle.y >= TALLEST_SUM else 0
        return middle, Region(0, top, width, height - top)

    def _covered(self, face: RoundFace) -> Region:
        """What the panel lies over."""
        room = self.panel_room
        return panel_place(face.panel, *room, self.largest_card) if face.panel is not None and all(room) else Region()

    def on_resize(self) -> None:
        """Tell that everything stands elsewhere now."""
        self.post_message(self.Resized())

    # -- what changes ----------------------------------------------------------------------------------

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
        if before.sign != after.sign:
            changed.append(layout.sign)
        if changed:
            self.refresh(*changed)

    # -- drawing ---------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One line: the plates and the cards that cross it."""
        size = self.size
        layout = self.layout_in(size)
        pieces: list[tuple[int, list[Segment]]] = []
        covered = self._covered(self.face)
        for place, region in enumerate(layout.plates):
            if region.y <= y < region.bottom and not (covered and region.overlaps(covered)):
                row = self._plate(place, region.size)[y - region.y]
                pieces.append((region.x, [Segment(text, self.role(role)) for text, role in row if text]))
        if layout.mat.y <= y < layout.mat.bottom and self.face.panel is None:
            pieces += self._edge(y, layout.mat)
        for face, region in zip(self.face.plays, layout.plays):
            if region.y <= y < region.bottom:
                card = self.card(face, region.size)[y - region.y] if face is not None else self._slot(y, region)
                pieces.append((region.x, card))
        if self.face.sign and y == layout.sign.y and self.face.panel is None:
            words = glyphs().words(f" {self.face.sign} ")
            pieces.append((layout.sign.x, [Segment(cut(words, layout.sign.width), self.role("plate--gold"))]))
        return self.line(pieces, size.width)

    def _edge(self, y: int, mat: Region) -> list[tuple[int, list[Segment]]]:
        """A row of the frame round the trick."""
        frame, style = glyphs().thin, self.role("ring")
        across = frame.across * (mat.width - 2)
        if y == mat.y:
            return [(mat.x, [Segment(frame.top_left + across + frame.top_right, style)])]
        if y == mat.bottom - 1:
            return [(mat.x, [Segment(frame.bottom_left + across + frame.bottom_right, style)])]
        return [(mat.x, [Segment(frame.down, style)]), (mat.right - 1, [Segment(frame.down, style)])]

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
        if 2 * place in (0, players):
            return plate_rows(face, size, "middle")
        sits_left, is_near = 2 * place < players, bool(self.layout_in(self.size).mat)
        return plate_rows(
            face, size, "right" if sits_left == is_near else "left"
        )  # next to the mat, where there is one

    # -- the pointer -----------------------------------------------------------------------------------

    def hit(self, event: events.MouseEvent) -> Hit | None:
        at, layout = event.get_content_offset(self), self.layout_in(self.size)
        if at is None:
            return None
        place = layout.play_at(*at)
        if place is not None and self.face.plays[place] is not None:
            return ("play", place)
        place = layout.plate_at(*at)
        return None if place is None else ("plate", place)

    def pointed(self, hit: Hit | None, left: Hit | None) -> Message:
        kind, place = hit or left or ("plate", 0)
        return self.Pointed(kind, None if hit is None else place)
