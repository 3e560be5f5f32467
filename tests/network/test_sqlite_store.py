import asyncio
import errno
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from clockspades.engine.codec import RECORD
from clockspades.network.stores import lines as lines_module
from clockspades.network.stores import sqlite_store as module
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.stores.table_store import Lease, NotSavedError, StoreError
from clockspades.saved import writing
from tests.network.disks import FULL, flip, watch_disk

HEAD = '{"port":7420}'
WAIT = 60
"""Seconds after which a test fails that would wait for ever."""
posix = pytest.mark.skipif(sys.platform == "win32", reason="it is POSIX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables" / "evening.db"


def opened(path: Path) -> SqliteStore:
    return SqliteStore.open_or_create(path, HEAD)


async def fill(store: SqliteStore, *appended: tuple[str, Any]) -> None:
    """Append records to tables, each in a transaction of its own."""
    leases = {table: Lease(table) for table in dict(appended)}
    for table, record in appended:
        await store.append(leases[table], len(await store.read(table)), [RECORD.write(record)])


async def filled(path: Path, *appended: tuple[str, Any]) -> None:
    store = opened(path)
    await fill(store, *appended)
    await store.close()


def tables(path: Path) -> dict[str, list[Any]]:
    found = SqliteStore.look(path)[1]
    return {table: [*map(json.loads, records)] for table, records in found.items()}


def killed(path: Path, copy: Path) -> Path:
    """A copy of the files of a database that is open: what its process leaves when it is killed."""
    copy.mkdir()
    for each in path.parent.glob(f"{path.name}*"):
        shutil.copy(each, copy)
    return copy / path.name


def restored(path: Path) -> tuple[dict[str, list[Any]], tuple[str, ...]]:
    """What a server finds that starts again, and what it says is lost; a third one finds the same and says nothing."""
    seen = tables(path)
    store = SqliteStore.open(path)
    losses = tuple(store.losses)
    store.shut()
    found = tables(path)
    assert found == seen
    again = SqliteStore.open(path)
    assert not again.losses
    again.shut()
    return found, losses


# -- what is kept --------------------------------------------------------------------------------------------------


async def test_what_was_saved_is_there_again(path: Path) -> None:
    await filled(path, *(("a", {"did": n}) for n in range(3)), ("b", "♠"))
    again = opened(path)
    assert again.head == HEAD
    assert again.losses == []
    await again.close()
    assert SqliteStore.look(path)[0] == HEAD
    assert tables(path) == {"a": [{"did": 0}, {"did": 1}, {"did": 2}], "b": ["♠"]}
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@posix
async def test_every_file_is_for_its_owner_alone(path: Path) -> None:
    old = os.umask(0)
    try:
        store = opened(path)
        await fill(store, ("a", 1))
        found = [path.parent, *path.parent.iterdir()]
        assert len(found) == 3
        assert not any(each.stat().st_mode & 0o077 for each in found)
        await store.close()
    finally:
        os.umask(old)


async def test_what_nobody_waits_for_any_more_is_written_all_the_same(path: Path) -> None:
    store = opened(path)
    lease = Lease("a")
    append = asyncio.ensure_future(store.append(lease, 0, ["0"]))
    append.cancel()
    while not await store.read("a"):
        await asyncio.sleep(0)
    await store.append(lease, 1, ["1"])
    await store.close()
    assert tables(path) == {"a": [0, 1]}


@posix
def test_a_second_process_cannot_open_it(path: Path) -> None:
    store = opened(path)
    code = f"from clockspades.network.stores.sqlite_store import *; SqliteStore.open(Path({str(path)!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=WAIT)
    assert "its table is open in another process" in done.stderr
    store.shut()
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=WAIT).returncode == 0


@posix
def test_it_is_used_without_a_lock_where_nothing_can_be_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    opened(path).shut()
    code = f"import sqlite3; c = sqlite3.connect({str(path)!r}); c.execute('BEGIN EXCLUSIVE'); print(); input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdin is not None
        other.stdout.readline()  # SQLite is told now that the file is locked, as where a file system has no locks
        with pytest.raises(StoreError, match="in use"):
            opened(path)
        monkeypatch.setattr(fcntl, "lockf", refuse)
        monkeypatch.setattr(writing, "_untold", {})
        store = opened(path)
        other.stdin.write(b"\n")
    asyncio.run(fill(store, ("a", 1)))
    assert store.warning == writing.NO_LOCKS
    store.shut()
    assert tables(path) == {"a": [1]}


