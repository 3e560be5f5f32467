"""The index of saved games: whatever happens to the logs or to the index, its answers are those of the logs."""

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.engine.standing import ASSISTED
from clockspades.games.catalogue import find_game
from clockspades.saved import index
from clockspades.saved.archive import TO_CONTINUE, Archive
from clockspades.saved.index import GLANCE, Index
from clockspades.saved.log import identity_in, load
from tests.saved.logs import GAME, header_line, whole_log

LINES: Final = {seed: whole_log(seed) for seed in (1, 2)}
HEADERS: Final[list[dict[str, Any]]] = [
    {},
    {"started": "2026-11-22T10:00:00Z"},
    {"lesson": True},
    {"branch": True},
    {"daily": "2026-11-22", "deal": "K13J-Z9J7-Q8C6"},
    {"duel": {"received": "00"}},
    {"game": "chess"},
    {"started": 5},
]


def log_of(seed: int, changes: dict[str, Any], lines: int | None = None) -> bytes:
    """A log of a game with some keys of the header changed, cut after some lines."""
    return b"".join([json.dumps(header_line(**changes)).encode() + b"\n", *LINES[seed][1:lines]])


ASSISTED_LINE: Final = json.dumps({"note": ASSISTED}).encode() + b"\n"
LOGS: Final = [log_of(seed, changes, lines) for seed in LINES for changes in HEADERS for lines in (None, 12, 1)]


def answers(archive: Archive) -> dict[str, Any]:
    """What an archive tells of its games, without the folder they are in."""
    skimmed = [*archive.skim("1 ORDER BY name")]
    return {
        "entries": [(each.path.name, *each[1:]) for each in archive.entries()],
        "games": [(each.path.name, *each[1:]) for each in archive.games()],
        "continues": [each.path.name for each in archive.entries(TO_CONTINUE)],
        "skimmed": [(each.entry.path.name, *each[2:]) for each in skimmed],
        "duels": [(entry.path.name, entry.header["duel"]) for entry in archive.duels()],
        "headers": sorted(json.dumps(entry.header) for entry in archive.logs_of(GAME)),
        "facts": [*archive.remembered("size", [each.entry for each in skimmed], lambda each: each.path.stat().st_size)],
    }


def fresh(archive: Archive) -> dict[str, Any]:
    """The answers of an archive that has no index yet, with copies of the same files."""
    with TemporaryDirectory() as home:
        copied = Path(home, "games")
        shutil.copytree(archive.directory, copied)
        return answers(Archive(find_game, copied))


def index_of(archive: Archive) -> Path:
    return archive.directory.with_name("games.index")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    """Some games of all kinds."""
    archive = Archive(find_game, tmp_path / "games")
    archive.directory.mkdir()
    for number, log in enumerate(LOGS):
        path = archive.directory / f"{number}.cslog"
        path.write_bytes(log)
        os.utime(path, (1e9 + number, 1e9 + number))
    return archive


# -- what happens to logs ------------------------------------------------------------------------------------------

NAMES: Final = ("a.cslog", "b.cslog", "ä\udcff.cslog")


def ticked(path: Path, change: Callable[[], object]) -> None:
    """Change a file, again if need be until the clock of its file system has gone on."""
    before = path.stat() if path.exists() else None
    change()
    while path.exists() and before and path.stat().st_ctime_ns == before.st_ctime_ns:
        path.chmod(0o600)


