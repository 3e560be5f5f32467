"""The pictures on large cards as data: jack, queen and king, the large sign of an ace, and where pips stand.

A figure is drawn in dots that are about square, two to a cell. Each character is a paint: ``#`` the suit's own ink,
``w`` that ink thinned, ``o`` gold, ``s`` skin, ``h`` hair, ``l`` lips. A full stop is bare card.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Final, Literal, NamedTuple, TypeAlias

from textual.geometry import Offset, Size

from clockspades.cards import BIG_JOKER, HIGH_TWO, HIGH_TWO_OF_DIAMONDS, LITTLE_JOKER, Card, Rank, Suit

FigureDots: TypeAlias = tuple[str, ...]
"""The rows of a figure: an even number of them, all of one width."""
BARE: Final = "."
"""Where nothing is painted."""

# -- jack, queen and king ----------------------------------------------------------------------------------

_COURT_SMALL: Final = """
...oo  ..o..  o.o.o
####o  o.o.o  ooooo
#####  ooooo  hsssh
hsssh  #####  shshs
shshs  ossso  sssss
sssss  ohsho  hhhhh
.sls.  oslso  hhlhh
#ooo#  oosoo  ohhho
##o##  ##o##  ##h##
##o##  ##o##  #o#o#
"""

_COURT_MEDIUM: Final = """
......oo.  ....o....  .o..o..o.
.....ooo.  ..o.o.o..  .oo.o.oo.
.######o.  ..ooooo..  .oo#o#oo.
#########  ..#####..  .ooooooo.
.hsssssh.  .oosssoo.  .hsssssh.
.hshshsh.  oosssssoo  .hshshsh.
.hsssssh.  ooshshsoo  .hsssssh.
..sslss..  oosssssoo  .hhhhhhh.
...sss...  oosslssoo  .hhhlhhh.
.oowwwoo.  ooosssooo  ..hhhhh..
.#ooooo#.  oo#sss#oo  ooohhhooo
###ooo###  ##wosow##  #w#oho#w#
##w#o#w##  ##w#o#w##  #w##o##w#
##w#o#w##  ##w#o#w##  #w##o##w#
"""

_COURT_HALF: Final = """
..........oo...  .......o.......  .w..o..o..o....
.w......oooo...  .....o.o.o.....  .w..oo.o.oo....
.w..######oo...  .....ooooo.....  .w..oo#o#oo....
.w.#########...  .....#####.....  .w..ooooooo....
.w..hsssssh....  .l..oosssoo....  .w..hsssssh....
.w..hshshsh....  lolooshshsoo...  .w..hshshsh....
.w..hsssssh....  .l.oosssssoo...  .w..hsssssh....
.w...sslss.....  .w.oosslssoo...  ooo.hhhlhhh....
sss.oosssoo....  sss.oosssooo...  sss.ohhhhho....
.w##wooooow##..  .w##ooossoo##..  .w#wwohhhoww#..
.w#w##ooo##w##.  .w#w##ooo##w##.  .w#w##oho##w##.
"""
"""The upper half of a figure that is the same from both sides, as on most packs."""

_JOKER_SMALL: Final = """
.o.o.
.#.#.
##o##
#####
hsssh
shshs
sssss
.sls.
.o#o.
.#o#.
"""

_JOKER_MEDIUM: Final = """
.o.....o.
.##...##.
o###o###o
.#######.
..#####..
.ooooooo.
.hsssssh.
.hshshsh.
.hsssssh.
..sslss..
...sss...
o#o#o#o#o
.#o#o#o#.
..o.o.o..
"""
"""Of the big joker. The little one has no gold."""

# -- the sign of an ace: clubs, diamonds, hearts, spades ---------------------------------------------------

_ACE_SMALL: Final = """
.......  .......  .......  .......
..###..  ...#...  .......  ...#...
..###..  ..###..  .##.##.  ..###..
##.#.##  .#####.  #######  .#####.
#######  #######  #######  #######
#######  #######  #######  #######
##.#.##  .#####.  .#####.  ##.#.##
...#...  ..###..  ..###..  ...#...
..###..  ...#...  ...#...  ..###..
.......  .......  .......  .......
"""

_ACE_MEDIUM: Final = """
...###...  ....#....  .##...##.  ....#....
..#####..  ...###...  ####.####  ...###...
..#####..  ..#####..  #########  ..#####..
...###...  .#######.  #########  .#######.
.##.#.##.  #########  #########  #########
#########  #########  .#######.  #########
#########  .#######.  ..#####..  #########
.##.#.##.  ..#####..  ...###...  .##.#.##.
....#....  ...###...  ....#....  ....#....
...###...  ....#....  .........  ...###...
"""

_ACE_LARGE: Final = """
.....#####.....  .......#.......  ..####...####..  .......#.......
....#######....  ......###......  .######.######.  ......###......
....###o###....  .....#####.....  ###############  .....#####.....
....##ooo##....  ....#######....  #######o#######  ....#######....
....###o###....  ...####o####...  ######ooo######  ...#########...
.....#####.....  ..####ooo####..  #####ooooo#####  ..####ooo####..
.####.###.####.  .####ooooo####.  ######ooo######  .####ooooo####.
######.#.######  ####ooooooo####  #######o#######  #####ooooo#####
###o#######o###  ####ooooooo####  .#############.  ######ooo######
##ooo#####ooo##  .####ooooo####.  ..###########..  #######o#######
###o#######o###  ..####ooo####..  ...#########...  ######.#.######
######.#.######  ...####o####...  ....#######....  .####..#..####.
.####..#..####.  ....#######....  .....#####.....  .......#.......
......###......  .....#####.....  ......###......  ......###......
.....#####.....  ......###......  .......#.......  .....#####.....
...............  .......#.......  ...............  ...............
"""


# -- pips --------------------------------------------------------------------------------------------------

_PIPS: Final[Mapping[Rank, tuple[Sequence[float], Sequence[float]]]] = {
    **dict.fromkeys((Rank.TWO, HIGH_TWO.rank, HIGH_TWO_OF_DIAMONDS.rank), ((), (0, 1))),
    Rank.THREE: ((), (0, 1 / 2, 1)),
    Rank.FOUR: ((0, 1), ()),
    Rank.FIVE: ((0, 1), (1 / 2,)),
    Rank.SIX: ((0, 1 / 2, 1), ()),
    Rank.SEVEN: ((0, 1 / 2, 1), (1 / 4,)),
    Rank.EIGHT: ((0, 1 / 2, 1), (1 / 4, 3 / 4)),
    Rank.NINE: ((0, 1 / 3, 2 / 3, 1), (1 / 2,)),
    Rank.TEN: ((0, 1 / 3, 2 / 3, 1), (1 / 6, 5 / 6)),
}
"""How far down the pips stand, from 0 to 1: in each column at a side, then in the middle."""


def pips_of(rank: Rank, room: Size) -> tuple[Offset, ...]:
    """Where the pips of a rank stand in ``room``, an odd number of columns: of a two to a ten."""
    sides, middle = _PIPS[rank]
    columns = ((0, sides), (room.width // 2, middle), (room.width - 1, sides))
    return tuple(Offset(column, _row(share, room.height)) for column, shares in columns for share in shares)


def _row(share: float, rows: int) -> int:
    """The row that is a share of the way down: as far from the last as its mirror image is from the first."""
    return math.floor(share * (rows - 1) + 0.5) if share <= 0.5 else rows - 1 - _row(1 - share, rows)


# -- figures of dots ---------------------------------------------------------------------------------------


def _side_by_side(block: str) -> tuple[FigureDots, ...]:
    """The figures of a block, from left to right."""
    return tuple(zip(*(line.split() for line in block.strip().splitlines())))


_COURT: Final[dict[Rank, tuple[FigureDots, ...]]] = {
    rank: (half + tuple(row[::-1] for row in reversed(half)), medium, small)  # as upside down as it is upright
    for rank, half, medium, small in zip(
        (Rank.JACK, Rank.QUEEN, Rank.KING), *map(_side_by_side, (_COURT_HALF, _COURT_MEDIUM, _COURT_SMALL))
    )
}
_BIG: Final = _side_by_side(_JOKER_MEDIUM) + _side_by_side(_JOKER_SMALL)
_COURT[BIG_JOKER.rank] = _BIG
_COURT[LITTLE_JOKER.rank] = tuple(tuple(row.replace("o", "#") for row in dots) for dots in _BIG)
_ACES: Final = {suit: drawn for suit, *drawn in zip(Suit, *map(_side_by_side, (_ACE_LARGE, _ACE_MEDIUM, _ACE_SMALL)))}
"""Both from the largest to the smallest."""


def figures_of(card: Card) -> Sequence[FigureDots]:
    """The figures of a card, the largest first; a card with pips has none."""
    return _ACES[card.suit] if card.rank is Rank.ACE else _COURT.get(card.rank, ())


def size_of(dots: FigureDots) -> Size:
    """The cells that a figure takes."""
    return Size(len(dots[0]), len(dots) // 2)


class Cell(NamedTuple):
    """Two dots, one over the other: which part of the cell has the ink, and the paints of ink and ground."""

    filled: Literal["", "upper", "lower", "full"]
    ink: str
    ground: str = BARE


@cache
def cells_of(dots: FigureDots) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        tuple(_cell(upper, lower) for upper, lower in zip(above, below)) for above, below in zip(dots[::2], dots[1::2])
    )


def _cell(upper: str, lower: str) -> Cell:
    """Bare card is always the ground, and of two paints always the same one, so that there are few pairs."""
    if upper == lower:
        return Cell("" if upper == BARE else "full", upper)
    if lower == BARE or (upper != BARE and upper < lower):
        return Cell("upper", upper, lower)
    return Cell("lower", lower, upper)


PAIRS: Final = frozenset(
    (cell.ink, cell.ground)
    for dots in chain.from_iterable((*_COURT.values(), *_ACES.values()))
    for cell in chain.from_iterable(cells_of(dots))
    if cell.ink != BARE
)
"""The paints of ink and ground that are next to each other in a cell of some figure."""
