"""The index of saved games: what screens and statistics ask of the logs in a folder, in a SQLite database beside it.

It is a cache. The logs are the truth: before each answer, those that have changed are read again. So the file can be
deleted at any time, and one that is damaged or of another version is made anew. Where none can be used, as on a file
system without locks, the same database is in memory.
"""

import json
import os
import sqlite3
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext, suppress
from functools import partial
from hashlib import sha256
from heapq import nlargest
from itertools import islice, starmap
from os.path import lexists
from pathlib import Path
from threading import RLock
from time import time_ns
from typing import Any, Final, NamedTuple, TypeVar
from weakref import finalize
from zlib import crc32

from clockspades import __version__
from clockspades.engine import share
from clockspades.engine.codec import LINE
from clockspades.engine.deal_proof import without_proof
from clockspades.engine.options import Json
from clockspades.engine.spent import spent_in
from clockspades.engine.standing import ASSISTED, DUEL_KEY, Standing
from clockspades.saved.log import LARGEST, SUFFIX, FindGame, LogError, identity_of, parse_object, raw_lines
from clockspades.saved.writing import check_regular, create

T = TypeVar("T")

INDEX: Final = ".index"
"""What is added to the name of a folder of logs in the name of its index."""
REVIEWS: Final = ".reviews"
"""What follows the name of a log, without its own suffix, in the name of the file with its reviews. Nobody redirects
``review --json`` into a file of that name, as into ``GAME.review.json``.
"""
GLANCE: Final = 100
"""Logs that are looked at before a screen first shows some: so many of the newest, and of the newest unfinished."""
_BATCH: Final = 500
"""Logs that are written in one transaction."""
_PATIENCE: Final = 0.25
"""Seconds that an index is waited for which another program is writing."""
_TAIL: Final = 4096
"""Bytes at the end of a damaged log that hold its last line, if that is a result."""
GRAIN: Final = 50_000_000
"""Nanoseconds after a change in which another one may leave the time of a file as it is."""
COARSE_GRAIN: Final = 2_000_000_000
"""The same where file systems tell whole seconds only."""


class Entry(NamedTuple):
    """One saved game, as its log tells it. Nobody has checked what its header and its result say."""

    path: Path
    changed: float
    """When it was last written, in seconds since 1970."""
    finished: bool
    """Whether a result stands at its end."""
    lesson: bool
    branch: bool
    """Whether it was played on from a replay of another game."""
    day: str
    """The day whose deal it is, if there is one; else empty."""
    identity: str
    """What it has in common with copies of its log."""
    game: str
    """The name of its game, as far as it can be the name of one."""
    deal: str
    """A digest of its first deal, without the proof."""
    number: int | None
    """That of its deal, if its share code can be read."""
    duel: bool
    """Whether it has a part in a duel."""
    form: str
    """What its header says of its game, options and seats, as JSON; empty if it cannot be read."""
    rest: str
    """All else in its header."""
    result: str
    """Its last line, if that is a result and all others can be read; else empty."""
    assisted: bool
    """Whether it is marked as assisted."""
    reviewed: bool
    """Whether there is a file with its reviews."""
    spent: str
    """What its sittings took, as JSON; empty if it does not say."""

    @property
    def header(self) -> dict[str, Json]:
        """What its header says, as far as it can be read."""
        return {**json.loads(self.form or "{}"), **json.loads(self.rest)}


