"""Tables in memory, which end with the process: for tests and simulations."""

from collections.abc import Callable, Sequence
from secrets import token_hex
from time import monotonic

from clockspades.network.stores.table_store import (
    KEPT_AT_FIRST,
    ClaimAnswer,
    CodeTakenError,
    ConflictError,
    Lease,
    LeaseLostError,
    OwnedElsewhere,
)


class MemoryStore:
    """Tables in memory. No method waits. Whoever has the object shares its tables, as processes share a Redis."""

    losses: Sequence[str] = ()
    warning = ""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """``clock`` gives the time in seconds since some moment; leases end by it."""
        self._clock, self._secret = clock, token_hex(32)
        self._fences: dict[str, int] = {}
        self._owners: dict[str, tuple[str, float]] = {}
        """By table its owner, and until when."""
        self._records: dict[str, list[tuple[int, str]]] = {}
        """By table each record with the fencing number of its writer."""
        self._codes: dict[str, str] = {}
        """By digest of the code."""
        self._kept_until: dict[str, float] = {}

    async def begin(self, table: str, code: str, record: str, owner: str, seconds: float) -> Lease:
        if await self.find(code) is not None:
            raise CodeTakenError
        lease = await self.claim(table, owner, seconds)
        assert isinstance(lease, Lease), "a new table has no owner"
        self._codes[code] = table
        self._kept_until[table] = self._clock() + KEPT_AT_FIRST
        await self.append(lease, 0, [record])
        return lease

    async def append(self, lease: Lease, expected: int, records: Sequence[str]) -> None:
        there = self._records.get(lease.table, [])
        given = [(lease.fence, record) for record in records]
        if there[expected : expected + len(given)] == given:
            return  # an attempt whose answer was lost
        self._check_lease(lease)
        if len(there) != expected:
            raise ConflictError(f"The table has {len(there)} records, not {expected}.")
        self._records[lease.table] = there + given

    async def read(self, table: str, since: int = 0) -> list[str]:
        self._forget()
        return [record for _, record in self._records.get(table, [])[since:]]

    async def find(self, code: str) -> str | None:
        self._forget()
        return self._codes.get(code)

    async def tables(self) -> list[str]:
        self._forget()
        return [*self._records]

    async def keep(self, lease: Lease, code: str, seconds: float) -> None:
        self._forget()
        self._check_lease(lease)
        self._kept_until[lease.table] = self._clock() + seconds

    async def remove(self, lease: Lease, code: str) -> None:
        self._check_lease(lease)
        self._end_leases(lease.table)
        self._kept_until.pop(lease.table, None)
        self._records.pop(lease.table, None)
        if self._codes.get(code) == lease.table:
            del self._codes[code]

    def _forget(self) -> None:
        """Forget the tables whose time is over."""
        now = self._clock()
        for table in [table for table, until in self._kept_until.items() if until <= now]:
            del self._kept_until[table]
            self._records.pop(table, None)
            self._codes = {code: other for code, other in self._codes.items() if other != table}
            self._end_leases(table)

    async def claim(self, table: str, owner: str, seconds: float) -> ClaimAnswer:
        now = self._clock()
        if (owned := self._owners.get(table)) is not None and owned[0] != owner and owned[1] > now:
            return OwnedElsewhere(owned[0], owned[1] - now)
        self._owners[table] = owner, now + seconds
        self._fences[table] = self._fences.get(table, 0) + 1
        return Lease(table, self._fences[table])

    async def renew(self, lease: Lease, owner: str, seconds: float) -> None:
        self._check_lease(lease)
        self._owners[lease.table] = owner, self._clock() + seconds

    async def release(self, lease: Lease) -> None:
        if self._fences.get(lease.table) == lease.fence:
            self._owners.pop(lease.table, None)

    async def secret(self) -> str:
        return self._secret

    def _check_lease(self, lease: Lease) -> None:
        """LeaseLostError unless this lease is the newest of its table."""
        if self._fences.get(lease.table) != lease.fence:
            raise LeaseLostError(f"Another process has claimed the table {lease.table}.")

    def _end_leases(self, table: str) -> None:
        """Make every lease of this table invalid."""
        self._owners.pop(table, None)
        self._fences[table] += 1

    async def close(self) -> None:
        """Nothing to do: nothing waits."""
