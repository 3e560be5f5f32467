"""Several hosts that share a store, over real sockets: whoever owns a table serves it, and the others lead there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

from clockspades.games.catalogue import GAMES
from clockspades.network.meeting.invitation import Invitation, draw_code
from clockspades.network.server import hosting, relay
from clockspades.network.server.listening import Limits
from clockspades.network.server.relay import NOT_HERE, SECRET
from clockspades.network.stores.table_store import OwnedElsewhere, SharedStore
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


async def test_who_comes_to_a_table_whose_owner_has_died_waits_until_its_lease_is_over() -> None:
    async with clubs(2) as (first, second):
        invitation = await first.open(GAME)
        assert isinstance(first.store, MemoryStore)
        first.store._owners.clear()
        (name,) = await first.store.tables()
        await first.store.claim(name, "ws://127.0.0.1:1", 0.5)  # where nobody answers
        ana = PlainClient(to(second, invitation), "Ana")
        sitting = await ana.sitting()
        assert ana.joins == 1
        sitting.cancel()
        await asyncio.gather(sitting, return_exceptions=True)


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
