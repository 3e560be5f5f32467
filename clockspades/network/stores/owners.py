"""The shell of the owners of tables: it asks a shared store who owns a table, and renews the leases of this process."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from clockspades.network.stores import ownership
from clockspades.network.stores.ownership import (
    AWAY,
    LEASE,
    Admit,
    Direct,
    Ownership,
    Stage,
    StoreAnswer,
    StoreRequest,
    TurnBack,
)
from clockspades.network.stores.table_store import Lease, LeaseLostError, SharedStore, StoreAwayError

TICK: Final = LEASE / 12
"""Seconds after which leases are looked at again."""
SECONDS_TO_END: Final = 5.0
"""Seconds in which all tables must be saved and released when the process ends."""


@dataclass(slots=True)
class _Place:
    """What is known of a table, and who waits to be told where it is."""

    state: Ownership = AWAY
    waiting: "list[asyncio.Future[StoreAnswer]]" = field(default_factory=list)


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
        self._places: dict[str, _Place] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._ticking = asyncio.create_task(self._tick())

    async def come(self, table: str) -> StoreAnswer:
        """Where somebody finds a table: here, at its owner, or nowhere now. Here means that messages can be taken."""
        waiting: asyncio.Future[StoreAnswer] = asyncio.get_running_loop().create_future()
        self._places.setdefault(table, _Place()).waiting.append(waiting)
        self.give(table, ownership.Wanted())
        return await waiting

    def is_sure(self, table: str, now: float) -> bool:
        """Whether it is certain that no other process owns a table; ``now`` is that of :func:`monotonic`."""
        place = self._places.get(table)
        return place is not None and place.state.is_sure(now)

    def has(self, lease: Lease) -> bool:
        """Whether a lease is the one by which this process has a table, or had it last."""
        place = self._places.get(lease.table)
        return place is not None and place.state.fence == lease.fence

    def give(self, table: str, given: ownership.OwnerInput) -> None:
        """Give the reducer of a table an input, and carry out the effects."""
        place = self._places.setdefault(table, _Place())
        place.state, effects = ownership.own(place.state, given, monotonic())
        for effect in effects:
            match effect:
                case Admit() | Direct() | TurnBack():
                    self._answer(place, effect)
                case ownership.Drop():
                    self._drop(table)
                    self._answer(place, TurnBack())
                case _:
                    self._start(self._carry_out(table, effect))
        if place.state.stage is Stage.AWAY and not place.waiting:
            self._places.pop(table, None)

    async def close(self) -> None:
        """Release every table as soon as what waits is saved, so that others take it over at once."""
        for table, place in self._places.items():
            if place.state.fence:
                self._start(self._leave(Lease(table, place.state.fence)))
        latest = monotonic() + SECONDS_TO_END
        while self._tasks and monotonic() < latest:
            await asyncio.wait(self._tasks, timeout=latest - monotonic())
        for task in (self._ticking, *self._tasks):
            task.cancel()
        for place in self._places.values():
            self._answer(place, TurnBack())

    def _answer(self, place: _Place, answer: StoreAnswer) -> None:
        waiting, place.waiting = place.waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(answer)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _leave(self, lease: Lease) -> None:
        """Give a table up once all that waits is saved."""
        await self._flush(lease.table)
        self.give(lease.table, ownership.LeaseLost(lease.fence))
        with suppress(StoreAwayError):
            await self._store.release(lease)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            now = monotonic()
            for table, place in [*self._places.items()]:
                if place.state.fence and now >= place.state.due:
                    self.give(table, ownership.LeaseDue())

    async def _carry_out(self, table: str, effect: StoreRequest) -> None:
        """Carry out an effect that takes time, and give the reducer what comes of it."""
        given: ownership.OwnerInput
        asked = monotonic()
        try:
            match effect:
                case ownership.Claim():
                    claim = await self._store.claim(table, self.owner, LEASE)
                    if isinstance(claim, Lease):
                        given = ownership.Claimed(claim.fence, asked)
                    else:
                        given = ownership.TakenBy(*claim)
                case ownership.Load(fence):
                    await self._load(Lease(table, fence), await self._store.read(table))
                    given = ownership.Loaded(fence)
                case ownership.Renew(fence):
                    try:
                        await self._store.renew(Lease(table, fence), self.owner, LEASE)
                        given = ownership.Renewed(effect.asked)
                    except LeaseLostError:
                        given = ownership.LeaseLost(fence)
                case ownership.Release(fence):
                    await self._store.release(Lease(table, fence))
                    return
        except (StoreAwayError, ValueError):
            given = ownership.RequestFailed(effect)
        self.give(table, given)
