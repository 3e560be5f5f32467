"""Pictures for rare wins, in half blocks; in plain letters where the terminal has no more.

They are drawn in dots that are about square: a cell holds two, one over the other.
"""

from collections.abc import Mapping
from typing import Final

from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import Trophy
from clockspades.tui.drawing.lettering import half_blocks

_CROWN: Final = (
    "#..#..#",
    "##.#.##",
    "#######",
    "#######",
    ".......",
    "#######",
)
_DRAWN: Final[Mapping[Trophy, tuple[str, ...]]] = {
    Trophy.FOUR_KINGS: tuple("...".join([row] * 4) for row in _CROWN),
    Trophy.BLIND_NIL: (
        "....####....",
        "...##..##...",
        "..##....##..",
        "##########..",
        "###########.",
        "..##....##.#",
        "...##..##..#",
        "....####....",
    ),
    Trophy.CLOCK: (
        "...####...",
        ".##.##.##.",
        ".#..##..#.",
        "#...##...#",
        "#...##...#",
        "#...####.#",
        "#........#",
        ".#......#.",
        ".##....##.",
        "...####...",
    ),
}
_PLAIN: Final[Mapping[Trophy, tuple[str, ...]]] = {
    Trophy.FOUR_KINGS: ("   ".join([r"|\/\/|"] * 4), "   ".join(["|____|"] * 4)),
    Trophy.BLIND_NIL: (" /--\\ ", "======", " \\__/ "),
    Trophy.CLOCK: (" .-''-. ", "/  |   \\", "\\      /", " '-..-' "),
}


def trophy(of: Trophy, scale: int = 1) -> tuple[str, ...]:
    """The picture, its lines of one width; plain letters have no larger one."""
    if not glyphs().braille:
        return _PLAIN[of]
    return half_blocks(_DRAWN[of], scale)
