"""Tables in a SQLite database: one for all tables of a server, and one transaction for all records that wait.

Each record is a line (:mod:`clockspades.network.stores.lines`), which is found even if SQLite refuses the file. What is
lost all the same is said in :attr:`SqliteStore.losses`, and the damaged file is kept.

One process has a database open at a time: its lock keeps others out.
"""

import asyncio
import errno
import shutil
import sqlite3
from array import array
from collections import deque
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from os.path import lexists
from pathlib import Path
from typing import Final, NamedTuple

from clockspades.engine.codec import RECORD
from clockspades.engine.text import reason_of
from clockspades.language import N_, _
from clockspades.network.stores import table_store
from clockspades.network.stores.lines import (
    FORMAT,
    HEAD,
    KEY,
    REMOVED,
    TOO_NEW,
    Found,
    head_line,
    line_of,
    not_read,
    record_in,
    whole,
)
from clockspades.network.stores.table_store import ConflictError, Lease, NotSavedError, StoreError
from clockspades.network.wire.words import worded
from clockspades.saved import writing

SUFFIX: Final = ".db"
"""How the name of a database ends."""
SCHEMA: Final = "CREATE TABLE records (place INTEGER PRIMARY KEY, line BLOB NOT NULL)"
"""All that a database has beside its records: anything else could do what it likes with them."""
LAST_PLACE: Final = 1 << 53
"""A place that no record reaches."""
MOST_REMOVED: Final = 1000
"""Removed tables of which SQLite may have left something in the file. If there are more, it is written anew."""
IN_USE: Final = N_("{path} is in use: its table is open in another process")
NOT_WRITTEN: Final = N_("the table can't be saved in {folder}: {fault}")
NO_LOCKING: Final = "&vfs=unix-none"
"""What is added to the address of a database that can't be locked."""
KEPT_AS: Final = N_("{file} was damaged, and is kept as {kept}.")


def is_kept(path: Path) -> bool:
    """Whether there is a database at a path, or what is left of one."""
    return any(map(lexists, (path, _log_of(path))))


class _DamagedError(Exception):
    """A database that is not as it was written."""


class _Write(NamedTuple):
    """What waits to be written for one table."""

    lines: Sequence[tuple[int, bytes]]
    """New lines, each with its place."""
    removed: Sequence[int]
    done: "asyncio.Future[None]"


