import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.typing import Origin

from clockspades.engine.codec import RECORD
from clockspades.games.catalogue import GAMES
from clockspades.network.meeting.invitation import Invitation
from clockspades.network.server import hosting
from clockspades.network.server.bot_pool import BotPool
from clockspades.network.server.hosting import BROKEN, DAMAGED, FAULT
from clockspades.network.server.listening import Limits
from clockspades.network.server.notices import ServerNotice
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.table import served_table as model
from clockspades.network.table.kept import RECORDS, Acted
from clockspades.network.table.served_table import Received, Send
from clockspades.network.table.table_server import serve
from clockspades.network.wire.messages import Log, Refused, Say
from clockspades.network.wire.secrecy import digest
from tests.network.disks import FULL, watch_disk
from tests.network.long_games import keep, long_game
from tests.network.plain_client import PlainClient
from tests.network.served import CODE, KEYS
from tests.network.servers import Inn, inn

TOGETHER = [game for game in GAMES if max(game.player_counts()) > 1]
WAIT = 120


async def test_a_full_disk_loses_nothing_that_anyone_heard_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = TOGETHER[0]
    failures = writes = 0

    def full(data: bytes) -> None:
        nonlocal failures, writes
        if b'"acted"' in data and failures < 3 and (writes := writes + 1) % 4 == 0:
            failures += 1
            raise FULL

    watch_disk(monkeypatch, full)
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        invitation = await server.open(game)
        players = [PlainClient(invitation, name) for name in ("Ana", "Ben")]
        logs = await asyncio.gather(*(player.play() for player in players))
    assert failures == 3
    assert logs[0] == logs[1] != ""
    told = [frame for player in players for frame in player.frames if "database or disk is full" in frame]
    assert len(told) >= failures
    assert all(player.joins > 1 for player in players)


async def test_who_was_put_out_while_the_disk_was_full_is_not_left_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, key = next(game for game in TOGETHER if game.name == "spades"), "ab" * 16

    def full(data: bytes) -> None:
        if b'"placed"' in data:
            raise FULL

    watch_disk(monkeypatch, full)
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        invitation = await server.open(game, host_key=key)
        ana, ben = PlainClient(invitation, "Ana", key=key), PlainClient(invitation, "Ben")
        sitting = [await ana.sitting(), await ben.sitting()]
        await ana.send("place", seat=ben.seat, bot=None)
        await asyncio.gather(*sitting)
        for player in (ana, ben):
            assert "database or disk is full" in player.frames[-1]
            assert not player.farewell


async def test_no_bot_chooses_before_the_point_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, were_asked = Event(), list[bool]()
    choose = BotPool.choose

    async def note(*given: Any) -> Any:
        asked.set()
        return await choose(*given)

    def slow(data: bytes) -> None:
        if b'"acted"' in data and len(were_asked) < 6:
            asked.clear()
            were_asked.append(asked.wait(0.2))

    monkeypatch.setattr(BotPool, "choose", note)
    watch_disk(monkeypatch, slow)
    game = TOGETHER[0]
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        await PlainClient(await server.open(game, kinds=("open", f"bot:{game.quickest_bot}")), "Ana").play()
    assert were_asked == [False] * 6


async def test_a_server_that_starts_again_has_every_table(tmp_path: Path) -> None:
    game = TOGETHER[0]
    async with asyncio.timeout(WAIT):
        async with inn(tmp_path) as server:
            players = [PlainClient(await server.open(game), "Ana") for _ in range(5)]
            sitting = [asyncio.create_task(player.sit()) for player in players]
            while not all(player.seat is not None for player in players):
                await asyncio.sleep(0)
            before = {table.kept.terms.table: table.kept for table in server.host.tables}
        await asyncio.gather(*sitting, return_exceptions=True)
        async with inn(tmp_path) as server:
            assert {table.kept.terms.table: table.kept for table in server.host.tables} == before


# -- a fault at one table ---------------------------------------------------------------------------------------------


GAME = next(game for game in GAMES if max(game.player_counts()) > 1)
BOT = ("open", f"bot:{GAME.quickest_bot}")


