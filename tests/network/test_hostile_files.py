"""Files that the network keeps, with something else in their place: a sentence, and never a hang or a crash."""

import asyncio
import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clockspades.engine.deal_proof import Contribution, Proof
from clockspades.engine.text import UserError
from clockspades.guests.visitors import FILE, Visitors
from clockspades.network.client.client import Ledger, Pledge
from clockspades.network.client.club_client import last_club, remember_club
from clockspades.network.client.elsewhere import ways_back
from clockspades.network.client.kept_seats import Notes, free_seats, seats_folder, sit_down, sit_down_again, sweep_seats
from clockspades.network.meeting.certificate import make_certificate, server_context
from clockspades.network.meeting.invitation import EXAMPLE, EXAMPLE_CLUB
from clockspades.network.server.databases import databases_folder, kept_tables, sweep_databases
from clockspades.network.server.hosted_server import OldTable
from clockspades.network.server.server_process import run_server
from clockspades.network.stores import lines
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.saved.archive import data_directory
from tests.network.clubs import club
from tests.network.disks import NO_FILES, write
from tests.test_one_bad_file import VALUES, changed

WAIT = 60


PLACES = NO_FILES | {
    "no UTF-8": write(b"\xff\xfe\xff"),
    "deep": write(b"[" * 100_000),
    "deep objects": write(b'{"a":' * 50_000),
    "a long number": write(b'{"a": ' + b"9" * 5000 + b"}"),
    "400 digits": write(b"9" * 400),
    "below zero": write(b"-7"),
    "infinite": write(b'{"a": Infinity, "b": NaN, "c": 1e999}'),
    "a list": write(b"[]"),
    "a surrogate": write(b'"\\ud800"'),
    "a zero byte": write(b"\0"),
}
hostile = pytest.mark.parametrize("put", PLACES.values(), ids=PLACES)


def replace(path: Path, put: Callable[[Path], Any]) -> None:
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    put(path)


# -- seats and the address of a club -------------------------------------------------------------------------------


@hostile
@pytest.mark.parametrize("place", ["seat", "notes"])
def test_a_wrong_file_among_the_seats_costs_only_itself(put: Callable[[Path], Any], place: str) -> None:
    for name in ("Ana", "Ben"):
        kept = sit_down(EXAMPLE, name)
        kept.note(Notes("Spades"))
        kept.close()
    replace(kept.path.with_suffix(f".{place}"), put)
    found = free_seats()
    assert {ticket.name for _, ticket, _ in found} == ({"Ana"} if place == "seat" else {"Ana", "Ben"})
    assert {notes.title for _, ticket, notes in found if ticket.name == "Ana"} == {"Spades"}
    again = sit_down_again()
    assert again is not None
    again.close()
    ways_back()
    sweep_seats()
    new = sit_down(EXAMPLE, "Ben")
    new.note(Notes("Clogs"))
    new.close()


def test_notes_without_a_seat_are_swept() -> None:
    kept = sit_down(EXAMPLE, "Ana")
    kept.note(Notes("Spades"))
    kept.close()
    stray = seats_folder() / "stray.notes"
    stray.write_text("{}")
    sweep_seats()
    assert not stray.exists()
    assert [notes.title for _, _, notes in free_seats()] == ["Spades"]


@hostile
def test_something_else_in_the_place_of_the_folders(put: Callable[[Path], Any]) -> None:
    for folder in (seats_folder(), databases_folder()):
        replace(folder, put)
    assert not free_seats()
    assert not ways_back()
    assert not kept_tables()
    sweep_seats()
    sweep_databases()


@hostile
def test_a_wrong_address_of_a_club_is_none(put: Callable[[Path], Any]) -> None:
    replace(data_directory() / "club-address", put)
    assert last_club() is None
    remember_club(EXAMPLE_CLUB)
    assert last_club() in (EXAMPLE_CLUB, None)


@hostile
def test_a_wrong_file_of_a_visitor_is_nobody(put: Callable[[Path], Any]) -> None:
    visitors = Visitors(EXAMPLE)
    cookie = visitors.add("Ana", watches=False, here=())
    found = visitors.find(cookie)
    assert found is not None
    replace(found.folder / FILE, put)
    assert visitors.find(cookie) is None


SEAT = {"invitation": str(EXAMPLE), "key": "ab" * 16, "name": "Ana", "seat": 1, "watch": False}
PROMISE = Proof("table-1", 0, (Contribution(b"a" * 32, b"b" * 32), None), Contribution(b"c" * 32))
LEDGER = Ledger(("table-0", "table-1"), Pledge("table-1", 1, b"d" * 32), (PROMISE,), ("Something is wrong.",))
NAMES = count()