class SqliteStore:
    """A database that is open, and locked for other processes, so that all its tables are this one's."""

    losses: Sequence[str] = ()
    warning = ""

    def __init__(self, path: Path, found: Found) -> None:
        """Open a database that is whole; StoreError if it can't be opened.

        _DamagedError if it is not whole: then its lines are ``found``.
        """
        self.path = path
        self.head = "{}"
        """What the server keeps of itself: a JSON object."""
        self._places: dict[str, array[int]] = {}
        """By table where each of its records is."""
        self._codes: dict[str, str] = {}
        """By the digest of its code each table."""
        self._next = 1
        self._waiting: deque[_Write] = deque()
        self._is_torn = False
        """Whether the log of changes may have more behind its end, from a transaction that failed."""
        try:
            if not path.lstat().st_size:
                raise _DamagedError(_("it is empty"))
            self._database = _connect(path)
        except _DamagedError:
            found.search(path)
            raise
        try:
            with _damage(path):
                self._index()
        except BaseException as error:
            if isinstance(error, _DamagedError):
                found.search(path)  # before SQLite brings its log of changes into it
            self._database.close()
            raise
        self._thread = ThreadPoolExecutor(1, "store")
        """It alone uses the database from here on."""

    @classmethod
    def create(cls, path: Path, head: str = "{}") -> "SqliteStore":
        """A new database; StoreError if it can't be written. ``head`` is what the server keeps of itself."""
        try:
            writing.make_folder(path.parent)
            _put_in_place(_write_part(path.parent, [head_line(head)]), path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(_(NOT_WRITTEN, folder=path.parent, fault=reason_of(error))) from error
        store = cls(path, Found())
        store.warning = writing.take_warning()
        return store

    @classmethod
    def open(cls, path: Path) -> "SqliteStore":
        """The database of a server that has ended in any way; StoreError if it is open elsewhere or is none.

        What is damaged is mended and kept, as :attr:`losses` tells.
        """
        losses = list[str]()
        try:
            with writing.held(path.parent):
                store, found, lost = cls._look(path)
                if store is None or lost:
                    losses = _mend(path, found, store)
                    store = cls(path, found)
        except (OSError, sqlite3.Error, _DamagedError) as error:
            raise not_read(path, error) from error
        store.losses, store.warning = losses, writing.take_warning()
        return store

    @classmethod
    def look(cls, path: Path) -> tuple[str, dict[str, list[str]]]:
        """The :attr:`head` and the tables in a database, which stays as it is; StoreError as above."""
        tables: dict[str, list[str]] = {}
        try:
            store, found, _lost = cls._look(path)
            if store is None:
                lines, _lost = found.follow({}, path.name)
                found.check(path)
            else:
                lines = [line for (line,) in store._database.execute("SELECT line FROM records ORDER BY place")]
                store.shut()
            for line in lines:
                table, number = whole(line) or (HEAD, REMOVED)
                if number != REMOVED:
                    tables.setdefault(table, []).append(record_in(line))
            _version, head = _head_in(*tables.pop(HEAD, ["{}"]))
        except (OSError, sqlite3.Error, ValueError, TypeError, RecursionError, _DamagedError) as error:
            raise not_read(path, error) from error
        return head, tables

    @classmethod
    def _look(cls, path: Path) -> "tuple[SqliteStore | None, Found, list[str]]":
        """A database, None if it is damaged; what its log of changes has; and what was lost of that."""
        found = Found()
        found.search(_log_of(path))  # before SQLite drops what it can't read
        try:
            store = cls(path, found)
        except _DamagedError:
            return None, found, []
        there = {HEAD: 1, **{table: len(places) for table, places in store._places.items()}}
        lines, losses = found.follow(there, path.name)
        removed = [(place,) for table in found.removed for place in store._places.get(table, ())]
        if lines or removed:
            with _damage(path):
                store._database.executemany("INSERT INTO records VALUES (?, ?)", enumerate(lines, store._next))
                store._database.executemany("DELETE FROM records WHERE place = ?", removed)
                store._index()
        return store, found, losses

    @classmethod
    def open_or_create(cls, path: Path, head: str = "{}") -> "SqliteStore":
        """The database at a path; a new one if there is none. StoreError as above."""
        return cls.open(path) if is_kept(path) else cls.create(path, head)

    def _index(self) -> None:
        """Find every record; _DamagedError if one is damaged or missing."""
        if self._database.execute("SELECT sql FROM sqlite_master").fetchall() != [(SCHEMA,)]:
            raise _DamagedError(_("it has other tables"))
        (fault,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
        if fault != "ok":
            raise _DamagedError(fault)
        removed: list[tuple[int]] = []
        self._places.clear()
        for place, line in self._database.execute("SELECT place, line FROM records ORDER BY place"):
            named = whole(line) if 0 < place < LAST_PLACE else None
            self._next = place + 1
            if named is not None and named[1] == REMOVED:
                removed.append((place,))
                continue
            if named is None or named[1] != len(self._places.setdefault(named[0], array("Q"))):
                raise _DamagedError(_("a record is damaged"))
            self._places[named[0]].append(place)
        if len(removed) > MOST_REMOVED:
            self._database.executemany("DELETE FROM records WHERE place = ?", removed)
            self._database.execute("VACUUM")
        if HEAD not in self._places:
            raise _DamagedError(_("the first record is missing"))
        firsts = {table: self._read(places[:1])[0] for table, places in self._places.items()}
        version, self.head = _head_in(firsts.pop(HEAD))
        if version != FORMAT:
            raise StoreError(_(TOO_NEW, path=self.path))
        del self._places[HEAD]
        self._codes = {_code_of(first): table for table, first in firsts.items()}

    async def read(self, table: str, since: int = 0) -> list[str]:
        places = self._places.get(table, array("Q"))[since:]
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, places)
        except sqlite3.Error as error:
            raise table_store.StoreAwayError(str(not_read(self.path, error))) from error

    async def find(self, code: str) -> str | None:
        return self._codes.get(code)

    async def tables(self) -> list[str]:
        return [*self._places]

    def _read(self, places: Iterable[int]) -> list[str]:
        lines: list[bytes] = []
        for place in places:  # each is fetched before the next is asked for: many open cursors take ever longer
            lines += self._database.execute("SELECT line FROM records WHERE place = ?", (place,)).fetchone()
        return [*map(record_in, lines)]

    async def begin(self, table: str, code: str, record: str, owner: str, seconds: float) -> Lease:
        if code in self._codes:
            raise table_store.CodeTakenError
        lease = Lease(table)
        await self.append(lease, 0, [record])
        self._codes[code] = table
        return lease

    def append(self, lease: Lease, expected: int, records: Sequence[str]) -> Awaitable[None]:
        table = lease.table
        there = len(self._places.get(table, ()))
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if there != expected:
            done.set_exception(ConflictError(f"The table has {there} records, not {expected}."))
            return done
        lines = [(self._next + at, line_of(table, expected + at, record)) for at, record in enumerate(records)]
        self._next += len(lines)

        def note(_: object) -> None:
            if done.exception() is None:
                self._places.setdefault(table, array("Q")).extend(place for place, _ in lines)

        done.add_done_callback(note)
        return self._write(_Write(lines, (), done))

    async def claim(self, table: str, owner: str, seconds: float) -> Lease:
        return Lease(table)

    async def keep(self, lease: Lease, code: str, seconds: float) -> None:
        """Nothing to do: the process that serves a table removes it in time."""

    async def remove(self, lease: Lease, code: str) -> None:
        places = self._places.get(lease.table, ())
        lines = [(self._next, line_of(lease.table, REMOVED, "null"))]
        self._next += 1
        await self._write(_Write(lines, places, asyncio.get_running_loop().create_future()))
        self._places.pop(lease.table, None)
        self._codes.pop(code, None)

    async def close(self) -> None:
        await asyncio.to_thread(self.shut)

    def shut(self) -> None:
        """Save what waits, and let others open the database."""
        self._thread.shutdown()
        with suppress(sqlite3.Error):  # everything is in the log of changes, where the next one finds it
            self._database.close()

    def _write(self, write: _Write) -> "asyncio.Future[None]":
        self._waiting.append(write)
        self._thread.submit(self._commit)
        return asyncio.shield(write.done)  # it is written also if nobody waits for it any more

    def _commit(self) -> None:
        """Write all that waits in one transaction."""
        batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not batch:
            return
        lines = [each for write in batch for each in write.lines]
        removed = [(place,) for write in batch for place in write.removed]
        fault = ""
        try:
            if self._is_torn:  # nothing of what has failed may be found behind what is written now
                (is_busy, _, _) = self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                self._is_torn = bool(is_busy)
            self._database.execute("BEGIN")
            self._database.executemany("INSERT INTO records VALUES (?, ?)", lines)
            if removed:
                self._database.executemany("DELETE FROM records WHERE place = ?", removed)
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            fault, self._is_torn = str(error), True
            with suppress(sqlite3.Error):
                self._database.rollback()
        _tell(batch, fault)


def _tell(batch: Sequence[_Write], fault: str) -> None:
    """Tell the loop of each write, from the thread that writes, that it is safe, or what has gone wrong."""

    def tell() -> None:
        for each in batch:
            if fault:
                each.done.set_exception(NotSavedError(fault))
            else:
                each.done.set_result(None)

    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        batch[0].done.get_loop().call_soon_threadsafe(tell)


def _code_of(first: str) -> str:
    match RECORD.read(first):
        case {"opened": {"code": str(code)}}:
            return code
    return ""


def _head_in(record: str) -> tuple[object, str]:
    """The version of the format that the first record of a database has, and what its server keeps of itself."""
    head = RECORD.read_object(record)
    return head.pop(KEY, None), RECORD.write(head)


_REFUSED: Final = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH,
}  # fmt: skip
"""Errors that say nothing of what is in a database."""


