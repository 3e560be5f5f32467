"""Running ``clockspades`` as people do, in a process of its own, without waiting for Python to start each time.

A process that has imported what commands need is copied for each of them. The copy has its own arguments, variables,
folder, input, output and session, runs the command from its first line, and ends as any process does. It reviews games
with little effort.
"""

import atexit
import fcntl
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages
from typing import BinaryIO, Final

AT_THE_START: Final = ("LANG", "LC_", "PYTHON", "TEXTUAL")
"""How the variables begin that Python and Textual read once, when they start."""
SEEN_VARIABLE: Final = "TESTS_SCREENS_SEEN"
"""The variable with the path of a file that gets the name of each screen that opens."""
UNWRITABLE: Final = 120
"""The exit status of Python if its last output could not be written."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a command: its exit status and what it printed."""

    status: int
    out: str
    err: str


class Command:
    """A command that runs: of ``subprocess.Popen``, what the tests need."""

    def __init__(self, report: BinaryIO) -> None:
        self._report = report
        self.pid = int(report.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        if self.returncode is None and select.select([self._report], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self) -> int:
        if self.returncode is None:
            with self._report:
                self.returncode = int(self._report.readline())
        return self.returncode

    def send_signal(self, sent: signal.Signals) -> None:
        if self.poll() is None:
            os.kill(self.pid, sent)


def run(arguments: Sequence[str | Path], typed: bytes | None, **variables: str) -> Ran:
    """Run ``clockspades`` with these arguments, with ``typed`` or nothing to read, and more variables."""
    read, typing = os.pipe()
    out, printing = os.pipe()
    err, complaining = os.pipe()
    if typed is None:
        os.close(read)
        read = os.open(os.devnull, os.O_RDONLY)
    command = _start(arguments, {**os.environ, **variables}, (read, printing, complaining))
    for theirs in (read, printing, complaining):
        os.close(theirs)
    with ThreadPoolExecutor(2) as hands:
        hands.submit(_feed, os.fdopen(typing, "wb"), typed or b"")
        complaints = hands.submit(_all_of, os.fdopen(err, "rb"))
        printed = _all_of(os.fdopen(out, "rb"))
        return Ran(command.wait(), printed.decode(), complaints.result().decode())


def run_in_terminal(arguments: Sequence[str | Path], environment: Mapping[str, str], terminal: int) -> Command:
    """Start ``clockspades`` as the leader of a session of its own, in a terminal."""
    return _start(arguments, environment, (terminal, terminal, terminal), has_terminal=True)


def _start(
    arguments: Sequence[str | Path], variables: Mapping[str, str], ends: Sequence[int], *, has_terminal: bool = False
) -> Command:
    started = frozenset((name, value) for name, value in variables.items() if name.startswith(AT_THE_START))
    words = [os.fspath(argument) for argument in arguments]
    order = {"arguments": words, "variables": dict(variables), "folder": str(Path.cwd()), "terminal": has_terminal}
    report, reporting = os.pipe()
    orders = _copied(started, has_terminal or words[:1] == ["export"])
    socket.send_fds(orders, [b"\n"], [*ends, reporting])
    os.close(reporting)
    orders.sendall(json.dumps(order).encode() + b"\n")
    return Command(os.fdopen(report, "rb"))


@cache
def _copied(variables: frozenset[tuple[str, str]], screens: bool) -> socket.socket:
    """Where a process that is copied takes orders. It began with these variables, with the screens or not."""
    orders, theirs = socket.socketpair()
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(theirs.fileno()), "screens" if screens else "commands"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **dict(variables)},
            pass_fds=[theirs.fileno()],
        )

    def close() -> None:
        orders.close()
        process.communicate()

    atexit.register(close)
    return orders


def _feed(end: BinaryIO, typed: bytes) -> None:
    with suppress(BrokenPipeError), end:
        end.write(typed)


