"""What a server keeps on the disk: one journal for all its tables, and one ``fsync`` for all that wait.

A journal is a file of JSON lines. The first has what the server itself needs to start again. Each other line is a
record of one table. A record is safe when its number was told as saved: then it is on the disk whatever happens.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Any, BinaryIO, Final, NamedTuple, TypeAlias

from clockspades.engine.options import Json
from clockspades.saved.writing import NO_LINK, begin_part, make_folder, take, write_all

FORMAT: Final = 1
"""The version of the format of journals."""
KEY: Final = "clockspades-tables"
"""The key of the version in the first line."""
SUFFIX: Final = ".tables"
"""How the name of a journal ends."""
WORTH_IT: Final = 1 << 20
"""Bytes of tables that were closed from which on a journal is written anew without them."""


class StoreError(Exception):
    """A journal that can't be used; the message is one sentence for the host."""


class Saved(NamedTuple):
    """Every record up to this number is on the disk, except those of tables that were refused."""

    number: int


class Refused(NamedTuple):
    """The disk took nothing of these tables since the last record that was saved; :meth:`Store.begin_again` follows."""

    tables: frozenset[str]
    words: str
    """Why, as the system says it."""


News: TypeAlias = Saved | Refused


class Store:
    """A journal that is open to write, locked for other processes."""

    def __init__(self, path: Path, file: BinaryIO, head: Mapping[str, Json], size: int) -> None:
        self.path = path
        self.head = head
        self.tell: Callable[[News], object] = lambda _: None
        """What is told the news, in the thread that writes."""
        self._file = file
        self._size = size
        """Bytes of the file that are safe."""
        self._waiting: list[tuple[str, bytes]] = []
        self._number = 0
        self._refused: set[str] = set()
        self._closed: set[str] = set()
        self._sizes: dict[str, int] = {}
        self._wasted = 0
        self._is_torn = False
        """Whether something may stand behind the last record that is safe."""
        self._ends = False
        self._change = Condition()
        for table, line in _lines(self._read()):
            self._account(table, line)
        self._thread = Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    # -- opening ---------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path, head: Mapping[str, Json]) -> "Store":
        """A new journal; StoreError if it can't be written. ``head`` is what its first line keeps."""
        try:
            make_folder(path.parent)
            part, file = begin_part(path.parent)
            first = _line({KEY: FORMAT, **head})
            write_all(file, first)
            file = _put_in_place(part, file, path)
        except OSError as error:
            raise StoreError(f"the table can't be saved in {path.parent}: {error.strerror}") from error
        return cls(path, file, head, len(first))

    @classmethod
    def open(cls, path: Path) -> "Store":
        """A journal of a server that has ended in any way; StoreError if it is open elsewhere or is none.

        What stands behind the last whole line was never saved, and is cut off.
        """
        try:
            file = open(path, "r+b", buffering=0, opener=_open_itself)  # noqa: SIM115 (as long as the journal)
        except OSError as error:
            raise StoreError(f"{path} can't be opened: {error.strerror}") from error
        try:
            take(file)
        except OSError:
            file.close()
            raise StoreError(f"{path} is in use: its table is open in another process") from None
        try:
            content = _read_all(file)
            head, end = _check(path, content)
            if end < len(content):
                _keep_rest(path, content[end:])
                file.truncate(end)
                os.fsync(file.fileno())
            file.seek(end)
        except OSError as error:
            file.close()
            raise StoreError(f"{path} can't be read: {error.strerror}") from error
        except StoreError:
            file.close()
            raise
        return cls(path, file, head, end)

    # -- reading ---------------------------------------------------------------------------------------

    def tables(self) -> dict[str, list[Any]]:
        """The saved records of every table that is not closed, in order."""
        found: dict[str, list[Any]] = {}
        for table, line in _lines(self._read()):
            value = json.loads(line)
            if value.get("closed"):
                found.pop(table, None)
            else:
                found.setdefault(table, []).append(value["record"])
        return found

    def begin_again(self, table: str) -> list[Any]:
        """The saved records of a table that was refused. What is appended to it from now on is tried again."""
        with self._change:
            self._refused.discard(table)
        return self.tables().get(table, [])

    # -- writing ---------------------------------------------------------------------------------------

    def append(self, table: str, record: Json) -> int:
        """Keep a record of a table; its number, which :class:`Saved` reaches when it is on the disk."""
        return self._add(table, _line({"table": table, "record": record}))

    def close_table(self, table: str) -> int:
        """Forget a table: nobody will ask for it again."""
        return self._add(table, _line({"table": table, "closed": True}))

    def close(self) -> None:
        """Save what waits, and let others open the journal."""
        with self._change:
            self._ends = True
            self._change.notify()
        self._thread.join()
        self._file.close()

    def remove(self) -> None:
        """Close the journal and delete it."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _add(self, table: str, line: bytes) -> int:
        with self._change:
            self._number += 1
            if table not in self._refused:
                self._waiting.append((table, line))
                self._change.notify()
            return self._number

    # -- the thread ------------------------------------------------------------------------------------

    def _write(self) -> None:
        while True:
            with self._change:
                while not self._waiting and not self._ends:
                    self._change.wait()
                if not self._waiting:
                    return
                waiting, number = self._waiting, self._number
                self._waiting = []
            data = b"".join(line for _, line in waiting)
            try:
                if self._is_torn:
                    self._cut_off()
                write_all(self._file, data)
            except OSError as error:
                self.tell(self._refuse({table for table, _ in waiting}, error))
                continue
            with self._change:
                self._size += len(data)
            for table, line in waiting:
                self._account(table, line)
            self.tell(Saved(number))
            if self._wasted > WORTH_IT and self._wasted > self._size // 2:
                self._compact()

    def _refuse(self, tables: set[str], error: OSError) -> Refused:
        with self._change:
            tables |= {table for table, _ in self._waiting}
            self._waiting = []
            self._refused |= tables
        self._is_torn = True
        with suppress(OSError):  # it is tried again before anything else is written
            self._cut_off()
        return Refused(frozenset(tables), error.strerror or "the disk refused it")

    def _cut_off(self) -> None:
        """Cut off what a failed attempt has left behind the last record that is safe; OSError if that fails too."""
        self._file.truncate(self._size)
        self._file.seek(self._size)
        self._is_torn = False

    def _account(self, table: str, line: bytes) -> None:
        self._sizes[table] = self._sizes.get(table, 0) + len(line)
        if line.endswith(_CLOSED):
            self._closed.add(table)
            self._wasted += self._sizes.pop(table)

    def _compact(self) -> None:
        """Write the journal anew without the tables that are closed. If that fails, it stays as it is."""
        kept = [line for table, line in _lines(self._read()) if table not in self._closed]
        data = b"".join([_line({KEY: FORMAT, **self.head}), *kept])
        self._wasted = 0
        with suppress(OSError):
            part, file = begin_part(self.path.parent)
            write_all(file, data)
            with self._change:
                old, self._file = self._file, _put_in_place(part, file, self.path)
                self._size = len(data)
            old.close()
            self._closed.clear()

    def _read(self) -> bytes:
        with self._change, open(self.path, "rb") as file:
            return file.read(self._size)


def _line(value: Mapping[str, Json]) -> bytes:
    return _ENCODER.encode(value).encode() + b"\n"


_ENCODER: Final = json.JSONEncoder(check_circular=False, separators=(",", ":"))


_CLOSED: Final = b',"closed":true}\n'


def _lines(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Every line but the first, with the table it belongs to."""
    for line in content.splitlines(keepends=True)[1:]:
        begin = line.index(b'"', len(b'{"table":')) + 1
        yield json.loads(line[begin - 1 : line.index(b'"', begin) + 1]), line


