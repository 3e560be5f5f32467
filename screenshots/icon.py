"""Make the icon of the page for browsers again: ``python screenshots/icon.py``. It needs Chromium.

It is the ace of spades as the cards have it, on a dial with twelve hours. A phone may cut the icon to any round shape,
so all of it is in the middle four fifths.
"""

import math
import sys
from itertools import groupby
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from clockspades.cards import Card, Rank, Suit
from clockspades.guests.browser import __file__ as package
from clockspades.tui.drawing.figures import BARE, figures_of
from tests.guests.chromium import pictures

FOLDER: Final = Path(package).parent / "static"
SIZES: Final = (180, 192, 512)
"""In pixels: Apple's, and the two that Android asks for."""
SIDE: Final = 512
DOT: Final = 15
FELT, GOLD, INK = "#0b3d2e", "#e5c368", "#e8e4d4"


def icon() -> str:
    """The icon as SVG."""
    middle = SIDE / 2
    hours = [
        f'<circle cx="{middle + 178 * math.sin(math.radians(30 * hour)):.1f}"'
        f' cy="{middle - 178 * math.cos(math.radians(30 * hour)):.1f}" r="{16 if hour % 3 == 0 else 9}"/>'
        for hour in range(12)
    ]
    dots = figures_of(Card(Rank.ACE, Suit.SPADES))[0]
    rows = [row for row in dots if set(row) != {BARE}]
    left, top = middle - DOT * len(rows[0]) / 2, middle - DOT * len(rows) / 2
    runs = []
    for y, row in enumerate(rows):
        x = left
        for paint, run in groupby(row):
            width = DOT * len([*run])
            if paint != BARE:
                fill = INK if paint == "#" else GOLD
                runs.append(f'<rect x="{x:g}" y="{top + DOT * y:g}" width="{width}" height="{DOT}" fill="{fill}"/>')
            x += width
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" viewBox="0 0 {SIDE} {SIDE}">',
        f'<rect width="{SIDE}" height="{SIDE}" fill="{FELT}"/>',
        f'<g fill="{GOLD}">{"".join(hours)}</g>',
        f'<g shape-rendering="crispEdges">{"".join(runs)}</g>',
        "</svg>\n",
    ]
    return "\n".join(parts)


def main() -> None:
    """Write the SVG and the PNGs of it."""
    drawn = icon()
    file = FOLDER / "icon.svg"
    for size in SIZES:
        file.write_text(
            drawn.replace(f'width="{SIDE}" height="{SIDE}" viewBox', f'width="{size}" height="{size}" viewBox')
        )
        (FOLDER / f"icon-{size}.png").write_bytes(pictures(file, (size, size), ())[0])
    file.write_text(drawn)


if __name__ == "__main__":
    main()