async def test_nothing_of_a_removed_table_comes_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, rng = opened(path), Random(0)
    leases = {table: Lease(table) for table in ("stays", "goes", "goes-too")}
    for number in range(120):
        for lease in leases.values():
            await store.append(lease, number, [RECORD.write({"words": "x" * rng.randrange(300)})])
    for table in ("goes", "goes-too"):
        await store.remove(leases[table], "none")
    await store.append(leases["stays"], 120, ['"more"'])
    log = path.with_name(f"{path.name}-wal")
    copies = [killed(path, path.parent.parent / f"killed {at}") for at in range(3)]
    await store.close()
    flip(copies[1], 50)  # which its log of changes has, too
    flip(copies[2].with_name(log.name), 20)
    for copy in (path, *copies):
        found, losses = restored(copy)
        assert {table: len(records) for table, records in found.items()} == {"stays": 121}
        assert not losses
    monkeypatch.setattr(module, "MOST_REMOVED", 1)
    assert b"goes" in path.read_bytes()
    opened(path).shut()
    assert b"goes" not in path.read_bytes()
    assert restored(path) == (found, ())


@posix
@pytest.mark.parametrize("damaged", ["its frame", "the record", "a frame before it"])
async def test_a_damaged_byte_brings_no_removed_table_back(path: Path, damaged: str) -> None:
    store = opened(path)
    await fill(store, ("stays", "x" * 300), ("goes", 1), ("stays", 2))
    await store.remove(Lease("goes"), "none")
    copy = killed(path, path.parent / "killed")
    await store.close()
    log = copy.with_name(f"{copy.name}-wal")
    content = log.read_bytes()
    note = content.index(b'["goes",999999999,')
    flip(log, {"its frame": content.rindex(bytes(64)), "the record": note - 3}.get(damaged, content.index(b"xxx")))
    found, _ = restored(copy)
    assert "goes" not in found


async def test_a_copy_that_is_made_while_the_server_runs_has_all_that_was_saved_before(path: Path) -> None:
    """If the log of changes is copied first, whatever comes into the database meanwhile."""
    store = opened(path)
    leases = [Lease(f"table-{number}") for number in range(5)]
    numbers = [0] * 5

    async def go_on(most: int) -> None:
        for _ in range(most):
            await asyncio.gather(
                *(store.append(lease, numbers[at], [f'"{"x" * 99}"']) for at, lease in enumerate(leases))
            )
            numbers[:] = [number + 1 for number in numbers]

    await go_on(60)
    for times in range(6):
        saved, copy = [*numbers], path.parent.parent / f"copy {times}" / path.name
        copy.parent.mkdir()
        shutil.copy(path.with_name(f"{path.name}-wal"), copy.parent)
        await go_on(7)
        store._thread.submit(store._database.execute, "PRAGMA wal_checkpoint(RESTART)").result()
        await go_on(times * 5)
        shutil.copy(path, copy)
        found, _ = restored(copy)
        assert all(len(found[f"table-{at}"]) >= number for at, number in enumerate(saved))
    await store.close()


@pytest.mark.parametrize("is_real", [True, False], ids=["full", "refused in the middle"])
async def test_a_full_disk_refuses_what_it_did_not_take_and_nothing_else(
    path: Path, monkeypatch: pytest.MonkeyPatch, is_real: bool
) -> None:
    def full(_: bytes) -> None:
        raise FULL

    store = opened(path)
    a, b = Lease("a"), Lease("b")
    await asyncio.gather(store.append(a, 0, ['"saved"']), store.append(b, 0, ['"saved"']))
    with monkeypatch.context() as patched:
        if is_real:
            (pages,) = store._database.execute("PRAGMA page_count").fetchone()
            store._database.execute(f"PRAGMA max_page_count={pages}")
        else:
            watch_disk(patched, full)
        with pytest.raises(NotSavedError, match=r"^database or disk is full$"):
            await store.append(a, 1, [f'"{"lost " * 400}"'] * 40)
        store._database.execute("PRAGMA max_page_count=1000000")
    await store.append(b, 1, ['"saved too"'])
    assert await store.read("a") == ['"saved"']
    await store.append(a, 1, ['"saved again"'])
    copy = killed(path, path.parent.parent / "killed")
    await store.close()
    assert tables(path) == {"a": ["saved", "saved again"], "b": ["saved", "saved too"]}
    assert restored(copy) == (tables(path), ())


