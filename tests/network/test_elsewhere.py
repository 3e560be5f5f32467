import asyncio
from pathlib import Path

from clockspades.games.catalogue import find_game
from clockspades.network.client import Link
from clockspades.network.elsewhere import RETURN, Elsewhere, join_table
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
        await ana.connection.close()
        again = join_table(invitation, "Ana")
        await met(again)
        assert again.client.seat == seat
        assert again.client.game is not None
        again.leave()
        ben.leave()
        await again.connection.close()
        await ben.connection.close()
