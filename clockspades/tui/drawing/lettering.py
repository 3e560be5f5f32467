"""Large letters, drawn in half blocks: a name, or the program's own."""

from collections.abc import Mapping, Sequence
from typing import Final
from unicodedata import normalize

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
_MARKS: Final = {"\u0300": ".#..", "\u0301": "..#.", "\u0302": ".##.", "\u0303": ".#.#", "\u0308": "#..#", "\u0327": ""}
"""The dots above a letter for each mark: grave, acute, circumflex, tilde, two dots; the cedilla is left out."""
_BLOCKS: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


def lettering(text: str, scale: int = 1) -> tuple[str, ...] | None:
    """The text in large capitals; None if a character of it has no drawing.

    They are ``3 * scale`` lines of one width, ``4 * scale`` with marks above a letter.
    """
    drawn, marks = list[tuple[str, ...]](), list[str]()
    for char in normalize("NFD", text.upper()):
        if char in _MARKS and drawn:
            marks[-1] = _MARKS[char]
        elif (letter := _FONT.get(char)) is None:
            return None
        else:
            drawn.append(letter)
            marks.append("")
    rows = [".".join(row) for row in zip(*drawn)]
    if any(marks):
        above = (mark[: len(letter[0])].ljust(len(letter[0]), ".") for mark, letter in zip(marks, drawn))
        rows = [".".join(above), "." * len(rows[0]), *rows]
    return half_blocks(rows, scale) if rows else None


def half_blocks(dots: Sequence[str], scale: int) -> tuple[str, ...]:
    """An even number of rows of dots, ``#`` or ``.``, two of them in a line: each so many times as large."""
    rows = ["".join(dot * scale for dot in row) for row in dots for _ in range(scale)]
    return tuple("".join(_BLOCKS[above + below] for above, below in zip(*pair)) for pair in zip(rows[::2], rows[1::2]))
