"""Strangers, and friends whose programs run wild: each is turned away with one sentence, and the others play on."""

import asyncio
import json
import re
import tracemalloc
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.typing import Origin

from clockspades.games.catalogue import GAMES
from clockspades.network.meeting.invitation import Invitation
from clockspades.network.server import hosting
from clockspades.network.server.listening import Failures, Limits
from clockspades.network.table.served_table import Received, Send
from clockspades.network.table.table_server import serve
from clockspades.network.wire.messages import Refused
from tests.network.plain_client import PlainClient
from tests.network.servers import Inn, inn

WAIT = 60
GAME = GAMES[0]
HASTE = Limits(seconds_to_join=0.2, frames_a_second=500, burst=100, dear=5, waiting=40, waiting_from_one_address=20)


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Inn]:
    monkeypatch.setattr("clockspades.network.server.listening.FIRST_PAUSE", 0.01)
    async with asyncio.timeout(WAIT), inn(tmp_path, limits=HASTE) as found:
        yield found


async def knock(invitation: Invitation) -> ClientConnection:
    return await connect(invitation.url, compression=None, proxy=None, ping_interval=None)


async def farewell(connection: ClientConnection) -> str:
    """The sentence with which the server ends a connection."""
    words = ""
    with suppress(ConnectionClosed):
        while True:
            ((word, told),) = json.loads(await connection.recv()).items()
            if word == "goodbye":
                words = told["words"]
    return words


def join_message(invitation: Invitation, **changes: Any) -> str:
    return json.dumps({"join": {"code": invitation.code, "key": "0" * 32, "name": "Eve"} | changes})


async def plays_on(invitation: Invitation, *others: PlainClient) -> None:
    """A whole game between friends at this table, whatever else goes on."""
    players = [*others, PlainClient(invitation, "Ana"), PlainClient(invitation, "Ben")]
    logs = await asyncio.gather(*(player.play() for player in players))
    assert len({*logs}) == 1
    assert logs[0]


FIRST_FRAMES: list[tuple[str, Callable[[Invitation], str | bytes], str]] = [
    ("wrong code", lambda at: join_message(at, code="0" * 10), "No table here has this code"),
    ("empty code", lambda at: join_message(at, code=""), "No table here has this code"),
    ("long code", lambda at: join_message(at, code="0" * 1000), "."),
    ("half a key", lambda at: join_message(at, key="12"), "."),
    ("no join", lambda at: '{"start":{}}', "The first message on a connection must be join"),
    ("binary", lambda at: join_message(at).encode(), "A message must be a text frame"),
    ("no JSON", lambda at: "hello", "."),
    ("nothing", lambda at: "", "."),
    ("an array", lambda at: "[]", "."),
    ("two keys", lambda at: '{"join":{},"start":{}}', "."),
    ("deep", lambda at: "[" * 60_000, "."),
    ("deep objects", lambda at: '{"join":' * 8_000, "."),
    ("half a character", lambda at: '{"join":{"code":"\\ud800"}}', "."),
    ("a large number", lambda at: '{"join":{"seat":' + "9" * 5000 + "}}", "."),
    ("escapes in a name", lambda at: join_message(at, name="\x1b[2J"), "You can't sit down"),
    ("a long name", lambda at: join_message(at, name="E" * 10_000), "."),
    ("an empty name", lambda at: join_message(at, name=" "), "You can't sit down"),
    ("an unknown key", lambda at: join_message(at, colour="red"), "."),
]


@pytest.mark.parametrize(("frame", "says"), [case[1:] for case in FIRST_FRAMES], ids=[case[0] for case in FIRST_FRAMES])
async def test_a_wrong_first_frame_gets_one_sentence(
    server: Inn, frame: Callable[[Invitation], str | bytes], says: str
) -> None:
    invitation = await server.open(GAME)
    connection = await knock(invitation)
    await connection.send(frame(invitation))
    words = await farewell(connection)
    assert re.fullmatch(r"[^.\n]+(\.[^.\n ]+)*\.", words), words
    assert says in words
    assert invitation.code not in words
    await plays_on(invitation)


