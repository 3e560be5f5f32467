"""The program in a pseudo-terminal that is read and not drawn: for more output than can be looked at."""

import os
import re
import select
import signal
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from tests.pty.window import CLOCKSPADES, set_size, start

PATIENCE: Final = 60.0
"""Seconds without an answer that count as a hang."""


class Program:
    """``clockspades`` in a pseudo-terminal that is read and not drawn."""

    def __init__(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self.arguments = arguments
        self.process, self.master = start(
            [*CLOCKSPADES, *arguments], {**environment, "PYTHONFAULTHANDLER": "1"}, 80, 24
        )
        self.tail = b""
        settings = termios.tcgetattr(self.master)
        settings[3] &= ~termios.ECHO  # else what is typed after the end hides what the program said
        termios.tcsetattr(self.master, termios.TCSANOW, settings)
        os.set_blocking(self.master, False)

    def read(self, seconds: float) -> bool:
        """Take in what the program writes for at most so long; whether it wrote anything."""
        if self.master < 0:
            sleep(seconds)
            return False
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 1 << 20)
        except OSError:
            return False
        self.tail = (self.tail + data)[-200_000:]
        return bool(data)

    def send(self, keys: str | bytes) -> None:
        """Type, reading all the while: the program must not wait for its reader."""
        data, deadline = keys.encode() if isinstance(keys, str) else keys, monotonic() + PATIENCE
        while data and monotonic() < deadline and self.process.poll() is None:
            try:
                data = data[os.write(self.master, data) :]
            except BlockingIOError:
                self.read(0.01)
            except OSError:
                return

    def resize(self, columns: int, rows: int) -> None:
        set_size(self.master, columns, rows)
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGWINCH)

    def answers(self) -> bool:
        """Whether a new size is drawn, also after Ctrl+Z."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGCONT)
        while self.read(0.0):
            pass
        deadline, columns = monotonic() + PATIENCE, 80
        while monotonic() < deadline:
            columns = 181 - columns
            self.resize(columns, 30)
            until = monotonic() + 1.0
            while monotonic() < until:
                if self.read(0.1) or self.process.poll() is not None:
                    return True
        return False

    def ends_within(self, seconds: float) -> bool:
        deadline = monotonic() + seconds
        while self.process.poll() is None and monotonic() < deadline:
            self.read(0.01)
        return self.process.poll() is not None

    def memory(self) -> int:
        """Its resident kilobytes; 0 where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) if found else 0

    def last_words(self) -> str:
        """What it said outside of its screen: a traceback, or the last sentence. One that hangs says where."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGABRT)
            self.ends_within(2.0)
        text = self.tail.rpartition(b"\x1b[?1049l")[2].decode(errors="replace")
        text = re.sub(r"\x1b(\[[^@-~]*[@-~]|.)", "", text)
        found = re.search("(Traceback|Fatal Python error).*", text, re.DOTALL)
        return found[0][-3000:] if found else text.strip()[-200:]

    def hang_up(self) -> None:
        """Close the terminal."""
        os.close(self.master)
        self.master = -1

    def close(self) -> None:
        """End the program, if it still runs, and close its terminal."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        while self.read(0.05):
            pass
        if self.master >= 0:
            self.hang_up()
