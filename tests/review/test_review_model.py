"""What the review screen draws: bars that add up, and the curve."""

from hypothesis import given
from hypothesis import strategies as st

from clockspades.review.review import Review
from clockspades.review.review_model import bars, column, curve, curve_model, point_at, ruler
from clockspades.table.glyphs import FULL, PLAIN
from tests.review.reviews import LOST, chances, choice, made, reviews


@given(reviews, st.integers(1, 120))
def test_the_bars_stay_within_their_cells_and_are_as_long_as_what_they_show(review: Review, cells: int) -> None:
    luck, skill = bars(review, cells)
    assert (luck.name, skill.name) == ("luck", "skill")
    for bar, amount in ((luck, review.luck), (skill, review.skill)):
        assert 0 <= bar.start <= bar.start + bar.cells <= cells
        assert bar.cells <= abs(amount) * cells + 1.01
        assert not bar.is_gain or amount > 0


def test_the_bars_lead_from_the_chance_before_the_deal_to_the_result() -> None:
    luck, skill = bars(LOST, 100)
    assert (luck.amount, luck.start, luck.start + luck.cells, luck.is_gain) == ("−37.6%", 12, 50, False)
    assert (skill.amount, skill.start, skill.start + skill.cells) == ("−12.4%", 0, 12)


@given(st.lists(chances, min_size=1, max_size=300), st.integers(1, 150), st.integers(1, 30))
def test_the_curve_is_as_large_as_its_room_and_has_no_gaps(values: list[float], columns: int, rows: int) -> None:
    for levels in (FULL.levels, PLAIN.levels):
        drawn = curve(values, columns, rows, levels)
        assert [len(row) for row in drawn] == [columns] * rows
        for cells in zip(*drawn):
            heights = [levels.index(cell) for cell in cells]
            assert heights == sorted(heights)
            assert heights[-1] > 0


@given(st.integers(0, 300), st.integers(1, 150))
def test_each_column_stands_for_a_point(last: int, columns: int) -> None:
    assert all(0 <= point_at(at, last, columns) <= last for at in range(columns))
    assert all(0 <= column(point, last, columns) < columns for point in range(last + 1))
    if columns > last:
        assert all(point_at(column(point, last, columns), last, columns) == point for point in range(last + 1))


def test_the_curve_has_the_mistakes_the_costliest_first() -> None:
    review = made(
        [0.5, 0.4, 0.3, 0.2, 1.0], {1: choice(0.05), 2: choice(0.31, 0.02), 3: choice(0.02), 4: choice(0.9, seat=1)}
    )
    assert curve_model(review, 3) == ((0.5, 0.4, 0.3, 0.2, 1.0), (2, 1), 3)


def test_the_curve_is_high_where_the_chance_is() -> None:
    assert curve([0.0, 0.5, 1.0], 3, 2, FULL.levels) == ("  █", "▁██")
    assert curve([0.0, 0.5, 0.8, 1.0], 4, 2, PLAIN.levels) == ("  :#", ".###")


def test_a_short_game_has_every_point_numbered() -> None:
    assert ruler(4, 21) == "0    1   2   3   4   "
    assert ruler(40, 21) == "0     10   20   30   "
