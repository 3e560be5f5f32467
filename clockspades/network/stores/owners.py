"""Which of several processes serves a table: each asks a shared store who owns it, and renews its own leases.

A process owns a table for the seconds of its lease, and renews it in time. The store knows whose claim was the last,
and takes records from no other. So an owner that was paused, or cut off from the store, finds out that it has lost the
table before anybody hears of what it did: until its lease is renewed it takes no message, and it tells what it saved
only when the store has taken it.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final

from clockspades.network.stores.table_store import Lease, LeaseLostError, OwnedElsewhere, SharedStore, StoreAwayError

LEASE: Final = 2.0
"""Seconds for which a table is owned, and after which another process takes it over if its owner has died."""
RENEWED_AFTER: Final = LEASE / 3
"""Seconds of a lease after which it is renewed."""
ASKED_AGAIN_AFTER: Final = LEASE / 6
"""Seconds after which a renewal is tried again that was not answered."""
SECONDS_TO_END: Final = 5.0
"""Seconds in which all tables must be saved and released when the process ends."""


@dataclass(eq=False, slots=True)
class _Owned:
    """A table that this process owns. Times are those of :func:`monotonic`, in seconds."""

    lease: Lease
    asked: float
    """When the lease was asked for that was granted last: the store counts from then on or later."""
    is_loaded: bool = False
    """Whether its records have been read."""
    renewing: "asyncio.Task[None] | None" = None
    """The renewal that is under way."""

    @property
    def is_sure(self) -> bool:
        """Whether messages can be taken: certainly nobody else owns the table."""
        return self.is_loaded and monotonic() < self.asked + LEASE


class Owners:
    """The tables that this process owns, or looks for. All of it runs in one event loop."""

    def __init__(
        self,
        store: SharedStore,
        owner: str,
        *,
        load: Callable[[Lease, list[Any]], Coroutine[None, None, None]],
        flush: Callable[[str], Coroutine[None, None, None]],
        drop: Callable[[str], object],
    ) -> None:
        """``owner`` is how this process is reached.

        ``load`` serves a table with all its records, if :meth:`has` still says so when it has read them, and raises
        ValueError if they make none. ``flush`` waits until a table has nothing unsaved. ``drop`` forgets it at once.
        """
        self.owner = owner
        self._store, self._load, self._flush, self._drop = store, load, flush, drop
        self._owned: dict[str, _Owned] = {}
        self._opening: dict[str, asyncio.Task[OwnedElsewhere | bool]] = {}
        self._keeping: set[asyncio.Task[None]] = set()

    async def come(self, table: str) -> OwnedElsewhere | bool:
        """Where somebody finds a table; it is claimed if nobody else owns it, as far as the store knows.

        True if this process serves it, and certainly no other does; False if nobody knows now: come again later.
        """
        if table not in self._owned and table not in self._opening:
            self._opening[table] = asyncio.create_task(self._open(table))
            self._opening[table].add_done_callback(lambda _: self._opening.pop(table))
        if (opening := self._opening.get(table)) is not None:
            await asyncio.wait([opening])
            if opening.cancelled() or opening.result() is not True:
                return False if opening.cancelled() else opening.result()
        owned = self._owned.get(table)
        while owned is not None and owned is self._owned.get(table):
            if owned.is_sure:
                return True
            await asyncio.wait([self._renewal(owned)])
        return False

    def is_sure(self, table: str) -> bool:
        """Whether it is certain that no other process owns a table."""
        owned = self._owned.get(table)
        return owned is not None and owned.is_sure

    def has(self, lease: Lease) -> bool:
        """Whether a lease is the one by which this process has a table."""
        owned = self._owned.get(lease.table)
        return owned is not None and owned.lease == lease

    def own(self, lease: Lease, asked: float, *, is_loaded: bool = True) -> None:
        """Keep a table that was opened or claimed, with a lease that was asked for at a time."""
        self._owned[lease.table] = owned = _Owned(lease, asked, is_loaded)
        keeping = asyncio.create_task(self._keep(owned))
        self._keeping.add(keeping)
        keeping.add_done_callback(self._keeping.discard)

    def lose(self, lease: Lease) -> None:
        """Forget a table, as there is a newer claim, it was removed, or this process gives it up."""
        if self.has(lease):
            del self._owned[lease.table]
            self._drop(lease.table)

    async def close(self) -> None:
        """Release every table as soon as what waits is saved, so that others take it over at once."""
        leaving = [asyncio.create_task(self._leave(owned.lease)) for owned in self._owned.values()]
        if leaving:
            await asyncio.wait(leaving, timeout=SECONDS_TO_END)
        for task in (*leaving, *self._keeping, *self._opening.values()):
            task.cancel()

    async def _open(self, table: str) -> OwnedElsewhere | bool:
        asked = monotonic()
        try:
            claim = await self._store.claim(table, self.owner, LEASE)
        except StoreAwayError:
            return False
        if isinstance(claim, OwnedElsewhere):
            return claim
        self.own(claim, asked, is_loaded=False)
        try:
            await self._load(claim, await self._store.read(table))
        except (StoreAwayError, ValueError):
            if self.has(claim):
                del self._owned[table]
                await self._release(claim)
            return False
        if (owned := self._owned.get(table)) is not None and owned.lease == claim:
            owned.is_loaded = True
        return True

    async def _keep(self, owned: _Owned) -> None:
        """Renew a lease in time, as long as the table is owned by it."""
        while self.has(owned.lease):
            await asyncio.sleep(max(owned.asked + RENEWED_AFTER - monotonic(), 0.0))
            await asyncio.wait([self._renewal(owned)])

    def _renewal(self, owned: _Owned) -> "asyncio.Task[None]":
        """The renewal of a lease that is under way, or begins now."""
        if owned.renewing is None or owned.renewing.done():
            owned.renewing = asyncio.create_task(self._renew(owned))
        return owned.renewing

    async def _renew(self, owned: _Owned) -> None:
        asked = monotonic()
        try:
            await self._store.renew(owned.lease, self.owner, LEASE)
        except LeaseLostError:
            self.lose(owned.lease)
        except StoreAwayError:
            await asyncio.sleep(ASKED_AGAIN_AFTER)
        else:
            owned.asked = asked

    async def _leave(self, lease: Lease) -> None:
        """Give a table up once all that waits is saved."""
        await self._flush(lease.table)
        self.lose(lease)
        await self._release(lease)

    async def _release(self, lease: Lease) -> None:
        with suppress(StoreAwayError):
            await self._store.release(lease)
