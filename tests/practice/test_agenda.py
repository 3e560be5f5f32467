"""What there is to practice, and what is said of it and of an answer."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.engine.days import coming_day, day
from clockspades.games.clockwork.clockwork_rules import TakeSpade
from clockspades.practice.agenda import (
    MOST,
    Agenda,
    ChoiceLine,
    Drill,
    agenda,
    by_grade,
    choice_lines,
    mistakes_words,
    puzzle_drill,
    puzzles_words,
    returning,
    verdict,
)
from clockspades.practice.exercise import Solution, question
from clockspades.practice.mistakes import OwnMistakes
from clockspades.practice.schedule import ExerciseProgress, practice_path, read_progress
from tests.practice.positions import ACE, THREE, TWO, exercise, to_take

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


def test_a_drill_is_short() -> None:
    exercises = tuple(exercise(str(number)) for number in range(100))
    assert agenda(exercises, {"99": ExerciseProgress(0, TODAY)}, TODAY).drill == (exercises[99], *exercises[: MOST - 1])


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


def test_the_mistakes_in_words() -> None:
    def words(found: OwnMistakes | None) -> str:
        return mistakes_words(found, {}, TODAY)

    one = (exercise("a"),)
    assert words(None) == "Looking for your games…"
    assert words(OwnMistakes()).startswith("No finished games yet: play one first.")
    assert words(OwnMistakes((), 1, 1)) == "No mistakes found in 1 game."
    assert words(OwnMistakes((), 3, 1)) == "Reviewing your games: 1 of 3 done."
    assert words(OwnMistakes(one, 3, 1)) == "1 new. Reviewing your games: 1 of 3 done."
    assert words(OwnMistakes(one, 3, 3)) == "1 new."


def test_puzzles_by_grade() -> None:
    a, b, c = (exercise(key, grade=grade) for key, grade in (("a", 2), ("b", 1), ("c", 2)))
    assert by_grade((a, b, c)) == {1: (b,), 2: (a, c)}
    assert puzzles_words((a, c), {}, TODAY) == "0 of 2 solved."
    progress = {"a": ExerciseProgress(0, None), "c": ExerciseProgress(0, TODAY)}
    assert puzzles_words((a, c), progress, TODAY) == "1 of 2 solved, 1 due today."
    assert puzzle_drill((a, c), progress, TODAY) == (c,)
    assert puzzle_drill((a,), progress, TODAY) == (a,)


# -- an answer -------------------------------------------------------------------------------------------------


def test_the_question_of_a_mistake_and_of_a_puzzle() -> None:
    session = to_take()
    assert question(exercise("November"), session) == "12 November, turn 1: which spade?"
    assert question(exercise("November", "win for certain"), session) == "12 November: win for certain. Which spade?"


@pytest.mark.parametrize(
    ("right", "answer", "words"),
    [
        ((ACE,), ACE, "Right: the A♠."),
        ((ACE, TWO), TWO, "Right: the 2♠ is as good as the A♠."),
        ((ACE,), TWO, "Better: the A♠. You chose the 2♠."),
        ((ACE, TWO), THREE, "Better: the A♠ or the 2♠. You chose the 3♠."),
    ],
)
def test_the_verdict(right: tuple[TakeSpade, ...], answer: TakeSpade, words: str) -> None:
    assert verdict(Solution(right, ""), answer, to_take()) == words


def test_the_verdict_says_how_likely_choices_win_where_that_is_known() -> None:
    solution = Solution((ACE,), "", {ACE: 0.5, TWO: 0.25})
    assert verdict(solution, TWO, to_take()) == "Better: the A♠ (50%). You chose the 2♠ (25%)."
    assert verdict(solution, TWO, to_take(), "Ana").endswith("Ana chose the 2♠ (25%).")


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


def test_an_answer_that_cannot_be_saved_is_told() -> None:
    path = practice_path()
    path.parent.write_text("in the way")
    drill = Drill((exercise("a"),))
    drill.go_on()
    assert drill.answer(TODAY, is_right=True) == f"Can't save your practice in {path}: File exists."


def test_days_in_words() -> None:
    assert [day(date(2026, 3, 1), TODAY), day(date(2024, 12, 31), TODAY)] == ["1 March", "31 December 2024"]
    assert [coming_day(TOMORROW, TODAY), coming_day(date(2026, 11, 14), TODAY)] == ["tomorrow", "on 14 November"]
