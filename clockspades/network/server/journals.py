"""The journals of this user's tables: where they are, which can be brought back, and when they are cleared away."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from time import time
from typing import Final, NamedTuple

from clockspades.network.stores.file_store import SUFFIX, FileStore
from clockspades.network.stores.table_store import StoreError
from clockspades.network.table.history import RecordError, restore
from clockspades.network.table.model import Table
from clockspades.network.table.records import RECORDS
from clockspades.network.wire.frames import Codec, Named, WireError
from clockspades.saved.archive import data_directory

KEY_SUFFIX: Final = ".pem"
"""How the name of the file with the key of a journal's tables ends."""
OVER_FOR: Final = 7 * 24 * 3600
"""Seconds that a table is kept after its game is over, for people who have not got the log."""
LEFT_FOR: Final = 90 * 24 * 3600
"""Seconds that an unfinished table is kept."""
MOST: Final = 50
"""Journals that are kept, at most: the newest."""


class Head(Named, word="server"):
    """What a server needs to start again as it was: the first line of a journal."""

    code: str
    """The code of the table."""
    address: str
    port: int
    certificate: str | None
    """The path of the certificate, and of its key; None for the file beside the journal, which has both."""
    key: str | None
    insecure: bool
    host_name: str
    """The name under which the table is announced on the same network; empty if it is not."""


HEADS: Final = Codec(Head)


class KeptTable(NamedTuple):
    """A table in a journal that nobody has open."""

    journal: Path
    table: Table
    changed: float
    """When the journal was last written, in seconds since 1970."""

    @property
    def is_over(self) -> bool:
        return self.table.kept.phase.is_last


def journals_folder() -> Path:
    return data_directory() / "tables"


def new_journal() -> Path:
    return journals_folder() / f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{token_hex(4)}{SUFFIX}"


def key_file(journal: Path) -> Path:
    """The file with the certificate and key of a journal's tables."""
    return journal.with_suffix(KEY_SUFFIX)


def kept_tables() -> list[KeptTable]:
    """The tables that can be brought back, the newest first. Those of servers that run are left out."""
    return sorted(_kept(), key=lambda each: each.changed, reverse=True)


def sweep_journals() -> None:
    """Delete journals that were last written too long ago: :data:`OVER_FOR` if the game is over, else :data:`LEFT_FOR`.

    Beyond :data:`MOST` the oldest are deleted too.
    """
    now = time()
    for place, each in enumerate(kept_tables()):
        if now - each.changed > (OVER_FOR if each.is_over else LEFT_FOR) or place >= MOST:
            remove_journal(each.journal)


def remove_journal(journal: Path) -> None:
    """Delete a journal and its key, if that can be done."""
    for path in (journal, key_file(journal)):
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _kept() -> Iterator[KeptTable]:
    with suppress(OSError):
        for path in [*journals_folder().glob(f"*{SUFFIX}")]:
            with suppress(StoreError, WireError, RecordError, OSError):
                changed = path.stat().st_mtime
                store = FileStore.open(path)
                try:
                    kept = [store.records(table) for table in store.names()]
                finally:
                    store.shut()
                for records in kept:
                    yield KeptTable(path, restore([RECORDS.from_json(record) for record in records]), changed)
