import errno
import json
import signal
import subprocess
import sys
from pathlib import Path
from queue import Queue

import pytest

from clockspades.network import store as module
from clockspades.network.store import News, Refused, Saved, Store, StoreError
from clockspades.saved.writing import write_all

WAIT = 60
"""Seconds after which a test fails that would wait for ever."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables" / "evening.tables"


@pytest.fixture
def news() -> Queue[News]:
    return Queue()


def opened(path: Path, news: Queue[News] | None = None) -> Store:
    store = Store.open(path) if path.exists() else Store.create(path, {"port": 7420})
    if news is not None:
        store.tell = news.put
    return store


def wait_for(news: Queue[News], number: int) -> None:
    while (told := news.get(timeout=WAIT)) != Saved(number):
        assert isinstance(told, Saved)
        assert told.number < number


def test_what_was_saved_is_there_again(path: Path, news: Queue[News]) -> None:
    store = opened(path, news)
    assert [store.append("a", {"did": n}) for n in range(3)] == [1, 2, 3]
    store.append("b", "♠")
    wait_for(news, 4)
    store.close()
    again = opened(path)
    assert again.head == {"port": 7420}
    assert again.tables() == {"a": [{"did": 0}, {"did": 1}, {"did": 2}], "b": ["♠"]}
    again.close()


def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    store = opened(path)
    store.close()
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent.stat().st_mode & 0o077 == 0


def test_many_tables_share_one_fsync(path: Path, news: Queue[News], monkeypatch: pytest.MonkeyPatch) -> None:
    store, begun, go_on = opened(path, news), Queue[bytes](), Queue[None]()

    def counted(file: object, data: bytes) -> None:
        begun.put(data)
        go_on.get(timeout=WAIT)
        write_all(file, data)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "write_all", counted)
    store.append("first", 0)
    begun.get(timeout=WAIT)  # the thread has taken the first record alone
    for number in range(400):
        store.append(f"table {number}", number)
    go_on.put(None)
    go_on.put(None)
    wait_for(news, 401)
    assert begun.qsize() == 1
    store.close()


def test_a_journal_cut_at_any_byte_has_every_whole_record(path: Path) -> None:
    store = opened(path)
    for number in range(6):
        store.append("ab"[number % 2], {"n": number, "words": "“7♠”\n"})
    store.close()
    whole = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(whole) if byte == 10]
    for cut in range(ends[0], len(whole) + 1):
        path.write_bytes(whole[:cut])
        again = Store.open(path)
        kept = sum(map(len, again.tables().values()))
        assert kept == sum(end <= cut for end in ends) - 1
        again.append("a", "one more")
        again.close()
        third = Store.open(path)
        assert third.tables()["a"][-1] == "one more"
        assert sum(map(len, third.tables().values())) == kept + 1
        third.close()


def test_a_journal_whose_first_line_is_cut_holds_no_tables(path: Path) -> None:
    opened(path).close()
    whole = path.read_bytes()
    for cut in range(len(whole)):
        path.write_bytes(whole[:cut])
        with pytest.raises(StoreError, match="holds no tables"):
            Store.open(path)


def test_whole_lines_behind_a_damaged_one_are_set_aside(path: Path) -> None:
    store = opened(path)
    for number in range(3):
        store.append("a", number)
    store.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"\0" * len(lines[2]), lines[3]]))
    again = Store.open(path)
    assert again.tables() == {"a": [0]}
    again.close()
    assert path.with_name(f"{path.name}.broken").read_bytes().endswith(lines[3])


@pytest.mark.parametrize("content", [b"", b"\n", b"{}\n", b"[]\n", b"\xff\n", b"[" * 100_000 + b"\n"])
def test_a_file_that_is_no_journal_is_refused(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match="holds no tables"):
        Store.open(path)
    assert path.read_bytes() == content


def test_a_newer_journal_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"clockspades-tables": 2}\n')
    with pytest.raises(StoreError, match="newer version"):
        Store.open(path)


def test_a_second_process_cannot_open_it(path: Path) -> None:
    store = opened(path)
    code = f"from pathlib import Path; from clockspades.network.store import Store; Store.open(Path({str(path)!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=WAIT)
    assert "its table is open in another process" in done.stderr
    store.close()
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=WAIT).returncode == 0


def test_closed_tables_are_cleared_away(path: Path, news: Queue[News], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORTH_IT", 1000)
    store = opened(path, news)
    for number in range(100):
        store.append("old", {"n": number})
    store.append("new", "stays")
    assert set(store.tables()) <= {"old", "new"}
    wait_for(news, store.close_table("old"))
    wait_for(news, store.append("new", "stays too"))
    assert path.stat().st_size < 1000
    assert store.tables() == {"new": ["stays", "stays too"]}
    with pytest.raises(StoreError, match="in use"):
        Store.open(path)
    store.close()
    again = opened(path, news)
    assert again.tables() == {"new": ["stays", "stays too"]}
    again.remove()
    assert not path.exists()


def test_a_full_disk_refuses_each_table_until_it_begins_again(
    path: Path, news: Queue[News], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(path, news)
    store.append("a", "saved")
    wait_for(news, store.append("b", "saved"))

    def full(file: object, data: bytes) -> None:
        write_all(file, data[: len(data) // 2], sync=False)  # type: ignore[arg-type]
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module, "write_all", full)
    store.append("a", "lost")
    refused = news.get(timeout=WAIT)
    assert refused == Refused(frozenset({"a"}), "No space left on device")
    monkeypatch.undo()
    store.append("a", "follows what was lost")
    wait_for(news, store.append("b", "saved too"))
    assert store.begin_again("a") == ["saved"]
    wait_for(news, store.append("a", "saved again"))
    store.close()
    again = opened(path)
    assert again.tables() == {"a": ["saved", "saved again"], "b": ["saved", "saved too"]}
    again.close()


WRITER = """
import sys
from pathlib import Path
from clockspades.network.store import Store
store = Store.open(Path(sys.argv[1]))
store.tell = lambda news: print(news.number, flush=True)
for number in range(1, 1_000_000):
    store.append(f"table {number % 7}", {"n": number})
    if number % 100 == 0:
        sys.stdin.readline()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
def test_what_was_told_as_saved_survives_a_kill(path: Path) -> None:
    opened(path).close()
    for told in (1, 150, 400):
        before = sum(map(len, tables(path).values()))
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n" * 10)
            process.stdin.flush()
            saved = 0
            while saved < told:
                saved = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            saved = int([str(saved), *process.stdout.read().split()][-1])
        found = tables(path)
        assert sum(map(len, found.values())) >= before + saved


def tables(path: Path) -> dict[str, list[object]]:
    store = Store.open(path)
    try:
        return json.loads(json.dumps(store.tables()))  # type: ignore[no-any-return]
    finally:
        store.close()
