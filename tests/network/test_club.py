"""A club: many tables in one process, which clients open."""

import asyncio
import json
import logging
import re
import stat
from contextlib import AsyncExitStack
from io import StringIO
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as websockets_server

from clockspades.cards import PACK
from clockspades.engine.text import UserError
from clockspades.network.client.club_client import last_club, open_table, remember_club
from clockspades.network.club import club as rules
from clockspades.network.club import club_server
from clockspades.network.club.club import DAY, LOBBY_FOR, Club, ClubTerms
from clockspades.network.club.club_server import DATABASE, look_after
from clockspades.network.club.upkeep import SOCKET, Request
from clockspades.network.meeting.invitation import InvitationError, draw_code, network_of, read
from clockspades.network.server import hosting
from clockspades.network.server.bot_pool import BotPool
from clockspades.network.server.hosted_server import NewTable
from clockspades.network.server.hosting import REMOVED, Host, NotOpenedError
from clockspades.network.server.notices import ServerLog, ServerNotice, network_shown
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.stores.table_store import StoreError
from clockspades.network.table import people
from clockspades.network.table.kept import RECORDS
from clockspades.network.table.served_table import Received
from clockspades.network.table.table_server import serve
from clockspades.network.wire.messages import Open
from clockspades.network.wire.secrecy import digest
from clockspades.pasting import read_club
from tests.network.clubs import GAME, NAMES, ask, club, knock
from tests.network.disks import FULL, flip, watch_disk
from tests.network.long_games import keep, long_game
from tests.network.memory_store import MemoryStore
from tests.network.plain_client import PlainClient
from tests.network.redis_server import RedisServer, needs_redis
from tests.network.servers import inn

WAIT = 120
KEY = "5a" * 16
PLAN = NewTable(GAME.name, GAME.configure({}), ("open", "open"), GAME.best_bot, digest(KEY))


async def play(host: PlainClient, *others: str) -> list[PlainClient]:
    """Play a game to the end."""
    players = [host, *(PlainClient(host.invitation, name) for name in others)]
    logs = await asyncio.gather(*(player.play() for player in players))
    assert len({*logs}) == 1
    assert logs[0]
    return players


# -- opening tables ----------------------------------------------------------------------------------------


async def test_a_client_opens_a_table_and_is_its_host(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path, tls=True) as server:
        invitation = await asyncio.to_thread(open_table, server.address, PLAN)
        assert invitation._replace(code="") == server.address._replace(code="")
        assert invitation.code != server.address.code
        host, _ = await play(PlainClient(invitation, "Ana", KEY), "Ben")
        assert host.is_host


