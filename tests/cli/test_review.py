"""``review`` and ``review --json``."""

import json
import re
from pathlib import Path

import pytest

from clockspades.cli import main
from clockspades.engine.header import Seat
from clockspades.games.clockwork.clockwork_bots import ClockworkSteadyBot
from tests.cli.conftest import ANA, BEN, TICK, MakeFaulty, Run, logged, played


def test_the_sum_and_the_choices_are_told(run: Run, finished: Path) -> None:
    finished.write_text(logged(played([ANA, TICK], seed=10)), encoding="utf-8")  # here a choice may have been wrong
    told = run("review", finished)
    assert (told.status, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0].startswith("Clockwork Spades: ")
    assert lines[1] == "Review for Ana (seat 0), in chances to win:"
    assert [line.split()[0] for line in lines[5:9]] == ["before", "luck", "skill", "result"]
    assert lines[3].startswith(("You won", "You lost"))
    assert "±" not in told.out
    exact = run("review", finished, "--verbose").out
    assert re.sub(r" ± [\d.]+%", "", exact) == told.out != exact, "the same figures again, with their errors"


def test_json_is_one_object_whose_parts_add_up(run: Run, finished: Path) -> None:
    told = run("review", finished, "--json")
    assert (told.status, told.err) == (0, "")
    (line,) = told.out.splitlines()
    found = json.loads(line)
    assert list(found) == ["seat", "start", "result", "luck", "skill", "skill_error", "turns"]
    assert abs(found["start"] + found["luck"] + found["skill"] - found["result"]) < 1e-9
    actions = [json.loads(line) for line in finished.read_text().splitlines()[1:-1]]
    assert [turn["point"] for turn in found["turns"]] == list(range(1, len(actions) + 1))
    value = found["start"]
    for turn, action in zip(found["turns"], actions):
        assert list(turn) == ["point", "value", "error", "luck", "skill", "choice"]
        assert abs(value + turn["luck"] + turn["skill"] - turn["value"]) < 1e-9
        value = turn["value"]
        choice = turn["choice"]
        if choice is not None:
            assert list(choice) == ["seat", "played", "best", "loss", "error", "significant"]
            assert {"seat": choice["seat"], **choice["played"]} == action
            assert choice["best"]["do"] == "take"
    assert any(turn["choice"] for turn in found["turns"])


@pytest.mark.parametrize(
    ("seats", "options", "reviewed"), [([TICK, BEN], (), 1), ([TICK, TICK], (), 0), ([ANA, BEN], ("--seat", "1"), 1)]
)
def test_the_seat_is_the_first_person_s_unless_one_is_named(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    seats: list[Seat],
    options: tuple[str, ...],
    reviewed: int,
) -> None:
    monkeypatch.setattr(ClockworkSteadyBot, "samples", lambda *_: 4)
    path = tmp_path / "game.cslog"
    path.write_text(logged(played(seats)), encoding="utf-8")
    assert main(["review", str(path), "--json", *options]) == 0
    assert json.loads(capsys.readouterr().out)["seat"] == reviewed


def test_what_cannot_be_reviewed_gets_one_sentence(
    tmp_path: Path, run: Run, finished: Path, unfinished: Path, faulty: MakeFaulty
) -> None:
    fifth, missing = faulty(5), tmp_path / "missing.cslog"
    for arguments, sentence in (
        (
            (unfinished,),
            f"clockspades: {unfinished}: this game is not over yet, and only finished games can be reviewed",
        ),
        ((finished, "--seat", "2"), f"clockspades: {finished}: there is no seat 2, as this game has seats 0 to 1"),
        ((fifth,), f"clockspades: {fifth}:5: the line is not JSON: it goes wrong at character 1"),
        ((missing,), f"clockspades: {missing}: cannot be read: No such file or directory"),
        ((finished, "--seat", "-1"), "clockspades review: argument --seat: '-1' is not a seat: the first one is 0"),
        ((finished, "--seat", "one"), "clockspades review: argument --seat: 'one' is not a seat: the first one is 0"),
    ):
        told = run("review", *arguments)
        assert (told.status, told.out) == (2, "")
        assert told.err.replace(" (see `clockspades review --help`)", "") == f"{sentence}\n"
