"""Files that version 1.0 wrote while tables were played: they are read for ever."""

import json
import shutil
from pathlib import Path

from clockspades.network.client.kept_seats import Notes, free_seats, seats_folder, sit_down
from clockspades.network.server.databases import HEADS, Head
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.table.kept import RECORDS, log_text, restored

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