@settings(max_examples=120, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_value_in_a_seat_and_its_notes(home: Path, data: st.DataObject) -> None:
    shutil.rmtree(seats_folder(), ignore_errors=True)
    kept = sit_down(EXAMPLE, "Ana")
    kept.note(Notes("Spades", ("Ana", "Ben"), LEDGER))
    kept.close()
    for path in (kept.path, kept.path.with_suffix(".notes")):
        if data.draw(st.booleans()):
            path.write_text(json.dumps(changed(data, json.loads(path.read_text()))))
    for invitation, ticket, notes in free_seats():
        assert str(invitation)
        assert all("\n" not in text and text.encode() is not None for text in (ticket.name, notes.title, *notes.names))
        assert ticket.seat is None or ticket.seat in range(100)
    ways_back()


# -- hosted tables -------------------------------------------------------------------------------------------------


@hostile
@pytest.mark.parametrize("suffix", [".db", ".db-journal", ".db-wal", ".db-shm"])
def test_a_wrong_file_among_the_hosted_tables_is_one_sentence(put: Callable[[Path], Any], suffix: str) -> None:
    database = databases_folder() / "20261126T120000-00000000.db"
    if suffix != ".db":
        SqliteStore.create(database).shut()
    path = database.with_suffix(suffix)
    replace(path, put)
    before = path.lstat().st_ino
    assert kept_tables() == []
    sweep_databases()
    with pytest.raises(UserError) as told:
        asyncio.run(asyncio.wait_for(run_server(OldTable(str(database)), print, asyncio.Event()), WAIT))
    check_sentence(str(told.value))
    assert suffix != ".db" or path.lstat().st_ino == before


HEAD = {"code": "K7M2QX9RTA", "address": "127.0.0.1", "port": 7420, "certificate": None, "key": None, "insecure": True}


@pytest.mark.parametrize("key", [*HEAD, "host_name", "more"])
def test_any_value_where_a_server_says_where_it_was_is_one_sentence(key: str) -> None:
    path = databases_folder() / "some.db"
    path.parent.mkdir(parents=True)
    for value in (*VALUES, "\ud800", "\0", "/dev/zero", 65536, 10**12):
        if key == "host_name" and isinstance(value, str):
            continue
        head = {"server": {**HEAD, "host_name": "", "insecure": key != "certificate", key: value}}
        SqliteStore.create(path).shut()
        with closing(sqlite3.connect(path)) as database, database:
            line = lines.line_of(lines.HEAD, 0, json.dumps({lines.KEY: lines.FORMAT, **head}))
            database.execute("UPDATE records SET line = ?", (line,))
        kept_tables()
        with pytest.raises(UserError) as told:
            asyncio.run(asyncio.wait_for(run_server(OldTable(str(path)), print, asyncio.Event()), WAIT))
        check_sentence(str(told.value))
        for each in path.parent.iterdir():
            each.unlink()


def check_sentence(words: str) -> None:
    """It is one line that says something to a person, and nothing of Python."""
    assert words
    assert "\n" not in words
    assert not re.search(r"\[Errno|Error|Traceback|object|0x", words), words


# -- a club --------------------------------------------------------------------------------------------------------


@hostile
@pytest.mark.parametrize(
    "name", ["access", "address", "unvisited.json", "starts", "club.pem", "club.db", "club.db-wal"]
)
async def test_a_wrong_file_of_a_club_is_one_sentence_or_nothing(
    tmp_path: Path, put: Callable[[Path], Any], name: str
) -> None:
    if name == "club.db-wal":
        SqliteStore.create(tmp_path / "club.db").shut()
    replace(tmp_path / name, put)
    words = ""
    try:
        async with asyncio.timeout(WAIT), club(tmp_path, tls=name == "club.pem") as server:
            assert (await server.page("/health"))[0] == 200
            assert (await server.page("/metrics"))[0] == 200
    except UserError as error:
        words = str(error)
    if words:
        check_sentence(words)
        assert name in words
        assert name not in ("address", "unvisited.json", "starts")


async def test_a_log_of_changes_without_its_database_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "club.db-wal").write_bytes(b"something")
    with pytest.raises(UserError, match=r"club.db can't be read: No such file"):
        async with asyncio.timeout(WAIT), club(tmp_path):
            pass


@hostile
def test_a_wrong_certificate_is_one_sentence(tmp_path: Path, put: Callable[[Path], Any]) -> None:
    good = tmp_path / "good.pem"
    good.write_bytes(make_certificate())
    replace(tmp_path / "bad.pem", put)
    for pair in ((tmp_path / "bad.pem", None), (good, tmp_path / "bad.pem"), (tmp_path / "bad.pem", good)):
        with pytest.raises(UserError) as told:
            server_context(*pair)
        check_sentence(str(told.value))


@pytest.fixture(autouse=True)
def _in_time() -> Iterator[None]:
    """Nothing may hang: a test that does is ended, with the place where it was."""
    import faulthandler

    faulthandler.dump_traceback_later(2 * WAIT, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()
