"""Practice in line mode."""

import os
from datetime import timedelta
from errno import ENOSPC
from io import BytesIO
from os import strerror

import pytest

from clockspades.engine.days import local_today
from clockspades.games.catalogue import find_game
from clockspades.plain.plain_voice import Voice
from clockspades.plain.practice import PracticeTalk
from clockspades.plain.typed_lines import Lines
from clockspades.practice.exercise import Exercise
from clockspades.practice.mistakes import OwnMistakes
from clockspades.practice.puzzles import read_puzzles
from clockspades.practice.schedule import ExerciseProgress, practice_path, read_progress
from clockspades.saved.archive import Archive
from tests.practice.positions import exercise

WHAT = "Type 1, or quit."


def talk(typed: str, *found: OwnMistakes, puzzles: tuple[Exercise, ...] = ()) -> list[str]:
    """What is said to somebody who types some words, a line each."""
    said: list[str] = []
    lines = Lines(BytesIO("".join(f"{word}\n" for word in typed.split(",")).encode()))
    PracticeTalk(iter(found), puzzles, lines, Voice(said.append), Archive(find_game)).hold()
    return "\n".join(said).split("\n")


def test_a_drill_asks_tells_what_was_best_and_goes_on() -> None:
    found = OwnMistakes((exercise("November"), exercise("May")), 1, 1)
    said = talk("1,take 3,,2,,quit", found)
    assert said[0] == "1: Your mistakes. 2 new."
    asked = said.index("12 November, turn 1: which spade? (1 of 2)")
    assert said[asked + 1 :][:10] == [
        "1: take A♠",
        "2: take 2♠",
        "3: take 3♠",
        "Better: the 2♠ (52%) or the A♠. You chose the 3♠ (20%).",
        "52%: take 2♠ (best)",
        "50%: take A♠ (as good)",
        "20%: take 3♠ (your answer, played in the game)",
        "The 2 is made up.",
        "It comes back tomorrow.",
        "Press Enter for the next position, or type back or quit.",
    ]
    assert "12 May, turn 1: which spade? (2 of 2)" in said
    assert "Right: the 2♠ (52%)." in said
    assert said[-4:] == [
        "1 of 2 right.",
        "1: Your mistakes. Nothing is due today. The next one comes back tomorrow.",
        WHAT,
        "Your answers are saved.",
    ]
    tomorrow = local_today() + timedelta(1)
    kept = read_progress(practice_path()).progress
    assert kept == {"November": ExerciseProgress(0, tomorrow), "May": ExerciseProgress(0, None)}


@pytest.mark.parametrize(
    ("typed", "lost"), [("1,2,quit", "1 answer"), ("1,2,,2,,quit", "2 answers"), ("1,2", "1 answer")]
)
def test_answers_on_a_full_disk_are_not_said_to_be_saved(
    monkeypatch: pytest.MonkeyPatch, typed: str, lost: str
) -> None:
    def full(handle: int) -> None:
        raise OSError(ENOSPC, strerror(ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    said = talk(typed, OwnMistakes((exercise("November"), exercise("May")), 1, 1))
    assert f"Can't save your practice in {practice_path()}: No space left on device." in said
    assert said[-1] == f"{lost} could not be saved in {practice_path()}: No space left on device."
    assert not practice_path().exists()


def test_puzzles_are_chosen_by_grade() -> None:
    puzzles = (exercise("one", "win for certain", 1), exercise("two", grade=2), exercise("three", grade=2))
    said = talk("puzzles 2,1,,1,,2,2,,quit", OwnMistakes(), puzzles=puzzles)
    assert said[1:3] == ["2: Puzzles, grade 1. 0 of 1 solved.", "3: Puzzles, grade 2. 0 of 2 solved."]
    assert "3: Puzzles, grade 2. 2 of 2 solved." in said
    assert "12 one: win for certain. Which spade? (1 of 1)" in said


def test_a_file_that_cannot_be_read_is_told() -> None:
    practice_path().parent.mkdir(parents=True)
    practice_path().write_text("nonsense")
    assert talk("quit", OwnMistakes())[0].startswith(f"Can't read {practice_path()}: it is not JSON:")


@pytest.mark.parametrize("name", sorted({read.game for read in read_puzzles()}))
def test_every_game_with_puzzles_has_a_rule_for_them(name: str) -> None:
    puzzle = next(puzzle for puzzle in read_puzzles() if puzzle.game == name)
    session = puzzle.session()
    rule = session.game.words.key_rule(session.view(session.to_act))
    assert 40 < len(rule) < 240
    assert rule.endswith(".")
