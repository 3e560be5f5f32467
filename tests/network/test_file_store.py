import asyncio
import errno
import signal
import subprocess
import sys
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from clockspades.network.stores import file_store as module
from clockspades.network.stores.file_store import FileStore
from clockspades.network.stores.table_store import Lease, NotSavedError, StoreError
from clockspades.saved.writing import write_all

WAIT = 60
"""Seconds after which a test fails that would wait for ever."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables" / "evening.tables"


def opened(path: Path) -> FileStore:
    return FileStore.open(path) if path.exists() else FileStore.create(path, {"port": 7420})


async def claimed(store: FileStore, table: str) -> Lease:
    claim = await store.claim(table, "", 1000)
    assert isinstance(claim, Lease)
    return claim


async def filled(path: Path, *appended: tuple[str, Any]) -> None:
    """Append records to tables, each by itself, and close the journal."""
    store = opened(path)
    leases = {table: await claimed(store, table) for table in dict(appended)}
    for table, record in appended:
        await store.append(leases[table], len(store.records(table)), [record])
    await store.close()


def tables(path: Path) -> dict[str, list[Any]]:
    store = FileStore.open(path)
    try:
        return {table: store.records(table) for table in store.names()}
    finally:
        store.shut()


async def test_what_was_saved_is_there_again(path: Path) -> None:
    await filled(path, *(("a", {"did": n}) for n in range(3)), ("b", "♠"))
    again = opened(path)
    assert again.head == {"port": 7420}
    await again.close()
    assert tables(path) == {"a": [{"did": 0}, {"did": 1}, {"did": 2}], "b": ["♠"]}


async def test_a_journal_of_an_earlier_version_is_read(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(
        '{"clockspades-tables":1,"server":{"port":7420}}\n'
        '{"table":"a","record":{"opened":{"table":"a","code":"5f"}}}\n'
        '{"table":"b","record":{"opened":{"table":"b","code":"6e"}}}\n'
        '{"table":"a","record":{"began":{"started":"2026-11-23T20:00:00Z"}}}\n'
        '{"table":"b","closed":true}\n'
    )
    store = FileStore.open(path)
    assert await store.find("5f") == "a"
    assert await store.find("6e") is None
    assert await store.tables() == ["a"]
    assert [*map(list, await store.read("a"))] == [["opened"], ["began"]]
    await store.close()


def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    opened(path).shut()
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent.stat().st_mode & 0o077 == 0


async def test_many_tables_share_one_fsync(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, begun, go_on = opened(path), Queue[bytes](), Queue[None]()

    def counted(file: object, data: bytes) -> None:
        begun.put(data)
        go_on.get(timeout=WAIT)
        write_all(file, data)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "write_all", counted)
    leases = [await claimed(store, f"table {number}") for number in range(401)]
    appends = [store.append(leases[0], 0, [0])]
    begun.get(timeout=WAIT)  # the thread has taken the first record alone
    appends += [store.append(lease, 0, [1, 2]) for lease in leases[1:]]
    go_on.put(None)
    go_on.put(None)
    await asyncio.wait_for(asyncio.gather(*appends), WAIT)
    assert begun.qsize() == 1
    await store.close()
    assert sum(map(len, tables(path).values())) == 801


async def test_a_journal_cut_at_any_byte_has_every_whole_record(path: Path) -> None:
    await filled(path, *(("ab"[number % 2], {"n": number, "words": "“7♠”\n"}) for number in range(6)))
    whole = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == 10]
    for cut in range(ends[0], len(whole) + 1):
        path.write_bytes(whole[:cut])
        kept = sum(map(len, tables(path).values()))
        assert kept == sum(end <= cut for end in ends) - 1
        await filled(path, ("a", "one more"))
        found = tables(path)
        assert found["a"][-1] == "one more"
        assert sum(map(len, found.values())) == kept + 1


def test_a_journal_whose_first_line_is_cut_holds_no_tables(path: Path) -> None:
    opened(path).shut()
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        with pytest.raises(StoreError, match="holds no tables"):
            FileStore.open(path)


async def test_whole_lines_behind_a_damaged_one_are_set_aside(path: Path) -> None:
    await filled(path, *(("a", number) for number in range(3)))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"\0" * len(lines[2]), lines[3]]))
    assert tables(path) == {"a": [0]}
    assert path.with_name(f"{path.name}.broken").read_bytes().endswith(lines[3])


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"[]\n", b"\xff\n", b"[" * 100_000 + b"\n"])
def test_a_file_that_is_no_journal_is_refused(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match="holds no tables"):
        FileStore.open(path)
    assert path.read_bytes() == content


def test_a_newer_journal_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"clockspades-tables": 2}\n')
    with pytest.raises(StoreError, match="newer version"):
        FileStore.open(path)


def test_a_second_process_cannot_open_it(path: Path) -> None:
    store = opened(path)
    code = f"from clockspades.network.stores.file_store import *; FileStore.open(Path({str(path)!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=WAIT)
    assert "its table is open in another process" in done.stderr
    store.shut()
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=WAIT).returncode == 0


async def test_removed_tables_are_cleared_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORTH_IT", 1000)
    store = opened(path)
    new, old = await claimed(store, "new"), await claimed(store, "old")
    await store.append(old, 0, [{"n": number} for number in range(100)])
    await store.append(new, 0, ["stays"])
    await store.remove(old, "none")
    await store.append(new, 1, ["stays too"])
    assert path.stat().st_size < 1000
    assert await store.read("new") == ["stays", "stays too"]
    with pytest.raises(StoreError, match="in use"):
        FileStore.open(path)
    await store.close()
    assert tables(path) == {"new": ["stays", "stays too"]}


async def test_a_full_disk_refuses_what_it_did_not_take_and_nothing_else(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(path)
    a, b = await claimed(store, "a"), await claimed(store, "b")
    await asyncio.gather(store.append(a, 0, ["saved"]), store.append(b, 0, ["saved"]))

    def full(file: object, data: bytes) -> None:
        write_all(file, data[: len(data) // 2], sync=False)  # type: ignore[arg-type]
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module, "write_all", full)
    with pytest.raises(NotSavedError, match=r"^No space left on device$"):
        await store.append(a, 1, ["lost", "lost too"])
    monkeypatch.undo()
    await store.append(b, 1, ["saved too"])
    assert await store.read("a") == ["saved"]
    await store.append(a, 1, ["saved again"])
    await store.close()
    assert tables(path) == {"a": ["saved", "saved again"], "b": ["saved", "saved too"]}


WRITER = """
import asyncio, sys
from pathlib import Path
from clockspades.network.stores.file_store import FileStore

async def write(store, table):
    lease = await store.claim(table, "", 1000)
    number = len(await store.read(table))
    while True:
        await store.append(lease, number, [{"n": number}])
        number += 1
        print(flush=True)

async def main():
    store = FileStore.open(Path(sys.argv[1]))
    await asyncio.gather(*(write(store, f"table {number}") for number in range(7)))

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
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
