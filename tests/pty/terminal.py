"""A terminal of a given size with the program running in it, read as a person reads it."""

import contextlib
import os
import re
import select
import signal
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pyte

from tests.pty.window import CLOCKSPADES, set_size, start

PATIENCE: Final = 60.0
"""Seconds to wait for what is there in one unless others need the machine."""
_UNREAD: Final = re.compile(rb"\x1b\[([<>=?][0-9;]*u|[0-9;:]*m)")
"""The keyboard protocol's sequences, which pyte would print, and colours, which take it most of its time."""
_LEFT: Final = b"\x1b[?1049l"
"""The end of the alternate screen, which pyte does not know."""
KEPT: Final = 200_000
"""Bytes that are kept of what is not drawn."""
_CUT: Final = re.compile(rb"\x1b(\[[^@-~]*)?$")
"""A sequence whose end has not come yet."""


def is_at_work(process: int) -> bool:
    """Whether a thread of a process runs, or waits for the processor or a disk; False if the system does not tell."""
    states = ""
    with contextlib.suppress(OSError):  # the process has ended
        for path in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(OSError):  # the thread has ended
                states += (path / "stat").read_text().rpartition(") ")[2][:1]
    return "R" in states or "D" in states


class Terminal:
    """``clockspades``, or another program, in a pseudo-terminal; leaving the ``with`` block ends it.

    One that is not drawn keeps the end of what is written alone: for more output than can be looked at.
    """

    def __init__(
        self,
        *arguments: str | Path,
        program: Sequence[str | Path] = CLOCKSPADES,
        columns: int = 80,
        rows: int = 24,
        drawn: bool = True,
        **variables: str,
    ) -> None:
        self.columns, self.rows, self._drawn = columns, rows, drawn
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._cut = b""
        self.written = b""
        self._text: str | None = None
        self.watch: Callable[[str], None] | None = None
        """Called with the screen after each piece of output."""
        environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        environment |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", **variables}
        self.process, self._master = start([*program, *arguments], environment, columns, rows)
        os.set_blocking(self._master, False)
        if not drawn:
            settings = termios.tcgetattr(self._master)
            settings[3] &= ~termios.ECHO  # else what is typed after the end hides what the program said
            termios.tcsetattr(self._master, termios.TCSANOW, settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        os.close(self._master)

    @property
    def text(self) -> str:
        """What is on the screen now."""
        if self._text is None:
            self._text = "\n".join(line.rstrip() for line in self._lines)
        return self._text

    @property
    def _lines(self) -> list[str]:
        """The screen's ``display``, without pyte's checks of each character."""
        buffer = self._screen.buffer
        return ["".join([buffer[row][column].data for column in range(self.columns)]) for row in range(self.rows)]

    @property
    def at_cursor(self) -> str:
        """What stands on the screen from the terminal's own cursor to the end of its line."""
        return self._lines[self._screen.cursor.y][self._screen.cursor.x :].rstrip()

    @property
    def shows_cursor(self) -> bool:
        """Whether the terminal's own cursor is visible."""
        return not self._screen.cursor.hidden

    def wait_at_cursor(self, words: str) -> None:
        """Wait until these words stand at the terminal's own cursor."""
        self.wait_until(f"{words!r} at the cursor", lambda: self.at_cursor.startswith(words))

    def places(self, words: str) -> list[tuple[int, int]]:
        """The column and row of the middle of every place where these words stand, from the top."""
        return [
            (column + len(words) // 2, row)
            for row, line in enumerate(self._lines)
            for column in range(len(line))
            if line.startswith(words, column)
        ]

    def wait_until(self, what: str, until: Callable[[], bool]) -> None:
        """Take in what is written until something holds; AssertionError if it never does."""
        deadline = time.monotonic() + PATIENCE
        while not until():
            self.read(0.02)
            assert time.monotonic() < deadline, f"waited in vain for {what}:\n{self.text}"

    def wait_for(self, *words: str) -> str:
        """The screen as soon as it shows all these words; AssertionError if it never does."""
        self.wait_until(f"{words} on the screen", lambda: all(word in self.text for word in words))
        return self.text

    def settle(self, seconds: float = 0.2) -> str:
        """The screen when nothing has been written to it for so long, and the program waits for what comes next.

        On a busy machine silence alone may mean that the program waits for the processor.
        """
        while self.read(seconds) or is_at_work(self.process.pid) or self.read(0.0):
            pass
        return self.text

    def press(self, keys: str) -> None:
        """Type these characters."""
        self.send(keys.encode())

    def send(self, data: bytes) -> None:
        """Send these bytes, as the terminal does, reading all the while: the program must not wait for its reader."""
        deadline = time.monotonic() + PATIENCE
        while data and time.monotonic() < deadline and self.process.poll() is None:
            try:
                data = data[os.write(self._master, data) :]
            except BlockingIOError:
                self.read(0.01)
            except OSError:  # the program has closed the other end
                return

    def press_until_end(self, keys: str) -> None:
        """Type these characters again each half second until the program ends, as a person does when a key is lost."""

        def pressed() -> bool:
            if self.process.poll() is not None:
                return True
            self.press(keys)
            self.settle(0.5)
            return False

        self.wait_until("the end of the program", pressed)

    def click(self, column: int, row: int) -> None:
        """Press and let go the left button over a cell, counted from 0."""
        at = f"{column + 1};{row + 1}"
        self.press(f"\x1b[<0;{at}M\x1b[<0;{at}m")

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window, which the program is told."""
        self.columns, self.rows = columns, rows
        self._screen.resize(rows, columns)
        self._text = None
        set_size(self._master, columns, rows)
        with contextlib.suppress(ProcessLookupError):  # the program has ended
            os.killpg(self.process.pid, signal.SIGWINCH)

    def stall(self, seconds: float) -> None:
        """Read nothing while the window is resized many times, and end at the size that it had."""
        columns, rows = self.columns, self.rows
        for wide in (*(200, 199) * 8, columns):
            set_size(self._master, wide, rows if wide == columns else 60)
            time.sleep(seconds)

    def kill(self) -> None:
        """End the program at once, without a chance to save anything."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def wait_for_end(self) -> int:
        """The exit status, when the program has ended by itself."""
        self.wait_until("the end of the program", lambda: self.process.poll() is not None)
        while self.read(0.05):
            pass
        return self.process.wait()

    def read(self, seconds: float) -> bool:
        """Take in what the program has written; whether there was anything."""
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the program has closed the other end
            return False
        if not data:
            return False
        self.written += data
        if not self._drawn:
            self.written = self.written[-KEPT:]
            return True
        data = self._cut + data
        match = _CUT.search(data)
        self._cut = match[0] if match else b""
        data = _UNREAD.sub(b"", data.removesuffix(self._cut))
        before, left, after = data.rpartition(_LEFT)
        self._stream.feed(before)
        if left:
            self._screen.reset()
        self._stream.feed(after)
        self._text = None
        if self.watch is not None:
            self.watch(self.text)
        return True
