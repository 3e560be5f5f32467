"""A pseudo-terminal with the program in it: what every way to read one begins with."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.commands import Command, run_in_terminal

CLOCKSPADES: Final = (sys.executable, "-m", "clockspades")
"""The program as the tests start it."""


def start(
    command: Sequence[str | Path], environment: Mapping[str, str], columns: int, rows: int
) -> tuple[subprocess.Popen[bytes] | Command, int]:
    """A program as the leader of a session of its own in a new terminal, and the terminal's other end."""
    master, slave = pty.openpty()
    set_size(master, columns, rows)
    process: subprocess.Popen[bytes] | Command
    if tuple(command[: len(CLOCKSPADES)]) == CLOCKSPADES:
        process = run_in_terminal(command[len(CLOCKSPADES) :], environment, slave)
    else:
        process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=environment,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
    os.close(slave)
    return process, master


def set_size(master: int, columns: int, rows: int) -> None:
    """Give a terminal another size."""
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
