"""How the program ends while it draws: with its log whole, and soon.

    python tests/bench/leaving.py --times 200

Each try starts a game in a pseudo-terminal, ends it at a random moment, and reads its log. It needs a POSIX system.
"""

import argparse
import os
import pty
import re
import resource
import select
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp
from time import monotonic, sleep
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.games.catalogue import find_game
from clockspades.saved.archive import HOME_VARIABLE
from clockspades.saved.log import LogError, load
from tests.commands import import_all
from tests.pty.window import set_size

PATIENCE = 60.0
"""Seconds to wait for the first frame, or for the end of a program that hangs."""
WATCHED = ("play", "clogs", "--seat", "Tick=bot:random", "--seat", "Tock=bot:random", "--seat", "Tack=bot:random",
           "--seat", "Tuck=bot:random")  # fmt: skip
PLAYED = ("play", "--seat", "Ana", "--seat", "Tick=bot:random")
_TURN = re.compile(rb"turn (\d+)")


class Try(NamedTuple):
    """One end of the program."""

    seconds: float
    fault: str
    """What was wrong, empty if nothing was."""


class Child:
    """The program in a terminal of its own. It is forked from this process, which has imported the screens."""

    def __init__(self, home: Path, arguments: tuple[str, ...], columns: int, rows: int) -> None:
        self.home, self.written = home, b""
        self.pid, self.master = pty.fork()
        if not self.pid:
            os.environ[HOME_VARIABLE] = str(home)
            _begin(arguments)
        set_size(self.master, columns, rows)

    def read(self, seconds: float) -> None:
        """Take in what is written for so long."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            if select.select([self.master], [], [], left)[0]:
                try:
                    self.written += os.read(self.master, 65536)
                except OSError:
                    sleep(0.01)

    def wait_for(self, words: bytes) -> None:
        end = monotonic() + PATIENCE
        while words not in self.written:
            self.read(0.05)
            if monotonic() > end or os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                raise SystemExit(f"{words!r} was never shown:\n{self.written[-2000:].decode(errors='replace')}")

    def block(self) -> None:
        """Read nothing more, and let the program draw until its output is stuck, and what waits for it piles up."""
        for wide in (200, 199) * 6:
            set_size(self.master, wide, 60)
            sleep(0.1)

    def wait(self, *, reads: bool) -> tuple[float, int] | None:
        """How long the program still ran, and its exit status; None if it hung, and was killed."""
        start = monotonic()
        while monotonic() - start < PATIENCE:
            found, status = os.waitpid(self.pid, os.WNOHANG)
            if found:
                return monotonic() - start, os.waitstatus_to_exitcode(status)
            if reads:
                self.read(0.005)
            else:
                sleep(0.005)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return None

    def close(self) -> None:
        """Close the terminal, as its window does."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def fault(self) -> str:
        """What is wrong with the log; empty if it holds all moves that were shown."""
        try:
            (path,) = (self.home / "games").iterdir()
            loaded = load(path, find_game)
        except (LogError, OSError, ValueError) as error:
            return f"no log: {error}; {self.written[-1500:].decode(errors='replace')}"
        shown = max((int(turn) for turn in _TURN.findall(self.written)), default=0)
        if loaded.fault is not None:
            return f"the log is faulty: {loaded.fault}"
        if not path.read_bytes().endswith(b"\n"):
            return "the log ends within a line"
        if loaded.session.last < shown:
            return f"the log has {loaded.session.last} actions, and turn {shown} was shown"
        return ""


def _begin(arguments: tuple[str, ...]) -> None:
    """Become the program."""
    from clockspades.cli import main

    sys.stdin = open(0)  # noqa: SIM115 (as long as the program)
    sys.stdout = open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w")  # noqa: SIM115
    vars(sys).update(__stdin__=sys.stdin, __stdout__=sys.stdout, __stderr__=sys.stderr)  # Textual uses these
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    raise SystemExit(main(list(arguments)))


def _close(child: Child) -> bool:
    child.close()
    return False


def _hang_up(child: Child) -> bool:
    os.kill(child.pid, signal.SIGHUP)
    return True


def _terminate(child: Child) -> bool:
    os.kill(child.pid, signal.SIGTERM)
    return True


def _blocked(child: Child, end: Callable[[Child], bool]) -> bool:
    child.block()
    end(child)
    return False


def _quit(child: Child) -> bool:
    os.write(child.master, b"\x11")
    return True


CAUSES: dict[str, tuple[Callable[[Child], bool], ...]] = {
    "closed": (_close,),
    "SIGHUP": (_hang_up,),
    "SIGTERM": (_terminate,),
    "blocked": tuple(
        lambda child, end=end: _blocked(child, end)  # type: ignore[misc]
        for end in (_terminate, _hang_up, _close, _quit)
    ),
}
"""What ends the program, each with its variants in turn; whether the terminal is read until it has ended."""


def attempt(number: int, cause: Callable[[Child], bool], rng: Random, limit: float) -> Try:
    """Start a game, end it while it draws, which takes so many seconds at most, and look at what is left."""
    home = Path(mkdtemp())  # not in a with statement: the child would leave it, too
    child = Child(home, (PLAYED, WATCHED)[number // 4 % 2], 120, 40)
    try:
        child.wait_for(b"quit")
        if number // 4 % 2:
            child.read(rng.random() * 1.5)
        else:
            child.read(0.3)
            os.write(child.master, b"1\r")
            child.read(rng.random() * 1.5)
        reads = cause(child)
        ended = child.wait(reads=reads)
        fault = child.fault()
    finally:
        child.close()
        rmtree(home)
    if ended is None:
        return Try(PATIENCE, "the program hung")
    seconds, status = ended
    if status:
        fault = fault or f"its exit status was {status}"
    if seconds > limit:
        fault = fault or f"it took {seconds:.1f} s"
    if b"Traceback" in child.written or b"internal error" in child.written:
        fault = fault or "it failed: " + child.written[-400:].decode(errors="replace")
    return Try(seconds, fault)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="tries of each cause")
    parser.add_argument("--cause", choices=CAUSES, action="append", help="one of the causes only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=2.0, help="seconds that the program may take to end")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between two tries")
    asked = parser.parse_args()

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import_all(screens=True)
    failed = False
    for cause in asked.cause or CAUSES:
        rng, variants = Random(asked.seed), CAUSES[cause]
        tries = []
        for number in range(asked.times):
            tries.append(attempt(number, variants[number % len(variants)], rng, asked.limit))
            if tries[-1].fault:
                print(f"  {cause}, try {number}: {tries[-1].fault}", flush=True)
            sleep(asked.pause)
        good = sum(not one.fault for one in tries)
        failed = failed or good < len(tries)
        times = sorted(one.seconds for one in tries)
        print(
            f"{cause}: {good} of {len(tries)} whole and gone within {asked.limit:g} s;"
            f" median {times[len(times) // 2]:.2f} s, slowest {times[-1]:.2f} s",
            flush=True,
        )
    raise SystemExit(failed)


if __name__ == "__main__":
    main()
