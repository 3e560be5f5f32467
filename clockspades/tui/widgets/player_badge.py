"""A player's badge: the name, whose turn it is, who dealt, and how the player stands, in as many rows as there are."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, Literal

from rich.cells import cell_len
from textual.geometry import Size

from clockspades.table.glyphs import glyphs
from clockspades.table.trick_widget_models import PlayerBadgeModel, Row
from clockspades.tui.drawing.text import cut

BETWEEN: Final[Row] = (("  ", "badge"),)
"""What parts two things that a badge tells in one row."""
PARTNER: Final = " partner"
PARTNER_SIGN: Final = " +"
"""What follows the partner's name, and what where there is no room for that."""
DEALER: Final = " dealer"
DEALT: Final = " D"
"""What stands behind the dealer's name, and what where there is no room for that."""


def names_dealer(badges: Sequence[PlayerBadgeModel], sizes: Sequence[Size]) -> bool:
    """Whether the badges of a table say ``dealer``: if one has no room for that, all have the short sign.

    So the word stays as the deal and the turn go round.
    """
    mark = f"{glyphs().points_right} "
    return all(cell_len(mark + badge.name + DEALER) <= size.width - 2 for badge, size in zip(badges, sizes))


def badge_rows(
    model: PlayerBadgeModel, size: Size, align: Literal["left", "middle", "right"], dealer: str = DEALER
) -> tuple[Row, ...]:
    """The rows of a badge in a place; what it does not need of that has a role without a name.

    A name is cut where it does not fit, and a detail is whole. ``dealer`` stands behind the name of who dealt.
    """
    rows: list[Row | None] = [*_packed(model, size.width - 2, size.height, dealer)]  # a blank at either side
    width = max(_width(row) for row in rows if row is not None)
    free = size.width - width - 2
    before = {"left": 0, "middle": free // 2, "right": free}[align]
    rows += [None] * (size.height - len(rows))
    return tuple(_placed(row, width, before, free - before, align) for row in rows)


def _packed(model: PlayerBadgeModel, room: int, rows: int, dealer: str) -> Iterator[Row]:
    """The name, and the details: each in a row of its own, or where there are not enough beside each other.

    A detail is short where it finds no room otherwise; beside each other all are, if that makes room for more.
    """
    name = _name(model, room, dealer if model.dealer else "")
    details = [detail for form in zip_longest(model.details, model.short) if (detail := _fitting(form, room))]
    if rows > len(details):
        yield name
        yield from details
        return
    if rows > 1:
        yield name
        rows -= 1
        name = ()
    beside, told = _beside(name, details, room, rows)
    if told < len(details):
        shortest = (*model.short, *model.details[len(model.short) :])
        beside, _ = _beside(name, [detail for detail in shortest if _width(detail) <= room], room, rows)
    yield from beside


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


def _name(model: PlayerBadgeModel, room: int, dealer: str) -> Row:
    mark = f"{glyphs().points_right} " if model.turn else ""
    partner = PARTNER if model.partner else ""
    if cell_len(mark + model.name + partner + dealer) > room:
        partner, dealer = partner and PARTNER_SIGN, dealer and DEALT
    name = cut(model.name, room - cell_len(mark + partner + dealer))
    level = f" · {model.level}" if model.level else ""
    if cell_len(f"{glyphs().points_right} {name}{level}{partner}{dealer}") > room:  # it stays as the turn goes round
        level = ""
    ink = "badge--gold" if model.ours else "badge--turn" if model.turn else "badge--name"
    if model.tint:
        ink = f"badge--name-{model.tint}"
    row: Row = (
        (mark, "badge--turn"),
        (name, ink),
        (glyphs().words(level), "badge--quiet"),
        (partner, "badge--gold"),
        (dealer, "badge--quiet"),
    )
    return tuple(part for part in row if part[0])


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