def _all_of(end: BinaryIO) -> bytes:
    with end:
        return end.read()


# -- the process that is copied ----------------------------------------------------------------------------


def import_all(screens: bool) -> None:
    """Import every command and every game, and every screen too if they are wanted; no command loads a screen."""
    from clockspades import cli, games, tui
    from clockspades.games.catalogue import GAMES

    _import(f"clockspades.cli.{module.name}" for module in iter_modules(cli.__path__))
    for game in GAMES:
        assert game.rules, "a game has rules"
        assert game.words, "and words"
    if screens:
        for package in (games, tui):
            _import(module.name for module in walk_packages(package.__path__, f"{package.__name__}."))


def little_effort(set_value: Callable[[object, str, float], None] = setattr) -> None:
    """Reviews are as exact with few samples; only their errors are greater."""
    from clockspades.bots import sampling
    from clockspades.review import review

    set_value(sampling, "LEAST", 2)
    for effort in ("CHOICE", "CHOICES", "OTHERS", "CHANCES"):
        set_value(review, effort, 0.5)


def tell_screens(path: str) -> None:
    """Add the name of each screen that opens to a file."""
    from clockspades.tui.command_screen import CommandScreen

    mounted = CommandScreen.on_mount

    def on_mount(self: CommandScreen) -> Awaitable[None] | None:
        with open(path, "a") as file:
            file.write(f"{type(self).__name__}\n")
        return mounted(self)

    CommandScreen.on_mount = on_mount  # type: ignore[method-assign]


def _import(modules: Iterable[str]) -> None:
    for module in modules:
        import_module(module)


def _next_command(orders: socket.socket) -> list[str]:
    """Copy this process for each order. Only a copy returns, with its arguments.

    Another copy waits for its end, and reports the number of the process and its exit status.
    """
    lines = orders.makefile("rb")
    while True:
        begin, ends, _, _ = socket.recv_fds(orders, 1, 4)
        if not begin:
            raise SystemExit
        order = json.loads(lines.readline())
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not os.fork():
            break
        for end in ends:
            os.close(end)
    *ends, report = ends
    command = os.fork()
    if command:
        os.write(report, f"{command}\n".encode())
        for end in ends:
            os.close(end)
        _, status = os.waitpid(command, 0)
        os.write(report, f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os._exit(0)
    os.close(report)
    if order["terminal"]:
        os.setsid()
        fcntl.ioctl(ends[0], termios.TIOCSCTTY, 0)
    for number, end in enumerate(ends):
        os.dup2(end, number)
        os.close(end)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["variables"])
    if order["terminal"]:
        _open_terminal()
    arguments: list[str] = order["arguments"]
    return arguments


def _open_terminal() -> None:
    """Open the streams anew, as Python does in a terminal; Textual uses the first ones."""
    sys.stdin = sys.__stdin__ = open(0)  # type: ignore[misc]  # noqa: SIM115
    sys.stdout = sys.__stdout__ = open(1, "w")  # type: ignore[misc]  # noqa: SIM115
    sys.stderr = sys.__stderr__ = open(2, "w", errors="backslashreplace")  # type: ignore[misc]  # noqa: SIM115


def _run_command(arguments: list[str]) -> int:
    from clockspades.cli import main

    if path := os.environ.get(SEEN_VARIABLE):
        tell_screens(path)
    sys.argv = ["clockspades", *arguments]
    return main()


def _end_at_once() -> None:
    """End a copy as Python does, once its threads have ended, but without taking down what it has imported."""
    if STATUS:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError:
            os._exit(UNWRITABLE)
        os._exit(STATUS[0])


if __name__ == "__main__":
    STATUS: list[int] = []
    atexit.register(_end_at_once)  # as the first, it is called as the last
    import_all(sys.argv[2] == "screens")
    little_effort()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as server:
        words = _next_command(server)
    gc.unfreeze()
    STATUS.append(_run_command(words))
