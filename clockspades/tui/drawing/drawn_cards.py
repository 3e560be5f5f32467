"""Cards as they are drawn: lines of text in parts, each part with the role that gives it its colours.

A face is drawn in the same way on the dial, in the hands, in flight and in the rules.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from textual.geometry import Offset, Region, Size

from clockspades.cards import UNKNOWN, Card, Rank, Suit
from clockspades.table.glyphs import Border, Glyphs
from clockspades.table.widget_models import Face, Light, StyledPart
from clockspades.tui.drawing.figures import Cell, FigureDots, cells_of, figures_of, pips_of, size_of
from clockspades.tui.drawing.palette import figure_role

_NARROWEST_BACK: Final = 3
_NARROWEST_FRONT: Final = 5
"""Columns below which nothing but the edges of a card can be drawn."""
_PICTURED: Final = Size(7, 5)
"""The room inside the edges from which on a card has its figure or its pips."""
_PIP_ROWS: Final = 7
"""The rows that pips are spread over at most: farther apart they would not be seen as one group."""
_SMALLEST: Final = Size(5, 3)
"""A card of this size has one row inside its frame."""


@lru_cache(maxsize=4096)
def draw(face: Face, size: Size, glyphs: Glyphs) -> tuple[tuple[StyledPart, ...], ...]:
    """The lines of a card, top first, each ``size.width`` cells wide in all."""
    light = face.light.value
    side = glyphs.heavy if face.light is Light.LIVE else glyphs.thin
    side_role = f"card--{light}-edge"
    inner = Size(size.width - 2, size.height - 2)
    key = ""
    if face.card is None:
        side_role = "ring"
        rows = _place(face.label, inner)
    elif face.card is UNKNOWN:
        side_role = "card--back"
        rows = _back(face.label, inner, glyphs)
    else:
        rows = _front(face, face.card, inner, glyphs)
        key = face.label
    # the cursor is a cap above and below with a mark at each side: few cells to repaint as it moves
    cap, cap_role = (glyphs.double, "card--pointed") if face.pointed else (side, side_role)
    if face.picked:
        side_role = cap_role = "card--pointed"
    middle = (inner.width + len(key)) // 2
    top = key.rjust(2 if face.strip else middle, cap.across).ljust(inner.width, cap.across)
    lines: list[tuple[StyledPart, ...]] = [((cap.top_left + top + cap.top_right, cap_role),)]
    covers, low_side_role, low_cap_role = face.covers, side_role, cap_role
    if face.card is UNKNOWN and covers and inner.height > 1 and inner.width > len(Suit):
        rows[-1] = _sticking_out(face, inner.width, glyphs)
        covers = ()
        if not face.picked:
            low_side_role = f"card--{light}-edge"
            low_cap_role = cap_role if face.pointed else low_side_role
    for number, row in enumerate(rows, 1):
        if face.pointed and number == size.height // 2:
            lines.append(((glyphs.points_right, cap_role), *row, (glyphs.points_left, cap_role)))
        else:
            role = low_side_role if number == inner.height else side_role
            lines.append(((side.down, role), *row, (side.down, role)))
    if _is_index_on_edge(face):
        (index, ink), edge = rows[0][0], lines[1][-1]
        lines[1] = ((index + " ", ink), edge)
    lines.append(_foot(covers, cap, inner.width, low_cap_role, light, glyphs))
    return tuple(lines)


def draw_turning(face: Face, size: Size, share: float, glyphs: Glyphs) -> tuple[tuple[StyledPart, ...], ...]:
    """The lines of a card that is turned up, ``share`` of the way from its back (0) to its front (1).

    It narrows to its edge and widens again; what is left free beside it has a role without a name.
    """
    back = share < 0.5
    width = round(abs(1 - 2 * share) * (size.width - 1) / 2) * 2 + 1
    if width >= (_NARROWEST_BACK if back else _NARROWEST_FRONT):
        shown = face._replace(card=UNKNOWN, label="") if back else face
        lines = draw(shown, Size(width, size.height), glyphs)
    else:
        role = "card--back" if back else f"card--{face.light.value}-edge"
        edge = glyphs.thin.down if width == 1 else glyphs.thin.down + " " * (width - 2) + glyphs.thin.down
        lines = (((edge, role),),) * size.height
    aside = " " * ((size.width - width) // 2)
    return tuple(((aside, ""), *line, (aside, "")) for line in lines)


def _is_index_on_edge(face: Face) -> bool:
    """Whether so little of a card is in sight that its index takes the place of its edge."""
    return face.card is not None and face.card is not UNKNOWN and 0 < face.strip <= len(face.card.symbol)


def _front(face: Face, card: Card, inner: Size, glyphs: Glyphs) -> list[tuple[StyledPart, ...]]:
    """The rows inside the edges: on a large card its figure or its pips, else its index and its suit.

    Under other cards the lower index is left out unless all of it is in sight.
    """
    is_large = inner.width >= _PICTURED.width and inner.height >= _PICTURED.height
    if is_large and not _is_index_on_edge(face) and (glyphs.braille or not figures_of(card)):
        return _picture(face, card, inner, glyphs)
    index, ink = glyphs.card(card), _ink(face, card.suit)
    rows = [" " * inner.width] * inner.height
    if inner.height == 1:
        rows[0] = index.ljust(inner.width) if face.strip else index.center(inner.width)
    else:
        rows[0] = index.ljust(inner.width)
        if not 0 < face.strip <= inner.width:
            rows[-1] = index.rjust(inner.width)
        if inner.height >= 3:
            rows[inner.height // 2] = glyphs.suit(card.printed).center(inner.width)
    drawn: list[tuple[StyledPart, ...]] = [((row, ink),) for row in rows]
    if inner.height >= 3:
        drawn[inner.height // 2] = ((rows[inner.height // 2], _ink(face, card.printed)),)
    return drawn


def _ink(face: Face, suit: Suit) -> str:
    return f"card--{face.light.value}-{suit.name.lower()}"


def _picture(face: Face, card: Card, inner: Size, glyphs: Glyphs) -> list[tuple[StyledPart, ...]]:
    """The rows of a large card: its figure or its pips, and its rank in the corners.

    The suit is below the rank, unless pips stand so close that it would be counted with them, or it is all there is.
    Under other cards both are in the first row, where they can be seen, and the picture is beside them.
    """
    ink = _ink(face, card.suit)
    rank, suit = glyphs.words(card.rank.symbol), glyphs.suit(card.suit)
    rows = [[(" ", ink)] * inner.width for _ in range(inner.height)]

    def write(text: str, x: int, y: int, ink: str = ink) -> None:
        rows[y][x : x + len(text)] = [(char, ink) for char in text]

    covered = 0 < face.strip <= inner.width
    index = rank + suit if covered else rank
    figure = _largest_figure(card, inner)
    if figure is not None:
        width, height = size_of(figure)
        x, y = (inner.width - width) // 2, (inner.height - height) // 2
        x = min(max(x, len(index)), inner.width - width) if covered else x
        for number, row in enumerate(cells_of(figure), y):
            rows[number][x : x + width] = [_cell(cell, face.light, card, glyphs) for cell in row]
    else:
        apart, height = inner.width // 5, min(inner.height, _PIP_ROWS)
        x, y = inner.width // 2 - apart, (inner.height - height) // 2
        for pip in pips_of(card.rank, Size(2 * apart + 1, height)):
            left = max(x, len(index) + 1) if covered else x
            write(glyphs.suit(card.printed), left + pip.x, y + pip.y, _ink(face, card.printed))
    write(index, 0, 0)
    if not covered:
        write(rank, inner.width - len(rank), inner.height - 1)
    if not covered and (card.rank > Rank.TEN or inner.width > _PICTURED.width):
        write(suit, 0, 1)
        write(suit, inner.width - 1, inner.height - 2)
    return [
        tuple(("".join(char for char, _ in run), role) for role, run in groupby(row, lambda cell: cell[1]))
        for row in rows
    ]


def _largest_figure(card: Card, inner: Size) -> FigureDots | None:
    """The largest figure of a card that fits; None if it has pips."""
    for dots in figures_of(card):
        width, height = size_of(dots)
        if width <= inner.width and height <= inner.height:
            return dots
    return None


def _cell(cell: Cell, light: Light, card: Card, glyphs: Glyphs) -> StyledPart:
    if not cell.filled:
        return (" ", f"card--{light.value}-{card.suit.name.lower()}")
    chars = {"upper": glyphs.upper, "lower": glyphs.lower, "full": glyphs.levels[-1]}
    return (chars[cell.filled], figure_role(light, card.suit, cell.ink, cell.ground))


def _place(label: str, inner: Size) -> list[tuple[StyledPart, ...]]:
    rows = [" " * inner.width] * inner.height
    rows[inner.height // 2] = label.center(inner.width)
    return [((row, "gone"),) for row in rows]


def _back(label: str, inner: Size, glyphs: Glyphs) -> list[tuple[StyledPart, ...]]:
    pattern = glyphs.back * inner.width
    rows: list[tuple[StyledPart, ...]] = []
    for number in range(inner.height):
        row = pattern[number % 2 : number % 2 + inner.width]
        if label and number == inner.height // 2:
            text = label.center(min(inner.width, len(label) + 2))
            start = (inner.width - len(text)) // 2
            end = start + len(text)
            rows.append(((row[:start], "card--back"), (text, "card--back-label"), (row[end:], "card--back")))
        else:
            rows.append(((row, "card--back"),))
    return rows


def _sticking_out(face: Face, width: int, glyphs: Glyphs) -> tuple[StyledPart, ...]:
    """The cards face up that stick out under the back of a pile: each suit in its place, there or still missing."""
    suits = tuple(reversed(Suit))
    gap = " " * ((width - len(suits)) // (len(suits) - 1))
    edge = f"card--{face.light.value}-edge"
    spare = width - len(suits) - len(gap) * (len(suits) - 1)
    parts: list[StyledPart] = [(" " * (spare // 2), edge)]
    for suit in suits:
        if suit in face.covers:
            parts.append((glyphs.suit(suit), f"card--{face.light.value}-{suit.name.lower()}"))
        else:
            parts.append((glyphs.gone, edge))
        parts.append((gap, edge))
    parts[-1] = (" " * (spare - spare // 2), edge)
    return tuple(part for part in parts if part[0])


def _foot(
    covers: Sequence[Suit], frame: Border, width: int, edge: str, light: str, glyphs: Glyphs
) -> tuple[StyledPart, ...]:
    """The lower edge, on which the suits of the covering cards stand out."""
    if not covers:
        return ((frame.bottom_left + frame.across * width + frame.bottom_right, edge),)
    gap = 1 if width >= 2 * len(covers) + 1 else 0
    used = len(covers) + gap * (len(covers) - 1)
    before = (width - used) // 2
    parts: list[StyledPart] = [(frame.bottom_left + frame.across * before, edge)]
    for number, suit in enumerate(covers):
        if number and gap:
            parts.append((frame.across, edge))
        parts.append((glyphs.suit(suit), f"card--{light}-{suit.name.lower()}"))
    parts.append((frame.across * (width - used - before) + frame.bottom_right, edge))
    return tuple(parts)


def cell_of_card(place: Region) -> Offset:
    """The cell of a card's rank: at the left inside its frame, or in the middle of the smallest cards."""
    if place.height < _SMALLEST.height:
        return place.offset
    is_smallest = place.height == _SMALLEST.height and place.width >= _SMALLEST.width
    return place.offset + Offset(2 if is_smallest else min(1, place.width // 3), 1)
