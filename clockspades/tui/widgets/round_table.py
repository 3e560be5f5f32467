"""The table seen from above: the players' badges round it, and the trick in the middle."""

from typing import Final

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.table.glyphs import glyphs
from clockspades.table.model import Target, TargetKind
from clockspades.table.trick_widget_models import RoundTableModel, Row
from clockspades.tui.drawing.faces import changed_parts
from clockspades.tui.drawing.text import cut
from clockspades.tui.layout.panel import panel_place
from clockspades.tui.layout.round_table import RoundLayout, round_layout
from clockspades.tui.widgets.canvas import CardWidget
from clockspades.tui.widgets.player_badge import DEALER, DEALT, badge_rows, names_dealer

TALLEST_SUM: Final = 8
"""Rows of the sum of a deal with the most players: where there are fewer, it lies over the far badge too."""


class RoundTable(CardWidget[RoundTableModel, Target]):
    """The players' badges and the trick."""

    model: reactive[RoundTableModel] = reactive(RoundTableModel(), repaint=False)

    class Resized(Message):
        """Everything stands elsewhere."""

    def layout_in(self, size: Size) -> RoundLayout:
        """Where everything stands at a size."""
        return round_layout(size.width, size.height, len(self.model.badges), self.largest_card)

    def play(self, place: int) -> Region:
        """Where a player's card lies, on the screen."""
        return self.layout_in(self.size).plays[place].translate(self.content_region.offset)

    def badge(self, place: int) -> Region:
        """A player's badge on the screen."""
        return self.layout_in(self.size).badges[place].translate(self.content_region.offset)

    @property
    def panel_room(self) -> tuple[Region, Region]:
        """Where a panel may stand, in cells of the table: between the badges, or over them and below the far one."""
        middle, (width, height) = self.layout_in(self.size).middle, self.size
        top = middle.y if height - middle.y >= TALLEST_SUM else 0
        return middle, Region(0, top, width, height - top)

    def _covered(self, model: RoundTableModel) -> Region:
        """What the panel lies over."""
        room = self.panel_room
        return panel_place(model.panel, *room, self.largest_card) if model.panel is not None and all(room) else Region()

    def on_resize(self) -> None:
        """Tell that everything stands elsewhere now."""
        self.post_message(self.Resized())

    # -- what changes ----------------------------------------------------------------------------------

    def watch_model(self, before: RoundTableModel, after: RoundTableModel) -> None:
        """Repaint the badges and the cards that changed."""
        if not self.is_mounted:
            return
        if len(before.badges) != len(after.badges):
            self.refresh()
            self.post_message(self.Resized())
            return
        if (before.panel is None) != (after.panel is None) or self._covered(before) != self._covered(after):
            self.refresh()
            return
        layout = self.layout_in(self.size)
        changed = [
            region for old, new, region in zip(before.badges, after.badges, layout.badges) if old != new
        ]  # fmt: skip
        for old, new, region in zip(before.plays, after.plays, layout.plays):
            changed += changed_parts(old, new, region, glyphs()) if old is not new else []
        if before.sign != after.sign:
            changed.append(layout.sign)
        if changed:
            self.refresh(*changed)

    # -- drawing ---------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """One line: the badges and the cards that cross it."""
        size = self.size
        layout = self.layout_in(size)
        pieces: list[tuple[int, list[Segment]]] = []
        covered = self._covered(self.model)
        for place, region in enumerate(layout.badges):
            if region.y <= y < region.bottom and not (covered and region.overlaps(covered)):
                row = self._badge(place, region.size)[y - region.y]
                pieces.append((region.x, [Segment(text, self.role(role)) for text, role in row if text]))
        mat = layout.mat if self.model.panel is None else layout.mat_under(covered)
        if mat.y <= y < mat.bottom:
            pieces += self._edge(y, mat)
        for face, region in zip(self.model.plays, layout.plays):
            if region.y <= y < region.bottom:
                card = self.card(face, region.size)[y - region.y] if face is not None else self._slot(y, region)
                pieces.append((region.x, card))
        if self.model.sign and y == layout.sign.y and self.model.panel is None:
            words = glyphs().words(f" {self.model.sign} ")
            pieces.append((layout.sign.x, [Segment(cut(words, layout.sign.width), self.role("badge--gold"))]))
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
        if self.model.panel is not None:
            text = " " * region.width
        elif y == region.y:
            text = frame.top_left + inner + frame.top_right
        elif y == region.bottom - 1:
            text = frame.bottom_left + inner + frame.bottom_right
        else:
            text = " " * region.width
        return [Segment(text, self.role("gone"))]

    def _badge(self, place: int, size: Size) -> tuple[Row, ...]:
        badges, layout = self.model.badges, self.layout_in(self.size)
        dealer = DEALER if names_dealer(badges, [region.size for region in layout.badges]) else DEALT
        if 2 * place in (0, len(badges)):
            return badge_rows(badges[place], size, "middle", dealer)
        sits_left, is_near = 2 * place < len(badges), bool(layout.mat)  # next to the mat, where there is one
        return badge_rows(badges[place], size, "right" if sits_left == is_near else "left", dealer)

    # -- the pointer -----------------------------------------------------------------------------------

    def hit(self, event: events.MouseEvent) -> Target | None:
        """A card of the trick or a badge."""
        at, layout = event.get_content_offset(self), self.layout_in(self.size)
        if at is None:
            return None
        place = layout.play_at(*at)
        if place is not None and self.model.plays[place] is not None:
            return Target(TargetKind.PLAY, place)
        place = layout.badge_at(*at)
        return None if place is None else Target(TargetKind.BADGE, place)
