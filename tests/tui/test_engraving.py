"""The dial's circle, hour marks and hand, as dots and as plain characters."""

import math
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.tui.layout.cells import CELL
from clockspades.tui.layout.dial_layout import DialLayout, Dots, dial_layout, engrave_hand, engrave_ring

LAYOUT: Final = dial_layout(77, 39)
HOURS: Final = frozenset(range(1, 13))
ALL_THERE: Final[frozenset[int]] = frozenset()


def cells(rows: tuple[str, ...]) -> set[tuple[int, int]]:
    """The column and row of every cell that has something in it."""
    return {(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char != " "}


def angle_of(layout: DialLayout, cell: tuple[int, int]) -> float:
    """Which way a cell lies from the middle, in degrees clockwise from twelve."""
    column, row = layout.middle
    return math.degrees(math.atan2((cell[0] + 0.5 - column) / CELL, row - cell[1] - 0.5)) % 360


def radius_of(layout: DialLayout, cell: tuple[int, int]) -> float:
    """How far a cell is from the middle, in rows."""
    column, row = layout.middle
    return math.hypot((cell[0] + 0.5 - column) / CELL, cell[1] + 0.5 - row)


def apart(one: float, other: float) -> float:
    """The angle between two directions."""
    return abs((one - other + 180) % 360 - 180)


def ring(
    window: frozenset[int] = frozenset(), gone: frozenset[int] = ALL_THERE, braille: bool = True
) -> tuple[str, ...]:
    return engrave_ring(77, 39, LAYOUT, gone, window, braille)


# -- dots --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "y", "char"),
    [(0.0, 0.0, "⠁"), (0.5, 0.0, "⠈"), (0.0, 0.25, "⠂"), (0.9, 0.3, "⠐"), (0.0, 0.75, "⡀"), (0.99, 0.99, "⢀")],
)
def test_a_dot_is_put_into_its_eighth_of_a_cell(x: float, y: float, char: str) -> None:
    dots = Dots(1, 1)
    dots.point(x, y)
    assert dots.rows(braille=True, plain=".") == (char,)
    assert dots.rows(braille=False, plain=".") == (".",)


# -- the circle --------------------------------------------------------------------------------------------


@given(st.integers(33, 150), st.integers(17, 60), st.frozensets(st.sampled_from(sorted(HOURS))), st.booleans())
def test_the_circle_fills_its_widget_and_stays_off_the_cards(
    width: int, height: int, gone: frozenset[int], braille: bool
) -> None:
    layout = dial_layout(width, height)
    rows = engrave_ring(width, height, layout, gone, frozenset(), braille)
    assert len(rows) == height
    assert all(len(row) == width for row in rows)
    assert braille or all(row.isascii() for row in rows)
    on_cards = [(x, y) for x, y in cells(rows) if any(place.contains(x, y) for place in (layout.centre, *layout.hours))]
    assert on_cards == []


def test_the_circle_goes_all_the_way_round() -> None:
    directions = sorted(angle_of(LAYOUT, cell) for cell in cells(ring(gone=HOURS)))
    assert max(apart(one, other) for one, other in zip(directions, directions[1:] + directions[:1])) < 13
    assert all(abs(radius_of(LAYOUT, cell) - LAYOUT.ring) < 1 for cell in cells(ring(gone=HOURS)))


def test_each_hour_with_its_spade_has_a_mark_and_no_other() -> None:
    bare = cells(ring(gone=HOURS))
    for hour in HOURS:
        marked = cells(ring(gone=HOURS - {hour})) - bare
        assert marked
        assert all(apart(angle_of(LAYOUT, cell), 30 * hour) < 8 for cell in marked)


# -- the hand ----------------------------------------------------------------------------------------------


@given(st.integers(0, 359), st.booleans())
def test_the_hand_points_where_it_is_told_and_stays_inside_the_circle(angle: int, braille: bool) -> None:
    rows = engrave_hand(77, 39, LAYOUT, angle, braille)
    drawn = cells(rows)
    assert all(radius_of(LAYOUT, cell) < LAYOUT.ring for cell in drawn)
    tip = max(drawn, key=lambda cell: radius_of(LAYOUT, cell))
    assert apart(angle_of(LAYOUT, tip), angle) < 6
    assert radius_of(LAYOUT, tip) > LAYOUT.ring - 1.6
    assert braille or all(row.isascii() for row in rows)


@given(st.integers(33, 150), st.integers(17, 60), st.integers(0, 359))
def test_the_hand_touches_no_hour_at_any_size(width: int, height: int, angle: int) -> None:
    layout = dial_layout(width, height)
    drawn = cells(engrave_hand(width, height, layout, angle, True))
    assert not any(place.contains(x, y) for x, y in drawn for place in layout.hours)
