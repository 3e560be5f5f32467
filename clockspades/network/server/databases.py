"""The databases of this user's tables: where they are, which can be brought back, and when they are deleted."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from time import time
from typing import Final, NamedTuple

from clockspades.engine.codec import RECORD, Codec, Named
from clockspades.network.stores.sqlite_store import SUFFIX, SqliteStore
from clockspades.network.stores.table_store import StoreError
from clockspades.network.table.kept import KeptTable, RecordError, restored
from clockspades.saved import writing
from clockspades.saved.archive import data_directory

KEY_SUFFIX: Final = ".pem"
"""How the name of the file with the key of a database's tables ends."""
OVER_FOR: Final = 7 * 24 * 3600
"""Seconds that a table is kept after its game is over, for people who have not got the log."""
LEFT_FOR: Final = 90 * 24 * 3600
"""Seconds that an unfinished table is kept."""
MOST: Final = 50
"""Databases that are kept, at most: the newest."""


class Head(Named, word="server"):
    """What a server needs to start again as it was: the first record of its database."""

    code: str
    address: str
    port: int
    certificate: str | None
    """The path of the certificate, and of its key; None for the file beside the database, which has both."""
    key: str | None
    insecure: bool
    host_name: str
    """The name under which the table is announced on the same network; empty if it is not."""


HEADS: Final = Codec(Head, text=RECORD)


class TableOnDisk(NamedTuple):
    """A table in a database that nobody has open."""

    database: Path
    kept: KeptTable
    changed: float
    """When the database was last written, in seconds since 1970."""

    @property
    def is_over(self) -> bool:
        return self.kept.phase.is_last


def databases_folder() -> Path:
    return data_directory() / "tables"


def new_database() -> Path:
    return databases_folder() / f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{token_hex(4)}{SUFFIX}"


def key_file(database: Path) -> Path:
    return database.with_suffix(KEY_SUFFIX)


def kept_tables() -> list[TableOnDisk]:
    """The tables that can be brought back, the newest first. Those of servers that run are left out."""
    return sorted(_kept(), key=lambda each: each.changed, reverse=True)


def sweep_databases() -> None:
    """Delete databases last written too long ago: :data:`OVER_FOR` if the game is over, else :data:`LEFT_FOR`.

    Beyond :data:`MOST` the oldest are deleted too, and after :data:`LEFT_FOR` what is left of databases that are gone.
    """
    now = time()
    for place, each in enumerate(kept_tables()):
        if now - each.changed > (OVER_FOR if each.is_over else LEFT_FOR) or place >= MOST:
            remove_database(each.database)
    for paths in _groups().values():
        if not any(path.suffix == SUFFIX for path in paths) and now - writing.changed(*paths) > LEFT_FOR:
            writing.remove(*paths)


def remove_database(database: Path) -> None:
    """Delete a database, its key, and what was put aside of it, if that can be done."""
    writing.remove(*_groups().get(database.stem, []))


def _groups() -> dict[str, list[Path]]:
    """All files in the folder, by the name of the database that they belong to."""
    groups: dict[str, list[Path]] = {}
    with suppress(OSError):
        for path in databases_folder().iterdir():
            groups.setdefault(path.name.partition(".")[0], []).append(path)
    return groups


def _kept() -> Iterator[TableOnDisk]:
    for paths in _groups().values():
        database = next((path for path in paths if path.suffix == SUFFIX), None)
        if database is None:
            continue
        with suppress(StoreError, RecordError):
            changed = writing.changed(*(path for path in paths if path.suffix != KEY_SUFFIX))
            for records in SqliteStore.look(database)[1].values():
                yield TableOnDisk(database, restored(records), changed)
