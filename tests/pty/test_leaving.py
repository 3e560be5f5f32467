"""Route and leaving in a real terminal: whatever ends the program, the game is safe and the terminal whole."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from clockspades.engine.header import Seat
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog, load
from tests.pty.terminal import PATIENCE, Terminal

pytestmark = pytest.mark.usefixtures("asked")
PLAY = ("play", "--seed", "1", "--seat", "Ana", "--seat", "Tick=bot:random")
HINT = "clockspades resume"
OWN_CHILD = (sys.executable, "-P", "-m", "clockspades")
"""The program as a child of the tests, as only a parent hears that it was stopped."""


def games(home: Path) -> list[LoadedLog]:
    """The saved games, none of them faulty."""
    loaded = [load(path, find_game) for path in sorted((home / "games").iterdir())]
    assert not [game.fault for game in loaded if game.fault is not None]
    return loaded


def is_restored(written: bytes) -> bool:
    """Whether the terminal got back its own screen, its cursor and its mouse."""
    return all(written.rfind(on) < written.rfind(off) for on, off in _MODES)


_MODES = [(b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h"), (b"\x1b[?1003h", b"\x1b[?1003l")]


@pytest.mark.parametrize("key", ["q", "\x03", "\x11"], ids=["q", "Ctrl+C", "Ctrl+Q"])
def test_leaving_says_how_to_carry_on(home: Path, key: str) -> None:
    with Terminal(*PLAY) as terminal:
        terminal.wait_for("▸ You")
        terminal.press("1\r")
        terminal.wait_for("turn 3")
        terminal.press(key)
        assert terminal.wait_for_end() == 0
        assert is_restored(terminal.written)
        assert HINT in terminal.text
        assert len(terminal.text.strip().splitlines()) == 1
    (game,) = games(home)
    assert game.session.last == 3


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_however_it_is_ended_the_game_is_whole_and_can_be_resumed(home: Path, sent: signal.Signals) -> None:
    with Terminal(*PLAY) as terminal:
        terminal.wait_for("▸ You")
        terminal.press("1\r")
        terminal.wait_for("turn 3")
        os.killpg(terminal.process.pid, sent)
        terminal.wait_for_end()
    (game,) = games(home)
    assert game.session.last == 3
    with Terminal("resume") as terminal:
        terminal.wait_for("turn 3", "▸ You")
        terminal.press("q")
        terminal.wait_for_end()
    assert games(home)[0].session.last == 3


WATCHED = ("play", "clogs", *(f"--seat={name}=bot:random" for name in ("Tick", "Tock", "Tack", "Tuck")))


def close(terminal: Terminal) -> None:
    """Close the terminal, as its window does."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, terminal._master)
    os.close(nowhere)


ENDS: dict[str, Callable[[Terminal], object]] = {
    "closed": close,
    "SIGHUP": lambda terminal: os.kill(terminal.process.pid, signal.SIGHUP),
    "SIGTERM": lambda terminal: os.kill(terminal.process.pid, signal.SIGTERM),
    "quit": lambda terminal: terminal.press("\x11"),
}


@pytest.mark.parametrize("is_stuck", [False, True])
@pytest.mark.parametrize("end", ENDS)
def test_it_ends_while_it_draws(home: Path, end: str, is_stuck: bool) -> None:
    """At a random moment, and also if nobody reads its output any more."""
    with Terminal(*(WATCHED if is_stuck else PLAY), columns=120, rows=40) as terminal:
        terminal.wait_for("quit")
        terminal.press("1\r" if not is_stuck else "")
        latest = time.monotonic() + Random(f"{end} {is_stuck}").random()
        terminal.wait_until("a moment", lambda: time.monotonic() > latest)
        if is_stuck:
            terminal.stall(0.1)
        ENDS[end](terminal)
        deadline = time.monotonic() + PATIENCE
        while terminal.process.poll() is None and time.monotonic() < deadline:
            if is_stuck or end == "closed":
                time.sleep(0.01)
            else:
                terminal.settle(0.01)
        assert terminal.process.poll() == 0
        assert b"Traceback" not in terminal.written
    (game,) = games(home)
    turns = [int(turn) for turn in re.findall(rb"turn (\d+)", terminal.written)]
    assert game.session.last >= max(turns, default=0)
    assert game.path.read_bytes().endswith(b"\n")


def test_a_terminal_that_was_stuck_shows_all_again() -> None:
    with Terminal(*PLAY) as terminal:
        terminal.wait_for("▸ You")
        before = terminal.settle()
        terminal.stall(0.1)
        assert terminal.settle(0.5) == before
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert is_restored(terminal.written)
        assert HINT in terminal.text


