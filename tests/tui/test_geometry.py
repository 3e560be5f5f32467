"""Where things stand on the dial, at every size, and how the arrows lead from one to the other."""

import math
from collections.abc import Collection
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from clockspades.games.clockwork.clockwork_table import hand_angle
from clockspades.table.model import Direction, Target, TargetKind
from clockspades.tui.layout.cells import CARDS, CELL, nearest
from clockspades.tui.layout.dial_layout import DialLayout, clockwise, dial_layout, dial_width
from tests.tui.patience import DIRECTIONS, reached

CORNER_PAIRS: Final = {1: 2, 2: 1, 4: 5, 5: 4, 7: 8, 8: 7, 10: 11, 11: 10}
HOURS: Final = range(1, 13)
BESIDE: Final = 25
"""The columns that a small table keeps beside its dial."""

widths, heights = st.integers(33, 200), st.integers(17, 60)


def offset(layout: DialLayout, place: Region) -> tuple[float, float]:
    """Where the middle of a place is, in cells right of and below the middle of the dial."""
    column, row = layout.middle
    return place.x + place.width / 2 - column, place.y + place.height / 2 - row


@given(widths, heights)
def test_nothing_overlaps_and_all_is_inside(width: int, height: int) -> None:
    layout = dial_layout(width, height)
    places = [*layout.hours, layout.centre]
    whole = Region(0, 0, width, height)
    assert all(whole.contains_region(place) for place in places)
    assert not any(one.overlaps(other) for n, one in enumerate(places) for other in places[n + 1 :])
    assert all(place.size == layout.card for place in layout.hours)
    assert {layout.card, layout.centre.size} <= set(CARDS)


@given(widths, heights)
def test_the_stations_stand_on_a_circle_that_looks_round_and_is_its_own_mirror_image(width: int, height: int) -> None:
    layout = dial_layout(width, height)
    offsets = {hour: offset(layout, place) for hour, place in enumerate(layout.hours, 1)}
    assert offsets[3][0] / offsets[6][1] == pytest.approx(CELL, abs=0.12)
    radii = [math.hypot(across / CELL, down) for across, down in offsets.values()]
    assert min(radii) > 0.92 * max(radii)
    for hour, (across, down) in offsets.items():
        turned = math.degrees(math.atan2(across / CELL, -down)) % 360
        assert abs((turned - 30 * hour + 180) % 360 - 180) < 6
        assert offsets[(12 - hour) % 12 or 12] == (-across, down)
        assert offsets[(6 - hour) % 12 or 12] == (across, -down)


@given(st.integers(33, 199), heights)
def test_more_room_never_makes_the_cards_smaller(width: int, height: int) -> None:
    assert dial_layout(width + 1, height).card.area >= dial_layout(width, height).card.area
    assert dial_layout(width, height + 1).card.area >= dial_layout(width, height).card.area


@given(st.integers(60, 200), heights)
def test_a_dial_is_as_wide_as_a_round_one_wants(width: int, height: int) -> None:
    widest = width - BESIDE
    wanted = dial_width(height, widest)
    assert wanted <= widest
    assert dial_layout(wanted, height).card == dial_layout(widest, height).card


def test_below_the_smallest_the_dial_is_cut_off_rather_than_squeezed() -> None:
    assert dial_layout(20, 8) == dial_layout(33, 17)


# -- the hand ----------------------------------------------------------------------------------------------


@given(st.integers(1, 12))
def test_the_hand_points_at_the_middle_of_a_window(hour: int) -> None:
    window = tuple((hour + step - 1) % 12 + 1 for step in (-1, 0, 1))
    assert hand_angle(window) == pytest.approx(30 * hour % 360)
    assert hand_angle((hour,)) == pytest.approx(30 * hour % 360)


@pytest.mark.parametrize(("angle", "target", "reached"), [(350, 10, 370), (10, 350, 350), (30, 30, 30), (-90, 0, 0)])
def test_the_hand_turns_clockwise(angle: float, target: float, reached: float) -> None:
    assert clockwise(angle, target) == reached


# -- the arrows --------------------------------------------------------------------------------------------


def table_places(width: int, height: int, hours: Collection[int], cards: int) -> dict[Target, Region]:
    """A dial and a hand as they stand on a screen of this size, the hand below on the right."""
    rows = height - 1
    wide = dial_width(rows, width - BESIDE) + 2
    layout = dial_layout(wide, rows)
    card = next(card for card in (CARDS[1], CARDS[2], CARDS[3]) if rows >= 5.5 * card.height or card is CARDS[3])
    row = rows - card.height - 1
    places = {Target(TargetKind.HAND, n): Region(wide + 1 + n * (card.width + 1), row, *card) for n in range(cards)}
    places |= {Target(TargetKind.HOUR, hour): layout.hours[hour - 1] for hour in hours}
    return {**places, Target(TargetKind.HOUR, 0): layout.centre}


tables = st.builds(
    table_places,
    st.integers(60, 200),
    st.integers(18, 60),
    st.sets(st.sampled_from(HOURS), min_size=1),
    st.integers(0, 3),
)


@given(tables, st.sampled_from(DIRECTIONS), st.data())
def test_an_arrow_leads_where_it_points(
    places: dict[Target, Region], direction: Direction, data: st.DataObject
) -> None:
    here = data.draw(st.sampled_from(list(places)))
    there = nearest(places, here, direction)
    assert there is not None
    if there == here:
        return
    start, end = places[here], places[there]
    across = end.x + end.width / 2 - start.x - start.width / 2
    down = end.y + end.height / 2 - start.y - start.height / 2
    assert {"left": -across, "right": across, "up": -down, "down": down}[direction] > 0


@given(tables)
def test_the_arrows_lead_from_everything_to_everything(places: dict[Target, Region]) -> None:
    hours = {place.number for place in places if place.kind is TargetKind.HOUR and place.number}
    stock = Target(TargetKind.HOUR, 0)
    # between two neighbours at a corner of the clock every arrow leads to the other; with nothing but such pairs
    # on it no arrow may be left for the stock, of which the dial itself says all there is to know
    only_pairs = all(CORNER_PAIRS.get(hour) in hours for hour in hours)
    wanted = set(places) - {stock} if only_pairs else set(places)
    for start in places:
        assert reached(places, start) >= wanted


@pytest.mark.parametrize(("width", "height"), [(60, 18), (80, 24), (100, 30), (120, 40), (200, 60)])
def test_the_arrows_lead_round_the_clock(width: int, height: int) -> None:
    places = table_places(width, height, HOURS, 3)
    way = {12: "right", 1: "down", 2: "down", 3: "down", 4: "down", 5: "left", 6: "left", 7: "up"}
    for hour, direction in way.items():
        assert nearest(places, Target(TargetKind.HOUR, hour), direction) == Target(TargetKind.HOUR, hour % 12 + 1)  # type: ignore[arg-type]


def test_the_cursor_appears_on_the_first_of_all_places() -> None:
    places = table_places(80, 24, HOURS, 3)
    assert nearest(places, None, "left") == Target(TargetKind.HAND, 0)
    assert nearest(places, Target(TargetKind.HAND, 7), "left") == Target(TargetKind.HAND, 0)
    assert nearest({}, None, "left") is None
