import asyncio
import threading
from pathlib import Path
from secrets import token_hex

import pytest

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES, find_game
from clockspades.network.client import connection
from clockspades.network.client.client import NO_LEDGER, Client, Link
from clockspades.network.client.connection import TableConnection
from clockspades.network.client.elsewhere import (
    BRING_BACK,
    CLOSES,
    RETURN,
    Elsewhere,
    host_table,
    join_table,
    ways_back,
)
from clockspades.network.client.kept_seats import sit_down
from clockspades.network.client.received_log import ReceivedLogError, keep_log
from clockspades.network.client.remote_game import RemoteGame
from clockspades.network.client.ways_in import unreached
from clockspades.network.meeting.certificate import make_certificate, server_context
from clockspades.network.meeting.invitation import EXAMPLE, Invitation
from clockspades.network.server.hosted_server import NewTable
from clockspades.network.wire.messages import OPEN
from clockspades.network.wire.secrecy import digest
from clockspades.saved.archive import data_directory
from clockspades.saved.log import load
from tests.cli.conftest import ANA, BEN, logged, played
from tests.network.choosing import SHORT
from tests.network.network_games import seen_points
from tests.network.players import Player, met
from tests.network.servers import inn

TOGETHER = [game for game in GAMES if max(game.player_counts()) > 1]
WAIT = 120
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")


@pytest.mark.parametrize(
    "game", [TOGETHER[0], *(pytest.param(game, marks=pytest.mark.thorough) for game in TOGETHER[1:])]
)
async def test_a_whole_game_over_tls(game: AnyGame, tmp_path: Path) -> None:
    options = SHORT.get(game.name, {})
    seats = game.seats(game.configure({**options}))
    async with asyncio.timeout(WAIT), inn(tmp_path, tls=True) as server:
        invitation = await server.open(game, {**options})
        players = [Player.join(invitation, name) for name in NAMES[:seats]]
        clients = await asyncio.gather(*(player.play() for player in players))
    assert len({client.log for client in clients}) == 1
    assert all(client.has_log and not client.doubts for client in clients)
    assert all(known.host.share for client in clients for known in client.ledger.promises)
    assert [player.table.log_fault for player in players] == [""] * seats
    for player, client in zip(players, clients):
        path = player.table.log_path
        assert path is not None
        assert path.parent == data_directory() / "games"
        assert load(path, find_game).finished
        assert load(path, find_game).session.humans == (client.seat,)


async def test_nothing_is_sent_before_the_certificate_is_checked(tmp_path: Path) -> None:
    """The computer that answers has another certificate: it must not even get the request."""
    pem = tmp_path / "other.pem"
    pem.write_bytes(make_certificate())
    context, fingerprint = server_context(pem)
    heard: list[bytes] = []

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            heard.append(await reader.read(100))
        except OSError:  # it hung up
            heard.append(b"")
        writer.close()

    async with asyncio.timeout(WAIT):
        server = await asyncio.start_server(listen, "127.0.0.1", 0, ssl=context)
        port = server.sockets[0].getsockname()[1]
        assert fingerprint != EXAMPLE.fingerprint
        invitation = Invitation("127.0.0.1", port, EXAMPLE.code, EXAMPLE.fingerprint)
        told: asyncio.Queue[Client] = asyncio.Queue()
        table = TableConnection(sit_down(invitation, "Ana"), lambda client, _: told.put_nowait(client))
        running = asyncio.create_task(table.run())
        while (client := await told.get()).link is not Link.WAITING:
            pass
        while not heard:
            await asyncio.sleep(0)
        running.cancel()
        server.close()
        await asyncio.gather(running, return_exceptions=True)
    assert heard == [b""]
    assert client.farewell.startswith("Another computer answers at this address")


