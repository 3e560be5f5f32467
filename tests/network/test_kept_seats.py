import errno
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from clockspades.engine.deal_proof import Contribution, Proof
from clockspades.network.client.client import Ledger, Pledge
from clockspades.network.client.connection import TableConnection
from clockspades.network.client.kept_seats import (
    MOST,
    Notes,
    free_seats,
    last_invitation,
    seats_folder,
    sit_down,
    sit_down_again,
    sweep_seats,
)
from clockspades.network.meeting.invitation import EXAMPLE
from clockspades.network.server.databases import HEADS, Head
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.table.kept import RECORDS, log_text, restored

PROMISE = Proof("table-1", 0, (Contribution(b"a" * 32, b"b" * 32), None), Contribution(b"c" * 32))
LEDGER = Ledger(("table-0", "table-1"), Pledge("table-1", 1, b"d" * 32), (PROMISE,), ("Something is wrong.",))


def test_the_page_for_browsers_is_of_the_table_where_this_user_sits_now() -> None:
    assert last_invitation() == ""
    sit_down(EXAMPLE._replace(code="0123456789"), "Ana").close()
    os.utime(next(iter(seats_folder().glob("*.seat"))), (0, 0))
    here = sit_down(EXAMPLE, "Ana")
    assert last_invitation() == str(EXAMPLE)
    here.close()


def test_a_seat_is_there_again_with_its_key_and_its_promises() -> None:
    first = sit_down(EXAMPLE, "Ana")
    first.note(Notes("Spades", ("Ana", "Ben"), LEDGER))
    first.close()
    again = sit_down_again()
    assert again is not None
    assert again.ticket == first.ticket
    assert again.invitation == EXAMPLE
    assert again.notes == Notes("Spades", ("Ana", "Ben"), LEDGER)
    again.close()


def test_the_same_name_at_the_same_table_is_the_same_seat() -> None:
    first = sit_down(EXAMPLE, "Ana")
    first.close()
    moved = EXAMPLE._replace(host="198.51.100.3")
    again = sit_down(moved, "Ana")
    assert again.ticket == first.ticket
    assert again.invitation == moved
    again.close()
    ben = sit_down(EXAMPLE, "Ben")
    other_table = sit_down(EXAMPLE._replace(code="0" * 10), "Ana")
    assert len({first.ticket.key, ben.ticket.key, other_table.ticket.key}) == 3
    ben.close()
    other_table.close()


def test_the_host_has_the_same_seat_under_another_name() -> None:
    first = sit_down(EXAMPLE, "Ana", key="ab" * 16)
    first.close()
    again = sit_down(EXAMPLE, "Anna", key="ab" * 16)
    assert again.ticket == first.ticket
    again.close()


def test_a_second_program_is_another_person() -> None:
    first = sit_down(EXAMPLE, "Ana")
    second = sit_down(EXAMPLE, "Ana")
    assert second.ticket.key != first.ticket.key
    assert sit_down_again() is None
    first.close()
    second.close()
    assert len(free_seats()) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
