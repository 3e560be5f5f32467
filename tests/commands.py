"""Running ``clockspades`` as people do, in a process of its own, without waiting for Python to start each time.

A process that has imported what commands need is copied for each of them. The copy has its own arguments, variables,
folder, input and output, runs the command from its first line, and ends as any process does.
"""

import atexit
import gc
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import BinaryIO, Final

AT_THE_START: Final = ("LANG", "LC_", "PYTHON")
"""How the variables begin that Python reads once, when it starts."""
PATIENCE: Final = 3000.0
"""Seconds that a command may take."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a command: its exit status and what it printed."""

    status: int
    out: str
    err: str


def run(arguments: Sequence[str | Path], typed: bytes | None, **variables: str) -> Ran:
    """Run ``clockspades`` with these arguments, with ``typed`` or nothing to read, and more variables."""
    environment = {**os.environ, **variables}
    started = frozenset((name, value) for name, value in environment.items() if name.startswith(AT_THE_START))
    return _commands(started).run([os.fspath(argument) for argument in arguments], typed, environment)


class _Commands:
    """The process that is copied, as the tests see it."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._orders, theirs = socket.socketpair()
        self._orders.settimeout(PATIENCE)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", __file__, str(theirs.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **variables},
                pass_fds=[theirs.fileno()],
            )
        self._hands = ThreadPoolExecutor(2)
        atexit.register(self.close)

    def close(self) -> None:
        self._orders.close()
        self._process.communicate()
        self._hands.shutdown()

    def run(self, arguments: Sequence[str], typed: bytes | None, variables: Mapping[str, str]) -> Ran:
        order = json.dumps({"arguments": arguments, "variables": dict(variables), "folder": str(Path.cwd())})
        read, typing = os.pipe()
        out, printing = os.pipe()
        err, complaining = os.pipe()
        if typed is None:
            os.close(read)
            read = os.open(os.devnull, os.O_RDONLY)
        socket.send_fds(self._orders, [b"\n"], [read, printing, complaining])
        for theirs in (read, printing, complaining):
            os.close(theirs)
        self._orders.sendall(order.encode() + b"\n")
        fed = self._hands.submit(_feed, os.fdopen(typing, "wb"), typed or b"")
        complaints = self._hands.submit(_all_of, os.fdopen(err, "rb"))
        printed = _all_of(os.fdopen(out, "rb"))
        fed.result()
        status = self._orders.recv(16)
        return Ran(int(status), printed.decode(), complaints.result().decode())


@cache
def _commands(variables: frozenset[tuple[str, str]]) -> _Commands:
    """The process that began with these variables."""
    return _Commands(dict(variables))


def _feed(end: BinaryIO, typed: bytes) -> None:
    with suppress(BrokenPipeError), end:
        end.write(typed)


def _all_of(end: BinaryIO) -> bytes:
    with end:
        return end.read()


def _next_command(orders: socket.socket) -> list[str]:
    """Copy this process for each order, and say how the copy ended. Only a copy returns, with its arguments."""
    lines = orders.makefile("rb")
    while True:
        begin, ends, _, _ = socket.recv_fds(orders, 1, 3)
        if not begin:
            raise SystemExit
        order = json.loads(lines.readline())
        copy = os.fork()
        if not copy:
            break
        for end in ends:
            os.close(end)
        _, status = os.waitpid(copy, 0)
        orders.sendall(str(os.waitstatus_to_exitcode(status)).encode())
    for number, end in enumerate(ends):
        os.dup2(end, number)
        os.close(end)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["variables"])
    arguments: list[str] = order["arguments"]
    return arguments


def _import_commands() -> None:
    """Import every command, and every game; none of them loads a screen."""
    from clockspades import cli
    from clockspades.games.catalogue import GAMES

    for module in iter_modules(cli.__path__, "clockspades.cli."):
        import_module(module.name)
    for game in GAMES:
        assert game.rules, "a game has rules"
        assert game.words, "and words"


def _run_command(arguments: list[str]) -> int:
    from clockspades.cli import main

    sys.argv = ["clockspades", *arguments]
    return main()


def _end_at_once() -> None:
    """End a copy as Python does, once its threads have ended, but without taking down what it has imported."""
    if STATUS:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(STATUS[0])


if __name__ == "__main__":
    STATUS: list[int] = []
    atexit.register(_end_at_once)  # as the first, it is called as the last
    _import_commands()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as server:
        words = _next_command(server)
    STATUS.append(_run_command(words))