@pytest.mark.parametrize(
    ("scheme", "says"),
    [("ws", "it is no table of clockspades"), ("wss", "it is no table of clockspades"), ("closed", "does not answer")],
)
async def test_what_answers_is_no_table(scheme: str, says: str) -> None:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        writer.close()

    async with asyncio.timeout(WAIT):
        server = await asyncio.start_server(listen, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        if scheme == "closed":
            server.close()
            await server.wait_closed()
        encrypted = scheme == "wss"
        invitation = Invitation("127.0.0.1", port, EXAMPLE.code, EXAMPLE.fingerprint if encrypted else "", encrypted)
        told: asyncio.Queue[Client] = asyncio.Queue()
        table = TableConnection(sit_down(invitation, "Ana"), lambda client, _: told.put_nowait(client))
        running = asyncio.create_task(table.run())
        while (client := await told.get()).link is not Link.WAITING:
            pass
        running.cancel()
        server.close()
        await asyncio.gather(running, return_exceptions=True)
    assert says in client.farewell


async def test_whoever_waits_at_a_private_address_is_told_of_the_short_code_and_the_attempt_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    monkeypatch.setattr(connection, "SECONDS_TO_ANSWER", 0)
    monkeypatch.setattr(connection, "unreached", lambda host: unreached("192.168.1.5") if host == "127.0.0.1" else "")
    async with asyncio.timeout(WAIT):
        server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
        invitation = Invitation("127.0.0.1", server.sockets[0].getsockname()[1], EXAMPLE.code, "", False)
        told: asyncio.Queue[Client] = asyncio.Queue()
        table = TableConnection(sit_down(invitation, "Ana"), lambda client, _: told.put_nowait(client))
        running = asyncio.create_task(table.run())
        while not (client := await told.get()).farewell:
            pass
        assert client.link is Link.CONNECTING
        assert "192.168.1.5 works only inside the host's home: elsewhere, ask for a short code." in client.farewell
        running.cancel()
        server.close()
        await asyncio.gather(running, return_exceptions=True)


async def test_an_error_of_whom_is_told_ends_the_run(tmp_path: Path) -> None:
    def fail(client: Client, message: object) -> None:
        if message is not None:
            raise LookupError("a screen has a fault")

    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        table = TableConnection(sit_down(await server.open(TOGETHER[0]), "Ana"), fail)
        with pytest.raises(LookupError, match="a screen has a fault"):
            await table.run()


# -- logs -------------------------------------------------------------------------------------------------------------


SESSION = played([ANA, BEN])
SEEN = RemoteGame(GAMES[0], SESSION.options, SESSION.seats, 0, points=tuple(seen_points(SESSION, 0)))


def test_the_log_of_the_game_that_was_seen_is_saved_once(tmp_path: Path) -> None:
    kept = keep_log(logged(SESSION), SEEN, tmp_path / "games", NO_LEDGER)
    path, fault = kept
    assert load(path, find_game).finished
    assert fault == ""
    assert keep_log(logged(SESSION), SEEN, tmp_path / "games", NO_LEDGER) == kept
    assert [*path.parent.iterdir()] == [path]


@pytest.mark.parametrize(
    "text",
    [
        "", "hello", "\x00" * 100, logged(played([ANA, BEN], seed=8)), logged(played([BEN, ANA])),
        logged(SESSION).rpartition("\n{")[0], logged(SESSION)[:-40],
    ],
)  # fmt: skip
def test_another_log_is_not_saved(text: str, tmp_path: Path) -> None:
    with pytest.raises(ReceivedLogError) as caught:
        keep_log(text, SEEN, tmp_path, NO_LEDGER)
    assert str(caught.value).endswith(".")
    assert [*tmp_path.iterdir()] == []


def test_a_log_with_another_card_is_not_saved(tmp_path: Path) -> None:
    point = SEEN.points[5]._replace(view=SEEN.points[4].view)
    seen = SEEN._replace(points=(*SEEN.points[:5], point, *SEEN.points[6:]))
    with pytest.raises(ReceivedLogError, match="differs from what you saw, first at point 5"):
        keep_log(logged(SESSION), seen, tmp_path, NO_LEDGER)


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ReceivedLogError, match="can't be saved"):
        keep_log(logged(SESSION), SEEN, tmp_path / "file", NO_LEDGER)


# -- seats that are left and taken again ------------------------------------------------------------------------------


async def test_a_seat_over_a_socket_is_left_and_taken_again(tmp_path: Path) -> None:
    game = find_game("clockwork-spades")
    assert game is not None
    async with asyncio.timeout(WAIT), inn(tmp_path, tls=True) as server:
        invitation = await server.open(game)
        ana, ben = join_table(invitation, "Ana"), join_table(invitation, "Ben")
        await met(ana)
        await met(ben)
        while ana.client.game is None:
            await asyncio.sleep(0.01)
        assert (ana.farewell, ana.warning) == (RETURN.format(command="clockspades join"), "")
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
        ben = join_table(table.invitation, "Ben")
        await met(ben)
        while table.is_unused:
            await asyncio.sleep(0.01)
        assert (table.warning, table.farewell) == (CLOSES, BRING_BACK.format(command="clockspades host"))
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
            ana = join_table(await server.open(game), "Ana")
            await met(ana)
            ana.leave()
            await ana.close()
            assert [way.name for way in await asyncio.to_thread(ways_back)] == ["Ana"]
        assert await asyncio.to_thread(ways_back) == []
