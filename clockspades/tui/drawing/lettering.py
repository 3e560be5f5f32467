"""Large letters, drawn in half blocks: a name, or the program's own."""

from collections.abc import Mapping, Sequence
from typing import Final

_DRAWN: Final = """
A .##. #..# #..# #### #..# #..#
B ###. #..# ###. #..# #..# ###.
C .##. #..# #... #... #..# .##.
D ###. #..# #..# #..# #..# ###.
E #### #... ###. #... #... ####
F #### #... ###. #... #... #...
G .##. #..# #... #.## #..# .##.
H #..# #..# #### #..# #..# #..#
I ### .#. .#. .#. .#. ###
J ..## ...# ...# ...# #..# .##.
K #..# #.#. ##.. ##.. #.#. #..#
L #... #... #... #... #... ####
M #...# ##.## #.#.# #.#.# #...# #...#
N #..# ##.# ##.# #.## #.## #..#
O .##. #..# #..# #..# #..# .##.
P ###. #..# #..# ###. #... #...
Q .##. #..# #..# #..# #.## .###
R ###. #..# #..# ###. #.#. #..#
S .### #... .##. ...# ...# ###.
T ##### ..#.. ..#.. ..#.. ..#.. ..#..
U #..# #..# #..# #..# #..# .##.
V #...# #...# #...# .#.#. .#.#. ..#..
W #...# #...# #.#.# #.#.# ##.## #...#
X #...# .#.#. ..#.. ..#.. .#.#. #...#
Y #...# .#.#. ..#.. ..#.. ..#.. ..#..
Z #### ...# ..#. .#.. #... ####
0 .##. #..# #.## ##.# #..# .##.
1 .#. ##. .#. .#. .#. ###
2 .##. #..# ..#. .#.. #... ####
3 ###. ...# .##. ...# ...# ###.
4 #..# #..# #### ...# ...# ...#
5 #### #... ###. ...# ...# ###.
6 .##. #... ###. #..# #..# .##.
7 #### ...# ..#. .#.. .#.. .#..
8 .##. #..# .##. #..# #..# .##.
9 .##. #..# #..# .### ...# .##.
- ... ... ### ... ... ...
. . . . . . #
' # # . . . .
"""
"""Each character and its six rows of dots, which are about square: a cell holds two, one over the other."""

_FONT: Final[Mapping[str, tuple[str, ...]]] = {
    " ": ("..",) * 6,
    **{line.split()[0]: tuple(line.split()[1:]) for line in _DRAWN.strip().splitlines()},
}
_BLOCKS: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def lettering(text: str, scale: int = 1) -> tuple[str, ...] | None:
    """The text in large capitals, ``3 * scale`` lines of one width; None if a character of it has no drawing."""
    drawn = [_FONT.get(char) for char in text.upper()]
    found = [rows for rows in drawn if rows is not None]
    if not found or len(found) < len(drawn):
        return None
    return half_blocks([".".join(row) for row in zip(*found)], scale)


def half_blocks(dots: Sequence[str], scale: int) -> tuple[str, ...]:
    """An even number of rows of dots, ``#`` or ``.``, two of them in a line: each so many times as large."""
    rows = ["".join(dot * scale for dot in row) for row in dots for _ in range(scale)]
    return tuple("".join(_BLOCKS[above + below] for above, below in zip(*pair)) for pair in zip(rows[::2], rows[1::2]))
