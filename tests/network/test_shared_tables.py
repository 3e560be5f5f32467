"""Several hosts that share a store, over real sockets: whoever owns a table serves it, and the others lead there."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from clockspades.games.catalogue import GAMES
from clockspades.network.meeting.invitation import Invitation, draw_code
from clockspades.network.server import hosting, relay
from clockspades.network.server.listening import Limits
from clockspades.network.server.relay import NOT_HERE, SECRET
from clockspades.network.stores import owners
from clockspades.network.stores.owners import LEASE
from clockspades.network.stores.table_store import Lease, OwnedElsewhere, SharedStore, StoreAwayError
from clockspades.network.table import people
from clockspades.network.wire.messages import TO_HOST, Join
from tests.network.memory_store import MemoryStore
from tests.network.plain_client import PlainClient
from tests.network.servers import Inn, inn

GAME = next(game for game in GAMES if max(game.player_counts()) > 1)
LOOPBACK = "127.0.0.1"
WAIT = 120


NOWHERE = Path()


def club(store: SharedStore, limits: Limits | None = None) -> AbstractAsyncContextManager[Inn]:
    """A process of a club, in this one."""
    return inn(NOWHERE, shared=store, limits=limits)


@asynccontextmanager
async def clubs(number: int) -> AsyncIterator[list[Inn]]:
    """So many processes with one store."""
    store = MemoryStore()
    async with asyncio.timeout(WAIT), AsyncExitStack() as stack:
        yield [await stack.enter_async_context(club(store)) for _ in range(number)]


def to(process: Inn, invitation: Invitation) -> Invitation:
    """The invitation to the same table, through this process."""
    return invitation._replace(port=process.port)


async def until_seated(*players: PlainClient) -> None:
    while any(player.seat is None for player in players):
        await asyncio.sleep(0.01)


async def test_people_at_one_table_come_through_any_process() -> None:
    async with clubs(3) as (first, second, third):
        invitation = await first.open(GAME)
        logs = await asyncio.gather(
            PlainClient(to(second, invitation), "Ana").play(),
            PlainClient(to(third, invitation), "Ben").play(),
            PlainClient(invitation, "", watch=True).play(),
        )
        assert len({*logs}) == 1
        assert logs[0]
        assert len(first.host.tables) == 1
        assert not second.host.tables
        assert not third.host.tables


async def test_a_process_that_ends_leaves_its_tables_to_the_others_at_once() -> None:
    async with clubs(2) as (first, second):
        invitation = await first.open(GAME)
        ana, ben = PlainClient(to(second, invitation), "Ana"), PlainClient(to(second, invitation), "Ben")
        sitting = asyncio.create_task(ana.play())
        await until_seated(ana)
        table = first.host.tables[0].kept.terms.table
        await first.end()
        claim = await second.store.claim(table, "somebody", 0.0)
        assert not isinstance(claim, OwnedElsewhere) or claim.owner.startswith("ws://")  # Ana may be back already
        logs = await asyncio.gather(sitting, ben.play())
        assert logs[0] == logs[1] != ""
        assert ana.joins > 1
        assert not ana.farewell
        assert len(second.host.tables) == 1


async def test_an_owner_whose_table_was_claimed_drops_it_and_says_nothing_wrong() -> None:
    """As if it had been paused for longer than its lease each time."""
    async with clubs(2) as (first, second):
        invitation = await first.open(GAME)
        name = first.host.tables[0].kept.terms.table
        ana, ben = PlainClient(invitation, "Ana"), PlainClient(to(second, invitation), "Ben")
        playing = [asyncio.create_task(player.play()) for player in (ana, ben)]
        for points in (2, 6, 10, 14):
            while len(ana.points) < points:
                await asyncio.sleep(0)
            assert isinstance(first.store, MemoryStore)
            first.store._owners.clear()
            await first.store.claim(name, "ws://127.0.0.1:1", 0.0)
        logs = await asyncio.gather(*playing)
        assert logs[0] == logs[1] != ""
        for player in (ana, ben):
            assert player.joins > 4
            assert not player.farewell
        assert any(hosting.MOVED in frame for frame in ana.frames)


async def test_a_process_ends_although_the_store_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owners, "SECONDS_TO_END", 0.2)

    class Away(MemoryStore):
        answers = asyncio.Event()

        async def append(self, lease: Lease, expected: int, records: Sequence[str]) -> None:
            if expected > 0:
                await self.answers.wait()
            await super().append(lease, expected, records)

    async with asyncio.timeout(WAIT), club(Away()) as first:
        ana = PlainClient(await first.open(GAME), "Ana")
        sitting = asyncio.create_task(ana.sit())
        while not first.host.tables[0].kept.people:
            await asyncio.sleep(0.01)
        await first.end()
        await sitting
        assert hosting.MOVED in ana.frames[-1]
        assert len(ana.frames) == 1  # nobody hears of what was not saved


async def test_a_wrong_code_is_turned_away_where_the_client_is() -> None:
    async with clubs(2) as (first, second):
        invitation = await first.open(GAME)
        stranger = PlainClient(to(second, invitation)._replace(code=draw_code()), "Eve")
        await stranger.play()
        assert stranger.farewell == people.NO_TABLE
        assert [*second.host._failures.counts.values()] == [1]
        assert not first.host._failures.counts


async def test_nobody_without_the_secret_comes_in_from_inside() -> None:
    async with clubs(1) as (first,):
        invitation = await first.open(GAME)
        owners = first.host._owners
        assert owners is not None
        with pytest.raises(InvalidStatus):
            await connect(owners.owner, additional_headers={SECRET: "guessed"}, proxy=None)
        secret = await first.store.secret()
        async with connect(owners.owner, additional_headers={SECRET: secret}, proxy=None) as inside:
            await inside.send('{"join":{"code":"' + draw_code() + '","key":"' + "ab" * 16 + '","name":"Eve"}}')
            await inside.wait_closed()
            assert inside.close_code == NOT_HERE
        assert invitation


async def test_a_store_that_does_not_answer_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "SECONDS_TO_FIND", 0.3)

    class Away(MemoryStore):
        is_away = False

        async def find(self, code: str) -> str | None:
            if self.is_away:
                raise StoreAwayError("away")
            return await super().find(code)

    store = Away()
    async with asyncio.timeout(WAIT), club(store) as first, club(store) as second:
        invitation = await first.open(GAME)
        store.is_away = True
        ana = PlainClient(to(second, invitation), "Ana")
        await ana.sit()
        assert hosting.NOT_NOW in ana.frames[-1]
        assert not ana.farewell
        store.is_away = False
        logs = await asyncio.gather(ana.play(), PlainClient(invitation, "Ben").play())
        assert logs[0] == logs[1] != ""


async def claim_for_nobody(store: MemoryStore, seconds: float) -> None:
    """As if a process had claimed every table and died."""
    store._owners.clear()
    for table in await store.tables():
        await store.claim(table, "ws://127.0.0.1:1", seconds)


async def go(player: PlainClient) -> None:
    """Let somebody's connection be cut."""
    assert player.socket is not None
    player.socket.transport.abort()
    await player.socket.wait_closed()


