"""``simulate``: what it prints. What it plays is tested with the engine."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clockspades.cli import main
from clockspades.simulation.simulate import Simulation
from tests.cli.conftest import Run


def test_the_report_in_words(run: Run) -> None:
    ran = run("simulate", "clockwork-spades", "--games", "200", "--seed", "1", "--bots", "random")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "200 games of Clockwork Spades, seed 1"
    assert lines[1].startswith("  seat 0, random: ")
    assert lines[2].startswith("  seat 1, random: ")
    assert all(line.endswith("%)") and " ± " in line for line in lines[1:3])
    assert "  drawn: " in ran.out
    assert "  ended by king of spades: " in ran.out
    assert lines[-1].endswith(" a second")


def test_the_report_as_json(run: Run) -> None:
    ran = run("simulate", "clockwork-spades", "--games", "1", "--seed", "1", "--json")
    report = json.loads(ran.out)
    assert list(report) == ["game", "games", "seed", "bots", "wins", "draws", "reasons", "actions", "seconds"]
    assert (report["game"], report["games"], report["seed"]) == ("clockwork-spades", 1, 1)
    assert report["bots"] == ["steady", "steady"], "as in play, the best bot is the default"
    assert sum(report["wins"]) + report["draws"] == sum(report["reasons"].values()) == 1


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_an_interrupt_before_the_first_game_is_over_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], form: tuple[str, ...]
) -> None:
    def interrupt(simulation: Simulation, index: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Simulation, "positions", interrupt)
    assert main(["simulate", "clock", "--games", "20", "--seed", "1", *form]) == 130
    out, err = capsys.readouterr()
    assert err == ""
    if form:
        assert {**json.loads(out), "seconds": 0} == {
            "game": "clock", "games": 0, "seed": 1, "bots": ["steady"], "wins": [0], "draws": 0, "reasons": {},
            "actions": 0, "seconds": 0, "wanted": 20,
        }  # fmt: skip
    else:
        assert out == "Stopped after 0 of 20 games.\n"


def test_without_a_seed_the_one_drawn_is_told_and_plays_the_same_games(run: Run) -> None:
    common = ("simulate", "clockwork-spades", "--bots", "random", "--games", "20", "--json")
    first = json.loads(run(*common).out)
    again = json.loads(run(*common, "--seed", str(first["seed"])).out)
    assert {**again, "seconds": 0} == {**first, "seconds": 0}


def test_saved_logs_are_whole_and_the_same_whatever_the_jobs(tmp_path: Path, run: Run) -> None:
    common: tuple[str, ...] = ("simulate", "clockwork-spades", "--games", "6", "--seed", "3", "--bots", "random")
    common += ("--option", "rules=gamerules")
    assert run(*common, "--save", tmp_path / "one").status == 0
    assert run(*common, "--save", tmp_path / "two", "--jobs", "2").status == 0
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert len(names) == 6
    assert [(tmp_path / "one" / name).read_bytes() for name in names] == [
        (tmp_path / "two" / name).read_bytes() for name in names
    ]
    assert run("verify", *(tmp_path / "two").iterdir()).status == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess", "--games", "1"), "clockspades: there is no game 'chess'; the games are clockwork-spades"),
        (("clockwork-spades",), "clockspades simulate: the following arguments are required: --games"),
        (("clockwork-spades", "--games", "0"), "clockspades simulate: argument --games: '0' is not a number from 1"),
        (("clockwork-spades", "--games", "1", "--bots", "random," * 2), "clockspades: clockwork-spades has 2 seats"),
        (
            ("clockwork-spades", "--games", "1", "--bots", "random,hal"),
            "clockspades: clockwork-spades has no bot 'hal'",
        ),
        (
            ("clockwork-spades", "--games", "1", "--option", "rules=x"),
            "clockspades: rules cannot be 'x': use pagat or",
        ),
        (("clockwork-spades", "--games", "1", "--save", __file__), f"clockspades: {__file__}: cannot be made"),
    ],
)
def test_what_is_wrong_is_said(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    ran = run("simulate", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(sentence)
    assert ran.err.count("\n") == 1


def started(logs: Path, jobs: str) -> subprocess.Popen[bytes]:
    """A long simulation in a process group of its own, once it has saved a game."""
    command = [sys.executable, "-m", "clockspades", "simulate", "clock", "--games", "10000000"]
    process = subprocess.Popen(
        [*command, "--jobs", jobs, "--save", logs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    deadline = time.monotonic() + 300
    while not (logs.is_dir() and any(logs.glob("*.cslog"))) and time.monotonic() < deadline:
        time.sleep(0.02)
    return process


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_was_played(tmp_path: Path, jobs: str) -> None:
    process = started(tmp_path / "logs", jobs)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: every process of the group is interrupted
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (130, b"")
    lines = out.decode().splitlines()
    stopped = re.fullmatch(r"Stopped after ([\d,]+) of 10,000,000 games\.", lines[0])
    assert stopped is not None
    games = int(stopped[1].replace(",", ""))
    assert games <= len([*(tmp_path / "logs").glob("*.cslog")])
    assert games == sum(int(line.rpartition(" ")[2].replace(",", "")) for line in lines if "ended by" in line)
    told = re.search(rf"^{stopped[1]} games? of Clock, seed ", out.decode(), re.MULTILINE)
    assert (told is not None) == (games > 0)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_its_processes_end_quietly_when_the_first_is_killed(tmp_path: Path, how: signal.Signals) -> None:
    process = started(tmp_path / "logs", "2")
    process.send_signal(how)
    try:
        assert process.communicate(timeout=60) == (b"", b""), "this ends when the last process does"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
