"""Records as lines of text, which are found in damaged databases.

A line has its table, its number and a checksum. So one damaged byte costs one record at most: lines are found in a file
that SQLite refuses, and in a log of changes (``-wal``) of which SQLite ignores all that follows the damage.
"""

import re
from collections.abc import Mapping
from os.path import lexists
from pathlib import Path
from typing import Final
from zlib import crc32

from clockspades.engine.codec import RECORD
from clockspades.engine.text import reason_of
from clockspades.language import N_, _, headed
from clockspades.network.stores.table_store import StoreError
from clockspades.network.wire.words import nworded, worded
from clockspades.saved.writing import check_regular

FORMAT: Final = 2
KEY: Final = "clockspades-tables"
HEAD: Final = ""
"""The name under which a server keeps what it knows of itself."""
REMOVED: Final = 999_999_999
"""The number of a record that says that its table was removed: SQLite may leave parts of its other records."""
LARGEST: Final = 2 << 30
"""Bytes of a damaged database that are read at most."""
LONGEST: Final = 1 << 20
"""Bytes that are read at once."""
PAGE: Final = 4096
"""Bytes of a page of a database. In a damaged one, lines that are longer are not found."""

NO_TABLES: Final = N_("{path} holds no tables")
NONE_LEFT: Final = N_("{path} is damaged, and no table in it can be saved")
TOO_NEW: Final = N_("{path} is from a newer version of clockspades")

GOES_BACK: Final = N_("{file}: the table {table} goes back to record {number}, as what followed is damaged.")
LOST: Final = N_("{file}: the table {table} is lost, as its first record is damaged.")
NO_HEAD: Final = N_("{file}: where its server was reached is lost.")

_NAME: Final = re.compile(r"[\w-]{1,56}", re.ASCII)
_LINE: Final = re.compile(rb'\x1e([0-9a-f]{8})(\["([\w-]{0,56})",(\d{1,9}),([ -~]+)\])\n')
"""A record: its checksum, and a list with its table, its number and what it says. JSON writes no byte below a space."""
_PART: Final = re.compile(rb'\x1e.{8}\["(?:([\w-]{0,56})",(\d{1,9}),)?', re.DOTALL)
"""What is known of one that is damaged."""


def not_read(path: Path, error: Exception) -> StoreError:
    words = _("{path} can't be read", path=path)
    return StoreError(headed(words, reason_of(error)))


def line_of(table: str, number: int, record: str) -> bytes:
    content = f'["{table}",{number},{record}]'.encode("ascii")
    assert table == HEAD or _NAME.fullmatch(table), "a table has a name of letters, digits, hyphens and underscores"
    return b"\x1e%08x%b\n" % (crc32(content), content)


def head_line(head: str = "{}") -> bytes:
    """The first record of a database: what a server keeps of itself, which is a JSON object."""
    return line_of(HEAD, 0, RECORD.write({KEY: FORMAT, **RECORD.read_object(head)}))


def whole(line: object) -> tuple[str, int] | None:
    """The table and the number of a line; None if it is damaged."""
    found = _LINE.fullmatch(line) if isinstance(line, bytes) else None
    if found is None or crc32(found[2]) != int(found[1], 16):
        return None
    return found[3].decode(), int(found[4])


def record_in(line: bytes) -> str:
    """The record in a line; TypeError if it is none."""
    return _LINE.fullmatch(line)[5].decode()  # type: ignore[index]


def check_file(path: Path) -> None:
    """StoreError if something else is in the place of a file, or if the file is too large to be searched."""
    try:
        check_regular(path)
        size = path.lstat().st_size
    except OSError as error:
        raise not_read(path, error) from error
    if size > LARGEST:
        raise StoreError(_("{path} is too large to be searched for tables", path=path))


class Found:
    """Lines that were found in any order, and traces of damaged ones."""

    def __init__(self) -> None:
        self.lines: dict[str, dict[int, bytes]] = {}
        """By table and number. A table is there if there is any trace of it."""
        self._traces: dict[str, int] = {}
        """By table the highest number of a damaged line."""
        self._unknown = 0
        """Damaged lines of which no table is known."""

    def search(self, path: Path) -> None:
        """Search a file of SQLite, whatever its state is, if it is there; OSError if it can't be read."""
        if not lexists(path):
            return
        check_file(path)
        with path.open("rb") as file:
            rest = b""
            while piece := file.read(LONGEST):
                piece = rest + piece
                begin = piece.rfind(b"\x1e", max(0, len(piece) - PAGE))
                rest = piece[begin:] if begin >= 0 else b""
                self._search(piece[: len(piece) - len(rest)])
            self._search(rest)

    def _search(self, piece: bytes) -> None:
        at = piece.find(b"\x1e")
        while at >= 0:
            found = _LINE.match(piece, at)
            named = None if found is None else whole(found[0])
            if found is not None and named is not None:
                self.add(*named, found[0])
            elif part := _PART.match(piece, at):
                if part[2] and int(part[2]) == REMOVED:
                    self.add(part[1].decode(), REMOVED, b"")
                elif part[2]:
                    self.miss(part[1].decode(), int(part[2]))
                else:
                    self._unknown += 1
            at = piece.find(b"\x1e", at + 1)

    def add(self, table: str, number: int, line: bytes) -> None:
        self.lines.setdefault(table, {})[number] = line

    def miss(self, table: str, number: int) -> None:
        """Note that this line of a table is damaged, if it is not found elsewhere."""
        self._traces[table] = max(self._traces.get(table, 0), number)
        self.lines.setdefault(table, {})

    @property
    def removed(self) -> list[str]:
        return [table for table, found in self.lines.items() if REMOVED in found]

    def check(self, path: Path) -> None:
        """StoreError if no table was found in a file."""
        if not any(0 in found for found in self.lines.values()):
            raise StoreError(_(NONE_LEFT if self.lines else NO_TABLES, path=path))

    def follow(self, there: Mapping[str, int], file: str) -> tuple[list[bytes], list[str]]:
        """The lines that continue what is there, by table how many; and what is lost, each a :class:`Worded`."""
        lines, losses = list[bytes](), list[str]()
        for table, found in self.lines.items():
            if REMOVED in found:
                continue
            number = there.get(table, 0)
            while number in found:
                lines.append(found[number])
                number += 1
            if max(found, default=-1) >= number or self._traces.get(table, -1) >= number:
                words = GOES_BACK if number else LOST if table else NO_HEAD
                losses.append(worded(words, file=file, table=table, number=number))
        if self._unknown:
            losses.append(nworded(
                "{file}: {number} record is lost of a table that is not known.",
                "{file}: {number} records are lost of a table that is not known.", self._unknown, file=file,
            ))  # fmt: skip
        return lines, losses
