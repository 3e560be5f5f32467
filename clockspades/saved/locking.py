"""Locking an open file, as every system does it."""

import sys
from typing import BinaryIO, Final

_BEYOND: Final = 1 << 30
"""A byte that no file of this program reaches: on Windows, others could not read one that is locked."""


def take(file: BinaryIO) -> None:
    """Lock a file for as long as it is open, however the program ends.

    BlockingIOError or PermissionError if it is locked already, another OSError if the file system has no locks. The
    packages filelock and portalocker lock the first byte, so that nobody else could read a log in play on Windows.
    """
    if sys.platform == "win32":
        import msvcrt

        file.seek(_BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