def test_a_seat_is_free_when_its_program_was_killed() -> None:
    code = (
        "import os; from clockspades.network.client.kept_seats import sit_down;"
        " from clockspades.network.meeting.invitation import EXAMPLE;"
        " print(sit_down(EXAMPLE, 'Ana').ticket.key, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    again = sit_down(EXAMPLE, "Ana")
    assert again.ticket.key == done.stdout.strip()
    again.close()


def test_who_looks_on_has_no_key_and_is_not_offered_a_seat() -> None:
    watcher = sit_down(EXAMPLE, "Ana", watch=True)
    assert watcher.ticket.key == ""
    watcher.close()
    assert sit_down_again() is None


def test_the_files_are_for_their_owner_alone() -> None:
    kept = sit_down(EXAMPLE, "Ana")
    kept.note(Notes("Spades"))
    kept.close()
    if sys.platform != "win32":
        assert seats_folder().stat().st_mode & 0o077 == 0
        assert all(path.stat().st_mode & 0o077 == 0 for path in seats_folder().iterdir())
    assert not any(kept.ticket.code in path.name or kept.ticket.key in path.name for path in seats_folder().iterdir())


def test_seats_that_nobody_uses_are_forgotten() -> None:
    kept = [sit_down(EXAMPLE, f"Player {number}") for number in range(MOST + 3)]
    for number, each in enumerate(kept):
        each.close()
        os.utime(each.path, (1e9 * 1.7 + number, 1e9 * 1.7 + number))
    kept[-1] = sit_down(EXAMPLE, kept[-1].ticket.name)
    sweep_seats()
    assert [*seats_folder().glob("*.seat")] == [kept[-1].path]
    kept[-1].close()


def test_a_share_is_kept_before_it_is_promised_or_the_disk_says_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = sit_down(EXAMPLE, "Ana")
    kept.keep(Notes("Spades", ledger=LEDGER))
    (path,) = seats_folder().glob("*.notes")

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    other = LEDGER._replace(pledge=Pledge("table-1", 2, b"e" * 32))
    with monkeypatch.context() as full:
        full.setattr("clockspades.saved.writing.write_whole", refuse)
        for _ in range(2):  # it is tried again each time
            with pytest.raises(OSError, match="No space left"):
                kept.keep(kept.notes._replace(ledger=other))
            kept.note(kept.notes._replace(title="Clogs"))
    too_long = LEDGER._replace(promises=tuple(replace(PROMISE, number=number) for number in range(5000)))
    with pytest.raises(OSError, match="too large"):
        kept.keep(kept.notes._replace(ledger=too_long))
    assert kept.notes == Notes("Spades", ledger=LEDGER)
    assert "table-1" in path.read_text(encoding="utf-8")
    connection = TableConnection(kept)
    assert connection.client.ledger == connection.client.safe == LEDGER
    kept.close()


def test_a_seat_of_an_older_version_is_kept_with_the_promises_that_it_was_shown() -> None:
    kept = sit_down(EXAMPLE, "Ana")
    kept.note(Notes("Spades"))
    kept.close()
    written = {**json.loads(kept.path.read_text(encoding="utf-8")), "secret": "ab" * 32}
    kept.path.write_text(json.dumps(written), encoding="utf-8")
    shown = {"table": "t-2", "deal": 4, "seats": [None], "host": {"commit": "cd" * 32, "share": None}}
    older = {"title": "Spades", "names": ["Ana"], "promises": [{**shown, "table": "t-1"}, shown], "way": None}
    kept.path.with_suffix(".notes").write_text(json.dumps(older), encoding="utf-8")
    again = sit_down(EXAMPLE, "Ana")
    assert again.ticket == kept.ticket
    promise = Proof("t-2", 4, (None,), Contribution(bytes.fromhex("cd" * 32)))
    assert again.notes.ledger == Ledger(("t-1", "t-2"), None, (promise,))
    again.close()


def test_a_way_back_of_another_version_takes_no_promise_with_it() -> None:
    kept = sit_down(EXAMPLE, "Ana")
    kept.note(Notes("Spades", ("Ana",), LEDGER))
    kept.close()
    path = kept.path.with_suffix(".notes")
    path.write_text(json.dumps({**json.loads(path.read_text()), "way": ["code", "mailbox", "relay", 1]}))
    again = sit_down(EXAMPLE, "Ana")
    assert again.notes == Notes("Spades", ("Ana",), LEDGER)
    again.close()


# -- files of version 1.0 ---------------------------------------------------------------------------------------------


KEPT = Path(__file__).parent / "kept"


def test_a_database_of_tables_is_read_with_its_server_and_every_record(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    shutil.copy(KEPT / path.name, path)
    store = SqliteStore.open(path)
    assert not store.losses
    assert HEADS.read_text(store.head) == Head("K7Q2M9X4TB", "", 7420, None, None, False, "Ana")
    store.shut()
    _, tables = SqliteStore.look(path)
    assert sorted(tables) == ["clockwork-spades", "spades"]
    for name, records in tables.items():
        assert [RECORDS.write_text(RECORDS.read_text(record)) for record in records] == records
        kept = restored(records)
        assert log_text(kept) == (KEPT / f"{name}.cslog").read_text(encoding="utf-8")
        assert kept.seats[0].is_person


def test_seats_are_read_with_their_keys_promises_and_ways_back() -> None:
    folder = seats_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(KEPT / "seats", folder)
    found = {ticket.key: (invitation, ticket, notes) for invitation, ticket, notes in free_seats()}
    assert len(found) == len([*folder.glob("*.seat")]) == 5
    for seat in sorted(folder.glob("*.seat")):
        written, noted = (json.loads(path.read_text()) for path in (seat, seat.with_suffix(".notes")))
        invitation, ticket, notes = found[written["key"]]
        assert (str(invitation), ticket.name, ticket.seat, ticket.watch) == tuple(
            written[key] for key in ("invitation", "name", "seat", "watch")
        )
        assert notes.ledger.games
        kept = sit_down(invitation, ticket.name, key=ticket.key)
        kept.keep(Notes())
        kept.keep(notes)
        kept.close()
        assert json.loads(seat.with_suffix(".notes").read_text()) == noted, "the same notes are written again"
