"""What several programs, or several threads of one, write at the same time: all of it is there in the end."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.writing import LOCK_FILE, NO_LOCKS, held, take_warning

PROGRAMS, EACH = 4, 12

COUNT = """
for number in range(EACH):
    with held(file.parent):
        write_whole(file, str(int(file.read_text()) + 1), sync=False)
"""
BEGIN = """
game = find_game("clockwork-spades")
deal = daily.deal_of(date(2026, 11, 22), game, game.presets[0])
daily.begin(Archive(find_game), deal, Seat("Ana"), Random(1)).close()
"""
IMPORTS = f"""
import sys
from datetime import date
from pathlib import Path
from random import Random
from clockspades.daily import daily
from clockspades.saved import writing
from clockspades.saved.archive import Archive
from clockspades.branches.branches import begin_branch
from clockspades.saved.writing import held
from clockspades.engine.header import Seat
from clockspades.saved.log import load
from clockspades.saved.settings import TABLE, Settings, change, save
from clockspades.saved.writing import write_whole
from clockspades.games.catalogue import find_game
from clockspades.practice.schedule import keep_answer

EACH, file, me = {EACH}, Path(sys.argv[1]), int(sys.argv[2])
writing.PATIENCE = 3600.0
print("ready", flush=True)
sys.stdin.readline()
"""


def at_once(work: str, file: Path) -> None:
    """Several programs that begin some work at the same moment, until all have ended."""
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", IMPORTS + work, str(file), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROGRAMS)
    ]
    try:
        for program in programs:
            assert program.stdout is not None
            assert program.stdout.readline() == "ready\n"
        for program in programs:
            assert program.stdin is not None
            program.stdin.write("\n")
            program.stdin.flush()
        assert [program.wait() for program in programs] == [0] * PROGRAMS
    finally:
        for program in programs:
            program.kill()
            program.communicate()


def names(folder: Path) -> Sequence[str]:
    return sorted(path.name for path in folder.iterdir())


def test_programs_count_together(tmp_path: Path) -> None:
    file = tmp_path / "count"
    file.write_text("0")
    at_once(COUNT, file)
    assert file.read_text() == str(PROGRAMS * EACH)
    assert names(tmp_path) == ["count"], "and leave nothing else behind"


def test_of_games_of_a_day_that_are_begun_at_once_all_but_one_are_repeats(home: Path) -> None:
    archive = Archive(find_game)
    at_once(BEGIN, home)
    begun = [load(entry.path, find_game).session for entry in archive.entries()]
    assert sorted(session.standing.is_repeat for session in begun) == [False, *[True] * (PROGRAMS - 1)]


HOLD = """
from pathlib import Path
import sys
from clockspades.saved.writing import held

with held(Path(sys.argv[1])):
    print("ready", flush=True)
    sys.stdin.readline()
"""


def test_a_program_that_is_killed_leaves_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clockspades.saved.writing.PATIENCE", 3600.0)
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "ready\n"
        holder.send_signal(signal.SIGKILL)
    assert names(tmp_path) == [LOCK_FILE]
    with held(tmp_path):
        assert names(tmp_path) == [LOCK_FILE]
    assert names(tmp_path) == []


def test_a_program_that_holds_a_folder_for_ever_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clockspades.saved.writing.PATIENCE", 0.01)
    with held(tmp_path):
        with held(tmp_path):
            (tmp_path / "file").touch()
        assert names(tmp_path) == [LOCK_FILE, "file"]
    assert names(tmp_path) == ["file"]


@pytest.mark.parametrize("why", ["a folder in its place", "a link in its place", "a file for a folder", "no locks"])
def test_where_nothing_can_be_locked_the_work_is_done_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    folder = tmp_path / "folder"
    match why:
        case "a folder in its place":
            (folder / LOCK_FILE).mkdir(parents=True)
        case "a link in its place":
            folder.mkdir()
            (folder / LOCK_FILE).symlink_to(tmp_path / "elsewhere")
        case "a file for a folder":
            folder.touch()
        case "no locks":
            fcntl = pytest.importorskip("fcntl")

            def refuse(file: object, operation: int) -> None:
                raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

            monkeypatch.setattr(fcntl, "flock", refuse)
    done = []
    with held(folder):
        done.append(why)
    assert done == [why]
    assert not (tmp_path / "elsewhere").exists()
    assert take_warning() == (NO_LOCKS if why == "no locks" else "")
