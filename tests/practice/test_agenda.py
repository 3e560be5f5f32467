"""What there is to practice, and what is said of it and of an answer."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.games.clockwork.clockwork_rules import TakeSpade
from clockspades.practice.agenda import (
    Agenda,
    ChoiceLine,
    Drill,
    agenda,
    choice_lines,
    returning,
    verdict,
)
from clockspades.practice.exercise import Solution
from clockspades.practice.schedule import ExerciseProgress, practice_path, read_progress
from tests.practice.positions import ACE, FOUR, THREE, TWO, exercise, to_take

TODAY, TOMORROW = date(2026, 11, 12), date(2026, 11, 13)


# -- the agenda ------------------------------------------------------------------------------------------------


def test_the_agenda_has_what_comes_back_first_and_then_what_is_new() -> None:
    exercises = tuple(map(exercise, "abcdefg"))
    a, b, *_, e, _, g = exercises
    progress = {
        "b": ExerciseProgress(1, TODAY),
        "c": ExerciseProgress(0, TOMORROW),
        "d": ExerciseProgress(4, None),
        "e": ExerciseProgress(0, date(2026, 11, 1)),
        "f": ExerciseProgress(2, date(2026, 12, 1)),
    }
    todo = agenda(exercises, progress, TODAY)
    assert todo == Agenda((e, b), (a, g), TOMORROW, 1)
    assert todo.drill == (e, b, a, g)
    assert todo.words(TODAY) == "2 due today, 2 new."


@given(
    st.dictionaries(st.sampled_from("abcdefgh"), st.builds(ExerciseProgress, st.integers(0, 3), st.none() | st.dates()))
)
def test_each_exercise_is_due_new_done_or_comes_back(progress: dict[str, ExerciseProgress]) -> None:
    todo = agenda(tuple(map(exercise, "abcdefgh")), progress, TODAY)
    later = [one.due for one in progress.values() if one.due is not None and one.due > TODAY]
    assert len(todo.due) + len(todo.new) + todo.done + len(later) == 8
    assert todo.next_day == min(later, default=None)


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        ({}, "1 new."),
        ({"a": ExerciseProgress(1, TODAY)}, "1 due today."),
        ({"a": ExerciseProgress(1, TOMORROW)}, "Nothing is due today. The next one comes back tomorrow."),
        (
            {"a": ExerciseProgress(1, date(2027, 1, 2))},
            "Nothing is due today. The next one comes back on 2 January 2027.",
        ),
        ({"a": ExerciseProgress(4, None)}, "All done: nothing comes back."),
    ],
)
def test_the_agenda_in_words(progress: dict[str, ExerciseProgress], words: str) -> None:
    assert agenda((exercise("a"),), progress, TODAY).words(TODAY) == words


# -- an answer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("right", "answer", "words"),
    [
        ((ACE,), ACE, "Right: the A♠."),
        ((ACE, TWO), TWO, "Right: the 2♠ is as good as the A♠."),
        ((ACE,), TWO, "Better: the A♠. You chose the 2♠."),
        ((ACE, TWO), THREE, "Better: the A♠ or the 2♠. You chose the 3♠."),
        ((ACE, TWO, THREE), FOUR, "Better: the A♠ or the 2♠ or the 3♠. You chose the 4♠."),
    ],
)
def test_the_verdict(right: tuple[TakeSpade, ...], answer: TakeSpade, words: str) -> None:
    assert verdict(Solution(right, ""), answer, to_take()) == words


def test_the_choices_are_listed_the_best_first() -> None:
    solution = Solution((TWO, ACE), "", {ACE: 0.5, TWO: 0.515, THREE: 0.2}, THREE)
    assert choice_lines(solution, ACE, to_take()) == (
        ChoiceLine("52%", "take 2♠", "best", True),
        ChoiceLine("50%", "take A♠", "as good, your answer", True),
        ChoiceLine("20%", "take 3♠", "played in the game", False),
    )
    assert choice_lines(Solution((TWO,), ""), ACE, to_take()) == ()


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (ExerciseProgress(0, TOMORROW), "It comes back tomorrow."),
        (ExerciseProgress(1, date(2026, 11, 15)), "It comes back on 15 November."),
        (ExerciseProgress(4, None), "You have learned it: it does not come back."),
        (ExerciseProgress(0, None), ""),
    ],
)
def test_when_it_comes_back(progress: ExerciseProgress, words: str) -> None:
    assert returning(progress, TODAY) == words


def test_a_drill_goes_through_its_exercises_and_keeps_the_answers() -> None:
    drill = Drill((exercise("a"), exercise("b")))
    assert drill.words == ""
    assert drill.go_on()
    assert drill.answer(TODAY, is_right=False) == "It comes back tomorrow."
    assert drill.go_on()
    assert drill.exercise.key == "b"
    assert drill.answer(TODAY, is_right=True) == ""
    assert not drill.go_on()
    assert drill.words == "1 of 2 right."
    assert read_progress(practice_path()).progress == {
        "a": ExerciseProgress(0, TOMORROW),
        "b": ExerciseProgress(0, None),
    }
