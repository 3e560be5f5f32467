"""What the program of a guest may use up and touch, tried in processes of its kind."""

import asyncio
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

if sys.platform == "win32":
    pytest.skip("guests come in on Unix only", allow_module_level=True)

from clockspades.cli.output import USAGE
from clockspades.games.catalogue import find_game
from clockspades.guests import kept_games
from clockspades.guests.program import GuestOrder, GuestProgram
from clockspades.network.own_process import own_command
from clockspades.saved.archive import Archive
from tests.saved.logs import GAME, SEATS
from tests.tui.short_games import play_out

BEGIN = """
import os, sys, socket, sqlite3, subprocess
from pathlib import Path
from clockspades.guests import bounds
os.chdir(sys.argv[1])
bounds.bound()
bounds.fence(Path(), goes_out=False)
"""
OUTSIDE = (
    "open('../host', 'w')", "open('../host')", "open('/etc/passwd')", "os.open('link', os.O_RDONLY)",
    "os.listdir('..')", "os.mkdir('../new')", "os.remove('../host')", "os.rename('own', '../stolen')",
    "os.symlink('/', '../there')",
    "os.link('../host', 'own2')", "os.chmod('../host', 0o777)", "os.truncate('../host', 0)", "os.chdir('..')",
    "sqlite3.connect('../x.index')", "sqlite3.connect(f'file:{Path().resolve().parent}/%78?mode=rwc', uri=True)",
    "subprocess.run(['true'])", "os.system('true')", "os.fork()", "os.execv('/bin/sh', ['sh'])",
    "os.posix_spawn('/bin/sh', ['sh'], {})",
    "socket.create_connection(('127.0.0.1', 9))", "socket.socket().bind(('127.0.0.1', 0))",
)  # fmt: skip
TOO_MUCH = (
    ("x = bytearray(600 << 20)", "MemoryError"),
    ("open('own', 'wb').write(bytes(17 << 20))", "OSError"),
    ("[os.open('own', os.O_RDONLY) for _ in range(200)]", "OSError"),
)


