"""Where a note stands: never over what must be seen, never outside the screen, and as near as can be."""

from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Offset, Region, Size

from clockspades.tui.layout.note import Placement, place

SCREEN = Region(0, 0, 60, 18)
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


@st.composite
def regions(draw: st.DrawFn, screen: Region = SCREEN) -> Region:
    """A region that is at least partly on the screen."""
    width, height = draw(st.integers(1, 20)), draw(st.integers(1, 8))
    x = draw(st.integers(1 - width, screen.width - 1))
    return Region(x, draw(st.integers(1 - height, screen.height - 1)), width, height)


targets = regions().map(SCREEN.intersection)
sizes = st.lists(st.builds(Size, st.integers(3, 30), st.integers(3, 6)), min_size=1, max_size=3)
obstacles = st.lists(regions(), max_size=12)


def tip_of(placed: Placement) -> Offset:
    """The end of the pointer that is away from the box."""
    line, root = placed.pointer, placed.root
    ends = (line.offset, line.bottom_right - (1, 1))
    return max(ends, key=lambda end: abs(end.x - root.x) + abs(end.y - root.y))


@given(targets, sizes, obstacles, st.lists(st.tuples(regions(), st.floats(0, 5)), max_size=4), obstacles)
def test_where_a_box_fits_it_is_whole_covers_nothing_and_points_to_its_target(
    target: Region,
    sizes: list[Size],
    obstacles: list[Region],
    avoid: list[tuple[Region, float]],
    words: list[Region],
) -> None:
    placed = place(target, sizes, SCREEN, obstacles, avoid, words)
    fits = any(
        not any(Region(x, y, *size).overlaps(other) for other in (target, *obstacles))
        for size in sizes
        for y in range(SCREEN.height - size.height + 1)
        for x in range(SCREEN.width - size.width + 1)
    )
    assert (placed is not None) == fits
    if placed is None:
        return
    box, line, root = placed.box, placed.pointer, placed.root
    assert box.size in sizes
    for region in filter(None, (box, line)):
        assert SCREEN.contains_region(region)
        assert not any(region.overlaps(other) for other in (target, *obstacles))
    assert box.contains_point(root)
    assert root.x in (box.x, box.right - 1) or root.y in (box.y, box.bottom - 1)
    if line:
        assert not any(line.overlaps(row) for row in words), "words that a box may cover"
        assert 1 in (line.width, line.height)
        assert not line.overlaps(box)
        assert any(line.contains_point(root + step) for step in STEPS.values())
        assert target.contains_point(tip_of(placed) + STEPS[placed.tip])


def test_a_box_stands_next_to_its_target_where_there_is_room() -> None:
    placed = place(Region(30, 8, 5, 3), [Size(10, 4)], SCREEN, [])
    assert placed is not None
    assert placed.pointer.area == 1
    assert placed.pointer.y == 9


def test_it_points_the_way_to_what_no_straight_line_leads_to() -> None:
    walls = [Region(9, 0, 1, 18), Region(0, 9, 9, 9)]
    placed = place(Region(0, 5, 9, 4), [Size(20, 4)], SCREEN, walls)
    assert placed is not None
    assert not placed.pointer
    assert (placed.tip, placed.root.x) == ("left", placed.box.x)


def test_with_no_room_there_is_no_place() -> None:
    assert place(Region(0, 0, 5, 3), [Size(60, 18)], SCREEN, []) is None
    assert place(Region(0, 0, 5, 3), [Size(70, 4)], SCREEN, []) is None


def test_the_first_of_the_sizes_is_liked_best() -> None:
    shapes = [Size(12, 4), Size(20, 3), Size(8, 5)]
    for size in shapes:
        placed = place(Region(30, 8, 5, 3), [size, *shapes], SCREEN, [])
        assert placed is not None
        assert placed.box.size == size


def test_what_is_to_be_avoided_is_covered_only_where_nothing_else_is_free() -> None:
    target, left, right = Region(28, 8, 4, 3), Region(0, 0, 28, 18), Region(32, 0, 28, 18)
    above = Region(28, 0, 4, 8)
    below = Region(28, 11, 4, 7)
    for free, others in ((left, (right, above, below)), (right, (left, above, below))):
        placed = place(target, [Size(10, 4)], SCREEN, [], [(region, 1.0) for region in others])
        assert placed is not None
        assert free.contains_region(placed.box)
    assert place(target, [Size(10, 4)], SCREEN, [], [(SCREEN, 1.0)]) is not None