async def test_one_connection_can_open_a_table_and_join_it(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        wish = server.wish()
        async with knock(server.address) as socket:
            word, opened = await ask(socket, "open", wish)
            assert word == "opened"
            word, joined = await ask(socket, "join", {"code": wish["code"], "key": server.keys[-1], "name": "Ana"})
            assert (word, joined["is_host"], joined["table"]) == ("joined", True, opened["table"])
            await socket.recv()  # the seats
            word, refused = await ask(socket, "open", wish)
            assert (word, refused["words"]) == ("refused", "You have joined already.")


async def test_who_asks_again_gets_the_same_table(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path, tables_per_address=1) as server:
        wish = server.wish()
        answers = await asyncio.gather(*(server.ask(wish) for _ in range(3)))
        assert [word for word, _ in answers] == ["opened"] * 3
        assert len({told["table"] for _, told in answers}) == 1
        word, told = await server.ask(wish | {"host": "0" * 64})
        assert (word, told["words"], told["final"]) == ("goodbye", hosting.CODE_TAKEN, True)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"access": ""}, rules.NO_ACCESS),
        ({"access": "0" * 10}, rules.NO_ACCESS),
        ({"game": "whist"}, rules.NO_GAME.format(games=", ".join(NAMES))),
        ({"game": "clock", "seats": ["open"]}, rules.NO_GAME.format(games=", ".join(NAMES))),
        ({"seats": ["open"]}, rules.WRONG_SEATS),
        ({"seats": ["bot:steady", "bot:steady"]}, rules.WRONG_SEATS),
        ({"seats": ["open", "bot:nobody"]}, rules.WRONG_SEATS),
        ({"options": {"speed": 3}}, "The table can't be opened: "),
        ({"code": "short"}, '"open": "code" must be 10 characters of an invitation.'),
    ],
)  # fmt: skip
async def test_who_may_not_open_a_table_hears_why(
    tmp_path: Path, changed: dict[str, Any], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clockspades.network.server.listening.FIRST_PAUSE", 0.0)
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        word, told = await server.ask(server.wish(**changed))
        assert word == "goodbye"
        assert told["final"]
        assert words in told["words"]
        assert (await server.page("/health"))[1].startswith('{"status": "ok", "tables": 0')


async def test_all_tables_are_bounded_and_a_finished_one_makes_room(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path, tables=2) as server:
        finished = await server.host("Ana")
        await server.host("Ben")
        word, told = await server.ask(server.wish())
        assert (word, told["words"]) == (
            "goodbye",
            "The club is full: it has 2 tables whose games are not over. Try again later.",
        )
        await play(finished, "Cy")
        while await server.metric("clockspades_connections"):
            await asyncio.sleep(0.01)
        await server.host("Dee")
        assert await server.metric('clockspades_tables_removed_total{game="clockwork-spades"}') == 1
        async with knock(finished.invitation) as socket:
            word, told = await ask(socket, "join", {"code": finished.invitation.code, "key": KEY, "name": "Ana"})
        assert (word, told["words"]) == ("goodbye", people.NO_TABLE)


async def test_a_table_of_a_host_opens_no_others(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        invitation = await server.open(GAME)
        with pytest.raises(UserError, match="this server is for the one table of its host"):
            await asyncio.to_thread(open_table, invitation, PLAN)


async def test_a_disk_that_refuses_the_table_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: bytes) -> None:
        raise FULL

    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        with monkeypatch.context() as patched:
            watch_disk(patched, full)
            with pytest.raises(UserError, match=r"could not save your table \(database or disk is full\)"):
                await asyncio.to_thread(open_table, server.address, PLAN)
            status, body = await server.page("/health")
            assert (status, json.loads(body)["status"], json.loads(body)["tables"]) == (503, "disk refuses", 0)
        await server.host("Ana")
        assert (await server.page("/health"))[0] == 200
        assert await server.metric("clockspades_disk_refused_total") == 1


async def test_one_damaged_byte_costs_one_table_and_is_said(tmp_path: Path) -> None:
    path = tmp_path / club_server.DATABASE
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        hosts = [await server.host("Ana") for _ in range(4)]
        opened = [event["table"] for event in server.events if event["event"] == "table opened"]
    flip(path, path.read_bytes().index(f'["{opened[1]}",0,'.encode()) + 60)
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        status, body = await server.page("/health")
        assert (status, json.loads(body)["status"], json.loads(body)["tables"]) == (200, "tables damaged", 3)
        assert await server.metric("clockspades_faults_total") == 2
        said = [event for event in server.events if event["event"] == "store damaged"]
        assert [event["level"] for event in said] == ["error", "error"]
        assert said[0]["reason"] == "club.db was damaged, and is kept as club.db.broken."
        assert opened[1] in said[1]["reason"]
        for number in (0, 2, 3):
            await play(
                PlainClient(server.address._replace(code=hosts[number].invitation.code), "Ana", hosts[number].key),
                "Ben",
            )
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        assert json.loads((await server.page("/health"))[1])["status"] == "ok"


async def test_a_table_is_asked_for_again_with_the_same_code_if_the_answer_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("clockspades.network.client.club_client.PAUSE", 0.0)
    asked: list[Any] = []

    async def attend(connection: ServerConnection) -> None:
        asked.append(json.loads(await connection.recv()))
        match len(asked):
            case 1:
                connection.transport.abort()
            case 2:
                await connection.send(json.dumps({"goodbye": {"words": rules.ENDING, "final": False}}))
            case _:
                await connection.send(json.dumps({"opened": {"table": "T1"}}))

    async with asyncio.timeout(WAIT), websockets_server(attend, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        address = read_club(f"ws://127.0.0.1:{port}/#R4NDW0RDAX")
        invitation = await asyncio.to_thread(open_table, address, PLAN)
    assert asked[0] == asked[1] == asked[2]
    assert (asked[0]["open"]["code"], asked[0]["open"]["access"]) == (invitation.code, "R4NDW0RDAX")
    assert KEY not in json.dumps(asked)


# -- how long tables are kept ------------------------------------------------------------------------------


async def test_tables_that_nobody_visits_are_forgotten_in_time(tmp_path: Path) -> None:
    terms = ClubTerms(games=NAMES, unfinished_for=30 * DAY, finished_for=7 * DAY)
    store, keeper = SqliteStore.create(tmp_path / "some.db"), Club(terms)
    host = Host(store, BotPool())
    now = 0.0
    for number in range(2):
        wish = Open(draw_code(), f"{number:064x}", GAME.name, {}, ("open", "open"))
        await host.open(keeper.admit(wish, "192.0.2.1", host, now))
    first, second = (table.kept.terms.table for table in host.tables)
    keeper.sweep(host, now)
    keeper.unvisited[second] = -DAY
    keeper.sweep(host, now + LOBBY_FOR - 1)
    assert len(host.tables) == 2
    keeper.sweep(host, now + LOBBY_FOR + 1)
    assert [table.kept.terms.table for table in host.tables] == [second]
    assert {*keeper.unvisited} == {second}
    while first in await store.tables():
        await asyncio.sleep(0.01)
    await host.close()
    await store.close()
    again = SqliteStore.open(tmp_path / "some.db")
    assert await again.tables() == [second]
    again.shut()


async def test_a_shared_store_keeps_a_table_for_as_long_as_the_bounds_say() -> None:
    """Whether or not a server runs then."""
    store, keeper = MemoryStore(lambda: 0.0), Club(ClubTerms(games=NAMES))
    host = Host(store, BotPool())
    await host.share(("127.0.0.1", 0))
    await host.open(keeper.admit(wish_of(0), "192.0.2.1", host, 0.0))
    keeper.sweep(host, 0.0)
    keeper.sweep(host, 100.0)
    while store._kept_until != {table.kept.terms.table: LOBBY_FOR - 100.0 for table in host.tables}:
        await asyncio.sleep(0)
    await host.close()


async def test_visits_and_the_access_word_are_kept_when_the_server_ends(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT):
        async with club(tmp_path) as server:
            await server.host("Ana")
            access = server.address.code
        long_ago = dict.fromkeys(json.loads((tmp_path / club_server.UNVISITED).read_text()), 1000000000)
        assert len(long_ago) == 1
        (tmp_path / club_server.UNVISITED).write_text(json.dumps(long_ago))
        async with club(tmp_path) as server:
            while (await server.page("/health"))[1].count('"tables": 0') == 0:
                await asyncio.sleep(0.01)
            assert [event["event"] for event in server.events] == ["started", "table removed"]
            assert server.address.code == access


def test_addresses_are_counted_by_customer_and_logged_by_network() -> None:
    assert network_of("192.0.2.7") == network_of("::ffff:192.0.2.7") == "192.0.2.7/32"
    assert network_of("2001:db8:1:2:3::9") == network_of("2001:db8:1:2::1") == "2001:db8:1:2::/64"
    assert network_shown("192.0.2.7") == network_shown("::ffff:192.0.2.7") == "192.0.2.0/24"
    assert network_shown("2001:db8:1:2:3::9") == "2001:db8:1::/48"
    assert network_shown("somebody") == "unknown"


@pytest.mark.parametrize("written", ["", "[]", "1e999", "9" * 400, "NaN", "-1", "true", "[" * 100_000])
def test_times_that_are_none_count_from_the_start(tmp_path: Path, written: str) -> None:
    (tmp_path / club_server.UNVISITED).write_text(f'{{"T": {written}}}')
    assert club_server.read_unvisited(tmp_path) == {}


def test_a_network_of_many_addresses_opens_only_so_many_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "REMEMBERED", 16)
    keeper, host = (
        Club(ClubTerms(games=NAMES, tables_per_address=2, tables_per_network=4)),
        Host(MemoryStore(), BotPool()),
    )
    for number in range(4):
        keeper.admit(wish_of(number), f"2001:db8:1:{number}::1", host, 0.0)
    with pytest.raises(NotOpenedError, match="4 tables were opened within an hour"):
        keeper.admit(wish_of(4), "2001:db8:1:9::1", host, 0.0)
    for number in range(2 * rules.REMEMBERED):
        with pytest.raises(NotOpenedError):
            keeper.admit(wish_of(4), f"2001:db8:1:{number:x}::1", host, 0.0)
    assert len(keeper._opened) == rules.REMEMBERED
    keeper.admit(wish_of(4), "2001:db8:2:9::1", host, 0.0)
    keeper.admit(wish_of(5), "2001:db8:1:9::1", host, rules.HOUR)


def wish_of(number: int) -> Open:
    return Open(draw_code(), f"{number:064x}", GAME.name, {}, ("open", "open"))


# -- what others can read ----------------------------------------------------------------------------------


async def test_no_secret_is_in_the_log_or_the_metrics(tmp_path: Path) -> None:
    names = ("Zenobia Quux", "Wolfram Xylo")
    async with asyncio.timeout(WAIT), club(tmp_path, addresses=False) as server:
        players: list[PlainClient] = []
        for _ in range(2):
            players += await play(await server.host(names[0]), names[1])
        with_bots = await server.host(names[0], seats=["open", f"bot:{GAME.quickest_bot}"])
        players += await play(with_bots)
        wrong_word, wrong_code = draw_code(), draw_code()
        await server.ask(server.wish(access=wrong_word))
        async with knock(server.address) as socket:
            await ask(socket, "join", {"code": wrong_code, "key": KEY, "name": names[0]})
        _, metrics = await server.page("/metrics")
        written = server.log.getvalue() + metrics + (await server.page("/health"))[1]
        assert await server.metric('clockspades_games_over_total{game="clockwork-spades"}') == 3
        assert await server.metric('clockspades_tables_opened_total{game="clockwork-spades"}') == 3
        assert await server.metric('clockspades_turned_away_total{reason="access"}') == 1
        assert await server.metric('clockspades_turned_away_total{reason="code"}') == 1
        actions = await server.metric('clockspades_actions_total{game="clockwork-spades"}')
        assert actions == await server.metric("clockspades_disk_seconds_count") > 30
        assert await server.metric('clockspades_bot_seconds_count{game="clockwork-spades"}') > 0
        assert await server.metric("clockspades_seats_taken") == 5
        assert await server.metric('clockspades_tables{phase="over"}') == 3
        assert await server.metric("clockspades_starts_total") == 1
    written += server.log.getvalue()
    secrets = {server.address.code, wrong_word, wrong_code, KEY, digest(KEY), '127.0.0.1"', *names, *server.keys}
    for player in players:
        secrets |= {player.invitation.code, digest(player.invitation.code), player.key, digest(player.key)}
        secrets |= {share.hex() for share in player.shares.values()}
        secrets |= {what["commit"] for word, what in player.sent if word == "commit"}
    assert len(secrets) > 25
    found = [secret for secret in secrets if secret.casefold() in written.casefold()]
    assert found == []
    words = {*re.findall(r"[0-9A-Za-z♠♥♦♣]+", written)}
    assert not words & {text for card in PACK for text in (card.text, card.symbol)}
    kinds = [event["event"] for event in server.events]
    assert kinds.count("game over") == kinds.count("table opened") == 3
    assert kinds[0] == "started"
    assert kinds[-2:] == ["ending", "ended"]
    assert kinds.count("connection refused") == 2
    assert {event["address"] for event in server.events if "address" in event} == {"127.0.0.0/24"}


async def test_a_fault_is_logged_with_its_places_and_no_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:

    def faulty(table: Any, given: Any, *times: float) -> Any:
        if isinstance(given, Received) and given.message.word == "say":
            raise RuntimeError(f"the cards are {table.kept.positions[-1:]}")
        return serve(table, given, *times)

    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        host = await server.host("Ana")
        monkeypatch.setattr(hosting, "serve", faulty)
        async with knock(server.address) as socket:
            await ask(socket, "join", {"code": host.invitation.code, "key": host.key, "name": "Ana"})
            await socket.recv()
            word, told = await ask(socket, "say", {"words": "thanks"})
            assert (word, told["words"]) == ("goodbye", hosting.FAULT)
        (fault,) = [event for event in server.events if event["event"] == "fault"]
        assert (fault["level"], fault["kind"]) == ("error", "RuntimeError")
        assert "faulty" in fault["places"][0]
        assert "cards" not in server.log.getvalue()
        assert await server.metric("clockspades_faults_total") == 1


def test_a_log_of_text_has_the_same_on_a_line() -> None:
    stream = StringIO()
    log = ServerLog("text", "warning", addresses=True, stream=stream)
    log.write("started", tables=3)
    log.note(ServerNotice("connection refused", {"reason": "code", "address": "192.0.2.7"}, logging.WARNING))
    assert re.sub(r"^\S+ ", "", stream.getvalue()) == (
        'warning connection refused: reason="code" address="192.0.2.7"\n'
    )


async def test_a_proxy_on_this_machine_says_who_comes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clockspades.network.server.listening.FIRST_PAUSE", 0.0)
    async with asyncio.timeout(WAIT), club(tmp_path, addresses=True) as server:
        for told in ("198.51.100.1, 203.0.113.9", "nonsense"):
            headers = {"X-Forwarded-For": told}
            connection = knock(server.address)
            connection.additional_headers = headers
            async with connection as socket:
                await ask(socket, "open", server.wish(access="0" * 10))
        refused = [event["address"] for event in server.events if event["event"] == "connection refused"]
        assert refused == ["203.0.113.9", "127.0.0.1"]


async def test_other_pages_are_not_there(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        assert (await server.page("/"))[0] == 404
        assert (await server.page("/health?now"))[0] == 200


# -- how it ends, and comes back ---------------------------------------------------------------------------


async def test_health_turns_while_the_server_ends_and_everybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_end = Event()
    monkeypatch.setattr(BotPool, "close", lambda _: may_end.wait(WAIT))
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        host = await server.host("Ana")
        async with knock(server.address) as late, knock(server.address) as silent, knock(server.address) as socket:
            await ask(socket, "join", {"code": host.invitation.code, "key": host.key, "name": "Ana"})
            server.stop.set()
            while (await server.page("/health"))[0] != 503:
                await asyncio.sleep(0.01)
            word, told = await ask(late, "open", server.wish())
            assert (word, told) == ("goodbye", {"words": rules.ENDING, "final": False})
            frames = [json.loads(frame) async for frame in socket]
            assert frames[-1] == {"goodbye": {"words": club_server.ENDS, "final": False}}
            with pytest.raises(ConnectionRefusedError):
                await knock(server.address)
            may_end.set()
            await server.work
            await silent.wait_closed()


async def test_a_second_server_of_the_same_tables_is_one_sentence(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path):
        with pytest.raises(UserError, match="open in another process"):
            async with club(tmp_path):
                pass


async def test_a_proxy_on_the_same_machine_brings_any_number_from_one_address(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path) as server, AsyncExitStack() as stack:
        waiting = [await stack.enter_async_context(knock(server.address)) for _ in range(40)]
        word, _ = await ask(waiting[0], "open", server.wish())
        assert word == "opened"


@needs_redis
async def test_servers_that_share_a_store_open_a_table_once_and_say_when_they_can_not(tmp_path: Path) -> None:
    redis = RedisServer(tmp_path)
    try:
        async with (
            asyncio.timeout(WAIT),
            club(tmp_path / "a", is_open=True, store=redis.address) as first,
            club(tmp_path / "b", is_open=True, store=redis.address) as second,
        ):
            for _ in range(5):
                wish = first.wish()
                answers = await asyncio.gather(first.ask(wish), second.ask(wish), second.ask(wish))
                assert [word for word, _ in answers] == ["opened"] * 3
                assert len({told["table"] for _, told in answers}) == 1
            wish = first.wish()
            both = await asyncio.gather(first.ask(wish), second.ask(wish | {"host": "0" * 64}))
            assert sorted(word for word, _ in both) == ["goodbye", "opened"]
            redis.kill()
            word, told = await second.ask(second.wish())
            assert (word, told) == ("goodbye", {"words": hosting.NOT_NOW, "final": False})
            redis.start()
            while (await second.ask(wish := second.wish()))[0] != "opened":
                await asyncio.sleep(0.05)
            assert (await first.ask(wish))[0] == "opened"
    finally:
        redis.kill()


# -- the address of a club ---------------------------------------------------------------------------------


def test_the_address_of_a_club_is_an_invitation_whose_code_may_be_missing() -> None:
    for text in ("wss://club.example.org/#R4NDW0RDAX", "wss://club.example.org/", "wss://192.0.2.7:7420/"):
        assert str(read_club(text)) == text
    assert read_club("wss://192.0.2.7:7420/#.H4VNC0S8ZB2WJ5YD7GKQ3E1XMP").code == ""
    assert read_club("clockspades host spades --at wss://club.example.org/\n").code == ""
    for text in ("", "wss://club.example.org/#", "wss://club.example.org/#short", "https://club.example.org/"):
        with pytest.raises(UserError, match=r"^(this is|the invitation has no code|the code of the table has)"):
            read_club(text)
    with pytest.raises(InvitationError, match="or add --insecure"):
        read_club("ws://club.example.org/#R4NDW0RDAX")
    assert not read_club("ws://club.example.org/#R4NDW0RDAX", allow_open=True).is_encrypted
    with pytest.raises(InvitationError, match="has no code"):
        read("wss://club.example.org/#.H4VNC0S8ZB2WJ5YD7GKQ3E1XMP")


def test_the_club_of_last_time_is_remembered() -> None:
    assert last_club() is None
    address = read_club("wss://club.example.org/#R4NDW0RDAX")
    remember_club(address)
    assert last_club() == address


# -- upkeep -----------------------------------------------------------------------------------------------------------


async def look(folder: Path, request: Request) -> str:
    return await look_after(folder, "", request)


async def test_tables_of_a_server_that_runs_are_listed_and_removed(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        ana, cy = await server.host("Ana"), await server.host("Cy")
        sitting = [await ana.sitting(), await cy.sitting()]
        lines = (await look(tmp_path, Request())).splitlines()
        assert [line.split("  ")[1:] for line in lines] == [
            [GAME.name, "lobby", "visited now", f"{name} (here)"] for name in ("Ana", "Cy")
        ]
        first, second = (line.split()[0] for line in lines)
        assert await look(tmp_path, Request(first[:8])) == f"The table {first} is removed."
        await sitting[0]
        assert ana.farewell == REMOVED
        again = PlainClient(ana.invitation, "Ana", ana.key)
        await again.play()
        assert again.farewell.startswith("No table here has this code")
        assert (await look(tmp_path, Request())).split()[0] == second
        assert not sitting[1].done()
        sitting[1].cancel()
        await asyncio.gather(sitting[1], return_exceptions=True)
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        assert (await look(tmp_path, Request())).split()[0] == second


async def test_a_table_that_the_disk_does_not_let_go_is_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: bytes) -> None:
        raise FULL

    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        ana = await server.host("Ana")
        sitting = await ana.sitting()
        name = (await look(tmp_path, Request())).split()[0]
        with monkeypatch.context() as patched:
            watch_disk(patched, refuse)
            with pytest.raises(UserError, match="can't be removed now: database or disk is full"):
                await look(tmp_path, Request(name))
        await sitting
        assert not ana.farewell
        again = PlainClient(ana.invitation, "Ana", ana.key)
        sitting = await again.sitting()
        assert "Ana (here)" in await look(tmp_path, Request())
        await look(tmp_path, Request(name))
        await sitting
        assert again.farewell == REMOVED


async def test_tables_are_listed_and_removed_where_no_server_runs(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT):
        async with club(tmp_path) as server:
            task = await (await server.host("Ana")).sitting()
            await server.host("Cy")
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        lines = (await look(tmp_path, Request())).splitlines()
        assert [line.split("  ")[1:] for line in lines] == [
            [GAME.name, "lobby", "visited today", who] for who in ("Ana", "nobody")
        ]
        await look(tmp_path, Request(lines[0].split()[0]))
        async with club(tmp_path) as server:
            assert (await look(tmp_path, Request())).splitlines() == lines[1:]


async def test_a_damaged_table_is_listed_and_can_be_removed(tmp_path: Path) -> None:
    store = SqliteStore.create(tmp_path / DATABASE)
    records = [RECORDS.write_text(record) for record in long_game(1)]
    await keep(store, [records[0], *records[9:]])
    await store.close()
    async with asyncio.timeout(WAIT):
        assert await look(tmp_path, Request()) == "T1  damaged"
        async with club(tmp_path):
            assert await look(tmp_path, Request()) == "T1  damaged"
            assert await look(tmp_path, Request("T1")) == "The table T1 is removed."
            assert await look(tmp_path, Request()) == "There are no tables."
        assert await look(tmp_path, Request()) == "There are no tables."


async def test_what_can_not_be_done_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for none in ("nowhere", "file", ".", "x" * 300):
        with pytest.raises(StoreError, match="there are no tables in"):
            await look(tmp_path / none, Request())
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        for _ in range(20):
            await server.host("Ana")
        name = (await look(tmp_path, Request())).split()[0]
        for wrong, words in (("nothing", "no table is called nothing"), ("", "no table is called"), ("\x1b[2J", "no ")):
            with pytest.raises(UserError, match=words) as refused:
                await look(tmp_path, Request(wrong))
            assert str(refused.value).isprintable()
        names = [line.split()[0] for line in (await look(tmp_path, Request())).splitlines()]
        common = next(each[0] for each in names if sum(other[0] == each[0] for other in names) > 1)
        with pytest.raises(UserError, match=rf"the names of \d+ tables begin with {common}"):
            await look(tmp_path, Request(common))
        assert name in names


async def test_nobody_else_reaches_the_socket_and_nonsense_harms_nothing(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path):
        assert stat.S_IMODE((tmp_path / SOCKET).stat().st_mode) == 0o600
        for nonsense in (b"\n", b'{"remove":{"table":7}}\n', b"\xff\xfe\n", b"x" * 100_000, b""):
            reader, writer = await asyncio.open_unix_connection(tmp_path / SOCKET)
            writer.write(nonsense)
            writer.write_eof()
            answer = (await reader.read()).decode()
            writer.close()
            assert not answer.startswith("done")
        assert await look(tmp_path, Request()) == "There are no tables."
    assert not (tmp_path / SOCKET).exists()


async def test_a_file_in_the_place_of_the_socket_stays(tmp_path: Path) -> None:
    (tmp_path / SOCKET).write_text("mine")
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        assert [each["level"] for each in server.events if each["event"] == "no control"] == ["warning"]
    assert (tmp_path / SOCKET).read_text() == "mine"
