"""Characters that are drawn as shapes, so that lines and blocks meet in every font: boxes, blocks and braille.

Shapes are parts of SVG paths in a cell of ``WIDTH`` by ``HEIGHT``, whose upper left corner is at ``(0, -TOP)``.
"""

import re
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache, partial
from typing import Final, NamedTuple
from unicodedata import name

WIDTH: Final = 10
HEIGHT: Final = 20
TOP: Final = 15
"""The height of a cell above the baseline of its text."""
_MIDDLE: Final = HEIGHT // 2 - TOP
_BOTTOM: Final = HEIGHT - TOP

_BOX: Final = re.compile(r"BOX DRAWINGS (LIGHT|HEAVY)( ARC)? ((?:UP|DOWN|LEFT|RIGHT|VERTICAL|HORIZONTAL| AND )+)")
_DIAGONAL: Final = re.compile(r"BOX DRAWINGS LIGHT DIAGONAL UPPER (LEFT|RIGHT) TO LOWER (?:LEFT|RIGHT)")
_BLOCK: Final = re.compile(r"(UPPER|LOWER|LEFT|RIGHT) (?:(ONE|THREE|FIVE|SEVEN) )?(HALF|QUARTER|EIGHTH)S? BLOCK")
_SHARES: Final = {"": 1, "ONE": 1, "THREE": 3, "FIVE": 5, "SEVEN": 7, "HALF": 1 / 2, "QUARTER": 1 / 4, "EIGHTH": 1 / 8}
_ARMS: Final = {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")}
_DOTS: Final = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of each dot of a braille character, by its bit."""


class Pen(Enum):
    """What draws a path: a fill, a thin or a thick line, or dots. The value is the path's CSS class."""

    FILLED = "f"
    LIGHT = "l"
    HEAVY = "h"
    DOTS = "d"


class Shape(NamedTuple):
    """How a character is drawn. If it ``stretches``, one path can draw it in several cells in a row."""

    pen: Pen
    path: Callable[[int, int], str]
    """The path from an x and a width: those of one cell, or of several cells with the same character."""
    stretches: bool = False


@cache
def shape_of(char: str) -> Shape | None:
    """The shape of a character; None if the font draws it."""
    called = name(char, "")
    if box := _BOX.fullmatch(called):
        arms = {arm for word in box[3].split(" AND ") for arm in _ARMS.get(word, (word,))}
        pen = Pen.LIGHT if box[1] == "LIGHT" else Pen.HEAVY
        return Shape(pen, partial(_arc if box[2] else _lines, arms), box[3] == "HORIZONTAL")
    if diagonal := _DIAGONAL.fullmatch(called):
        start, way = (0, WIDTH) if diagonal[1] == "LEFT" else (WIDTH, -WIDTH)
        return Shape(Pen.LIGHT, lambda x, _: f"M{x + start} {-TOP}l{way} {HEIGHT}")
    if called == "FULL BLOCK":
        return Shape(Pen.FILLED, lambda x, width: _rectangle(x, 0, width, HEIGHT), True)
    if block := _BLOCK.fullmatch(called):
        side, share = block[1], _SHARES[block[2] or ""] * _SHARES[block[3]]
        high, wide = HEIGHT * share, WIDTH * share
        if side in ("UPPER", "LOWER"):
            top = 0 if side == "UPPER" else HEIGHT - high
            return Shape(Pen.FILLED, lambda x, width: _rectangle(x, top, width, high), True)
        left = 0 if side == "LEFT" else WIDTH - wide
        return Shape(Pen.FILLED, lambda x, _: _rectangle(x + left, 0, wide, HEIGHT))
    if called.startswith("QUADRANT "):
        return Shape(Pen.FILLED, partial(_quadrants, called.removeprefix("QUADRANT ").split(" AND ")))
    if "\u2801" <= char <= "\u28ff":
        return Shape(Pen.DOTS, partial(_braille, [at for bit, at in enumerate(_DOTS) if ord(char) >> bit & 1]))
    return None


def _quadrants(corners: Sequence[str], x: int, _: int) -> str:
    half, tall = WIDTH / 2, HEIGHT / 2
    return "".join(
        _rectangle(x + half * ("RIGHT" in corner), tall * ("LOWER" in corner), half, tall) for corner in corners
    )


def _braille(dots: Sequence[tuple[int, int]], x: int, _: int) -> str:
    return "".join(f"M{x + 2.5 + 5 * column:g} {2.5 + 5 * row - TOP:g}h0" for column, row in dots)


def _lines(arms: set[str], x: int, width: int) -> str:
    middle, path = x + WIDTH // 2, ""
    if across := arms & {"LEFT", "RIGHT"}:
        start = x if "LEFT" in arms else middle
        path += f"M{start} {_MIDDLE}h{width if len(across) == 2 else WIDTH // 2}"
    if along := arms & {"UP", "DOWN"}:
        start = -TOP if "UP" in arms else _MIDDLE
        path += f"M{middle} {start}v{HEIGHT if len(along) == 2 else HEIGHT // 2}"
    return path


def _arc(arms: set[str], x: int, _: int) -> str:
    middle = x + WIDTH // 2
    side, end = (x + WIDTH if "RIGHT" in arms else x), (_BOTTOM if "DOWN" in arms else -TOP)
    bend = _MIDDLE + (WIDTH // 2 if "DOWN" in arms else -WIDTH // 2)
    return f"M{middle} {end}V{bend}Q{middle} {_MIDDLE} {side} {_MIDDLE}"


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y - TOP:g}h{width:g}v{height:g}h{-width:g}z"
