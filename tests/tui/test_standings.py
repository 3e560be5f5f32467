"""The sides of a finished game, each with a bar as long as its score."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clockspades.table.glyphs import glyphs
from clockspades.tui.widgets.standings import LONGEST_BAR, StandingModel, large_standing_lines, standing_lines

BAR = glyphs().heavy.across
SIDES = st.builds(
    StandingModel, st.text("AnaBen ", min_size=1), st.sampled_from(["", "steady"]), st.integers(), st.booleans()
)


def lines(*scores: int, room: int = 80) -> list[str]:
    sides = tuple(
        StandingModel(name, "steady", score, not number) for number, (name, score) in enumerate(zip("ABCDEF", scores))
    )
    return [line.plain for line in standing_lines(sides, room)]


def test_bars_are_as_long_as_the_scores_and_end_with_them() -> None:
    shown = lines(100, 50, 25)
    assert [line.count(BAR) for line in shown] == [LONGEST_BAR, LONGEST_BAR // 2, LONGEST_BAR // 4]
    assert [line.split()[-1] for line in shown] == ["100", "50", "25"]
    assert all(line.startswith(f"{name}  steady") for name, line in zip("ABC", shown))


def test_a_level_is_whole_or_not_there() -> None:
    sides = (StandingModel("Ana and Cyd", "steady", 512, True), StandingModel("Ben and Dot", "steady", -80, False))
    for draw in (standing_lines, large_standing_lines):
        shown = {room: "".join(line.plain for line in draw(sides, room)) for room in range(20, 60)}
        assert {text.replace("steady", "").count("s") for text in shown.values()} == {0}
        assert {"steady" in text for text in shown.values()} == {True, False}


@pytest.mark.parametrize("scores", [(1000, 1, 0, -200), (0, 0), (-10, -300)])
def test_what_is_above_zero_has_a_bar_however_short(scores: tuple[int, ...]) -> None:
    assert [BAR in line for line in lines(*scores)] == [score > 0 for score in scores]


def test_large_figures_stand_beside_thick_bars() -> None:
    sides = (StandingModel("Ana and Cyd", "steady", 512, True), StandingModel("Ben and Dot", "random", -80, False))
    shown = [line.plain for line in large_standing_lines(sides, 120)]
    assert len(shown) == 8
    assert shown[0].startswith("Ana and Cyd  steady ")
    assert [line.count("█" * 40) > 0 for line in shown] == [False, True, True, *[False] * 5]
    assert {len(line) for line in shown if line} == {120}


@given(
    sides=st.lists(SIDES.filter(lambda side: abs(side.score) < 10**6), min_size=1, max_size=6),
    room=st.integers(40, 200),
)
def test_every_line_fits_and_is_as_wide_as_the_others(sides: list[StandingModel], room: int) -> None:
    widths = {line.cell_length for line in standing_lines(tuple(sides), room)}
    assert len(widths) == 1
    assert widths.pop() <= room


@given(
    sides=st.lists(SIDES.filter(lambda side: abs(side.score) < 10**6), min_size=1, max_size=6),
    gained=st.integers(-999, 999),
    share=st.floats(0, 1),
    room=st.integers(60, 200),
)
@example(sides=[StandingModel("A", "", 71, False)], gained=10, share=0.5, room=60)
def test_scores_count_up_in_lines_that_stay_as_wide(
    sides: list[StandingModel], gained: int, share: float, room: int
) -> None:
    counting = tuple(side._replace(gained=gained) for side in sides)
    for drawn in (standing_lines, large_standing_lines):
        at, end = [*drawn(counting, room, share)], [*drawn(counting, room)]
        assert [line.cell_length for line in at] == [line.cell_length for line in end]
    assert [*standing_lines(counting, room, 1.0)] == [*standing_lines(counting, room)]


def test_scores_begin_where_they_were_before_the_last_deal() -> None:
    sides = (StandingModel("Ana", "", 100, True, 40), StandingModel("Ben", "", -20, False, -50))
    assert [line.plain.split()[-1] for line in standing_lines(sides, 80, 0.0)] == ["60", "30"]
    assert [line.plain.split()[-1] for line in standing_lines(sides, 80, 1.0)] == ["100", "−20"]