def test_it_can_be_stopped_and_continued(home: Path) -> None:
    with Terminal(*PLAY, program=OWN_CHILD) as terminal:
        terminal.wait_for("▸ You")
        before = terminal.settle()
        for sent in "\x1a", signal.SIGTSTP:
            if isinstance(sent, str):
                terminal.press(sent)
            else:
                os.kill(terminal.process.pid, sent)
            terminal.wait_until("a stop", lambda: is_stopped(terminal.process.pid))
            terminal.settle(0.1)
            assert is_restored(terminal.written)
            os.kill(terminal.process.pid, signal.SIGCONT)
            terminal.wait_for("turn 1", "▸ You")
            assert terminal.settle(0.5) == before
        terminal.press("1\r")
        terminal.wait_for("turn 3")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert is_restored(terminal.written)
    assert games(home)[0].session.last == 3


def is_stopped(process: int) -> bool:
    """Whether a child was stopped since this was last asked."""
    return bool(os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOHANG))


def test_a_continue_without_a_stop_changes_nothing() -> None:
    with Terminal(*PLAY) as terminal:
        terminal.wait_for("▸ You")
        before = terminal.settle()
        os.kill(terminal.process.pid, signal.SIGCONT)
        assert terminal.settle(0.5) == before
        terminal.press("\x1b[C")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
        assert is_restored(terminal.written)


def test_a_game_is_played_by_one_program_only(home: Path) -> None:
    with Terminal(*PLAY) as first:
        first.wait_for("▸ You")
        with Terminal("resume", columns=400) as second:
            assert second.wait_for_end() == 2
            assert second.text.strip().endswith(".cslog: another clockspades is playing this game")
        first.press("1\r")
        first.wait_for("turn 3")
    assert games(home)[0].session.last == 3


@pytest.mark.parametrize(("typed", "status"), [("quit\r", 0), ("\x04", 0), ("\x03", 130)])
def test_a_deal_that_was_played_before_can_be_left_before_it_begins(home: Path, typed: str, status: int) -> None:
    game, seats = GAMES[0], (Seat("Ana"), Seat("Tick", "bot:random"))
    Archive(find_game).begin(game, game.configure({}), seats, Random(1), number=5).close()
    with Terminal("play", "--deal", "5") as terminal:
        terminal.wait_for("You have already played this deal today: it does not count.", "type quit")
        terminal.press(typed)
        assert terminal.wait_for_end() == status
    assert "Traceback" not in terminal.text
    assert len(games(home)) == 1


def test_a_window_of_any_size_loses_nothing() -> None:
    with Terminal(*PLAY) as terminal:
        terminal.wait_for("▸ You")
        before = terminal.settle()
        for columns, rows in [(120, 40), (60, 18), (20, 5), (1, 1), (200, 60), (80, 24)]:
            terminal.resize(columns, rows)
            terminal.settle(0.2)
        assert terminal.settle() == before
        terminal.resize(50, 15)
        terminal.wait_for("60", "18", "50", "15")


def test_a_game_whose_folder_cannot_be_made_is_played_and_says_that_it_is_not_saved(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with Terminal(*PLAY, columns=200, rows=40, CLOCKSPADES_HOME=str(tmp_path / "file" / "home")) as terminal:
        terminal.wait_for("This game is not saved", "▸ You")
        terminal.press("\x11")
        assert terminal.wait_for_end() == 0
    assert b"Traceback" not in terminal.written


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for the server in /proc")
def test_a_server_that_does_not_react_is_killed_and_ctrl_c_meanwhile_shows_nothing(home: Path) -> None:
    with Terminal("host", "clogs", "--listen", "127.0.0.1:0", columns=100, rows=30) as terminal:
        terminal.wait_for("Start the game", "the host)")
        (server,) = servers_of(terminal.process.pid)
        os.kill(server, signal.SIGSTOP)
        terminal.press("q")
        terminal.wait_until("the end of the screens", lambda: b"\x1b[?1049l" in terminal.written)
        while terminal.process.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(terminal.process.pid, signal.SIGINT)
            terminal.settle(0.02)
        assert terminal.wait_for_end() in (0, -signal.SIGINT)  # that if it comes when Python itself has ended
        assert b"Traceback" not in terminal.written
        terminal.wait_until("the end of the server", lambda: has_ended(server))


def servers_of(parent: int) -> list[int]:
    """The servers of tables that a process has started."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in children if b"server_process" in Path(f"/proc/{child}/cmdline").read_bytes()]


def has_ended(process: int) -> bool:
    """Whether a process has ended, or is about to be forgotten."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0] in "ZX"
    except OSError:
        return True
