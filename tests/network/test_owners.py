"""Which of several processes serves a table; ``python -m tests.network.many_games owners`` plays many games of it."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import pytest

from clockspades.network.stores.owners import (
    ASKED_AGAIN_AFTER,
    LEASE,
    RENEWED_AFTER,
    SECONDS_TO_END,
    Owners,
)
from clockspades.network.stores.table_store import Lease, OwnedElsewhere, StoreAwayError
from tests.network.memory_store import MemoryStore
from tests.network.owner_games import VirtualLoop, play, virtually


class Process:
    """A process that looks for the table ``t`` in a store, which may be away."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop, self.store = loop, MemoryStore(loop.time)
        self.asked: list[str] = []
        """What the store was asked."""
        self.away: set[str] = set()
        """What it does not answer."""
        self.late: dict[str, float] = {}
        """What it answers late, and by how many seconds."""
        self.dropped = 0
        self.owners = Owners(self, "ws://here", load=self._load, flush=self._flush, drop=self._drop)  # type: ignore[arg-type]

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        async def ask(*given: Any) -> Any:
            self.asked.append(name)
            if name in self.away:
                raise StoreAwayError
            found = await getattr(self.store, name)(*given)
            await asyncio.sleep(self.late.get(name, 0.0))
            return found

        return ask

    async def _load(self, lease: Lease, records: list[Any]) -> None:
        if "nonsense" in records:
            raise ValueError

    async def _flush(self, table: str) -> None:
        pass

    def _drop(self, table: str) -> None:
        self.dropped += 1


def virtual(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in virtual time, with a process."""

    @wraps(test)
    def run() -> None:
        async def work(loop: VirtualLoop) -> None:
            await test(Process(loop))

        virtually(work)

    del run.__wrapped__
    return run


@virtual
async def test_a_table_that_nobody_owns_is_claimed_and_read_once(process: Process) -> None:
    assert await asyncio.gather(*(process.owners.come("t") for _ in range(3))) == [True] * 3
    assert process.owners.is_sure("t")
    assert await process.owners.come("t") is True
    assert process.asked == ["claim", "read"]


@virtual
async def test_who_comes_to_a_table_of_another_process_is_led_there(process: Process) -> None:
    await process.store.claim("t", "ws://other", LEASE)
    assert await process.owners.come("t") == OwnedElsewhere("ws://other", LEASE)
    await asyncio.sleep(LEASE)
    assert await process.owners.come("t") is True


@virtual
async def test_who_waits_comes_again_if_the_store_does_not_answer_or_has_nonsense(process: Process) -> None:
    for away, asked in (("claim", ["claim"]), ("read", ["claim", "read", "release"])):
        process.asked, process.away = [], {away}
        assert await process.owners.come("t") is False
        assert process.asked == asked
        lease = await process.store.claim("t", "ws://other", 0.0)
    process.away = set()
    assert isinstance(lease, Lease)
    await process.store.append(lease, 0, ["nonsense"])
    assert await process.owners.come("t") is False
    assert not process.dropped


@virtual
async def test_a_lease_counts_from_when_it_was_asked_for_and_is_renewed_in_time(process: Process) -> None:
    process.late = {"claim": 0.5}
    assert await process.owners.come("t") is True
    await asyncio.sleep(RENEWED_AFTER - 0.6)
    assert "renew" not in process.asked
    await asyncio.sleep(0.2)
    assert process.asked.count("renew") == 1
    await asyncio.sleep(5 * LEASE)
    assert process.owners.is_sure("t")
    assert isinstance(await process.store.claim("t", "ws://other", LEASE), OwnedElsewhere)


@virtual
async def test_after_the_lease_nothing_is_taken_until_it_is_renewed(process: Process) -> None:
    await process.owners.come("t")
    process.away = {"renew"}
    await asyncio.sleep(LEASE)
    assert not process.owners.is_sure("t")
    coming = asyncio.create_task(process.owners.come("t"))
    await asyncio.sleep(LEASE)
    assert not coming.done()
    assert process.asked.count("renew") > 3
    process.away, process.late = set(), {"renew": LEASE}
    await asyncio.sleep(2 * LEASE)
    assert not coming.done()  # the answer takes as long as the lease
    process.late = {}
    await asyncio.sleep(LEASE + ASKED_AGAIN_AFTER)
    assert await coming is True


@virtual
async def test_an_owner_that_lost_its_table_drops_it_but_not_a_later_lease(process: Process) -> None:
    await process.owners.come("t")
    process.owners.lose(Lease("t", 7))
    assert not process.dropped
    process.store._owners.clear()
    await process.store.claim("t", "ws://other", LEASE)
    await asyncio.sleep(LEASE / 2)
    assert (process.dropped, process.owners.is_sure("t")) == (1, False)


@virtual
async def test_a_process_ends_although_the_store_takes_nothing_more(process: Process) -> None:
    await process.owners.come("t")
    process.late, began = {"release": 10 * SECONDS_TO_END}, process.loop.now
    await process.owners.close()
    assert process.loop.now - began == SECONDS_TO_END
    assert process.dropped == 1


@pytest.mark.parametrize("seed", range(40))
def test_whatever_fails_one_process_at_a_time_writes_and_nothing_is_lost_or_doubled(seed: int) -> None:
    play(seed)