WRITER = """
import asyncio, sys
from pathlib import Path
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.stores.table_store import Lease

async def write(store, table):
    lease = Lease(table)
    number = len(await store.read(table))
    while True:
        await store.append(lease, number, [f'{{"n":{number}}}'])
        number += 1
        print(flush=True)

async def main():
    store = SqliteStore.open(Path(sys.argv[1]))
    assert not store.losses, store.losses
    await asyncio.gather(*(write(store, f"table-{number}") for number in range(7)))

asyncio.run(main())
"""


@posix
def test_what_was_told_as_saved_survives_a_kill(path: Path) -> None:
    opened(path).shut()
    for told in (1, 150, 400):
        before = sum(map(len, tables(path).values()))
        with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            saved = sum(bool(process.stdout.readline()) for _ in range(told))
            process.send_signal(signal.SIGKILL)
            saved += process.stdout.read().count(b"\n")
        assert sum(map(len, tables(path).values())) >= before + saved
    assert not [each for each in path.parent.iterdir() if "broken" in each.name]


# -- damage --------------------------------------------------------------------------------------------------------

RECORDS = [(f"table-{number % 9}", {"n": number // 9, "words": "“7♠” " * (number % 7)}) for number in range(360)]
WHOLE = {f"table-{t}": [record for table, record in RECORDS if table == f"table-{t}"] for t in range(9)}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "club.db"
    asyncio.run(filled(path, *RECORDS))
    return path


@pytest.fixture(scope="module")
def with_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database whose process was killed before anything of its log of changes was in it."""
    folder = tmp_path_factory.mktemp("log")

    async def fill_and_kill() -> Path:
        store = opened(folder / "club.db")
        await fill(store, *RECORDS)
        copy = killed(folder / "club.db", folder / "killed")
        await store.close()
        return copy

    return asyncio.run(fill_and_kill())


def check_damage(found: dict[str, list[Any]], losses: tuple[str, ...]) -> None:
    """At most one table has lost something, which is said; what it has is as it was."""
    short = {table for table, records in WHOLE.items() if found.get(table, []) != records}
    assert len(short) <= 1
    assert {*found} <= {*WHOLE}
    for table in short:
        assert found.get(table, []) == WHOLE[table][: len(found.get(table, []))]
        assert losses
    if len(losses) > 1:
        assert all(table in " ".join(losses) for table in short) or "is not known" in losses[-1]


@pytest.mark.parametrize("begin", range(4))
def test_one_damaged_byte_of_a_database_costs_one_table_at_most(database: Path, path: Path, begin: int) -> None:
    size, rng = database.stat().st_size, Random(begin)
    path.parent.mkdir()
    for at in [*range(begin, 112, 4), *(rng.randrange(size) for _ in range(40))]:
        shutil.copy(database, path)
        flip(path, at)
        check_damage(*restored(path))
        for each in path.parent.iterdir():
            each.unlink()


def test_one_damaged_byte_of_a_log_of_changes_costs_one_table_at_most(with_log: Path, path: Path) -> None:
    log, rng = with_log.with_name(f"{with_log.name}-wal"), Random(1)
    size = log.stat().st_size
    assert with_log.stat().st_size < size
    path.parent.mkdir()
    for at in [*range(0, 56, 3), *(rng.randrange(size) for _ in range(20)), *range(size - 400, size, 23)]:
        shutil.copy(with_log, path)
        flip(Path(shutil.copy(log, path.with_name(f"{path.name}-wal"))), at)
        check_damage(*restored(path))
        for each in path.parent.iterdir():
            each.unlink()


def test_a_log_of_changes_that_was_cut_off_loses_what_is_not_there_and_no_more(with_log: Path, path: Path) -> None:
    log, rng = with_log.with_name(f"{with_log.name}-wal").read_bytes(), Random(2)
    path.parent.mkdir()
    for cut in sorted(rng.randrange(len(log)) for _ in range(12)):
        shutil.copy(with_log, path)
        path.with_name(f"{path.name}-wal").write_bytes(log[:cut])
        found, _ = restored(path)
        assert all(records == WHOLE[table][: len(records)] for table, records in found.items())
        for each in path.parent.iterdir():
            each.unlink()


@pytest.mark.parametrize("page", [0, 1, 3, 4, 5])
def test_a_page_that_is_gone_costs_only_what_stood_there(database: Path, path: Path, page: int) -> None:
    path.parent.mkdir()
    content = bytearray(database.read_bytes())
    content[page * 4096 : (page + 1) * 4096] = bytes(4096)
    path.write_bytes(content)
    found, losses = restored(path)
    assert all(records == WHOLE[table][: len(records)] for table, records in found.items())
    assert len(found) == len(WHOLE)
    assert losses[0] == "evening.db was damaged, and is kept as evening.db.broken."
    assert path.with_name("evening.db.broken").read_bytes() == content
    short = {table for table in WHOLE if found.get(table, []) != WHOLE[table]}
    assert all(any(table in words for words in losses) for table in short)


def test_a_database_of_which_no_table_is_left_is_refused(database: Path, path: Path) -> None:
    path.parent.mkdir()
    content = bytearray(database.read_bytes())
    content[2 * 4096 : 3 * 4096] = bytes(4096)  # where all tables begin
    path.write_bytes(content)
    for opens in (SqliteStore.open, SqliteStore.look):
        with pytest.raises(StoreError, match=r"evening.db is damaged, and no table in it can be saved"):
            opens(path)
    assert path.read_bytes() == content


def test_a_damaged_record_takes_its_own_table_back_and_says_so(database: Path, path: Path) -> None:
    path.parent.mkdir()
    shutil.copy(database, path)
    content = database.read_bytes()
    flip(path, content.index(b'["table-4",17,') + 16)
    found, losses = restored(path)
    assert found == {**WHOLE, "table-4": WHOLE["table-4"][:17]}
    assert losses == (
        "evening.db was damaged, and is kept as evening.db.broken.",
        "evening.db: the table table-4 goes back to record 17, as what followed is damaged.",
    )
    flip(path, path.read_bytes().index(b'["table-7",0,') + 16)
    found, losses = restored(path)
    assert "table-7" not in found
    assert losses == (
        "evening.db was damaged, and is kept as evening.db.broken-2.",
        "evening.db: the table table-7 is lost, as its first record is damaged.",
    )


# -- other files in the place of a database ------------------------------------------------------------------------


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS place, x AS line FROM n"


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TRIGGER t BEFORE INSERT ON records BEGIN SELECT RAISE(IGNORE); END",
        "UPDATE records SET place = 9223372036854775807 WHERE place = 2",
        "UPDATE records SET place = -place",
        f"ALTER TABLE records RENAME TO others; CREATE VIEW records AS {ENDLESS}",
    ],
)
async def test_what_somebody_has_changed_in_a_database_holds_up_nobody(path: Path, change: str) -> None:
    await filled(path, ("a", 0))
    with sqlite3.connect(path) as database:
        database.executescript(change)
    database.close()
    assert restored(path) == ({"a": [0]}, ("evening.db was damaged, and is kept as evening.db.broken.",))
    store = opened(path)
    await asyncio.wait_for(store.append(Lease("a"), 1, ["1"]), WAIT)
    await store.close()
    assert tables(path) == {"a": [0, 1]}


@pytest.mark.parametrize("says", [b"[1]", b"5", b"]", b'{"clockspades-tables":2', b"[" * 3000])
def test_a_first_record_that_makes_no_sense_is_one_sentence(path: Path, says: bytes) -> None:
    opened(path).shut()
    content = b'["",0,%b]' % says
    with sqlite3.connect(path) as database:
        database.execute("UPDATE records SET line = ?", (b"\x1e%08x%b\n" % (crc32(content), content),))
    database.close()
    for opens in (SqliteStore.open, SqliteStore.look):
        with pytest.raises(StoreError, match=r"can't be read: |newer version"):
            opens(path)


def test_a_newer_database_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(lines_module, "FORMAT", 3)
        with pytest.raises(StoreError, match="newer version"):
            opened(path)
    with pytest.raises(StoreError, match="newer version"):
        SqliteStore.open(path)


def test_a_disk_without_room_for_a_new_database_is_one_sentence(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StoreError("the part can't be read") from FULL

    monkeypatch.setattr(module, "_connect", full)
    with pytest.raises(StoreError, match=r"^the table can't be saved in .*tables: database or disk is full$"):
        opened(path)
    assert not [*path.parent.iterdir()]
