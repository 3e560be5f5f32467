"""Make the font of the four suits for the page for browsers again: ``python screenshots/suits.py``. It needs fontTools.

Roboto Mono has no suits, and a phone may take them for emoji, which have colours of their own and are two cells wide.
"""

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

from fontTools.fontBuilder import FontBuilder  # type: ignore[import-not-found]
from fontTools.pens.cu2quPen import Cu2QuPen  # type: ignore[import-not-found]
from fontTools.pens.ttGlyphPen import TTGlyphPen  # type: ignore[import-not-found]

sys.path.insert(0, str(Path(__file__).parents[1]))

from clockspades.guests.browser import __file__ as package

FILE: Final = Path(package).parent / "static" / "suits.woff"
EM, WIDTH, ASCENT, DESCENT = 2048, 1229, 2146, 555
"""As in Roboto Mono."""

Half: TypeAlias = Sequence[Sequence[tuple[int, int]]]
"""The right half of an outline, from its axis back to it: a point to begin at, then points to go to.

Two points before one are those that pull a curve there. All are to the right of the axis.
"""


def _leaf(height: int, radius: int = 262) -> Half:
    """A circle at this height."""
    pull = round(0.552 * radius)
    top, bottom = height + radius, height - radius
    return (
        [(0, top)],
        [(pull, top), (radius, height + pull), (radius, height)],
        [(radius, height - pull), (pull, bottom), (0, bottom)],
    )


STEM: Final[Half] = ([(0, 900)], [(45, 420)], [(50, 230), (90, 110), (200, 40)], [(0, 40)])
SPADE: Final[Half] = (
    [(0, 1430)],
    [(160, 1130), (500, 930), (500, 620)],
    [(500, 420), (390, 280), (245, 280)],
    [(140, 280), (60, 340), (0, 450)],
)
HEART: Final[Half] = (
    [(0, 1110)],
    [(50, 1240), (130, 1320), (250, 1320)],
    [(400, 1320), (515, 1190), (515, 980)],
    [(515, 640), (170, 360), (0, 60)],
)
DIAMOND: Final[Half] = ([(0, 1410)], [(455, 730)], [(0, 50)])
SUITS: Final[dict[str, Sequence[tuple[int, Half]]]] = {
    "♠": ((0, SPADE), (0, STEM)),
    "♥": ((0, HEART),),
    "♦": ((0, DIAMOND),),
    "♣": ((0, _leaf(1130)), (-272, _leaf(630)), (272, _leaf(630)), (0, _leaf(790, 150)), (0, STEM)),
}
"""By suit its outlines, and how far each axis is from the middle."""


def drawn(outlines: Sequence[tuple[int, Half]]) -> Any:
    """A glyph."""
    glyph = TTGlyphPen(None)
    pen = Cu2QuPen(glyph, max_err=1.0)
    for aside, half in outlines:
        axis = WIDTH // 2 + aside
        pen.moveTo((axis, half[0][0][1]))
        mirrored = [[*reversed(to[:-1]), before[-1]] for before, to in reversed([*pairwise(half)])]
        for side, parts in ((1, half[1:]), (-1, mirrored)):
            for part in parts:
                points = [(axis + side * x, y) for x, y in part]
                (pen.curveTo if len(points) > 1 else pen.lineTo)(*points)
        pen.closePath()
    return glyph.glyph()


def main() -> None:
    """Write the font."""
    names = {sign: f"u{ord(sign):04X}" for sign in SUITS}
    font = FontBuilder(EM, isTTF=True)
    font.setupGlyphOrder([".notdef", *names.values()])
    font.setupCharacterMap({ord(sign): name for sign, name in names.items()})
    font.setupGlyf({".notdef": TTGlyphPen(None).glyph()} | {names[sign]: drawn(of) for sign, of in SUITS.items()})
    font.setupHorizontalMetrics({name: (WIDTH, font.font["glyf"][name].xMin) for name in [".notdef", *names.values()]})
    font.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT)
    font.setupOS2(sTypoAscender=ASCENT, sTypoDescender=-DESCENT, usWinAscent=ASCENT, usWinDescent=DESCENT)
    font.setupNameTable({"familyName": "Clockspades Suits", "styleName": "Regular"})
    font.setupPost(isFixedPitch=1)
    font.font["head"].created = font.font["head"].modified = 0
    font.font.recalcTimestamp = False
    font.font.flavor = "woff"
    font.save(FILE)


if __name__ == "__main__":
    main()
