import asyncio
from pathlib import Path
from socket import AF_INET, IPPROTO_TCP, SOCK_STREAM, socket

import pytest

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES, find_game
from clockspades.network.client.client import Client, Link
from clockspades.network.client.connection import TableConnection
from clockspades.network.client.kept_seats import sit_down
from clockspades.network.meeting.certificate import make_certificate, server_context
from clockspades.network.meeting.invitation import EXAMPLE, Invitation
from clockspades.saved.archive import data_directory
from clockspades.saved.log import load
from tests.network.choosing import SHORT
from tests.network.players import Player
from tests.network.servers import inn

TOGETHER = [game for game in GAMES if max(game.player_counts()) > 1]
WAIT = 120
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")


@pytest.mark.parametrize("game", TOGETHER, ids=lambda game: game.name)
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


async def test_an_error_of_whom_is_told_ends_the_run(tmp_path: Path) -> None:
    def fail(client: Client, message: object) -> None:
        if message is not None:
            raise LookupError("a screen has a fault")

    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        table = TableConnection(sit_down(await server.open(TOGETHER[0]), "Ana"), fail)
        with pytest.raises(LookupError, match="a screen has a fault"):
            await table.run()


async def test_a_wrong_code_ends_the_run_with_a_sentence(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), inn(tmp_path, tls=True) as server:
        invitation = await server.open(TOGETHER[0])
        table = TableConnection(sit_down(invitation._replace(code=EXAMPLE.code), "Ana"))
        await table.run()
    assert table.client.link is Link.ENDED
    assert "No table here has this code" in table.client.farewell


async def test_an_address_that_does_not_answer_does_not_hold_up_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A club has two servers under one name, and the first is dead."""
    game, loop = TOGETHER[0], asyncio.get_running_loop()
    connect = loop.sock_connect

    async def look_up(host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        return [(AF_INET, SOCK_STREAM, IPPROTO_TCP, "", (address, port)) for address in ("192.0.2.1", "127.0.0.1")]

    async def reach(sock: socket, address: tuple[str, int]) -> None:
        if address[0] == "192.0.2.1":
            await asyncio.sleep(WAIT)
        await connect(sock, address)

    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        invitation = await server.open(game, {**SHORT.get(game.name, {})}, ("open", f"bot:{game.quickest_bot}"))
        monkeypatch.setattr(loop, "getaddrinfo", look_up)
        monkeypatch.setattr(loop, "sock_connect", reach)
        player = Player.join(invitation._replace(host="localhost"), "Ana")
        client = await player.play()
    assert client.has_log
    assert client.attempt == 1
