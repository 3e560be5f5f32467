import asyncio
import threading
from pathlib import Path
from secrets import token_hex

from clockspades.games.catalogue import find_game
from clockspades.network.client.client import Link
from clockspades.network.client.elsewhere import (
    BRING_BACK,
    CLOSES,
    RETURN,
    Elsewhere,
    host_table,
    join_table,
    ways_back,
)
from clockspades.network.server.hosted_server import NewTable
from clockspades.network.wire.messages import OPEN
from clockspades.network.wire.secrecy import digest
from tests.network.servers import inn

WAIT = 60


async def met(elsewhere: Elsewhere) -> None:
    """Wait until somebody is at the table."""
    here = asyncio.Event()
    elsewhere.listen(lambda client, _: here.set() if client.link is Link.HERE and client.seats else None)
    await here.wait()


async def test_a_seat_over_a_socket_is_left_and_taken_again(tmp_path: Path) -> None:
    game = find_game("clockwork-spades")
    assert game is not None
    async with asyncio.timeout(WAIT), inn(tmp_path, tls=True) as server:
        invitation = str(await server.open(game))
        ana, ben = join_table(invitation, "Ana"), join_table(invitation, "Ben")
        await met(ana)
        await met(ben)
        while ana.client.game is None:
            await asyncio.sleep(0.01)
        assert (ana.farewell, ana.warning) == (RETURN, "")
        seat = ana.client.seat
        ana.leave()
        await asyncio.sleep(0)
        await ana.close()
        again = join_table(invitation, "Ana")
        await met(again)
        assert again.client.seat == seat
        assert again.client.game is not None
        again.leave()
        ben.leave()
        await again.close()
        await ben.close()


async def hosted() -> Elsewhere:
    """A new table of a server process, with its host at it."""
    key = token_hex(16)
    plan = NewTable("clogs", {"players": 2}, (OPEN, OPEN), "steady", digest(key), address="127.0.0.1", port=0)
    table = await asyncio.to_thread(host_table, plan, "Ana", key)
    await met(table)
    return table


async def left(table: Elsewhere) -> None:
    """Leave a table, and wait until its server has ended."""
    table.leave()
    (closing,) = [thread for thread in threading.enumerate() if thread.name == "closing"]
    await asyncio.to_thread(closing.join)
    await table.close()


async def test_a_table_that_nobody_else_came_to_is_forgotten() -> None:
    async with asyncio.timeout(WAIT):
        table = await hosted()
        assert (table.warning, table.farewell) == ("", "")
        await left(table)
        assert await asyncio.to_thread(ways_back) == []


async def test_a_table_that_somebody_came_to_can_be_brought_back() -> None:
    async with asyncio.timeout(WAIT):
        table = await hosted()
        assert table.invitation is not None
        ben = join_table(str(table.invitation), "Ben")
        await met(ben)
        while table.is_unused:
            await asyncio.sleep(0.01)
        assert (table.warning, table.farewell) == (CLOSES, BRING_BACK)
        await left(table)
        ben.leave()
        await ben.close()
        found = await asyncio.to_thread(ways_back)
        assert [(way.title, way.name) for way in found if way.name == "Ana"] == [("Clogs", "Ana")]


async def test_who_sat_at_a_table_on_this_machine_can_return_while_its_server_runs(tmp_path: Path) -> None:
    game = find_game("clockwork-spades")
    assert game is not None
    async with asyncio.timeout(WAIT):
        async with inn(tmp_path, tls=True) as server:
            ana = join_table(str(await server.open(game)), "Ana")
            await met(ana)
            ana.leave()
            await ana.close()
            assert [way.name for way in await asyncio.to_thread(ways_back)] == ["Ana"]
        assert await asyncio.to_thread(ways_back) == []