async def test_markup_in_a_name_is_data(server: Inn) -> None:
    invitation = await server.open(GAME)
    loud = PlainClient(invitation, "[bold]Eve[/]")
    ana = PlainClient(invitation, "Ana")
    logs = await asyncio.gather(loud.play(), ana.play())
    assert json.loads(logs[0].splitlines()[0])["seats"][loud.seat or 0]["name"] == "[bold]Eve[/]"


async def test_frames_that_are_too_large_end_the_connection(server: Inn) -> None:
    invitation = await server.open(GAME)
    connection = await knock(invitation)
    await connection.send("x" * 70_000)
    await farewell(connection)
    assert connection.close_code == 1009
    await plays_on(invitation)


async def test_text_that_is_not_utf_8_ends_the_connection(server: Inn) -> None:
    invitation = await server.open(GAME)
    connection = await knock(invitation)
    frame = Frame(Opcode.TEXT, b'{"join":"\xff"}')
    connection.transport.write(frame.serialize(mask=True, extensions=[]))
    await farewell(connection)
    assert connection.close_code == 1007
    await plays_on(invitation)


async def test_half_a_frame_holds_nobody_up(server: Inn) -> None:
    invitation = await server.open(GAME)
    connections = [await knock(invitation) for _ in range(5)]
    whole = Frame(Opcode.TEXT, join_message(invitation).encode()).serialize(mask=True, extensions=[])
    for at, connection in enumerate(connections):
        connection.transport.write(whole[: 1 + at * len(whole) // 6])
    await plays_on(invitation)
    for connection in connections:
        assert await farewell(connection) == hosting.TOO_LATE


async def test_who_never_joins_has_to_go(server: Inn) -> None:
    invitation = await server.open(GAME)
    assert await farewell(await knock(invitation)) == hosting.TOO_LATE


async def test_another_path_is_not_found(server: Inn) -> None:
    invitation = await server.open(GAME)
    for path in ("/", "/clockspades/2", f"/clockspades/1/{invitation.code}"):
        with pytest.raises(InvalidStatus) as caught:
            await connect(invitation.url.replace("/clockspades/1", path), proxy=None)
        assert caught.value.response.status_code == 404


async def test_a_thousand_idle_connections_leave_room_for_friends(server: Inn) -> None:
    invitation = await server.open(GAME)
    opened: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    try:
        for _ in range(1000):
            opened.append(await asyncio.open_connection(invitation.host, invitation.port))
            if len(opened) > 50:
                opened.pop(0)[1].close()
        after, _ = tracemalloc.get_traced_memory()
        await plays_on(invitation)
    finally:
        tracemalloc.stop()
        for _, writer in opened:
            writer.close()
    assert after - before < 20 << 20


async def test_a_flood_gets_one_sentence_and_the_others_play_on(server: Inn) -> None:
    invitation = await server.open(GAME, kinds=("open", "open"))
    wild = await knock(invitation)
    await wild.send(join_message(invitation, watch=True, key=""))
    await wild.recv()
    playing = asyncio.create_task(plays_on(invitation))
    heard = asyncio.create_task(farewell(wild))
    with suppress(ConnectionClosed):
        for _ in range(10_000):
            await wild.send('{"say":{"words":"thanks"}}')
    assert await heard == hosting.TOO_FAST
    await playing


@pytest.mark.parametrize(
    "frame", ["hello", '{"start":{}}', '{"act":{"epoch":9,"at":0,"action":{}}}', '{"sit":{"seat":0}}']
)
async def test_few_refused_frames_and_few_that_all_would_hear_are_a_flood(frame: str, tmp_path: Path) -> None:
    limits = Limits(frames_a_second=0.01, burst=100, dear=25)
    async with asyncio.timeout(WAIT), inn(tmp_path, limits=limits) as server:
        invitation = await server.open(GAME)
        wild = await knock(invitation)
        await wild.send(join_message(invitation))
        heard = asyncio.create_task(farewell(wild))
        with suppress(ConnectionClosed):
            for _ in range(5):
                await wild.send(frame)
        assert await heard == hosting.TOO_FAST


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1"])
async def test_no_page_of_the_web_comes_to_a_table(server: Inn, origin: str) -> None:
    invitation = await server.open(GAME)
    with pytest.raises(InvalidStatus, match="403"):
        await connect(invitation.url, origin=Origin(origin), compression=None, proxy=None)
    await plays_on(invitation)


async def test_a_wrong_message_at_the_table_is_refused_and_the_connection_stays(server: Inn) -> None:
    invitation = await server.open(GAME)
    connection = await knock(invitation)
    await connection.send(join_message(invitation))
    for frame in (
        "hello",
        "{}",
        '{"act":{}}',
        '{"no-such":{}}',
        b"binary",
        "[" * 1000,
        '{"act":{"epoch":0,"at":0,"action":{"do":[]}}}',
    ):
        await connection.send(frame)
        while True:
            ((word, told),) = json.loads(await connection.recv()).items()
            if word == "refused":
                break
        assert told["words"].endswith(".")
    friend = PlainClient(invitation, "Ana")
    playing = asyncio.create_task(friend.play())
    await connection.close()
    eve = PlainClient(invitation, "Eve", key="0" * 32)
    await eve.play()
    await playing


async def test_a_slow_reader_is_cut_off_and_the_others_play_on(tmp_path: Path) -> None:
    limits = Limits(unread_bytes=20_000)
    async with asyncio.timeout(WAIT), inn(tmp_path, limits=limits) as server:
        invitation = await server.open(GAME)
        slow = await knock(invitation)
        await slow.send(join_message(invitation, watch=True, key=""))
        await slow.recv()
        slow.transport.pause_reading()
        (name,) = server.host.tables[0].live.lines
        (hosted,) = server.host._by_name.values()
        for _ in range(100_000):  # as if the game went on and on
            server.host._deliver(hosted, Send((name,), Refused("", "x" * 1000)))
            await asyncio.sleep(0)
            if name not in hosted.guests:
                break
        assert name not in hosted.guests
        await plays_on(invitation)
        slow.transport.abort()


async def test_an_old_key_does_not_open_another_seat(server: Inn) -> None:
    invitation = await server.open(GAME)
    ana, ben = PlainClient(invitation, "Ana"), PlainClient(invitation, "Ben")
    await asyncio.gather(ana.play(), ben.play())
    eve = PlainClient(invitation, "Eve", key=ana.key[:-1] + ("0" if ana.key[-1] != "0" else "1"))
    await eve.play()
    assert "All seats are taken" in eve.farewell
    assert not eve.log


async def test_guesses_of_a_code_get_slower(server: Inn, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    real = Failures.pause

    def noted(failures: Failures, address: str) -> float:
        pauses.append(real(failures, address))
        return 0.0

    monkeypatch.setattr(Failures, "pause", noted)
    invitation = await server.open(GAME)
    for _ in range(6):
        connection = await knock(invitation)
        await connection.send(join_message(invitation, code="1" * 10))
        await farewell(connection)
    assert pauses == sorted(pauses)
    assert pauses[-1] >= 16 * pauses[0]
    await plays_on(invitation)


async def test_a_fault_in_the_reducer_tells_no_values(
    server: Inn, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    invitation = await server.open(GAME)
    real = serve

    def faulty(table: Any, given: Any, *times: float) -> Any:
        if isinstance(given, Received) and given.message.word == "say":
            raise RuntimeError(f"the code is {invitation.code} and the cards are {table.kept.positions[-1:]}")
        return real(table, given, *times)

    monkeypatch.setattr(hosting, "serve", faulty)
    connection = await knock(invitation)
    await connection.send(join_message(invitation, watch=True, key=""))
    await connection.send('{"say":{"words":"thanks"}}')
    assert await farewell(connection) == hosting.FAULT
    printed = capsys.readouterr().err
    assert "RuntimeError" in printed
    assert invitation.code not in printed
    assert "cards" not in printed
    await plays_on(invitation)