_LOG: Final = SUFFIX.encode()
_STATES: Final = "SELECT name, state FROM games"
_NEWEST: Final = " UNION ".join(
    f"SELECT * FROM (SELECT * FROM games {which} ORDER BY changed DESC LIMIT ?)" for which in ("", "WHERE NOT finished")
)
_FORM: Final = ("clockspades", "game", "options", "seats")
_SCHEMA: Final = (
    f"CREATE TABLE games (/* {__version__} */ name PRIMARY KEY, {', '.join(Entry._fields[1:])}, state, sum)",
    "CREATE TABLE folder (id INTEGER PRIMARY KEY, state)",
    "CREATE TABLE facts (name, fact, value, sum, PRIMARY KEY (name, fact))",
    *(f"CREATE INDEX by_{column} ON games ({column})" for column in ("changed", "identity", "deal", "number", "day")),
    "CREATE INDEX unfinished ON games (changed) WHERE NOT finished",
)
_PLACES: Final = ", ".join("?" * (len(Entry._fields) + 2))
_DAMAGED: Final = {None, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""Primary codes of errors for a damaged file: those that SQLite has, and none for text that is not UTF-8."""
_OF_OTHERS: Final = ("wal", "shm")
"""What SQLite keeps beside a database in a mode that no index is in: with a damaged one it would wait for seconds."""


class _ForeignError(sqlite3.DatabaseError):
    """A database of another version, of something else, or with a damaged row."""


class _NoFolderError(Exception):
    """There is no folder of logs, or it cannot be read."""


class Index:
    """The index of a folder. Every method can be called in any thread."""

    def __init__(self, folder: Path, find_game: FindGame) -> None:
        self._folder, self._find_game = folder, find_game
        self._place = os.fsencode(folder / "x")[:-1]
        self._file = Path(f"{folder.absolute()}{INDEX}")
        self._lock = RLock()
        self._memory: sqlite3.Connection | None = None
        """What takes the place of the file where none can be used."""
        self._is_checked = False

    def logs(self, where: str, *arguments: Any, most: int | None = None) -> list[Entry]:
        """The logs of which a condition in SQL holds, which may say their order, once those that have changed are read.

        With ``most``, only so many of the newest logs, and of the newest unfinished ones, are looked at.
        """
        question = f"SELECT * FROM games WHERE {where}"
        found = self._ask(lambda database: _checked(database.execute(question, arguments)), most)
        return [Entry(self._folder / os.fsdecode(name), *told) for name, *told, _ in found or ()]

    def facts(
        self, fact: str, games: Iterable[tuple[bytes, T]], find: Callable[[T], Any], most: int | None = None
    ) -> Iterator[Any]:
        """What ``find`` says of each of these games, as JSON; it is asked again if the log or its reviews change."""

        def ask(database: sqlite3.Connection) -> tuple[dict[bytes, str], dict[bytes, str]]:
            states = dict(database.execute(_STATES))
            kept = _checked(database.execute("SELECT * FROM facts WHERE fact = ?", (fact,)))
            return states, {name: value for name, _, value in kept}

        states, kept = self._ask(ask, most) or ({}, {})
        new: list[tuple[Any, ...]] = []
        try:
            for name, game in games:
                if name not in kept:
                    kept[name] = json.dumps(find(game))
                    new.append((*_summed(name, fact, kept[name]), name, states.get(name, "")))
                yield json.loads(kept[name])
        finally:
            if new:
                self._do(partial(self._keep, new))

    def _ask(self, ask: Callable[[sqlite3.Connection], T], most: int | None) -> T | None:
        """The answer of the database once the logs that have changed are read; None if there are no logs."""
        try:
            if self._memory is None and not lexists(self._file) and not self._files():
                return None

            def work(database: sqlite3.Connection) -> T:
                self._look(database, most)
                with self._alone(database):
                    return ask(database)

            return self._do(work)
        except _NoFolderError:
            return None

    def _keep(self, facts: Iterable[tuple[Any, ...]], database: sqlite3.Connection) -> None:
        """Keep what was found in logs, unless they have changed since."""
        keep = "INSERT OR REPLACE INTO facts SELECT ?, ?, ?, ? FROM games WHERE name = ? AND state = ? AND state != ''"
        with self._alone(database), _transaction(database):
            database.executemany(keep, facts)

    # -- the database ----------------------------------------------------------------------------------

    def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do some work with the database: that in the file, or else the one in memory."""
        for _ in range(2):
            if self._memory is not None:
                break
            try:
                with closing(self._connect()) as database:
                    return work(database)
            except (OSError, sqlite3.Error) as error:
                code = getattr(error, "sqlite_errorcode", None)
                if isinstance(error, sqlite3.Error) and (code and code & 0xFF) in _DAMAGED:
                    with suppress(OSError):
                        for each in (*map(self._beside, ("journal", *_OF_OTHERS)), self._file):
                            each.unlink(missing_ok=True)
                elif code != sqlite3.SQLITE_READONLY_DBMOVED:  # else somebody has deleted it
                    break
        with self._lock:
            if self._memory is None:
                self._memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
                finalize(self, self._memory.close)
                _prepare(self._memory)
        return work(self._memory)

    def _alone(self, database: sqlite3.Connection) -> AbstractContextManager[object]:
        """What keeps other threads from a database: they share that in memory alone."""
        return self._lock if database is self._memory else nullcontext()

    def _connect(self) -> sqlite3.Connection:
        """The database in the file, which is made if there is none; OSError or sqlite3.Error if it cannot be used."""
        check_regular(self._file)
        check_regular(self._beside("journal"))
        if any(os.path.lexists(self._beside(each)) for each in _OF_OTHERS):
            raise _ForeignError("it is written in another way")
        with suppress(FileExistsError):
            create(self._file).close()
        address = f"{self._file.as_uri()}?mode=rw"
        database = sqlite3.connect(address, uri=True, timeout=_PATIENCE, isolation_level=None)
        try:
            _prepare(database)
        except BaseException:
            database.close()
            raise
        return database

    def _beside(self, ending: str) -> Path:
        """What SQLite keeps beside the file while it writes."""
        return self._file.with_name(f"{self._file.name}-{ending}")

    # -- the logs --------------------------------------------------------------------------------------

    def _files(self) -> set[bytes]:
        """The names of the files in the folder if there is a log among them; _NoFolderError if it cannot be read."""
        try:
            with os.scandir(self._place) as found:
                names = {each.name for each in found}
        except OSError as error:
            raise _NoFolderError from error
        return names if any(name.endswith(_LOG) for name in names) else set()

    def _look(self, database: sqlite3.Connection, most: int | None) -> None:
        """Read the logs that have changed. At a glance, a folder is listed only if it has changed."""
        folder, _ = self._mark(b"")
        with self._alone(database):
            if most is None and not self._is_checked:
                _check(database)
                self._is_checked = True
            kept = database.execute("SELECT state FROM folder").fetchone()
            if most is None:
                known = dict(database.execute(_STATES))
            else:
                known = {name: state for name, *_, state in _checked(database.execute(_NEWEST, (most, most)))}
            is_listed = most is not None and bool(folder) and kept == (folder,)
            names = known.keys() if is_listed else dict(database.execute(_STATES)).keys()
        files = None if is_listed else self._files()
        logs = names if files is None else {name for name in files if name.endswith(_LOG)}
        new, gone = logs - names, names - logs
        wanted = logs & known.keys() | {*nlargest(len(new) if most is None else most, new)}
        is_whole = files is not None and bool(folder) and (most is None or len(new) <= most)
        states = (self._state(name, files) for name in sorted(wanted, reverse=True))
        changed = (each for each in states if not each[-1] or each[-1] != known.get(each[0]))
        is_last = False
        while not is_last:
            batch = [*islice(changed, _BATCH)]
            rows = [row for each in batch if (row := self._read(*each)) is not None]
            gone |= {name for name, *_ in batch}
            is_last, is_whole = len(batch) < _BATCH, is_whole and len(rows) == len(batch)
            keeps = is_last and is_whole and kept != (folder,)
            if gone or keeps:
                with self._alone(database), _transaction(database):
                    for table in ("games", "facts"):
                        database.executemany(f"DELETE FROM {table} WHERE name = ?", [(name,) for name in gone])
                    database.executemany(f"INSERT INTO games VALUES ({_PLACES})", starmap(_summed, rows))
                    if keeps:  # a log that holds no game yet must be found again, though nothing in the folder changes
                        database.execute("INSERT OR REPLACE INTO folder VALUES (1, ?)", (folder,))
            gone = set()

    def _mark(self, name: bytes) -> tuple[str, os.stat_result | None]:
        """What changes whenever a file is written; empty if it may still change unseen, or there is none."""
        try:
            found = os.stat(self._place + name)  # noqa: PTH116 (to make a path takes longer)
        except OSError:
            return "", None
        times = found.st_mtime_ns, found.st_ctime_ns
        grain = GRAIN if any(time % 1_000_000_000 for time in times) else COARSE_GRAIN
        return "" if abs(time_ns() - max(times)) < grain else f"{found.st_ino} {found.st_size} {times}", found

    def _state(self, name: bytes, files: Collection[bytes] | None) -> tuple[bytes, float | None, bool, str]:
        """A log, when it was last written, if it is a regular file, whether it has reviews, and the state of both."""
        (state, found), reviews = self._mark(name), name.removesuffix(_LOG) + REVIEWS.encode()
        kept, others = self._mark(reviews) if files is None or reviews in files else ("", None)
        if others is not None:
            state = f"{state} {kept}" if state and kept else ""
        changed = found.st_mtime if found is not None and stat.S_ISREG(found.st_mode) else None
        return name, changed, others is not None, state

    def _read(self, name: bytes, changed: float | None, reviewed: bool, state: str) -> tuple[Any, ...] | None:
        """What a log says; None if it holds no whole line, or cannot be read."""
        path, lines = self._folder / os.fsdecode(name), list[bytes]()
        try:
            if changed is None:
                return None
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                try:
                    lines.extend(line for _, line in raw_lines(path, file))
                    is_whole = size <= LARGEST
                except LogError:
                    is_whole = False
                if is_whole:
                    last = lines[-1] if lines else b""
                else:
                    file.seek(size - min(size, _TAIL))
                    last = file.read(_TAIL).rpartition(b"\n")[0].rstrip().rpartition(b"\n")[2]
        except OSError:
            return None
        if not lines and is_whole:
            return None
        header, result = LINE.find_object(lines[0] if lines else b""), LINE.find_object(last)
        first = next((each for each in map(LINE.find_object, lines[1:]) if "note" not in each), {})
        try:
            notes = [parse_object(line).get("note") for line in lines if b'"note"' in line]
        except ValueError:
            is_whole, notes = False, []
        spent = spent_in(notes)
        standing, game, code = Standing.of(header), header.get("game"), header.get(share.KEY)
        return (
            name,
            changed,
            "result" in result,
            standing.is_lesson,
            standing.is_branch,
            standing.day.isoformat() if standing.day else "",
            identity_of(header, first) if header else ascii(name),
            game if isinstance(game, str) and game.isascii() else "",
            digest_of(first) if first else "",
            self._number(game, code) if isinstance(game, str) and isinstance(code, str) else None,
            isinstance(header.get(DUEL_KEY), dict),
            json.dumps({key: header[key] for key in _FORM if key in header}) if header else "",
            json.dumps({key: value for key, value in header.items() if key not in _FORM}),
            json.dumps(result) if is_whole and "result" in result and first else "",
            ASSISTED in notes,
            reviewed,
            "" if spent is None else json.dumps(spent),
            state,
        )

    def _number(self, name: str, code: str) -> int | None:
        game = self._find_game(name)
        with suppress(share.CodeError):
            return None if game is None else share.read_code(code, [game]).number
        return None


def digest_of(deal: Mapping[str, Json]) -> str:
    """What tells a deal from all others, however it was proved."""
    return sha256(json.dumps(without_proof(deal), sort_keys=True).encode()).hexdigest()[:24]


def _prepare(database: sqlite3.Connection) -> None:
    """Make the tables of a database that is new; _ForeignError if it has others."""
    tables = "SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY rowid"
    database.execute("PRAGMA synchronous=NORMAL")
    found = database.execute(tables).fetchall()
    if not found:
        with _transaction(database):
            for each in () if database.execute(tables).fetchone() else _SCHEMA:
                database.execute(each)
        found = database.execute(tables).fetchall()
    if found != [(each,) for each in _SCHEMA]:
        raise _ForeignError("it has other tables")


def _check(database: sqlite3.Connection) -> None:
    """_ForeignError if anything in a database is damaged."""
    if database.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
        raise _ForeignError("it is damaged")
    for table in ("games", "facts"):
        _checked(database.execute(f"SELECT * FROM {table}"))


def _summed(*row: Any) -> tuple[Any, ...]:
    """A row as SQLite has it, with its checksum."""
    row = tuple(int(value) if isinstance(value, bool) else value for value in row)
    return *row, crc32(repr(row).encode())


def _checked(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Rows without their checksums; _ForeignError if one is damaged."""
    found = []
    for *row, told in rows:
        if crc32(repr(tuple(row)).encode()) != told:
            raise _ForeignError("a row is damaged")
        found.append(tuple(row))
    return found


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Write all or nothing. Other programs can read until the end."""
    database.execute("BEGIN IMMEDIATE")
    with database:
        yield
