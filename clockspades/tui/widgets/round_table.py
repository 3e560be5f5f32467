"""The table seen from above: the players' badges round it, and the trick in the middle."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final, Literal

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from clockspades.language import N_, _, pgettext
from clockspades.table.glyphs import glyphs
from clockspades.table.model import Target, TargetKind
from clockspades.table.trick_widget_models import PlayerBadgeModel, RoundTableModel, Row
from clockspades.tui.drawing.cell_text import cut
from clockspades.tui.layout.panel import panel_place
from clockspades.tui.layout.round_layout import RoundLayout, round_layout
from clockspades.tui.widgets.canvas import CardWidget, on_top

BETWEEN: Final[Row] = (("  ", "badge"),)
"""What parts two things that a badge tells in one row."""
PARTNER: Final = N_("partner")
PARTNER_SIGN: Final = " +"
"""What follows the partner's name, and what where there is no room for that."""
DEALER: Final = N_("dealer")
"""What stands behind the dealer's name or in the row below it, and what where there is room for neither."""


def badge_rows(model: PlayerBadgeModel, size: Size, align: Literal["left", "middle", "right"]) -> tuple[Row, ...]:
    """The rows of a badge in a place; what it does not need of that has a role without a name.

    A name is cut where it does not fit, and a detail is whole.
    """
    rows: list[Row | None] = [*_packed(model, size.width - 2, size.height)]  # a blank at either side
    width = max(_width(row) for row in rows if row is not None)
    free = size.width - width - 2
    before = {"left": 0, "middle": free // 2, "right": free}[align]
    rows += [None] * (size.height - len(rows))
    return tuple(_placed(row, width, before, free - before, align) for row in rows)


def _packed(model: PlayerBadgeModel, room: int, rows: int) -> Iterator[Row]:
    """The name and the details, each in a row of its own, or beside each other where there are too few rows.

    A detail is short where it finds no room otherwise; beside each other all are, if that makes room for more. The
    first stands beside the name if the rows below are not enough.
    """
    details = [detail for form in zip_longest(model.details, model.short) if (detail := _fitting(form, room))]
    name, is_below = _name(model, room, has_row=rows > len(details) + 1)
    if rows > len(details):
        yield name
        yield from (((_(DEALER), "badge--quiet"),),) * is_below
        yield from details
        return
    shortest = [row for row in (*model.short, *model.details[len(model.short) :]) if _width(row) <= room]
    apart = [name] if rows > 1 else []
    beside, told = _beside(() if apart else name, details, room, rows - len(apart))
    if told < len(details):
        beside, told = _beside(() if apart else name, shortest, room, rows - len(apart))
    if told < len(shortest) and apart and _width(first := (*name, *BETWEEN, *shortest[0])) <= room:
        apart, (beside, told) = [first], _beside((), shortest[1:], room, rows - 1)
    yield from (*apart, *beside)


def _fitting(form: tuple[Row, Row | None], room: int) -> Row | None:
    """A detail in the longer of its forms that fits."""
    return next((row for row in form if row is not None and _width(row) <= room), None)


def _beside(name: Row, details: Sequence[Row], room: int, rows: int) -> tuple[list[Row], int]:
    """The name and the details in so many rows, as far as there is room, and how many of the details are told.

    Each stands in the first row that has room for it.
    """
    packed: list[Row] = [name] if name else []
    for told, detail in enumerate(details):
        beside = next((number for number, row in enumerate(packed) if _width((*row, *BETWEEN, *detail)) <= room), None)
        if beside is not None:
            packed[beside] += (*BETWEEN, *detail)
        elif len(packed) < rows:
            packed.append(detail)
        else:
            return packed, told
    return packed, len(details)


def _name(model: PlayerBadgeModel, room: int, *, has_row: bool) -> tuple[Row, bool]:
    """The name and what stands behind it, and whether a row below has to say who dealt.

    All is told as if it were the player's turn, so that it stays as the turn goes round.
    """
    mark = f"{glyphs().points_right} "
    partner, dealer = f" · {_(PARTNER)}" * model.partner, f" · {_(DEALER)}" * model.dealer
    is_below = bool(dealer) and has_row and cell_len(mark + model.name + partner + dealer) > room
    if is_below:
        dealer = ""
    elif cell_len(mark + model.name + partner + dealer) > room:
        dealer = dealer and f" {pgettext('short for dealer', 'D')}"
    if cell_len(mark + model.name + partner + dealer) > room:
        partner = partner and PARTNER_SIGN
    name = cut(model.name, room - cell_len((mark if model.turn else "") + partner + dealer))
    level = f" · {model.level}" if model.level else ""
    if cell_len(f"{mark}{name}{level}{partner}{dealer}") > room:
        level = ""
    ink = "badge--gold" if model.ours else "badge--turn" if model.turn else "badge--name"
    if model.tint:
        ink = f"badge--name-{model.tint}"
    row: Row = (
        (mark if model.turn else "", "badge--turn"),
        (name, ink),
        (glyphs().words(level), "badge--quiet"),
        (glyphs().words(partner), "badge--gold"),
        (glyphs().words(dealer), "badge--quiet"),
    )
    return tuple(part for part in row if part[0]), is_below


def _placed(row: Row | None, width: int, before: int, after: int, align: Literal["left", "middle", "right"]) -> Row:
    """A row of so many cells in the middle of its place."""
    if row is None:
        return ((" " * (before + width + 2 + after), ""),)
    free = width - _width(row)
    indent = {"left": 0, "middle": free // 2, "right": free}[align]
    left, right = " " * (indent + 1), " " * (free - indent + 1)
    return ((" " * before, ""), (left, "badge"), *row, (right, "badge"), (" " * after, ""))


def _width(row: Row) -> int:
    return sum(cell_len(text) for text, _ in row)


TALLEST_SUM: Final = 8
"""Rows of the sum of a deal with the most players: where there are fewer, it lies over the far badge too."""


class RoundTable(CardWidget[RoundTableModel, Target]):
    """The players' badges and the trick."""

    model: reactive[RoundTableModel] = reactive(RoundTableModel(), repaint=False)

    class Resized(Message):
        """Everything stands elsewhere."""

    def layout_in(self, size: Size) -> RoundLayout:
        return round_layout(size.width, size.height, len(self.model.badges), self.largest_card)

    def play(self, place: int) -> Region:
        return self.layout_in(self.size).plays[place].translate(self.content_region.offset)

    def badge(self, place: int) -> Region:
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
        self.post_message(self.Resized())

    def watch_model(self, before: RoundTableModel, after: RoundTableModel) -> None:
        """Tell that everything stands elsewhere if others sit round the table."""
        if self.is_mounted and len(before.badges) != len(after.badges):
            self.post_message(self.Resized())

    def draw_line(self, y: int) -> Strip:
        size = self.size
        layout = self.layout_in(size)
        pieces: list[tuple[int, Iterable[Segment]]] = []
        covered = self._covered(self.model)
        for place, region in enumerate(layout.badges):
            if region.y <= y < region.bottom and not (covered and region.overlaps(covered)):
                row = self._badge(place, region.size)[y - region.y]
                pieces.append((region.x, [Segment(text, self.role(role)) for text, role in row if text]))
        mat = layout.mat if self.model.panel is None else layout.mat_under(covered)
        if mat.y <= y < mat.bottom:
            pieces += self.frame(y, mat, "ring")
        for face, region in zip(self.model.plays, layout.plays):
            if region.y <= y < region.bottom:
                card = self.card(face, region.size)[y - region.y] if face is not None else self._slot(y, region)
                pieces.append((region.x, card))
        if self.model.sign and y == layout.sign.y and self.model.panel is None:
            words = glyphs().words(f" {self.model.sign} ")
            pieces.append((layout.sign.x, [Segment(cut(words, layout.sign.width), self.role("badge--gold"))]))
        return self.line(pieces, size.width)

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
        if 2 * place in (0, len(badges)):
            return badge_rows(badges[place], size, "middle")
        sits_left, is_near = 2 * place < len(badges), bool(layout.mat)  # next to the mat, where there is one
        return badge_rows(badges[place], size, "right" if sits_left == is_near else "left")

    def hit(self, event: events.MouseEvent) -> Target | None:
        at, layout = event.get_content_offset(self), self.layout_in(self.size)
        place = on_top(layout.plays, at)
        if place is not None and self.model.plays[place] is not None:
            return Target(TargetKind.PLAY, place)
        place = on_top(layout.badges, at)
        return None if place is None else Target(TargetKind.BADGE, place)
