"""What the review screen shows: sums that add up, the curve, and the list of mistakes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.bots.review import Choice, Review, Turn
from clockspades.cards import Rank, parse_card
from clockspades.games.clockwork.rules import Take
from clockspades.games.clockwork.words import ClockworkWords
from clockspades.games.spades.actions import MakeBid
from clockspades.games.tricks import PlayCard
from clockspades.table.glyphs import FULL, PLAIN
from clockspades.table.review_model import (
    bars,
    choice_lines,
    column,
    curve,
    curve_model,
    finding,
    point_at,
    progress,
    ruler,
    skill_by_kind,
    sum_words,
    turn_words,
)

WORDS = ClockworkWords()
TAKE_5, TAKE_9 = Take(Rank(5)), Take(Rank(9))


def choice(loss: float, error: float = 0.01, seat: int = 0) -> Choice:
    return Choice(seat, TAKE_5, TAKE_9, loss, error)


def made(values: list[float], choices: dict[int, Choice], seat: int = 0) -> Review:
    """A review with these chances, and choices that led to some of the points."""
    turns = []
    for point, value in enumerate(values):
        of = choices.get(point)
        skill = -of.loss if of is not None and of.seat == seat else 0.0
        luck = value - values[point - 1] - skill if point else 0.0
        turns.append(Turn(point, value, 0.02 if point < len(values) - 1 else 0.0, luck, skill, of))
    return Review(seat, turns[0], tuple(turns[1:]))


LOST = made([0.5, 0.6, 0.44, 0.3, 0.0], {2: choice(0.12), 3: choice(0.004), 4: choice(0.5, seat=1)})


def test_the_sum_names_the_chance_before_the_deal_luck_skill_and_the_result() -> None:
    assert sum_words(LOST) == "Start 50.0% − 37.6% luck − 12.4% skill = 0%: lost"
    assert sum_words(made([0.5, 1.0], {})) == "Start 50.0% + 50.0% luck + 0% skill = 100%: won"
    assert sum_words(made([0.25, 0.5], {})) == "Start 25.0% + 25.0% luck + 0% skill = 50%: drawn"


chances = st.floats(0, 1)
reviews = st.builds(
    lambda values, result, losses: made(
        [*values, result], {point: choice(loss) for point, loss in losses.items() if 0 < point <= len(values)}
    ),
    st.lists(chances, min_size=1, max_size=30),
    st.sampled_from([0.0, 0.5, 1.0]),
    st.dictionaries(st.integers(1, 30), st.floats(-0.02, 0.6), max_size=8),
)


@given(reviews)
def test_the_sum_adds_up_as_it_is_written(review: Review) -> None:
    words, result = sum_words(review).split(" = ")
    written = [
        (-1 if sign == "−" else 1) * round(10 * float(number))
        for sign, number in re.findall(r"([+−]?) ?([\d.]+)%", words)
    ]
    assert sum(written) == 10 * int(result.partition("%")[0])


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
    assert (skill.amount, skill.start, skill.start + skill.cells) == ("−12.4% ± 1.4%", 0, 12)


@given(st.lists(chances, min_size=1, max_size=300), st.integers(1, 150), st.integers(1, 30))
def test_the_curve_is_as_large_as_its_room_and_has_no_gaps(values: list[float], columns: int, rows: int) -> None:
    for levels in (FULL.levels, PLAIN.levels):
        drawn = curve(values, columns, rows, levels)
        assert [len(row) for row in drawn] == [columns] * rows
        for cells in zip(*drawn):
            heights = [levels.index(cell) for cell in cells]
            assert heights == sorted(heights)
            assert heights[-1] > 0


def test_the_curve_is_high_where_the_chance_is() -> None:
    assert curve([0.0, 0.5, 1.0], 3, 2, FULL.levels) == ("  █", "▁██")
    assert curve([0.0, 0.5, 0.8, 1.0], 4, 2, PLAIN.levels) == ("  :#", ".###")


@given(st.integers(0, 300), st.integers(1, 150))
def test_each_column_stands_for_a_point(last: int, columns: int) -> None:
    assert all(0 <= point_at(at, last, columns) <= last for at in range(columns))
    assert all(0 <= column(point, last, columns) < columns for point in range(last + 1))
    if columns > last:
        assert all(point_at(column(point, last, columns), last, columns) == point for point in range(last + 1))


@given(st.integers(0, 2000), st.integers(1, 150))
def test_the_numbers_below_the_curve_stand_at_their_points(last: int, columns: int) -> None:
    row = ruler(last, columns)
    assert len(row) == columns
    for found in re.finditer(r"\d+", row):
        assert found.start() == column(int(found[0]), last, columns)


def test_a_short_game_has_every_point_numbered() -> None:
    assert ruler(4, 21) == "0    1   2   3   4   "
    assert ruler(40, 21) == "0     10   20   30   "


def test_the_mistakes_are_listed_with_the_costliest_first() -> None:
    review = made(
        [0.5, 0.4, 0.3, 0.2, 1.0], {1: choice(0.05), 2: choice(0.31, 0.02), 3: choice(0.02), 4: choice(0.9, seat=1)}
    )
    assert [(line.point, line.cost, line.words) for line in choice_lines(review, WORDS.phrase)] == [
        (2, "−31.0 ± 2.0%", "step 2: take 5♠, better take 9♠"),
        (1, "−5.0 ± 1.0%", "step 1: take 5♠, better take 9♠"),
    ]
    assert finding(review) == "2 mistakes in 3 choices. The costliest first:"
    assert curve_model(review, 3) == ((0.5, 0.4, 0.3, 0.2, 1.0), (2, 1), 3)


def test_what_is_within_the_error_is_no_mistake() -> None:
    review = made([0.5, 0.4, 0.0], {1: choice(0.02, 0.01), 2: choice(0.3, 0.2)})
    assert choice_lines(review, WORDS.phrase) == ()
    assert finding(review) == "No mistakes found: of 2 choices none cost 1% or more for certain."


def test_a_game_without_choices_is_all_luck() -> None:
    assert finding(made([0.1, 0.4, 1.0], {})) == "It was all luck: there was nothing to decide."


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (0, "Win chance 50.0% ± 2.0%."),
        (1, "Win chance 60.0% ± 2.0%, luck +10.0%."),
        (2, "Win chance 44.0% ± 2.0%, luck −4.0%, skill −12.0 ± 1.0% (better take 9♠)."),
        (3, "Win chance 30.0% ± 2.0%, luck −13.6%, skill −0.4 ± 1.0%."),
        (4, "Luck −30.0%."),
    ],
)
def test_each_step_says_what_changed_the_chance(point: int, words: str) -> None:
    assert turn_words(LOST, point, WORDS.phrase) == words


def test_bids_and_plays_are_summed_up_apart() -> None:
    two, king = parse_card("2C"), parse_card("KC")
    choices = {
        1: Choice(0, MakeBid(3), MakeBid(4), 0.08, 0.01),
        2: Choice(0, PlayCard(two), PlayCard(king), 0.03, 0.01),
        3: Choice(0, PlayCard(king), PlayCard(two), 0.01, 0.01),
        4: Choice(1, MakeBid(3), MakeBid(4), 0.5, 0.01),
    }
    review = made([0.5, 0.5, 0.5, 0.5, 1.0], choices)
    assert skill_by_kind(review) == "bid −8.0%, play −4.0%"
    assert skill_by_kind(LOST) == ""


def test_progress_is_told_in_steps() -> None:
    assert progress(12, 40) == "Reviewing… step 12 of 40"
