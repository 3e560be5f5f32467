"""``verify``."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clockspades import __version__
from clockspades.daily.daily import EXAMPLE, line_of
from tests.cli.conftest import MakeFaulty, Run
from tests.daily.daily_games import against_bots, deal, kept, read, saved


def test_whole_games_are_passed_in_silence(run: Run, finished: Path, unfinished: Path) -> None:
    checked = run("verify", finished, unfinished)
    assert (checked.status, checked.out, checked.err) == (0, "", "")


def test_an_interrupted_write_is_whole(tmp_path: Path, run: Run, finished: Path) -> None:
    path = tmp_path / "cut.cslog"
    path.write_bytes(finished.read_bytes()[:-30])
    assert run("verify", path).status == 0


def test_every_file_is_checked_and_each_fault_is_a_line(run: Run, faulty: MakeFaulty, finished: Path) -> None:
    third, fifth = faulty(3), faulty(5)
    checked = run("verify", third, finished, "missing.cslog", fifth)
    assert (checked.status, checked.out) == (2, "")
    assert checked.err.splitlines() == [
        f"{third}:3: the line is not JSON: Expecting value at character 1",
        "missing.cslog: cannot be read: No such file or directory",
        f"{fifth}:5: the line is not JSON: Expecting value at character 1",
    ]


def test_a_file_that_was_never_a_log_is_a_fault_in_line_1(run: Run) -> None:
    checked = run("verify", __file__)
    assert checked.status == 2
    assert checked.err.startswith(f"{__file__}:1: ")


def test_an_illegal_action_names_the_rule(tmp_path: Path, run: Run, finished: Path) -> None:
    lines = finished.read_text().splitlines()
    lines[3] = '{"seat": 1, "do": "take", "rank": "4"}'
    path = tmp_path / "illegal.cslog"
    path.write_text("\n".join(lines) + "\n")
    assert run("verify", path).err == (f"{path}:4: You hold a match, the 5♣: play it instead of taking a spade.\n")


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


def test_a_name_of_a_file_is_needed(run: Run) -> None:
    checked = run("verify")
    assert checked.status == 2
    assert checked.err == (
        "clockspades verify: the following arguments are required: FILE (see `clockspades verify --help`)\n"
    )


def test_the_line_of_a_deal_of_the_day_is_checked(tmp_path: Path, run: Run, finished: Path) -> None:
    path = kept(tmp_path, deal("clockwork-spades"), against_bots(deal("clockwork-spades")))
    line = line_of(read(path).header, read(path).session)
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
    line = line_of(read(path).header, session)
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


def test_a_tampered_log_is_no_proof_of_a_line(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path / "games", deal("clogs"))
    line = line_of(read(path).header, read(path).session)
    path.write_text(path.read_text().replace('"do": "clog", "place": 0', '"do": "clog", "place": 1', 1))
    checked = run("verify", "--daily", line, path)
    assert (checked.status, checked.out) == (2, "")
    assert len(checked.err.splitlines()) == 1
