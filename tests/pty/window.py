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


def start(
    arguments: Sequence[str | Path], environment: Mapping[str, str], columns: int, rows: int
) -> tuple[subprocess.Popen[bytes], int]:
    """``clockspades`` as the leader of a session of its own in a new terminal, and the terminal's other end."""
    master, slave = pty.openpty()
    set_size(master, columns, rows)
    process = subprocess.Popen(
        [sys.executable, "-m", "clockspades", *arguments],
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