class Unwritable:
    """What no frame can have."""


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the loop would have printed of errors that nobody caught."""
    found: list[str] = []
    monkeypatch.setattr(asyncio.BaseEventLoop, "default_exception_handler", lambda _, told: found.append(str(told)))
    yield found
    assert all(len(words) < 2000 for words in found)


async def two_tables(server: Inn) -> tuple[PlainClient, PlainClient]:
    return tuple([PlainClient(await server.open(GAME, kinds=BOT), name) for name in ("Ana", "Ben")])  # type: ignore[return-value]


def fails_at(monkeypatch: pytest.MonkeyPatch, name: str, effects: Any) -> None:
    """Let the reducer do something else once the person with this name has taken three moves."""

    def other(table: model.ServedTable, given: model.ServerInput, *now: float) -> Any:
        after, usual = serve(table, given, *now)
        is_due = after.kept.seats[0].name == name and after.kept.last > 6
        return (after, (*usual, *effects())) if is_due else (after, usual)

    monkeypatch.setattr(hosting, "serve", other)


def fault() -> Any:
    raise RuntimeError("something that nobody thought of")


@pytest.mark.parametrize("effects", [fault, lambda: [Send(("1", "2"), Log(0, 0, Unwritable(), True))]])  # type: ignore[arg-type]
async def test_the_others_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[str], effects: Any
) -> None:
    fails_at(monkeypatch, "Ana", effects)
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        ana, ben = await two_tables(server)
        log, nothing = await asyncio.gather(ben.play(), ana.play())
        again = PlainClient(ana.invitation, "Ana", key=ana.key)
        await again.play()
    assert log
    assert not nothing
    assert ana.farewell == again.farewell == BROKEN
    assert not told


async def test_a_bot_that_fails_ends_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = BotPool.choose

    async def some_fail(pool: BotPool, game: str, bot: str, view: Any, seed: str) -> Any:
        if bot == GAME.best_bot:
            raise RuntimeError("a bot that does not know its game")
        return await choose(pool, game, bot, view, seed)

    monkeypatch.setattr(BotPool, "choose", some_fail)
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        ana = PlainClient(await server.open(GAME, kinds=("open", f"bot:{GAME.best_bot}")), "Ana")
        ben = PlainClient(await server.open(GAME, kinds=BOT), "Ben")
        await asyncio.gather(ana.play(), ben.play())
    assert ana.farewell == BROKEN
    assert ben.log


async def test_a_message_that_the_program_fails_on_ends_one_connection_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(table: model.ServedTable, given: model.ServerInput, *now: float) -> Any:
        return fault() if isinstance(given, Received) and isinstance(given.message, Say) else serve(table, given, *now)

    monkeypatch.setattr(hosting, "serve", other)
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        invitation = await server.open(GAME)
        ana, ben = PlainClient(invitation, "Ana"), PlainClient(invitation, "Ben")
        first = await ana.sitting()
        await ana.send("say", words="oops")
        await first
        assert FAULT in ana.frames[-1]
        logs = await asyncio.gather(ana.play(), ben.play())
    assert logs[0] == logs[1] != ""


# -- damage ----------------------------------------------------------------------------------------------------


OTHER = "W2M9X4TBK7"


@pytest.mark.parametrize("damage", ["a wrong seat", "no record", "no object", "nonsense", "a hole"])
async def test_a_damaged_table_costs_no_other(tmp_path: Path, damage: str) -> None:
    store = SqliteStore.create(tmp_path / "inn.db")
    whole = [RECORDS.write_text(record) for record in long_game(1)]
    other = RECORDS.write(long_game(1)[0])["opened"] | {"table": "T2", "code": digest(OTHER)}
    await keep(store, [RECORD.write({"opened": other}), *whole[1:]])
    damaged = {
        "a wrong seat": RECORD.write({"sat": {"seat": 7, "name": "Ana", "key": KEYS["ana"]}}),
        "no record": '{"sit":{}}',
        "no object": "5",
        "nonsense": RECORDS.write_text(Acted(0, {"do": ["bid"], "tricks": {"a": 1}})),
        "a hole": whole[9],
    }
    await keep(store, [*whole[:6], damaged[damage], *whole[6:]])
    await store.close()
    notices: list[ServerNotice] = []
    async with asyncio.timeout(WAIT), inn(tmp_path, tell=notices.append) as server:
        assert [table.kept.terms.table for table in server.host.tables] == ["T2"]
        ana = PlainClient(server.invitation(CODE), "Ana", key=KEYS["ana"])
        await ana.play()
        ben = PlainClient(server.invitation(OTHER), "Ben", key=KEYS["ben"])
        sitting = asyncio.create_task(ben.sit())
        while len(ben.points) < len(server.host.tables[0].kept.positions):
            await asyncio.sleep(0)
        sitting.cancel()
        await asyncio.gather(sitting, return_exceptions=True)
    assert ana.farewell == DAMAGED
    (notice,) = [each for each in notices if each.event in ("table damaged", "fault")]
    assert notice.event == "table damaged"
    assert notice.fields["table"] == "T1"
    assert "♠" not in notice.fields["reason"]
    assert notice.fields["reason"].endswith(("fit", "read"))


# -- strangers, and friends whose programs run wild -------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        (lambda at: join_message(at, code="0" * 10), "No table here has this code"),
        (lambda at: join_message(at, code=""), "No table here has this code"),
        (lambda at: '{"start":{}}', "The first message on a connection must be join"),
        (lambda at: join_message(at).encode(), "A message must be a text frame"),
        (lambda at: "[" * 60_000, "."),
        (lambda at: '{"join":{"seat":' + "9" * 5000 + "}}", "."),
        (lambda at: join_message(at, name="\x1b[2J"), "You can't sit down"),
    ],
)
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


async def test_frames_that_are_too_large_end_the_connection(server: Inn) -> None:
    invitation = await server.open(GAME)
    connection = await knock(invitation)
    await connection.send("x" * 70_000)
    await farewell(connection)
    assert connection.close_code == 1009
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


async def test_another_path_is_not_found(server: Inn) -> None:
    invitation = await server.open(GAME)
    for path in ("/", "/clockspades/2", f"/clockspades/1/{invitation.code}"):
        with pytest.raises(InvalidStatus) as caught:
            await connect(invitation.url.replace("/clockspades/1", path), proxy=None)
        assert caught.value.response.status_code == 404


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
    for frame in ("hello", "{}", b"binary", '{"act":{"epoch":0,"at":0,"action":{"do":[]}}}'):
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