def tried(folder: Path, *lines: str) -> list[str]:
    """What became of each line in a process with the bounds of a guest: the name of an error, or ``done``."""
    tries = "".join(
        f"try: {line}; print('done')\nexcept BaseException as error: print(type(error).__name__)\n" for line in lines
    )
    ran = subprocess.run(
        [sys.executable, "-c", BEGIN + tries, str(folder)], capture_output=True, text=True, timeout=60, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    own = tmp_path / "guest"
    own.mkdir()
    (tmp_path / "host").write_text("secret")
    (own / "own").write_text("own")
    (own / "link").symlink_to(tmp_path / "host")
    return own


def test_nothing_outside_of_the_folder_is_read_changed_started_or_called(folder: Path) -> None:
    assert dict(zip(OUTSIDE, tried(folder, *OUTSIDE))) == dict.fromkeys(OUTSIDE, "PermissionError")
    assert {*folder.parent.iterdir()} == {folder, folder.parent / "host"}
    assert (folder.parent / "host").read_text() == "secret"
    own = (
        "open('own')",
        "open('new', 'w')",
        "os.mkdir('sub')",
        "sqlite3.connect('sub/x').execute('create table t (x)')",
    )
    assert tried(folder, *own, "import wave, textual.app, clockspades.games.catalogue") == ["done"] * 5


def test_packages_are_found_wherever_python_looks_for_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = folder.parent / "usr"
    for name in ("lone/__init__.py", "lone/part.py", "lone/data", "none/data"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).touch()
    monkeypatch.setenv("PYTHONPATH", str(place), prepend=os.pathsep)
    assert tried(folder, "import lone.part", f"open('{place}/lone/data')") == ["done"] * 2
    assert tried(folder, f"open('{place}/none/data')", f"os.listdir('{place}/none')") == ["PermissionError"] * 2


def test_memory_files_and_their_size_have_bounds(folder: Path) -> None:
    assert tried(folder, *(line for line, _ in TOO_MUCH)) == [error for _, error in TOO_MUCH]


def test_work_without_end_is_ended() -> None:
    code = "from clockspades.guests import bounds; bounds.MOST_WORK = 1; bounds.bound()\nwhile True: pass"
    ran = subprocess.run([sys.executable, "-c", code], timeout=120, check=False)
    assert ran.returncode == -signal.SIGTERM


def test_the_oldest_finished_games_go_first_and_the_open_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = Archive(find_game)
    games = []
    for age, ended in enumerate((False, True, True, True)):
        session = archive.begin(GAME, GAME.configure({}), SEATS, Random(age))
        if ended:
            play_out(session, Random(age))
        session.close()
        assert session.path is not None
        os.utime(session.path, (age, age))
        games.append(session.path)
    kept_games.trim(archive, lambda path: False)
    assert all(path.exists() for path in games), "there is room"
    kept = sum(path.stat().st_size for path in (games[0], games[1], games[3]))
    monkeypatch.setattr(kept_games, "MOST_KEPT", kept)
    kept_games.trim(archive, lambda path: path == games[1])
    assert [path.exists() for path in games] == [True, True, False, True]
    monkeypatch.setattr(kept_games, "MOST_KEPT", 0)
    kept_games.trim(archive, lambda path: path == games[1])
    assert [path.exists() for path in games] == [False, True, False, False]


async def begun(folder: Path, invitation: str = "") -> tuple[GuestProgram, int]:
    """The program of a guest, and its terminal."""
    folder.mkdir()
    terminal, slave = pty.openpty()
    guest = await GuestProgram.start(
        own_command("clockspades.cli.guest"), GuestOrder(invitation, "Zoe"), folder,
        stdin=slave, stdout=slave, stderr=slave, shown={"TERM": "xterm-256color"},
    )  # fmt: skip
    os.close(slave)
    return guest, terminal


async def test_what_goes_wrong_is_told_to_the_host_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    guest, terminal = await begun(tmp_path / "guest", "no invitation")
    async with asyncio.timeout(60):
        await guest.process.wait()
    assert guest.process.returncode == USAGE
    await guest.end()
    assert "a guest can't sit down" in capfd.readouterr().err
    os.set_blocking(terminal, False)
    with pytest.raises(OSError, match=r"."):  # nothing was drawn
        os.read(terminal, 1)
    os.close(terminal)


@pytest.mark.parametrize("name", ["dup", "pipe"])
async def test_where_no_file_can_be_opened_none_stays_open(name: str, tmp_path: Path) -> None:
    before = [*Path("/dev/fd").iterdir()]
    with pytest.raises(OSError, match="Too many"), patch.object(os, name, side_effect=OSError("Too many")):
        await GuestProgram.start((), GuestOrder("", ""), tmp_path, stdin=0, stdout=1)
    assert [*Path("/dev/fd").iterdir()] == before


async def test_keys_before_the_first_frame_are_no_signals(tmp_path: Path) -> None:
    guest, terminal = await begun(tmp_path / "guest")
    os.set_blocking(terminal, False)
    drawn = b""
    async with asyncio.timeout(60):
        while guest.process.returncode is None:
            with suppress(OSError):
                os.write(terminal, b"\x1c\x1a\x03")  # the last one leaves, once there is something to leave
                drawn += os.read(terminal, 1 << 16)
            await asyncio.sleep(0.01)
    assert guest.process.returncode == 0
    assert b"Traceback" not in drawn
    await guest.end()
    os.close(terminal)


async def test_a_guest_without_an_invitation_is_shown_games_and_ends_with_the_door(tmp_path: Path) -> None:
    own = tmp_path / "guest"
    guest, terminal = await begun(own)
    drawn = b""

    async def until(words: bytes) -> None:
        nonlocal drawn
        async with asyncio.timeout(60):
            while words not in drawn:
                drawn += await asyncio.to_thread(os.read, terminal, 1 << 16)

    await until(b"earn as you play")
    os.write(terminal, b"\x1a")  # Ctrl+Z suspends nothing
    os.write(terminal, b"l")
    await until(b"Esc")
    await guest.end()
    assert guest.process.returncode == 0
    assert [*own.rglob("*.cslog")]
    assert str(tmp_path).encode() not in drawn
    os.close(terminal)
