"""What every store of tables promises, whatever it keeps them in."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from clockspades.engine.codec import RECORD
from clockspades.network.stores.redis_store import RedisStore
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.stores.table_store import (
    CodeTakenError,
    ConflictError,
    Lease,
    LeaseLostError,
    OwnedElsewhere,
    SharedStore,
    TableStore,
)
from tests.network.memory_store import MemoryStore
from tests.network.redis_server import RedisServer, needs_redis

WAIT = 60
LONG = 1000.0
SHORT = 0.05


class Place:
    """Where a store can be opened again and again."""

    def __init__(self, open_it: Callable[[], Awaitable[TableStore]]) -> None:
        self._open = open_it
        self.store: TableStore

    async def again(self) -> TableStore:
        """The store as it is after its process has ended."""
        await self.store.close()
        self.store = await self._open()
        return self.store


async def _files(folder: Path) -> TableStore:
    path = folder / "club.db"
    return SqliteStore.open_or_create(path)


@pytest.fixture(scope="module")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.kill()


@asynccontextmanager
async def place(kind: str, folder: Path, request: pytest.FixtureRequest) -> AsyncIterator[Place]:
    memory, prefix = MemoryStore(), token_hex(4)
    server: RedisServer | None = request.getfixturevalue("redis_server") if kind == "redis" else None

    async def opened() -> TableStore:
        if server is not None:
            return await RedisStore.open(server.address, prefix)
        return await _files(folder) if kind == "files" else memory

    found = Place(opened)
    found.store = await opened()
    try:
        yield found
    finally:
        await found.store.close()


@pytest.fixture(params=["files", "memory", pytest.param("redis", marks=needs_redis)])
async def at(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Place]:
    async with place(request.param, tmp_path, request) as found:
        yield found


@pytest.fixture(params=["memory", pytest.param("redis", marks=needs_redis)])
async def shared(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[SharedStore]:
    async with place(request.param, tmp_path, request) as found:
        assert isinstance(found.store, SharedStore)
        yield found.store


async def created(store: TableStore, table: str = "t", owner: str = "a", seconds: float = LONG) -> Lease:
    return await store.begin(table, f"code of {table}", first(table, f"code of {table}"), owner, seconds)


async def claimed(store: SharedStore, owner: str, seconds: float = LONG) -> Lease:
    """The lease of the table, as soon as nobody else owns it."""
    while isinstance(claim := await store.claim("t", owner, seconds), OwnedElsewhere):
        await asyncio.sleep(min(claim.seconds, SHORT))
    return claim


def first(table: str, code: str) -> str:
    return RECORD.write({"opened": {"table": table, "code": code}})


def written(*records: object) -> list[str]:
    return [*map(RECORD.write, records)]


def numbers(records: list[str]) -> list[Any]:
    return [json.loads(record)["n"] for record in records[1:]]


async def test_records_are_read_in_their_order_and_from_any_number_on(at: Place) -> None:
    lease = await created(at.store)
    await at.store.append(lease, 1, written({"n": 1, "words": "“7♠”\n"}))
    await at.store.append(lease, 2, written({"n": 2}, {"n": 3}))
    for ends in (False, True):
        store = await at.again() if ends else at.store
        assert numbers(await store.read("t")) == [1, 2, 3]
        assert await store.read("t", 1) == written({"n": 1, "words": "“7♠”\n"}, {"n": 2}, {"n": 3})
        assert await store.read("t", 4) == []


async def test_a_table_is_found_by_the_digest_of_its_code(at: Place) -> None:
    await created(at.store, "t")
    await created(at.store, "u")
    for ends in (False, True):
        store = await at.again() if ends else at.store
        assert await store.find("code of u") == "u"
        assert await store.find("code of nothing") is None
        assert sorted(await store.tables()) == ["t", "u"]
        assert await store.read("v") == []


async def test_a_code_is_one_tables(at: Place) -> None:
    lease = await created(at.store, "t")
    with pytest.raises(CodeTakenError):
        await at.store.begin("u", "code of t", first("u", "code of t"), "b", LONG)
    for ends in (False, True):
        store = await at.again() if ends else at.store
        assert await store.find("code of t") == "t"
        assert await store.tables() == ["t"]
        assert await store.read("u") == []
    await at.store.remove(lease, "code of t")
    await at.store.begin("u", "code of t", first("u", "code of t"), "b", LONG)
    assert await at.store.find("code of t") == "u"


async def test_a_store_that_has_moved_on_takes_nothing(at: Place) -> None:
    lease = await created(at.store)
    await at.store.append(lease, 1, written({"n": 1}))
    for expected in (0, 1, 3):
        with pytest.raises(ConflictError):
            await at.store.append(lease, expected, written({"n": "late"}))
    assert numbers(await at.store.read("t")) == [1]


async def test_an_owner_keeps_everyone_else_out_until_it_releases_the_table(shared: SharedStore) -> None:
    lease = await created(shared, owner="ws://a")
    other = await shared.claim("t", "ws://b", LONG)
    assert isinstance(other, OwnedElsewhere)
    assert other.owner == "ws://a"
    assert 0 < other.seconds <= LONG
    await shared.release(lease)
    newer = await shared.claim("t", "ws://b", LONG)
    assert isinstance(newer, Lease)
    assert newer.fence > lease.fence


async def test_a_lease_ends_by_itself_and_is_renewed(shared: SharedStore) -> None:
    first = await created(shared, owner="a", seconds=SHORT)
    second = await claimed(shared, "b", SHORT)
    await shared.renew(second, "b", LONG)
    assert isinstance(await shared.claim("t", "c", LONG), OwnedElsewhere)
    with pytest.raises(LeaseLostError):
        await shared.renew(first, "a", LONG)
    claim = await shared.claim("t", "c", LONG)
    assert isinstance(claim, OwnedElsewhere)
    assert claim.owner == "b"


async def test_a_lease_that_ended_is_renewed_while_nobody_has_claimed_the_table(shared: SharedStore) -> None:
    lease = await created(shared, seconds=SHORT)
    await asyncio.sleep(2 * SHORT)
    await shared.append(lease, 1, written({"n": 1}))
    await shared.renew(lease, "a", LONG)
    assert isinstance(await shared.claim("t", "b", LONG), OwnedElsewhere)


async def test_an_older_lease_writes_nothing(shared: SharedStore) -> None:
    first = await created(shared, seconds=SHORT)
    second = await claimed(shared, "b")
    with pytest.raises(LeaseLostError):
        await shared.append(first, 1, written({"n": "old"}))
    await shared.append(second, 1, written({"n": 1}))
    with pytest.raises(LeaseLostError):
        await shared.append(first, 2, written({"n": "old"}))
    with pytest.raises(LeaseLostError):
        await shared.remove(first, "code of t")
    await shared.release(first)
    assert isinstance(await shared.claim("t", "c", LONG), OwnedElsewhere)
    assert numbers(await shared.read("t")) == [1]


async def test_a_removed_table_is_gone_and_takes_nothing(at: Place) -> None:
    lease = await created(at.store)
    await created(at.store, "u")
    await at.store.remove(lease, "code of t")
    with pytest.raises(LeaseLostError):
        await at.store.append(lease, 1, written({"n": 1}))
    for ends in (False, True):
        store = await at.again() if ends else at.store
        assert await store.tables() == ["u"]
        assert await store.find("code of t") is None
        assert await store.read("t") == []


async def test_a_shared_store_forgets_a_table_in_time_which_others_leave_to_their_process(at: Place) -> None:
    lease = await created(at.store)
    await created(at.store, "u")
    await at.store.keep(lease, "code of t", LONG)
    await at.store.keep(lease, "code of t", SHORT)
    await asyncio.sleep(2 * SHORT)
    if not isinstance(at.store, SharedStore):
        assert await at.store.tables() == ["t", "u"]
        return
    for ends in (False, True):
        store = await at.again() if ends else at.store
        assert await store.tables() == ["u"]
        assert await store.find("code of t") is None
        assert await store.read("t") == []
        with pytest.raises(LeaseLostError):
            await store.append(lease, 1, written({"n": 1}))
        with pytest.raises(LeaseLostError):
            await store.keep(lease, "code of t", LONG)
        assert isinstance(store, SharedStore)
        with pytest.raises(LeaseLostError):
            await store.renew(lease, "a", LONG)


async def test_an_owner_can_claim_its_table_again(shared: SharedStore) -> None:
    """Its process was started again, or did not hear the answer to its claim."""
    first = await created(shared, owner="a")
    second = await shared.claim("t", "a", LONG)
    assert isinstance(second, Lease)
    assert second.fence > first.fence
    with pytest.raises(LeaseLostError):
        await shared.append(first, 1, written({"n": "old"}))
