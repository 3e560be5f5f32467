"""A lock on a folder for a moment, between programs and between the threads of one."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import BinaryIO, Final

from clockspades.saved.writing import NO_LINK, make_folder, open_private, take

LOCK_FILE: Final = ".clockspades.lock"
"""The file in a folder that is locked for the whole folder. It is only there as long as somebody holds it."""
PATIENCE: Final = 10.0
"""Seconds that a folder is waited for: a program that was stopped must not stop all others."""
_PAUSE: Final = 0.002
"""Seconds until a folder that is locked is tried again."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder, so that nobody else holds it until a file in it is read, changed and written.

    Don't ask for a folder that you hold: it would be waited for. A folder where nothing can be written or locked is
    not held, and nothing is said of it.
    """
    path = folder / LOCK_FILE
    file = _wait_for(path)
    try:
        yield
    finally:
        if file is not None:
            _release(path, file)


def _wait_for(path: Path) -> BinaryIO | None:
    """The lock file of a folder, locked; None if it cannot be."""
    latest = monotonic() + PATIENCE
    while monotonic() < latest:
        try:
            make_folder(path.parent)
            file = _open(path)
        except OSError:
            return None
        try:
            take(file)
            if os.path.samestat(os.fstat(file.fileno()), path.lstat()):
                return file
        except (BlockingIOError, PermissionError, FileNotFoundError):
            pass  # somebody holds it, or has just deleted it
        except OSError:
            file.close()
            return None
        file.close()
        sleep(_PAUSE)
    return None


def _open(path: Path) -> BinaryIO:
    """The lock file, which is made if there is none; OSError if it cannot be opened."""

    def opener(name: str, flags: int) -> int:
        return open_private(name, flags | os.O_CREAT | NO_LINK)

    return open(path, "r+b", buffering=0, opener=opener)


def _release(path: Path, file: BinaryIO) -> None:
    with suppress(OSError):
        if sys.platform == "win32":
            file.close()  # no open file is deleted there, nor this one if somebody else has opened it by now
        path.unlink()
    file.close()
