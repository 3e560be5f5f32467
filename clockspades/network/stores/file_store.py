"""Tables in a file: one journal for all tables of a server, and one ``fsync`` for all records that wait.

A journal is a file of JSON lines. The first has what the server itself needs to start again. Each other line is a
record of one table. One process has a journal open at a time: its lock is what keeps others out.
"""

import asyncio
import json
import os
import sys
from array import array
from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import Any, BinaryIO, Final, NamedTuple

from clockspades.engine.options import Json
from clockspades.network.stores import table_store
from clockspades.network.stores.table_store import Lease, NotSavedError, StoreError, StoreHere
from clockspades.saved.writing import NO_LINK, begin_part, make_folder, take, write_all

FORMAT: Final = 1
"""The version of the format of journals."""
KEY: Final = "clockspades-tables"
"""The key of the version in the first line."""
SUFFIX: Final = ".tables"
"""How the name of a journal ends."""
WORTH_IT: Final = 1 << 20
"""Bytes of removed tables from which on a journal is written anew without them."""


class _Append(NamedTuple):
    """Lines of one table that wait to be written."""

    table: str
    lines: Sequence[bytes]
    done: "asyncio.Future[None]"


class FileStore(StoreHere):
    """A journal that is open to write, locked for other processes: its leases need no other place than this one."""

    is_shared = False
    warning = ""

    def __init__(self, path: Path, file: BinaryIO, head: Mapping[str, Json], content: bytes) -> None:
        super().__init__(monotonic)
        self.path = path
        self.head = head
        """What its first line keeps."""
        self._file = file
        self._size = len(content)
        """Bytes of the file that are safe."""
        self._places: dict[str, array[int]] = {}
        """By table where each of its lines begins, and its length, one after the other."""
        self._codes: dict[str, str] = {}
        """By digest of the code."""
        self._waiting: list[_Append] = []
        self._wasted = 0
        """Bytes of tables that were removed."""
        self._is_torn = False
        """Whether something may stand behind the last record that is safe."""
        self._ends = False
        self._change = Condition()
        self._index(_lines(content), content.index(b"\n") + 1)
        for table in self._places:
            (first,) = self.records(table)[:1]
            self._codes[_code_of(first)] = table
        self._thread = Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    # -- opening ---------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path, head: Mapping[str, Json]) -> "FileStore":
        """A new journal; StoreError if it can't be written. ``head`` is what its first line keeps."""
        try:
            make_folder(path.parent)
            part, file = begin_part(path.parent)
            first = _line({KEY: FORMAT, **head})
            write_all(file, first)
            file = _put_in_place(part, file, path)
        except OSError as error:
            raise StoreError(f"the table can't be saved in {path.parent}: {error.strerror}") from error
        return cls(path, file, head, first)

    @classmethod
    def open(cls, path: Path) -> "FileStore":
        """A journal of a server that has ended in any way; StoreError if it is open elsewhere or is none.

        What stands behind the last whole line was never saved, and is cut off.
        """
        try:
            file = open(path, "r+b", buffering=0, opener=lambda name, flags: os.open(name, flags | NO_LINK))  # noqa: SIM115 (as long as the journal)
        except OSError as error:
            raise StoreError(f"{path} can't be opened: {error.strerror}") from error
        try:
            take(file)
        except OSError:
            file.close()
            raise StoreError(f"{path} is in use: its table is open in another process") from None
        try:
            content = file.read()
            head, end = _check(path, content)
            if end < len(content):
                _keep_rest(path, content[end:])
                file.truncate(end)
                os.fsync(file.fileno())
            file.seek(end)
        except (OSError, StoreError) as error:
            file.close()
            if isinstance(error, StoreError):
                raise
            raise StoreError(f"{path} can't be read: {error.strerror}") from error
        return cls(path, file, head, content[:end])

    # -- reading ---------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Every table that was not removed, the oldest first."""
        with self._change:
            return [*self._places]

    def records(self, table: str, since: int = 0) -> list[Any]:
        """The records of a table from this number on, counted from 0; none if there is no such table."""
        with self._change:
            places = self._places.get(table, array("Q"))[2 * since :]
            with open(self.path, "rb") as file:
                return [json.loads(_piece(file, begin, size))["record"] for begin, size in _pairs(places)]

    async def read(self, table: str, since: int = 0) -> list[Any]:
        return self.records(table, since)

    async def find(self, code: str) -> str | None:
        return self._codes.get(code)

    async def tables(self) -> list[str]:
        return self.names()

    # -- writing ---------------------------------------------------------------------------------------

    async def begin(self, table: str, code: str, record: Json, owner: str, seconds: float) -> Lease:
        if code in self._codes:
            raise table_store.CodeTakenError
        lease = await self.claim(table, owner, seconds)
        assert isinstance(lease, Lease), "a new table has no owner"
        try:
            await self.append(lease, 0, [record])
        except NotSavedError:
            await self.release(lease)
            raise
        self._codes[code] = table
        return lease

    def append(self, lease: Lease, expected: int, records: Sequence[Json]) -> Awaitable[None]:
        table = lease.table
        return self._add(lease, expected, [_line({"table": table, "record": record}) for record in records])

    async def keep(self, lease: Lease, code: str, seconds: float) -> None:
        """Nothing to do: the process that serves a table removes it in time."""

    async def remove(self, lease: Lease, code: str) -> None:
        version = len(self._places.get(lease.table, ())) // 2
        await self._add(lease, version, [_line({"table": lease.table, "closed": True})])
        self._check_lease(lease)
        self._end_leases(lease.table)
        self._codes.pop(code, None)

    async def close(self) -> None:
        await asyncio.to_thread(self.shut)

    def shut(self) -> None:
        """Save what waits, and let others open the journal."""
        with self._change:
            self._ends = True
            self._change.notify()
        self._thread.join()
        self._file.close()

    def _add(self, lease: Lease, expected: int, lines: Sequence[bytes]) -> "asyncio.Future[None]":
        done = asyncio.get_running_loop().create_future()
        try:
            self._check_lease(lease)
        except table_store.LeaseLostError as error:
            done.set_exception(error)
            return done
        with self._change:
            there = len(self._places.get(lease.table, ())) // 2
            if there == expected:
                self._waiting.append(_Append(lease.table, lines, done))
                self._change.notify()
            else:
                done.set_exception(table_store.ConflictError(f"The table has {there} records, not {expected}."))
        return done

    # -- the thread ------------------------------------------------------------------------------------

    def _write(self) -> None:
        while True:
            with self._change:
                while not self._waiting and not self._ends:
                    self._change.wait()
                if not self._waiting:
                    return
                appends, self._waiting = self._waiting, []
            lines = [(each.table, line) for each in appends for line in each.lines]
            data = b"".join(line for _, line in lines)
            try:
                if self._is_torn:
                    self._cut_off()
                write_all(self._file, data)
            except OSError as error:
                self._is_torn = True
                with suppress(OSError):  # it is tried again before anything else is written
                    self._cut_off()
                _tell(appends, error.strerror or "the disk refused it")
                continue
            with self._change:
                begin, self._size = self._size, self._size + len(data)
                self._index(lines, begin)
            _tell(appends)
            if self._wasted > WORTH_IT and self._wasted > self._size // 2:
                self._compact()

    def _cut_off(self) -> None:
        """Cut off what a failed attempt has left behind the last record that is safe; OSError if that fails too."""
        self._file.truncate(self._size)
        self._file.seek(self._size)
        self._is_torn = False

    def _index(self, lines: Iterable[tuple[str, bytes]], at: int) -> None:
        """Note where lines are that follow each other, the first of them at this byte."""
        for table, line in lines:
            if line.endswith(_CLOSED):
                self._wasted += len(line) + sum(size for _, size in _pairs(self._places.pop(table, array("Q"))))
            else:
                self._places.setdefault(table, array("Q")).extend((at, len(line)))
            at += len(line)

    def _compact(self) -> None:
        """Write the journal anew without the tables that were removed. If that fails, it stays as it is."""
        with self._change, open(self.path, "rb") as journal:
            content = journal.read(self._size)
        kept = sorted(pair for places in self._places.values() for pair in _pairs(places))
        data = b"".join([_line({KEY: FORMAT, **self.head}), *(content[begin : begin + size] for begin, size in kept)])
        self._wasted = 0
        with suppress(OSError):
            part, file = begin_part(self.path.parent)
            write_all(file, data)
            with self._change:
                old, self._file = self._file, _put_in_place(part, file, self.path)
                self._size = len(data)
                self._places.clear()
                self._index(_lines(data), data.index(b"\n") + 1)
            old.close()


def _tell(appends: Sequence[_Append], fault: str = "") -> None:
    """Tell the loop of each append, from the thread that writes, that it is safe, or what has gone wrong."""

    def tell() -> None:
        for each in appends:
            if not each.done.done():
                if fault:
                    each.done.set_exception(NotSavedError(fault))
                else:
                    each.done.set_result(None)

    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        appends[0].done.get_loop().call_soon_threadsafe(tell)


def _pairs(places: "array[int]") -> Iterator[tuple[int, int]]:
    return zip(places[::2], places[1::2])


def _piece(file: BinaryIO, begin: int, size: int) -> bytes:
    file.seek(begin)
    return file.read(size)


def _code_of(first: Any) -> str:
    """The digest of a table's code, which its first record has."""
    opened = first.get("opened") if isinstance(first, dict) else None
    return str(opened.get("code", "")) if isinstance(opened, dict) else ""


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
