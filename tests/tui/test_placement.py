"""Where a note stands: never over what it speaks of, whole, and beside it where there is room."""

from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region, Size

from clockspades.tui.layout.note import place

SCREEN = Region(0, 0, 60, 18)
DOCKED = [Region(36, 4, 24, 5), Region(36, 9, 24, 5), Region(0, 0, 24, 5)]
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def regions(most: int) -> st.SearchStrategy[Region]:
    """Regions on the screen."""
    sizes = st.integers(1, most), st.integers(1, 4)
    return st.builds(Region, st.integers(0, 59), st.integers(0, 17), *sizes).map(SCREEN.intersection)


sizes = st.lists(st.builds(Size, st.integers(3, 30), st.integers(3, 6)), min_size=1, max_size=3)


@given(st.lists(regions(9), min_size=1, max_size=2), sizes, st.lists(regions(20), max_size=12))
def test_a_note_is_whole_and_points_at_what_it_speaks_of_which_it_leaves_free(
    targets: list[Region], sizes: list[Size], needed: list[Region]
) -> None:
    box, pointer, tip = place(targets, sizes, SCREEN, needed, DOCKED)
    assert SCREEN.contains_region(box)
    assert not box.overlaps(targets[0]), "one of the docked boxes is always free"
    is_docked = box in DOCKED
    assert is_docked or (box.size in sizes and not any(box.overlaps(each) for each in needed))
    if pointer:
        assert SCREEN.contains_region(pointer)
        assert not pointer.overlaps(box)
        assert any(target.contains_point(pointer.offset + STEPS[tip]) for target in targets)
        assert is_docked or any(box.contains_point(pointer.offset + step) for step in STEPS.values())
    else:
        assert is_docked


def test_beside_its_target_it_is_on_the_first_side_with_room_and_in_the_first_of_its_sizes() -> None:
    target, shapes = Region(30, 7, 5, 4), [Size(12, 4), Size(8, 5)]
    right, left, wall = Region(36, 7, 12, 4), Region(17, 7, 12, 4), Region(35, 0, 1, 18)
    below, above = Region(26, 12, 12, 4), Region(26, 2, 12, 4)
    assert place([target], shapes, SCREEN, [], DOCKED) == (right, Region(35, 9, 1, 1), "left")
    assert place([target], shapes, SCREEN, [wall], DOCKED)[0] == right, "an arrow may stand on what a box may not"
    assert place([target], shapes, SCREEN, [right], DOCKED) == (left, Region(29, 9, 1, 1), "right")
    assert place([target], shapes, SCREEN, [right, left], DOCKED) == (below, Region(32, 11, 1, 1), "up")
    assert place([target], shapes, SCREEN, [right, left, below], DOCKED) == (above, Region(32, 6, 1, 1), "down")
    around = [right, left, below, above]
    assert place([target], shapes, SCREEN, around, DOCKED) == (DOCKED[0], Region(35, 9, 1, 1), "left")
    assert place([target], shapes, SCREEN, [*around, wall], DOCKED) == (DOCKED[0], Region(29, 9, 1, 1), "right")
    assert place([target], shapes, SCREEN, [SCREEN], DOCKED) == (DOCKED[0], Region(), "left"), "an arrow has no room"
    assert place([Region(0, 0, 60, 18), target], shapes, SCREEN, [], DOCKED)[0] == right
