"""Where the players sit round a table and where their cards lie on a trick: pure arithmetic in cells.

Places are counted clockwise from the near side, which is at the bottom: with four players the left, the far side and
the right follow.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region, Size

from clockspades.tui.layout.cells import CARDS

WIDEST_BADGE: Final = 26
"""Columns beyond which a player's badge at a side of the table does not grow."""
NARROWEST_BADGE: Final = 15
"""Columns that it has at least."""
LARGEST: Final = Size(19, 13)
"""A card on the trick where there is much room: larger than any other."""
EDGE: Final = Size(2, 1)
"""Columns and rows between the trick and the edge of the mat that it lies on."""
PANEL: Final = Size(40, 16)
"""The room for a panel between the badges at least, if the cloth has so much."""
SIDE_LINES: Final = 3
"""Rows of a badge at a side: the name, and two for what it tells; one more where there is room for that."""


class RoundLayout(NamedTuple):
    """The places on a round table, in cells of the widget."""

    card: Size
    """How large the cards on the trick are."""
    badges: tuple[Region, ...]
    """By place, the near side first, where a player's name and standing are."""
    plays: tuple[Region, ...]
    """By place where a player's card lies on the trick."""
    middle: Region
    """All between the badges."""
    mat: Region
    """What the trick lies on, with a frame in its outermost cells; empty where there is no room for one."""
    sign: Region
    """The row at the left above the near badge for the state of the whole table, with up to four players."""

    def mat_under(self, panel: Region) -> Region:
        """The mat while a panel lies on it; nothing where the panel would hide a part of its frame."""
        return self.mat if self.mat.shrink((1, 1, 1, 1)).contains_region(panel) else Region()


class _Spread(NamedTuple):
    """Where the cards of a trick lie about its middle: columns in cards, rows in half cards, and rows added."""

    across: float
    down: int
    aside: int = 0


_SPREADS: Final[dict[int, tuple[_Spread, ...]]] = {
    1: (_Spread(0, 0),),
    2: (_Spread(0, 1), _Spread(0, -1)),
    3: (_Spread(0, 1), _Spread(-0.8, -1), _Spread(0.8, -1)),
    4: (_Spread(0, 1), _Spread(-1, 0), _Spread(0, -1), _Spread(1, 0)),
    5: (_Spread(0, 1, 1), _Spread(-1, 1), _Spread(-0.6, -1), _Spread(0.6, -1), _Spread(1, 1)),
    6: (_Spread(0, 1, 1), _Spread(-1, 1), _Spread(-1, -1), _Spread(0, -1, -1), _Spread(1, -1), _Spread(1, 1)),
}
"""By the number of players. Those in the same rows are a card apart, those in the same columns two halves."""


@lru_cache(maxsize=64)
def round_layout(width: int, height: int, players: int, largest: Size = CARDS[0]) -> RoundLayout:
    """The table with the largest cards that fit between the badges, in which no two places overlap.

    Below 50 by 9 it is cut off rather than squeezed.
    """
    side = 0 if players == 2 else min(WIDEST_BADGE, max(NARROWEST_BADGE, width // 4))
    near_lines = 1 if height < 13 else 2
    far_lines = 0 if players % 2 else 1 if height < 9 else 2  # for whoever sits right across the table
    middle = Region(side, far_lines, width - 2 * side, height - far_lines - near_lines)
    card, plays = _trick(middle, players, largest)
    mat = _mat(plays)
    is_framed = middle.contains_region(mat)
    seated = middle  # the players sit round it
    if is_framed:  # they leave the mat, or more of the middle where a panel would find no room on the mat
        aside = max(0, min(middle.width, PANEL.width) - mat.width + 1) // 2
        above = max(0, min(middle.height, PANEL.height) - mat.height + 1) // 2
        seated = mat.grow((above, aside, above, aside)).intersection(middle)
    lines = SIDE_LINES + int(height >= 13 and players < 5)
    left, right = max(0, seated.x - side), min(width, seated.right + side) - side
    across = Region(left + side, 0, right - left - side, height) if players > 4 else Region(0, 0, width, height)
    badges: list[Region] = [Region(across.x, seated.bottom, across.width, near_lines)]
    for place in range(1, players):
        if 2 * place == players:
            badges.append(Region(across.x, seated.y - far_lines, across.width, far_lines))
            continue
        middle_row = plays[place].y + card.height // 2
        first = min(max(middle_row - lines // 2, 0), height - lines)
        badges.append(Region(left if 2 * place < players else right, first, side, lines))
    between = Region(left + side, seated.y, right - left - side, seated.height) if side else middle
    sign = Region(max(0, seated.x - NARROWEST_BADGE), seated.bottom - 1, NARROWEST_BADGE, 1)
    return RoundLayout(card, tuple(badges), plays, between, mat if is_framed else Region(), sign)


def _mat(plays: Sequence[Region]) -> Region:
    return Region.from_union(plays).grow((EDGE.height, EDGE.width, EDGE.height, EDGE.width))


def _trick(middle: Region, players: int, largest: Size) -> tuple[Size, tuple[Region, ...]]:
    """The largest cards that fit, and where they lie: close together, so that the eye finds them."""
    sizes = CARDS[CARDS.index(largest) :]
    for card in (LARGEST, *sizes) if largest == CARDS[0] else sizes:
        free_rows, free_columns = middle.height - 2 * card.height, middle.width - 3 * card.width
        gaps = Size(min(max(free_columns // 4, 1), card.width // 3), min(max(free_rows // 3, 0), card.height // 4))
        for aside in (1, 0):
            plays = _lie(middle, players, card, gaps, aside)
            room = _mat(plays) if card == LARGEST else Region.from_union(plays)
            if middle.contains_region(room):
                return card, plays
    return CARDS[-1], _lie(middle, players, CARDS[-1], Size(1, 0), 0)


def _lie(middle: Region, players: int, card: Size, gaps: Size, aside: int) -> tuple[Region, ...]:
    half = (card.height + gaps.height) / 2
    column, row = middle.x + (middle.width - card.width) // 2, middle.y + (middle.height - card.height) / 2
    return tuple(
        Region(
            column + round(spread.across * (card.width + gaps.width)),
            math.floor(row + spread.down * half) + spread.aside * aside,
            *card,
        )
        for spread in _SPREADS[players]
    )
