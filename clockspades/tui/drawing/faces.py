"""Cards as they are drawn: lines of text in parts, each part with the role that gives it its colours.

A face is drawn in the same way on the dial, in the hands, in flight and in the rules.
"""

from functools import lru_cache
from typing import Final

from textual.geometry import Region, Size

from clockspades.cards import UNKNOWN, Card
from clockspades.table.faces import Face, Light
from clockspades.table.glyphs import Frame, Glyphs
from clockspades.table.widget_models import Part

_NARROWEST_BACK: Final = 3
_NARROWEST_FRONT: Final = 5
"""Columns below which nothing but the edges of a card can be drawn."""


@lru_cache(maxsize=4096)
def draw(face: Face, size: Size, glyphs: Glyphs) -> tuple[tuple[Part, ...], ...]:
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
        rows = _front(face.card, face.strip, light, inner, glyphs)
        key = face.label
    # the cursor is a cap above and below with a mark at each side: few cells to repaint as it moves
    cap, cap_role = (glyphs.double, "card--pointed") if face.pointed else (side, side_role)
    if face.picked:
        side_role = cap_role = "card--pointed"
    middle = (inner.width + len(key)) // 2
    top = key.rjust(2 if face.strip else middle, cap.across).ljust(inner.width, cap.across)
    lines: list[tuple[Part, ...]] = [((cap.top_left + top + cap.top_right, cap_role),)]
    for number, row in enumerate(rows, 1):
        if face.pointed and number == size.height // 2:
            lines.append(((glyphs.points_right, cap_role), *row, (glyphs.points_left, cap_role)))
        else:
            lines.append(((side.down, side_role), *row, (side.down, side_role)))
    if face.card is not None and face.card is not UNKNOWN and 0 < face.strip <= len(face.card.symbol):
        (index, ink), edge = rows[0][0], lines[1][-1]
        lines[1] = ((index + " ", ink), edge)
    lines.append(_foot(face, cap, inner.width, cap_role, light, glyphs))
    return tuple(lines)


def changed_parts(before: Face | None, after: Face | None, place: Region, glyphs: Glyphs) -> list[Region]:
    """The lines of a card's place in which two faces differ."""
    if before is None or after is None:
        return [place] if before is not after else []
    pairs = zip(draw(before, place.size, glyphs), draw(after, place.size, glyphs))
    return [Region(place.x, place.y + number, place.width, 1) for number, (old, new) in enumerate(pairs) if old != new]


def draw_turning(face: Face, size: Size, share: float, glyphs: Glyphs) -> tuple[tuple[Part, ...], ...]:
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


def _front(card: Card, strip: int, light: str, inner: Size, glyphs: Glyphs) -> list[tuple[Part, ...]]:
    """The rows inside the edges; under other cards the lower index is left out unless all of it is in sight."""
    ink = f"card--{light}-{card.suit.name.lower()}"
    index, suit = glyphs.card(card), glyphs.suit(card.suit)
    rows = [" " * inner.width] * inner.height
    if inner.height == 1:
        rows[0] = index.ljust(inner.width) if strip else index.center(inner.width)
    else:
        rows[0] = index.ljust(inner.width)
        if not 0 < strip <= inner.width:
            rows[-1] = index.rjust(inner.width)
        if inner.height >= 3:
            rows[inner.height // 2] = suit.center(inner.width)
    return [((row, ink),) for row in rows]


def _place(label: str, inner: Size) -> list[tuple[Part, ...]]:
    rows = [" " * inner.width] * inner.height
    rows[inner.height // 2] = label.center(inner.width)
    return [((row, "gone"),) for row in rows]


def _back(label: str, inner: Size, glyphs: Glyphs) -> list[tuple[Part, ...]]:
    pattern = glyphs.back * inner.width
    rows: list[tuple[Part, ...]] = []
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


def _foot(face: Face, frame: Frame, width: int, edge: str, light: str, glyphs: Glyphs) -> tuple[Part, ...]:
    """The lower edge, on which the suits of the covering cards stand out."""
    if not face.covers:
        return ((frame.bottom_left + frame.across * width + frame.bottom_right, edge),)
    gap = 1 if width >= 2 * len(face.covers) + 1 else 0
    used = len(face.covers) + gap * (len(face.covers) - 1)
    before = (width - used) // 2
    parts: list[Part] = [(frame.bottom_left + frame.across * before, edge)]
    for number, suit in enumerate(face.covers):
        if number and gap:
            parts.append((frame.across, edge))
        parts.append((glyphs.suit(suit), f"card--{light}-{suit.name.lower()}"))
    parts.append((frame.across * (width - used - before) + frame.bottom_right, edge))
    return tuple(parts)
