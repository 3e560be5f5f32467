"""Practice in line mode."""

import os
from collections.abc import Iterator
from datetime import timedelta
from errno import ENOSPC
from io import BytesIO
from os import strerror
from random import Random

import pytest

from clockspades.engine.days import local_today
from clockspades.engine.header import Seat
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.plain.plain_voice import Voice
from clockspades.plain.practice import PracticeTalk
from clockspades.plain.typed_lines import Lines
from clockspades.practice.exercise import Exercise
from clockspades.practice.mistakes import OwnMistakes
from clockspades.practice.puzzles import puzzles as all_puzzles
from clockspades.practice.puzzles import read_puzzles
from clockspades.practice.schedule import ExerciseProgress, practice_path, read_progress
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError
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


def test_a_position_can_be_skipped_and_a_drill_left() -> None:
    found = OwnMistakes((exercise("November"), exercise("May")), 1, 1)
    said = talk("1,skip,back,quit", found)
    assert sum("which spade?" in line for line in said) == 2
    assert said[-3:] == ["1: Your mistakes. 2 new.", WHAT, "Your answers are saved."]
    assert not practice_path().exists()


def test_a_position_is_described_again_as_a_whole_and_by_its_parts() -> None:
    found = OwnMistakes((exercise("November"),), 1, 1)
    told = [line for line in talk("1", found) if line]
    position = told[told.index(WHAT) + 1 : -1]
    again = [line for line in talk("1,table,choices", found) if line]
    asked = next(number for number, line in enumerate(position) if "which spade?" in line)
    assert again[again.index(WHAT) + 1 : -1] == position * 2, "the table, then the question and the choices"
    part = talk("1,discards", found)[-2]
    assert part.startswith(("Discard pile: ", "The discard pile is empty."))
    assert part in position[:asked]
    helped = talk("1,help,words,hand,quit", found)
    assert any(line.startswith("Table: type table for everything, or one part: hand, clock") for line in helped)
    assert not any(sign in helped[-2] for sign in "♣♦♥♠")
    assert " of " in helped[-2]
    assert "The deal" in talk("1,log", found)


def test_what_is_no_choice_is_told() -> None:
    said = talk("nonsense,9,1,7,take K", OwnMistakes((exercise("November"),), 1, 1))
    assert said.count(WHAT) == 3
    what = "type a number from 1 to 3, words such as take A♠, help, skip, back or quit"
    assert f'"7" is not one of the choices: {what}.' in said
    assert f'"take K" is not one of the choices: {what}.' in said


def test_games_are_reviewed_until_there_is_a_mistake() -> None:
    states = (OwnMistakes((), 3, 1), OwnMistakes((), 3, 2), OwnMistakes((exercise("November"),), 3, 3))
    said = talk("1,2", *states)
    assert said[0] == "1: Your mistakes. Reviewing your games: 1 of 3 done."
    assert said.count("Reviewing one of your games…") == 2
    assert "Right: the 2♠ (52%)." in said


def test_without_a_mistake_that_is_said() -> None:
    assert talk("1", OwnMistakes((), 2, 2)) == [
        "1: Your mistakes. No mistakes found in 2 games.",
        WHAT,
        "1: Your mistakes. No mistakes found in 2 games.",
        WHAT,
        "Your answers are saved.",
    ]


def test_puzzles_are_chosen_by_grade() -> None:
    puzzles = (exercise("one", "win for certain", 1), exercise("two", grade=2), exercise("three", grade=2))
    said = talk("puzzles 2,1,,1,,2,2,,quit", OwnMistakes(), puzzles=puzzles)
    assert said[1:3] == ["2: Puzzles, grade 1. 0 of 1 solved.", "3: Puzzles, grade 2. 0 of 2 solved."]
    assert "3: Puzzles, grade 2. 2 of 2 solved." in said
    assert "12 one: win for certain. Which spade? (1 of 1)" in said


def test_a_position_that_cannot_be_read_is_left_out() -> None:
    def broken() -> AnySession:
        raise LogError("game.cslog", 0, "this game was changed")

    first = exercise("May")._replace(open=broken)
    said = talk("1,2,,quit", OwnMistakes((first, exercise("November")), 1, 1))
    assert "game.cslog: this game was changed" in said
    assert "1 of 1 right." in said


def test_a_file_that_cannot_be_read_is_told() -> None:
    practice_path().parent.mkdir(parents=True)
    practice_path().write_text("nonsense")
    assert talk("quit", OwnMistakes())[0].startswith(f"Can't read {practice_path()}: it is not JSON:")


def test_the_end_of_the_input_leaves() -> None:
    def endless() -> Iterator[OwnMistakes]:
        while True:
            yield OwnMistakes((exercise("November"),), 1, 1)

    said: list[str] = []
    PracticeTalk(endless(), (), Lines(BytesIO(b"1\n")), Voice(said.append), Archive(find_game)).hold()
    assert said[-1] == "Your answers are saved."


def test_a_puzzle_of_a_game_that_was_never_played_says_its_rule_once() -> None:
    clogs = [puzzle for puzzle in all_puzzles() if puzzle.open().game.name == "clogs"]
    said = talk("2,skip,back,quit", OwnMistakes(), puzzles=(clogs[0], clogs[0]._replace(key="another")))
    rule = clogs[0].open().game.words.key_rule(clogs[0].open().state)
    assert rule.startswith("The ace is the highest card")
    assert said.count(rule) == 1


def test_a_game_that_was_played_is_not_explained() -> None:
    game = find_game("clogs")
    assert game is not None
    archive, options = Archive(find_game), game.configure({"players": 2})
    archive.begin(game, options, fill_seats(game, options, [Seat("Ana")]), Random(1)).close()
    [puzzle, *_] = [puzzle for puzzle in all_puzzles() if puzzle.open().game.name == "clogs"]
    said = talk("2,skip,quit", OwnMistakes(), puzzles=(puzzle,))
    assert puzzle.open().game.words.key_rule(puzzle.open().state) not in said


@pytest.mark.parametrize("name", sorted({read.game for read in read_puzzles()}))
def test_every_game_with_puzzles_has_a_rule_for_them(name: str) -> None:
    puzzle = next(puzzle for puzzle in read_puzzles() if puzzle.game == name)
    session = puzzle.session()
    rule = session.game.words.key_rule(session.view(session.to_act))
    assert 40 < len(rule) < 240
    assert rule.endswith(".")