def _check(path: Path, content: bytes) -> tuple[dict[str, Json], int]:
    """The head of a journal, and where its last whole record ends; StoreError if it is no journal of ours."""
    first, newline, _ = content.partition(b"\n")
    head = _object(first) if newline else None
    if head is None or KEY not in head:
        raise StoreError(f"{path} holds no tables")
    version = head.pop(KEY)
    if version != FORMAT:
        raise StoreError(f"{path} is from a newer version of clockspades")
    end = len(first) + 1
    while after := content.find(b"\n", end) + 1:
        match _object(content[end : after - 1]):
            case {"table": str(), "record": _} | {"table": str(), "closed": True}:
                end = after
            case _:
                break
    return head, end


def _object(line: bytes) -> dict[str, Json] | None:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _keep_rest(path: Path, rest: bytes) -> None:
    """Keep whole lines that stand behind one that can't be read: a disk that fails may have damaged what was saved."""
    if rest.count(b"\n"):
        broken, file = begin_part(path.parent)
        with file:
            write_all(file, rest)
        broken.replace(path.with_name(f"{path.name}.broken"))


def _put_in_place(part: Path, file: BinaryIO, path: Path) -> BinaryIO:
    """Give a locked file that was written its name, and see that the name is on the disk."""
    if sys.platform == "win32":  # no open file is renamed there
        file.close()
        part.replace(path)
        file = open(path, "r+b", buffering=0)  # noqa: SIM115 (as long as the journal)
        take(file)
        file.seek(0, os.SEEK_END)
        return file
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return file


def _open_itself(path: str, flags: int) -> int:
    return os.open(path, flags | NO_LINK)


def _read_all(file: BinaryIO) -> bytes:
    file.seek(0)
    chunks = []
    while chunk := file.read(1 << 20):
        chunks.append(chunk)
    return b"".join(chunks)