async def test_nobody_sits_at_a_table_who_went_before_its_owner_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async with clubs(2) as (first, second):
        invitation = await first.open(GAME)
        ana = PlainClient(to(second, invitation), "Ana")

        async def reach(*given: Any) -> Any:
            found = await relay.reach(*given)
            await go(ana)
            while any(guest.close_code is None for guest in second.server.connections):
                await asyncio.sleep(0.01)
            return found

        monkeypatch.setattr(hosting, "reach", reach)
        with suppress(OSError, WebSocketException):
            await ana.sit()
        while not first.host.tables[0].kept.people or first.host.tables[0].live.lines:
            await asyncio.sleep(0.01)


async def test_who_waits_for_a_table_is_no_stranger() -> None:
    """Many come at once from the address of a proxy, and wait until the lease of an owner that has died is over."""
    store = MemoryStore()
    limits = Limits(waiting_from_one_address=1)
    async with asyncio.timeout(WAIT), club(store) as first, club(store, limits) as second:
        invitation = await first.open(GAME)
        await claim_for_nobody(store, 0.5)
        guests = [PlainClient(to(second, invitation), "", watch=True) for _ in range(4)]
        watching = []
        for guest in guests:
            watching.append(asyncio.create_task(guest.play()))
            while not guest.joins:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)  # it is found out whether there is such a table
        while not all(guest.frames for guest in guests):
            await asyncio.sleep(0.01)
        assert [guest.joins for guest in guests] == [1] * 4
        for each in watching:
            each.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


async def test_an_owner_that_is_paused_holds_nobody_up_beyond_its_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system accepts connections for it, but nothing answers."""
    patience = []

    def patiently(*given: Any, **options: Any) -> Any:
        patience.append(options["open_timeout"])
        return connect(*given, **options)

    monkeypatch.setattr(relay, "connect", patiently)
    with socket() as paused:
        paused.bind((LOOPBACK, 0))
        paused.listen()
        owner = f"ws://{LOOPBACK}:{paused.getsockname()[1]}"
        async with asyncio.timeout(WAIT):
            for left in (LEASE, 0.0):
                assert await relay.reach(owner, "", "", "", left) is None
    assert patience == [LEASE / 2, LEASE / 8]
    async with clubs(1) as (first,):
        invitation = await first.open(GAME)
        owners = first.host._owners
        assert owners is not None
        join = TO_HOST.write_text(Join(invitation.code, watch=True))
        found = await relay.reach(owners.owner, await first.store.secret(), "", join)
        assert found is not None
        there, _ = found
        times = (there.ping_interval, there.ping_timeout, there.close_timeout)
        assert sum(seconds or WAIT for seconds in times) <= 1.5 * LEASE
        await there.close()
