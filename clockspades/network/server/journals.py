"""The journals of this user's tables: where they are, which can be brought back, and when they are cleared away."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from time import time
from typing import Final, NamedTuple

from clockspades.network.stores.sqlite_store import JOURNAL_SUFFIX, SUFFIX, SqliteStore
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

    Beyond :data:`MOST` the oldest are deleted too, and after :data:`LEFT_FOR` what is left of journals that are gone.
    """
    now = time()
    for place, each in enumerate(kept_tables()):
        if now - each.changed > (OVER_FOR if each.is_over else LEFT_FOR) or place >= MOST:
            remove_journal(each.journal)
    for paths in _groups().values():
        if not any(path.suffix in _JOURNALS for path in paths) and now - _changed(paths) > LEFT_FOR:
            _delete(paths)


def remove_journal(journal: Path) -> None:
    """Delete a journal, its key, and what was put aside of it, if that can be done."""
    _delete(_groups().get(journal.stem, []))


_JOURNALS: Final = (SUFFIX, JOURNAL_SUFFIX)


def _groups() -> dict[str, list[Path]]:
    """Everything in the folder of journals, by the name of the journal that it belongs to."""
    groups: dict[str, list[Path]] = {}
    with suppress(OSError):
        for path in journals_folder().iterdir():
            groups.setdefault(path.name.partition(".")[0], []).append(path)
    return groups


def _delete(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _changed(paths: Iterable[Path]) -> float:
    """When one of these files was last written."""
    times = [0.0]
    for path in paths:
        with suppress(OSError):
            times.append(path.lstat().st_mtime)
    return max(times)


def _kept() -> Iterator[KeptTable]:
    for paths in _groups().values():
        journal = next((path for suffix in _JOURNALS for path in paths if path.suffix == suffix), None)
        if journal is None:
            continue
        with suppress(StoreError, WireError, RecordError):
            changed = _changed(path for path in paths if path.suffix != KEY_SUFFIX)
            for records in SqliteStore.look(journal)[1].values():
                yield KeptTable(journal, restore([RECORDS.from_json(record) for record in records]), changed)