def happen(data: st.DataObject, archive: Archive) -> None:
    """Let something happen to a log, or to the index."""
    path, other = (archive.directory / data.draw(st.sampled_from(NAMES)) for _ in range(2))
    log = data.draw(st.sampled_from(LOGS))

    def change(edit: Callable[[bytes], bytes]) -> None:
        ticked(path, lambda: path.write_bytes(edit(path.read_bytes())))

    def swap() -> None:
        whole = path.read_bytes()
        path.unlink()  # its number may be given to the next file
        path.write_bytes(whole.replace(b"Ana", b"Eva"))

    def break_index() -> None:
        with index_of(archive).open("r+b") as file:
            file.seek(data.draw(st.integers(0, index_of(archive).stat().st_size)))
            file.write(data.draw(st.binary(min_size=1, max_size=200)))

    happenings: list[Callable[[], object]] = [
        lambda: ticked(path, lambda: path.write_bytes(log)),
        lambda: ticked(other, lambda: other.write_bytes(log)),
        lambda: change(lambda whole: whole + ASSISTED_LINE),
        lambda: change(lambda whole: whole[: len(whole) // 2]),
        lambda: change(lambda whole: whole.replace(b"Ana", b"Eva")),
        lambda: change(lambda whole: whole[:30] + data.draw(st.binary(max_size=5)) + whole[35:]),
        lambda: ticked(path, swap),
        lambda: os.utime(path, (2e9, 2e9)),
        lambda: path.unlink(),
        lambda: path.rename(other),
        lambda: ticked(other, lambda: path != other and shutil.copyfile(path, other)),
        lambda: ticked(path, lambda: path.with_suffix(".reviews").write_text("a review")),
        lambda: index_of(archive).unlink(),
        lambda: index_of(archive).write_bytes(data.draw(st.binary(max_size=40))),
        break_index,
    ]
    with suppress(FileNotFoundError):
        data.draw(st.sampled_from(happenings))()


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_whatever_happens_the_index_answers_as_one_that_is_made_anew(data: st.DataObject) -> None:
    with TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patched:
        patched.setattr(index, "GRAIN", 0)  # else nothing that was just written is remembered
        here = Archive(find_game, Path(home, "games"))
        here.directory.mkdir()
        for _ in range(data.draw(st.integers(1, 12))):
            happen(data, here)
            if data.draw(st.booleans()):
                here = Archive(find_game, here.directory)
            assert answers(here.at_a_glance if data.draw(st.booleans()) else here) == fresh(here)


def test_a_log_that_has_not_changed_is_not_read_again(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "GRAIN", 0)
    monkeypatch.setattr(index, "COARSE_GRAIN", 0)
    told = answers(archive)
    monkeypatch.setattr(Index, "_read", None)
    assert answers(Archive(find_game, archive.directory)) == told


def test_a_game_counts_however_many_notes_come_before_its_first_deal(archive: Archive) -> None:
    told = len([*archive.skim("result != ''")])
    notes = json.dumps({"note": "a thought"}).encode() + b"\n"
    header, *rest = log_of(2, {"started": "2026-11-23T10:00:00Z"}).splitlines(keepends=True)
    noted = archive.directory / "noted.cslog"
    noted.write_bytes(b"".join([header, *[notes] * 150, *rest]))
    assert len([*archive.skim("result != ''")]) == told + 1
    identity = identity_in(load(noted, find_game).session)
    assert [entry.path for entry in archive.entries(f"identity = '{identity}'")] == [noted]


def test_at_a_glance_the_newest_are_right(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clockspades.saved.archive.GLANCE", 3)
    newest, *_ = archive.entries()
    assert archive.at_a_glance.entries(most=1) == [newest]
    index_of(archive).unlink()
    last = sorted(path.name for path in archive.directory.iterdir())[-3:]
    assert {entry.path.name for entry in archive.at_a_glance.entries()} == {*last}, "as many as there is time for"
    assert len(archive.entries()) == len(LOGS)
    (archive.directory / "99.cslog").write_bytes(LOGS[1])
    newest.path.unlink()
    first, second = archive.at_a_glance.entries(most=2)
    assert (first.path.name, second.path.name) == ("99.cslog", f"{len(LOGS) - 2}.cslog")
    assert GLANCE >= 100, "more than a screen shows"


# -- what happens to the index -------------------------------------------------------------------------------------


def foreign(path: Path) -> None:
    """A database of something else, which does what it likes."""
    path.unlink()
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE games (name)")
        database.execute("INSERT INTO games VALUES (5)")
        database.commit()


def older(path: Path) -> None:
    """The index of another version."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(index, "_SCHEMA", tuple(each.replace("/* ", "/* 0") for each in index._SCHEMA))
        path.unlink()
        Archive(find_game, path.with_name("games")).entries()


def not_utf_8(path: Path) -> None:
    """Text that is damaged as no page is."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE games SET form = CAST(x'ff' AS TEXT)")
        database.commit()


def logged_ahead(path: Path) -> None:
    """A database that another program has in its other mode, and whose files beside it are damaged."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
    for ending in ("wal", "shm"):
        path.with_name(f"{path.name}-{ending}").write_bytes(b"\1" * 5000)


def replaced(make: Callable[[Path], object]) -> Callable[[Path], None]:
    def replace(path: Path) -> None:
        path.unlink()
        make(path)

    return replace


BROKEN: Final[dict[str, Callable[[Path], Any]]] = {
    "foreign": foreign,
    "older": older,
    "not UTF-8": not_utf_8,
    "logged ahead": logged_ahead,
    "a folder": replaced(Path.mkdir),
    "a pipe": replaced(os.mkfifo),
    "a link": replaced(lambda path: path.symlink_to("elsewhere")),
    "empty": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("some text " * 1000),
    "cut": lambda path: os.truncate(path, 4096),
    "zeros": lambda path: path.write_bytes(path.read_bytes()[:4096] + bytes(8192) + path.read_bytes()[12288:]),
    "a folder in the place of its journal": lambda path: path.with_name("games.index-journal").mkdir(),
    "a journal of something else": lambda path: path.with_name("games.index-journal").write_bytes(b"\1" * 5000),
    "read-only": lambda path: path.chmod(0o400),
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_index_that_cannot_be_used_changes_no_answer(archive: Archive, name: str) -> None:
    told = answers(archive)
    BROKEN[name](index_of(archive))
    assert answers(archive) == told
    assert answers(Archive(find_game, archive.directory)) == told
    (archive.directory / "0.cslog").unlink()
    assert answers(Archive(find_game, archive.directory)) == answers(archive) == fresh(archive) != told


@pytest.mark.parametrize("name", ["foreign", "older", "not UTF-8", "logged ahead", "empty", "text", "cut", "zeros"])
def test_a_damaged_index_is_made_anew(archive: Archive, name: str) -> None:
    told = answers(archive)
    BROKEN[name](index_of(archive))
    assert answers(Archive(find_game, archive.directory)) == told
    with closing(sqlite3.connect(index_of(archive))) as database:
        assert database.execute("SELECT count(form) FROM games WHERE form LIKE '{%'").fetchone() == (len(LOGS),)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.parametrize("is_glance", [False, True])
@pytest.mark.parametrize("value", ["x", b"\0"])
def test_a_changed_value_in_a_row_is_noticed(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, value: object, is_glance: bool
) -> None:
    monkeypatch.setattr(index, "GRAIN", 0)
    told = answers(archive)
    for column in ("name", "state", "changed", "finished", "identity", "form", "rest", "result", "sum"):
        with closing(sqlite3.connect(index_of(archive))) as database:
            database.execute(f"UPDATE games SET {column} = ? WHERE name = ?", (value, b"0.cslog"))
            database.commit()
        again = Archive(find_game, archive.directory)
        assert answers(again.at_a_glance if is_glance else again) == told


def test_a_full_disk_changes_no_answer(archive: Archive) -> None:
    told = answers(archive)
    index_of(archive).unlink()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        assert answers(archive) == told
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert answers(Archive(find_game, archive.directory)) == told


def test_an_index_that_another_program_holds_is_not_waited_for_long(archive: Archive) -> None:
    told = answers(archive)
    with closing(sqlite3.connect(index_of(archive))) as database:
        database.execute("BEGIN EXCLUSIVE")
        assert answers(archive) == told
    assert answers(Archive(find_game, archive.directory)) == told


def test_without_games_there_is_no_index(tmp_path: Path) -> None:
    for folder in (tmp_path / "games", tmp_path / "none" / "games"):
        archive = Archive(find_game, folder)
        assert archive.entries() == []
        assert [*archive.remembered("fact", [], str)] == []
        assert not index_of(archive).exists()


# -- several programs ----------------------------------------------------------------------------------------------

READ: Final = """
import sys
from pathlib import Path
from clockspades.engine.standing import ASSISTED
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive

archive = Archive(find_game, Path(sys.argv[1]))
print("ready", flush=True)
while True:
    archive.entries()
    if sys.argv[2] == "anew":
        archive.directory.with_name("games.index").unlink(missing_ok=True)
"""


def reading(archive: Archive, how: str) -> "subprocess.Popen[str]":
    """Another program that reads the archive, until it is killed."""
    command = [sys.executable, "-c", READ, str(archive.directory), how]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    return program


def change_logs(archive: Archive, rng: Random) -> None:
    for _ in range(5):
        path = archive.directory / f"{rng.randrange(len(LOGS))}.cslog"
        if path.exists() and rng.random() < 0.3:
            path.unlink()
        else:
            path.write_bytes(rng.choice(LOGS))


@pytest.mark.parametrize("how", ["again", "anew"])
def test_programs_that_read_at_once_or_are_killed_leave_a_whole_index(archive: Archive, how: str) -> None:
    rng = Random(1)
    programs = [reading(archive, how) for _ in range(2)]
    try:
        for _ in range(4):
            change_logs(archive, rng)
            assert answers(archive) == fresh(archive)
    finally:
        for program in programs:
            program.kill()
            program.communicate()
    assert answers(Archive(find_game, archive.directory)) == answers(archive) == fresh(archive)
