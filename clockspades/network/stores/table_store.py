"""The port behind which tables are kept: their records, and which process owns which table.

A table is its records, in order, each of them JSON in ASCII on one line. Its version is how many there are. Where
processes share a store, a table that is written has one owner, who has a lease with a fencing number: each claim gives
a higher one, and nothing is taken with a number that is not the highest.
Adapters keep tables in a SQLite database or in Redis. They pass one suite of tests: ``tests/network/test_stores.py``.
"""

from collections.abc import Awaitable, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias, runtime_checkable

from clockspades.engine.text import UserError

KEPT_AT_FIRST: Final = 24 * 3600.0
"""Seconds for which a store that is shared keeps a new table, until :meth:`TableStore.keep` says how long."""


class StoreError(UserError):
    """A store that can't be used; the message is one sentence for the host."""


class NotSavedError(Exception):
    """The store took nothing of what was appended, and it can be tried again; the message is the end of a sentence."""


class CodeTakenError(Exception):
    """Another table has this code: nothing was kept."""


class LeaseLostError(Exception):
    """A newer claim was made, or the table was removed: nothing was written, and nothing will be with this lease."""


class ConflictError(LeaseLostError):
    """The table has other records than the caller has seen, so somebody else has written to it."""


class StoreAwayError(Exception):
    """The store does not answer now. What was asked may have been done."""


class Lease(NamedTuple):
    """The right to write to a table, as long as nobody else claims it."""

    table: str
    fence: int = 0
    """The fencing number. In a store that is shared, a later claim of the same table has a higher one."""


class OwnedElsewhere(NamedTuple):
    """Another process owns a table."""

    owner: str
    """How it is reached, as its claim said."""
    seconds: float
    """Seconds until it owns the table no longer, unless it renews its lease."""


ClaimAnswer: TypeAlias = Lease | OwnedElsewhere


class TableStore(Protocol):
    """Where tables are kept. Every method but :meth:`append` raises StoreAwayError while the store does not answer."""

    @property
    def warning(self) -> str:
        """A sentence for the host if its records may not be safe; else empty."""

    @property
    def losses(self) -> Sequence[str]:
        """What was damaged when it was opened, in sentences: where that is kept, and which tables have lost what."""

    async def begin(self, table: str, code: str, record: str, owner: str, seconds: float) -> Lease:
        """Keep the first record of a new table, which ``owner`` owns for so many seconds; NotSavedError if that fails.

        ``code`` is the digest of the invitation's code. :meth:`find` finds the table by it as soon as the record is
        safe. CodeTakenError if another table has it.
        """

    def append(self, lease: Lease, expected: int, records: Sequence[str]) -> Awaitable[None]:
        """Keep more records, all or none of them. Done when they are safe, whatever happens then.

        ``expected`` is the version that the caller has seen. ConflictError if the table has another one, LeaseLostError
        if there is a newer lease, and NotSavedError if the store refuses them. A store that does not answer is asked
        again until it does. A table takes one append at a time.
        """

    async def read(self, table: str, since: int = 0) -> list[str]:
        """The records of a table from this number on, counted from 0; none if there is no such table."""

    async def find(self, code: str) -> str | None:
        """The table with this digest of its code."""

    async def tables(self) -> list[str]:
        """Every table that was not removed, the oldest first as far as the store knows."""

    async def claim(self, table: str, owner: str, seconds: float) -> ClaimAnswer:
        """Own a table for so many seconds if nobody else does; else return who owns it.

        ``owner`` says how the caller is reached. No two processes at a time may say the same. A store that is not
        shared always grants it.
        """

    async def keep(self, lease: Lease, code: str, seconds: float) -> None:
        """Forget a table and its code after so many seconds, if this is not called again; LeaseLostError as above.

        A store that is shared does so whether or not a process serves the table. Another one leaves it to its process.
        """

    async def remove(self, lease: Lease, code: str) -> None:
        """Forget a table and its code; LeaseLostError if it is somebody else's."""

    async def close(self) -> None:
        """Write what waits, and let go of the store."""


@runtime_checkable
class SharedStore(TableStore, Protocol):
    """A store that several processes use at once, so that leases end by themselves unless they are renewed."""

    async def renew(self, lease: Lease, owner: str, seconds: float) -> None:
        """Own a table for so many seconds from now on; LeaseLostError if somebody has claimed it since."""

    async def release(self, lease: Lease) -> None:
        """Own a table no longer, so that it can be claimed at once. If the lease was lost, nothing happens."""

    async def secret(self) -> str:
        """A random text that all processes with this store know, and nobody else. They trust each other by it."""
