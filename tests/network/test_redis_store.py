"""What only tables in Redis promise: answers that were lost, a Redis that ends, and settings that are not safe."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from clockspades.engine.codec import RECORD
from clockspades.network.club import club_server as module
from clockspades.network.club.club_server import open_store
from clockspades.network.stores.redis_store import RedisStore
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.stores.table_store import (
    ConflictError,
    Lease,
    LeaseLostError,
    NotSavedError,
    StoreAwayError,
    StoreError,
)
from tests.network.cables import Cable, cable
from tests.network.redis_server import RedisServer, needs_redis

pytestmark = needs_redis
WAIT = 60
LONG = 1000.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    found = RedisServer(tmp_path / "redis")
    yield found
    found.kill()


def line_to(server: RedisServer) -> AbstractAsyncContextManager[Cable]:
    """The way to Redis, which can lose answers to what is appended."""
    return cable(server.port)


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[RedisStore]:
    store = await RedisStore.open(address)
    try:
        async with asyncio.timeout(WAIT):
            yield store
    finally:
        await store.close()


def written(*records: object) -> list[str]:
    return [*map(RECORD.write, records)]


async def begun(store: RedisStore, table: str = "t", owner: str = "a", seconds: float = LONG) -> Lease:
    return await store.begin(
        table, f"code of {table}", RECORD.write({"opened": {"code": f"code of {table}"}}), owner, seconds
    )


async def test_an_append_whose_answer_was_lost_is_found_again_and_not_doubled(server: RedisServer) -> None:
    async with line_to(server) as line, opened(f"redis://127.0.0.1:{line.port}/0") as store:
        lease = await begun(store)
        line.loses, line.loses_answer_to = 3, b"XADD"
        await store.append(lease, 1, written({"n": 1}, {"n": 2}))
        assert line.lost == 3
        await store.append(lease, 3, written({"n": 3}))
        assert [json.loads(record)["n"] for record in await store.read("t", 1)] == [1, 2, 3]


async def test_an_append_whose_answer_was_lost_is_refused_if_another_owner_was_first(server: RedisServer) -> None:
    async with opened(server.address) as other, line_to(server) as line:
        async with opened(f"redis://127.0.0.1:{line.port}/0") as store:
            lease = await begun(store, seconds=0.001)
            await asyncio.sleep(0.01)
            newer = await other.claim("t", "b", LONG)
            assert isinstance(newer, Lease)
            line.loses, line.loses_answer_to = 2, b"XADD"
            with pytest.raises(LeaseLostError):
                await store.append(lease, 1, written({"n": "old"}))
            await other.append(newer, 1, written({"n": 1}))
            with pytest.raises(ConflictError):
                await store.append(lease, 1, written({"n": "old"}))
        assert await other.read("t", 1) == written({"n": 1})


async def test_what_was_saved_before_the_owner_lost_the_table_counts_as_saved(server: RedisServer) -> None:
    async with opened(server.address) as store:
        lease = await begun(store, seconds=0.001)
        await store.append(lease, 1, written({"n": 1}))
        await asyncio.sleep(0.01)
        newer = await store.claim("t", "b", LONG)
        assert isinstance(newer, Lease)
        await store.append(newer, 2, written({"n": 2}))
        await store.append(lease, 1, written({"n": 1}))  # as if its answer had been lost
        with pytest.raises(LeaseLostError):
            await store.append(lease, 1, written({"n": 1}, {"n": "more"}))
        assert await store.read("t", 1) == written({"n": 1}, {"n": 2})


async def test_redis_that_is_killed_and_started_again_has_all_that_was_confirmed(server: RedisServer) -> None:
    tables, confirmed = 8, [1] * 8
    async with opened(server.address) as store:
        leases = [await begun(store, f"t{number}") for number in range(tables)]

        async def write(number: int) -> None:
            while confirmed[number] < 150:
                await store.append(leases[number], confirmed[number], written({"n": confirmed[number]}))
                confirmed[number] += 1

        writing = [asyncio.create_task(write(number)) for number in range(tables)]
        for least in (20, 60, 100):
            while max(confirmed) < least:
                await asyncio.sleep(0.001)
            server.kill()
            with pytest.raises(StoreAwayError):
                await store.find("code of t0")
            before = [*confirmed]  # with the answers that were under way
            await asyncio.to_thread(server.start)
            for number in range(tables):
                assert len(await store.read(f"t{number}")) >= before[number]
        await asyncio.gather(*writing)
        for number in range(tables):
            assert [json.loads(record)["n"] for record in await store.read(f"t{number}", 1)] == [*range(1, 150)]


async def test_a_redis_whose_memory_is_full_refuses_records_and_keeps_the_owner(server: RedisServer) -> None:
    async with opened(server.address) as store:
        lease = await begun(store)
        await store._redis.config_set("maxmemory", "1")
        with pytest.raises(NotSavedError, match="used memory"):
            await store.append(lease, 1, written({"n": "lost"}, {"n": "lost"}))
        await store.renew(lease, "a", LONG)
        with pytest.raises(StoreAwayError, match="used memory"):
            await begun(store, "u")
        assert await store.read("t", 1) == []
        await store._redis.config_set("maxmemory", "0")
        await store.append(lease, 1, written({"n": 1}))
        assert await store.read("t", 1) == written({"n": 1})
        await begun(store, "u")


@pytest.mark.parametrize("commands", range(8))
async def test_every_key_of_a_table_ends_by_itself_and_no_code_leads_to_a_part_of_one(
    server: RedisServer, commands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever its process is killed."""
    async with opened(server.address) as store:
        ask, left = store._ask, commands

        async def ask_so_often(*command: Any, **more: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise StoreAwayError("killed")
            return await ask(*command, **more)

        with monkeypatch.context() as patched, suppress(StoreAwayError):
            patched.setattr(store, "_ask", ask_so_often)
            lease = await begun(store)
            await store.keep(lease, "code of t", LONG)
            await store.remove(lease, "code of t")
        keys = await ask("KEYS", "*")
        assert (keys == []) == (commands in (0, 7))
        for key in keys:
            assert await ask("PTTL", key) > 0
        table = await store.find("code of t")
        assert table is None or commands > 5 or await store.read(table)


@pytest.mark.parametrize(
    "settings",
    [
        ("--appendonly", "no"),
        ("--appendonly", "yes", "--appendfsync", "everysec"),
        ("--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "allkeys-lru"),
        ("--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "volatile-ttl"),
    ],
    ids=["no file", "a sync each second", "eviction", "eviction of what ends by itself"],
)
async def test_a_redis_that_can_lose_what_it_confirmed_is_refused(settings: tuple[str, ...], tmp_path: Path) -> None:
    server = RedisServer(tmp_path, *settings)
    try:
        with pytest.raises(StoreError, match="can lose what it has confirmed: set appendonly to yes"):
            await open_store(server.address)
    finally:
        server.kill()


async def test_a_redis_that_does_not_tell_its_settings_gives_a_warning(tmp_path: Path) -> None:
    server = RedisServer(tmp_path, "--appendonly", "yes", "--appendfsync", "always", "--rename-command", "CONFIG", "")
    try:
        async with opened(server.address) as store:
            assert "does not tell its settings" in store.warning
            await begun(store)
    finally:
        server.kill()


async def test_where_no_redis_answers_is_one_sentence() -> None:
    with pytest.raises(StoreError, match=r"^Redis at 127.0.0.1:1 can't be used: "):
        await open_store("redis://:password@127.0.0.1:1/0")


async def test_an_address_is_a_folder_or_redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        store = await open_store(str(tmp_path / "club"))
        assert isinstance(store, SqliteStore)
        await store.close()
    with pytest.raises(StoreError, match="a store is a folder"):
        await open_store("mysql://127.0.0.1/")
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    with pytest.raises(StoreError, match=r"^redis is needed for tables in Redis: run "):
        await open_store("redis://127.0.0.1:1")
