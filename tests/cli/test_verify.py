"""``verify``."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clockspades import __version__
from clockspades.cli import verify
from clockspades.daily.daily import EXAMPLE, line_of
from clockspades.engine.fair_deal import PROVED
from clockspades.saved.log import format_log
from tests.cli.conftest import MakeFaulty, Run
from tests.daily.daily_games import against_bots, deal, kept, read
from tests.engine.fair_games import fair_game, header_of


def test_whole_games_are_passed_in_silence(run: Run, finished: Path, unfinished: Path) -> None:
    checked = run("verify", finished, unfinished)
    assert (checked.status, checked.out, checked.err) == (0, "", "")


def test_every_file_is_checked_and_each_fault_is_a_line(run: Run, faulty: MakeFaulty, finished: Path) -> None:
    third, fifth = faulty(3), faulty(5)
    checked = run("verify", third, finished, "missing.cslog", fifth)
    assert (checked.status, checked.out) == (2, "")
    assert checked.err.splitlines() == [
        f"{third}:3: the line is not JSON: it goes wrong at character 1",
        "missing.cslog: cannot be read: No such file or directory",
        f"{fifth}:5: the line is not JSON: it goes wrong at character 1",
    ]


@pytest.fixture
def proved(tmp_path: Path) -> Path:
    """A game of Spades in its third deal, each with a proof."""
    session = fair_game(3)
    path = tmp_path / "proved.cslog"
    path.write_text(format_log(header_of(session), session), encoding="utf-8")
    return path


def change_deal(path: Path, number: int, old: str, new: str) -> None:
    """Replace a text in the line of a deal, counted from 1."""
    lines = path.read_text(encoding="utf-8").splitlines()
    at = [place for place, line in enumerate(lines) if '"do": "deal"' in line][number - 1]
    assert old in lines[at]
    lines[at] = lines[at].replace(old, new)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def first_share(path: Path, number: int) -> str:
    line = [line for line in path.read_text(encoding="utf-8").splitlines() if '"do": "deal"' in line][number - 1]
    return line.partition('"share": "')[2][:64]


def test_a_share_that_does_not_fit_is_said_in_one_sentence(run: Run, proved: Path, finished: Path) -> None:
    change_deal(proved, 2, first_share(proved, 2), "0" * 64)
    checked = run("verify", finished, proved)
    told = f"{proved}: Deal 2: the share of Ana does not fit what Ana had promised.\n"
    assert (checked.status, checked.out, checked.err) == (2, "", told)


def test_a_person_is_told_what_a_proof_proves_and_what_not(
    proved: Path, finished: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verify, "on_terminal", lambda: True)
    assert verify.verify([finished, proved]) == 0
    assert capsys.readouterr().out.splitlines() == ["No errors in 2 games.", PROVED]
    assert verify.verify([finished]) == 0
    assert capsys.readouterr().out.splitlines() == ["No errors in 1 game."]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("arguments", [("verify", "missing.cslog"), ("show", "missing.cslog"), ("shwo",)])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_the_exit_status_is_the_same_where_standard_error_takes_nothing(
    arguments: tuple[str, ...], unbuffered: str
) -> None:
    command = [sys.executable, "-m", "clockspades", *arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    reader, gone = os.pipe()
    os.close(reader)
    with open("/dev/full", "wb") as full, os.fdopen(gone, "wb") as pipe:
        for errors in (full, pipe):
            assert subprocess.run(command, env=environment, stderr=errors, check=False).returncode == 2


def test_the_line_of_a_deal_of_the_day_is_checked(tmp_path: Path, run: Run, finished: Path) -> None:
    path = kept(tmp_path, deal("clockwork-spades"), against_bots(deal("clockwork-spades")))
    line = line_of(read(path).session)
    checked = run("verify", "--daily", f" {line} ", path)
    assert (checked.status, checked.out, checked.err) == (
        0,
        f"{path} is the game of this line: Clockwork Spades, 2026-11-22.\n",
        "",
    )
    for told, file, why in (
        (line.replace("22", "23", 1), path, f"{path}: the line is for 2026-11-23, but this game is for 2026-11-22"),
        (line, finished, f"{finished}: this game is not a deal of the day"),
        ("won", path, f"{path}: that is not the line of a deal of the day; one looks like {EXAMPLE}"),
        (line, tmp_path / "none", f"clockspades: {tmp_path}/none: cannot be read: No such file or directory"),
    ):
        checked = run("verify", "--daily", told, file)
        assert (checked.status, checked.out, checked.err) == (2, "", f"{why}\n")
    two = run("verify", "--daily", line, path, path)
    assert (two.status, two.err) == (2, "clockspades: --daily checks one game, but you named 2 files\n")


def test_a_move_that_the_bot_would_not_make_is_found_out(tmp_path: Path, run: Run) -> None:
    """Such as one that makes it easy for the person, in a log that follows the rules all the same."""
    session = against_bots(deal("clockwork-spades"), first_differs=True)
    path = kept(tmp_path, deal("clockwork-spades"), session)
    line = line_of(read(path).session)
    point = next(
        point for point, at in enumerate(session.positions[1:], 1)
        if at.seat and len(session.game.rules.legal_actions(session.position(point - 1).state)) > 1
    )  # fmt: skip
    words = session.game.words.describe_first(session.position(point).events, session.names)
    checked = run("verify", "--daily", line, path)
    assert (checked.status, checked.out) == (2, "")
    assert checked.err == (
        f"{path}: step {point} is not the bot's move in clockspades {__version__}, "
        f"though it may be in another version: {words}\n"
    )