def _connect(path: Path, locks: str = "") -> sqlite3.Connection:
    """A database, locked for other processes; StoreError if it can't be opened, _DamagedError if it is none.

    Where nothing can be locked, it is open without a lock: SQLite says there that it is locked.
    """
    for each in (path, path.with_name(f"{path.name}-journal")):  # SQLite looks for that one, too
        try:
            writing.check_regular(each)
        except OSError as error:
            raise not_read(each, error) from error
    with _damage(path):
        database = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw{locks}",
            uri=True, timeout=0, isolation_level=None, check_same_thread=False,
        )  # fmt: skip
    try:
        with _damage(path):
            # the lock first, and no memory that is shared: some file systems have none
            for setting in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
                database.execute(f"PRAGMA {setting}")
    except BaseException as error:
        database.close()
        if not isinstance(error, StoreError) or locks or writing.has_locks(path.parent):
            raise
        return _connect(path, NO_LOCKING)
    return database


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Raise _DamagedError for errors of SQLite that say something of the content of a database, else StoreError."""
    try:
        yield
    except (ValueError, TypeError, AttributeError, RecursionError) as error:  # somebody has made a line with a checksum
        raise _DamagedError(str(error)) from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise StoreError(_(IN_USE, path=path)) from error
        if code in _REFUSED:
            raise not_read(path, error) from error
        raise _DamagedError(str(error)) from error


def _mend(path: Path, found: Found, store: "SqliteStore | None") -> list[str]:
    """Put a database with all lines that are found in the place of a damaged one; what is lost, in sentences."""
    log, kept = _log_of(path), writing.free_name(path)
    if lexists(log):
        shutil.copyfile(log, _log_of(kept))
    if store is not None:
        found.search(path)
        store.shut()
    lines, losses = found.follow({}, path.name)
    found.check(path)
    if 0 not in found.lines.get(HEAD, ()):
        lines.append(head_line())
    part = _write_part(path.parent, lines)
    try:
        kept.hardlink_to(path)  # so that there is a database at any moment
    except (OSError, NotImplementedError):
        path.rename(kept)
    log.unlink(missing_ok=True)
    _put_in_place(part, path)
    return [worded(KEPT_AS, file=path.name, kept=kept.name), *losses]


def _write_part(folder: Path, lines: Iterable[bytes]) -> Path:
    """A new database of lines before it gets its name; OSError or sqlite3.Error if it can't be written."""
    part, file = writing.begin_part(folder)
    file.close()
    try:
        database = _connect(part)
        try:
            database.execute("BEGIN")
            database.execute(SCHEMA)
            database.executemany("INSERT INTO records VALUES (?, ?)", enumerate(lines, 1))
            database.execute("COMMIT")
        finally:
            database.close()
    except BaseException as error:
        for each in (part, _log_of(part)):
            each.unlink(missing_ok=True)
        if isinstance(error, StoreError):  # nobody knows the name of the part
            raise OSError(errno.EIO, str(error.__cause__)) from error
        raise
    return part


def _put_in_place(part: Path, path: Path) -> None:
    """Give a database its name, and see that the name is on the disk."""
    part.replace(path)
    writing.sync_folder(path.parent)


def _log_of(path: Path) -> Path:
    """The file in which SQLite keeps changes until they are in the database."""
    return path.with_name(f"{path.name}-wal")
