"""Disks on which a test sees what is about to be written, and can refuse it; and what can be in the place of a file."""

import os
import sqlite3
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from clockspades.network.stores import sqlite_store

FULL = sqlite3.OperationalError("database or disk is full")


class _Watched:
    """A database of whose new lines a test is told before they are written."""

    def __init__(self, database: sqlite3.Connection, tell: Callable[[bytes], object]) -> None:
        self._database, self._tell = database, tell

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    def executemany(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        rows = [*rows]
        try:
            if sql.startswith("INSERT") and rows:
                self._tell(b"".join(line for _, line in rows))
        except sqlite3.Error:
            self._database.executemany(sql, rows[: len(rows) // 2])
            raise
        self._database.executemany(sql, rows)


def watch_disk(monkeypatch: pytest.MonkeyPatch, tell: Callable[[bytes], object]) -> None:
    """Tell of all that stores write from now on, or refuse it with the error of SQLite that ``tell`` raises."""
    commit = sqlite_store.SqliteStore._commit

    def watched(store: sqlite_store.SqliteStore) -> None:
        database = store._database
        store._database = _Watched(database, tell)  # type: ignore[assignment]
        try:
            commit(store)
        finally:
            store._database = database

    monkeypatch.setattr(sqlite_store.SqliteStore, "_commit", watched)


def write(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100 << 30)


NO_FILES: dict[str, Callable[[Path], Any]] = {
    "nothing": write(b""),
    "100 GB of nothing": sparse,
    "a folder": Path.mkdir,
}
"""What makes something in the place of a file that can't be read as one."""
if sys.platform != "win32":
    NO_FILES |= {
        "a pipe": os.mkfifo,
        "a device": lambda path: path.symlink_to("/dev/zero"),
        "a loop": lambda path: path.symlink_to(path.name),
        "a link to nothing": lambda path: path.symlink_to("nothing there"),
    }


def flip(path: Path, at: int) -> None:
    """Damage one byte of a file."""
    with path.open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ 0x55]))
