"""``verify``."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import MakeFaulty, Run


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
