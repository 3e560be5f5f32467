"""How soon the table stands on the screen, and how soon it answers a key, against a bare Textual application.

    python tests/bench/latency.py

The bare application shows one label, which a key changes. Both run in a pseudo-terminal of the same size, which only a
POSIX system has. A launch takes until the last byte of the screen on which the program then rests; a key takes until
the last byte that it brings. The programs take turns, and each round gives a ratio of the medians in it; the least of
all rounds, which a busy machine disturbs least, gives one too. As in an installed program every module is compiled
before: the first start of each is not measured.
"""

import argparse
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from shutil import rmtree
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from types import TracebackType
from typing import NamedTuple, Self

from clockspades.cli.parser import count
from clockspades.engine.text import printable

BARE = """\
from textual.app import App, ComposeResult
from textual.widgets import Label


class Bare(App[None]):
    pressed = 0

    def compose(self) -> ComposeResult:
        yield Label("Pressed 0000 times")

    def on_key(self) -> None:
        self.pressed += 1
        self.query_one(Label).update(f"Pressed {self.pressed:04} times")


Bare().run()
"""

KEYS = (b"\x1b[C", b"\x1b[D")
"""The arrows to the right and to the left, in turns."""
REST = 0.1
"""Seconds without a byte after which a program rests."""
PATIENCE = 60.0
"""Seconds to wait for a byte."""
ASKED, SUPPORTED, FRAME_END = b"\x1b[?2026$p", b"\x1b[?2026;2$y", b"\x1b[?2026l"
"""The question whether the terminal shows a frame at once, its answer, and the end of such a frame."""


class Program(NamedTuple):
    """What is measured: its name, its command, and words that stand on its first screen."""

    name: str
    command: Sequence[str | Path]
    words: bytes


class Answer(NamedTuple):
    """What a program wrote until it rested, and how long that took in milliseconds."""

    milliseconds: float
    written: bytes


class Running:
    """A program in a terminal of its own; leaving the ``with`` block ends it."""

    def __init__(self, program: Program, columns: int, rows: int, home: Path) -> None:
        self._name = program.name
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment["CLOCKSPADES_HOME"] = str(home)
        for disturbing in ("COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE"):
            environment.pop(disturbing, None)
        rmtree(home / "games", ignore_errors=True)  # a deal that was played before is announced first
        self._terminal, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._start = perf_counter()
        self._process = subprocess.Popen(program.command, stdin=inside, stdout=inside, stderr=inside, env=environment)
        os.close(inside)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)

    def stand(self, words: bytes) -> Answer:
        """The screen that the program opens with, which has these words."""
        return self._answer(self._start, words)

    def press(self, key: bytes) -> Answer:
        """What a key brings."""
        start = perf_counter()
        os.write(self._terminal, key)
        return self._answer(start, b"")

    def _answer(self, start: float, words: bytes) -> Answer:
        written, end = b"", start
        while True:
            complete = bool(written) and words in written
            if not select.select([self._terminal], [], [], REST if complete else PATIENCE)[0]:
                break
            try:
                data = os.read(self._terminal, 65536)
            except OSError:  # the program has closed the other end
                data = b""
            if not data:
                break
            end = perf_counter()
            written += data
            if ASKED in data:
                os.write(self._terminal, SUPPORTED)
        if not complete:
            said = printable(written.decode(errors="replace"))
            sys.exit(f"the {self._name} did not {'open' if words else 'answer a key'}: it wrote {said or 'nothing'}")
        return Answer((end - start) * 1000, written)


class Figures(NamedTuple):
    """One program's figures in one round: its times, the most bytes of a launch, and the most that a key brings."""

    launch: list[float]
    key: list[float]
    launched: int
    frames: int
    bytes: int


def measure(program: Program, columns: int, rows: int, starts: int, presses: int, home: Path) -> Figures:
    """A few launches of a program, each followed by a few keys."""
    launches, keys = [], []
    for _ in range(starts):
        with Running(program, columns, rows, home) as running:
            launches.append(running.stand(program.words))
            keys += [running.press(key) for key in islice(cycle(KEYS), presses)]
    return Figures(
        [launch.milliseconds for launch in launches],
        [key.milliseconds for key in keys],
        max(len(launch.written) for launch in launches),
        max(key.written.count(FRAME_END) for key in keys),
        max(len(key.written) for key in keys),
    )


def compare(what: str, table: list[list[float]], bare: list[list[float]]) -> str:
    """The medians of both and their ratio, from the times of each round."""
    ours, theirs = ([median(times) for times in rounds] for rounds in (table, bare))
    each = sorted(one / other for one, other in zip(ours, theirs))
    least = min(map(min, table)) / min(map(min, bare))
    return (
        f"{what:7} table {median(ours):6.1f} ms   bare {median(theirs):6.1f} ms   ratio {median(each):.2f}"
        f" (rounds {each[0]:.2f} to {each[-1]:.2f}, least to least {least:.2f})"
    )


def size(text: str) -> tuple[int, int]:
    """Columns and rows, as in ``120x40``."""
    columns, _, rows = text.partition("x")
    return int(columns), int(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=size, default=(120, 40), metavar="COLUMNSxROWS", help="120x40 if not given")
    parser.add_argument("--rounds", type=count, default=9)
    parser.add_argument("--starts", type=count, default=2, help="launches of each program in a round")
    parser.add_argument("--presses", type=count, default=20, help="keys after each launch")
    asked = parser.parse_args()
    columns, rows = asked.size
    table: list[Figures] = []
    bare: list[Figures] = []
    with TemporaryDirectory() as directory:
        home = Path(directory)
        (home / "settings.toml").write_text('forced_plays = "ask"\n')  # else a key may come with a forced move
        alone = home / "bare.py"
        alone.write_text(BARE, encoding="utf-8")
        ours = Program("table", [sys.executable, "-m", "clockspades", "play", "--seed", "7"], b"quit")
        theirs = Program("bare application", [sys.executable, alone], b"Pressed 0000 times")
        for program in (theirs, ours):
            measure(program, columns, rows, 1, 1, home)
        for _ in range(asked.rounds):
            bare.append(measure(theirs, columns, rows, asked.starts, asked.presses, home))
            table.append(measure(ours, columns, rows, asked.starts, asked.presses, home))
    print(compare("launch", [one.launch for one in table], [one.launch for one in bare]))
    print(compare("key", [one.key for one in table], [one.key for one in bare]))
    print(f"a launch brings at most {max(one.launched for one in table)} bytes")
    print(f"a key brings {max(one.frames for one in table)} frame(s), at most {max(one.bytes for one in table)} bytes")


if __name__ == "__main__":
    main()
