"""When exercises come back, and the file that keeps it."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.practice.schedule import (
    DAYS,
    ExerciseProgress,
    KeptSchedule,
    PracticeError,
    after_answer,
    is_due,
    keep_answer,
    practice_path,
    read_progress,
)

TODAY = date(2026, 11, 12)
progresses = st.none() | st.one_of(
    st.builds(ExerciseProgress, st.integers(0, len(DAYS) - 1), st.dates()),
    st.builds(ExerciseProgress, st.integers(0, len(DAYS)), st.none()),
)


def test_a_missed_exercise_comes_back_after_1_3_7_and_21_days() -> None:
    progress, today, days = after_answer(None, TODAY, is_right=False), TODAY, []
    while progress.due is not None:
        days.append((progress.due - today).days)
        today = progress.due
        progress = after_answer(progress, today, is_right=True)
    assert days == [1, 3, 7, 21]
    assert progress.is_done


@given(progresses, st.dates())
def test_a_right_answer_moves_on_only_on_a_day_when_the_exercise_is_due(
    before: ExerciseProgress | None, today: date
) -> None:
    after = after_answer(before, today, is_right=True)
    if before is None:
        assert after.is_done
    elif not is_due(before, today):
        assert after == before
    else:
        assert after.rights == before.rights + 1
        assert after.is_done == (after.rights == len(DAYS))
        assert not is_due(after, today) or today == date.max


@given(st.lists(st.tuples(st.integers(0, 40), st.booleans())))
def test_it_takes_four_days_with_right_answers_after_the_last_miss(answers: list[tuple[int, bool]]) -> None:
    progress: ExerciseProgress | None = None
    today, since = TODAY, 0
    for days, is_right in answers:
        today += timedelta(days)
        counts = progress is None or is_due(progress, today)
        since = 0 if not is_right else since + 1 if counts else since
        was_new = progress is None
        progress = after_answer(progress, today, is_right=is_right)
        if was_new and is_right:
            return
        assert progress.is_done == (since >= len(DAYS))


def test_answers_are_kept_beside_the_saved_games(home: Path) -> None:
    path = practice_path()
    assert path == home / "practice.json"
    assert read_progress(path) == KeptSchedule()
    assert keep_answer(path, "game 7", TODAY, is_right=False) == ExerciseProgress(0, date(2026, 11, 13))
    assert keep_answer(path, "puzzle", TODAY, is_right=True) == ExerciseProgress(0, None)
    assert keep_answer(path, "game 7", date(2026, 11, 14), is_right=True) == ExerciseProgress(1, date(2026, 11, 17))
    assert read_progress(path) == KeptSchedule(
        {"game 7": ExerciseProgress(1, date(2026, 11, 17)), "puzzle": ExerciseProgress(0, None)}
    )


@given(st.dictionaries(st.text(), st.booleans(), max_size=8))
def test_what_is_kept_is_read_again(tmp_path_factory: pytest.TempPathFactory, answers: dict[str, bool]) -> None:
    path = tmp_path_factory.mktemp("kept") / "practice.json"
    kept = {key: keep_answer(path, key, TODAY, is_right=is_right) for key, is_right in answers.items()}
    assert read_progress(path) == KeptSchedule(kept)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"nonsense", "it is not JSON: it goes wrong at character 1"),
        (b"\xff", "it is not UTF-8 text (byte 1)"),
        (b"[" * 100_000, "it is nested more than 32 levels deep"),
        (b"[]", "it must be an object"),
        (b'{"exercises": 1}', '"exercises" must be an object'),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_set_aside(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "practice.json"
    for copy in ("practice.json.broken", "practice.json.broken-2"):
        path.write_bytes(content)
        assert read_progress(path) == KeptSchedule({}, f"Can't read {path}: {why}. Your practice starts anew.")
        assert path.read_bytes() == content
        keep_answer(path, "one", TODAY, is_right=True)
        assert (tmp_path / copy).read_bytes() == content
        assert read_progress(path) == KeptSchedule({"one": ExerciseProgress(0, None)})


@pytest.mark.parametrize(
    "entry",
    [
        None,
        7,
        {},
        {"rights": 1},
        {"rights": "1", "due": None},
        {"rights": 4, "due": "2026-11-12"},
        {"rights": -1, "due": None},
        {"rights": 1, "due": "tomorrow"},
        {"rights": 1, "due": 20261112},
    ],
)
def test_a_wrong_entry_is_left_out_and_the_others_stay(tmp_path: Path, entry: object) -> None:
    path, good = tmp_path / "practice.json", {"rights": 1, "due": "2026-11-15"}
    content = json.dumps({"exercises": {"bad": entry, "good": good}})
    path.write_text(content)
    expected = KeptSchedule(
        {"good": ExerciseProgress(1, date(2026, 11, 15))}, f'In {path}, the entry "bad" is wrong, so it is left out.'
    )
    assert read_progress(path) == expected
    keep_answer(path, "other", TODAY, is_right=True)
    assert read_progress(path).progress == {
        "good": ExerciseProgress(1, date(2026, 11, 15)),
        "other": ExerciseProgress(0, None),
    }
    assert (tmp_path / "practice.json.broken").read_text() == content


def test_a_place_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "practice.json"
    with pytest.raises(PracticeError, match=r"^Can.t save your practice in .*practice\.json: File exists\.$"):
        keep_answer(path, "one", TODAY, is_right=True)
