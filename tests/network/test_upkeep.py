"""Whoever runs a club lists its tables, and removes one, whether or not a server runs."""

import asyncio
import stat
from contextlib import closing
from pathlib import Path
from socket import AF_UNIX, socket

import pytest

from clockspades.network.club.club_server import DATABASE, look_after
from clockspades.network.club.upkeep import SOCKET, List, Remove, Request, UpkeepError
from clockspades.network.server.hosting import REMOVED
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.stores.table_store import StoreError
from clockspades.network.table.kept import RECORDS
from tests.network.clubs import GAME, club
from tests.network.disks import FULL, flip, watch_disk
from tests.network.long_games import keep, long_game
from tests.network.plain_client import PlainClient
from tests.network.redis_server import RedisServer, needs_redis

WAIT = 60


async def look(folder: Path, request: Request) -> str:
    return await look_after(folder, "", request)


async def test_tables_of_a_server_that_runs_are_listed_and_removed(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        ana, cy = await server.host("Ana"), await server.host("Cy")
        sitting = [await ana.sitting(), await cy.sitting()]
        lines = (await look(tmp_path, List())).splitlines()
        assert [line.split("  ")[1:] for line in lines] == [
            [GAME.name, "lobby", "visited now", f"{name} (here)"] for name in ("Ana", "Cy")
        ]
        first, second = (line.split()[0] for line in lines)
        assert await look(tmp_path, Remove(first[:8])) == f"The table {first} is removed."
        await sitting[0]
        assert ana.farewell == REMOVED
        again = PlainClient(ana.invitation, "Ana", ana.key)
        await again.play()
        assert again.farewell.startswith("No table here has this code")
        assert (await look(tmp_path, List())).split()[0] == second
        assert not sitting[1].done()
        sitting[1].cancel()
        await asyncio.gather(sitting[1], return_exceptions=True)
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        assert (await look(tmp_path, List())).split()[0] == second


async def test_a_table_that_the_disk_does_not_let_go_is_still_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: bytes) -> None:
        raise FULL

    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        ana = await server.host("Ana")
        sitting = await ana.sitting()
        name = (await look(tmp_path, List())).split()[0]
        with monkeypatch.context() as patched:
            watch_disk(patched, refuse)
            with pytest.raises(UpkeepError, match="can't be removed now: database or disk is full"):
                await look(tmp_path, Remove(name))
        await sitting
        assert not ana.farewell
        again = PlainClient(ana.invitation, "Ana", ana.key)
        sitting = await again.sitting()
        assert "Ana (here)" in await look(tmp_path, List())
        await look(tmp_path, Remove(name))
        await sitting
        assert again.farewell == REMOVED


async def test_tables_are_listed_and_removed_where_no_server_runs(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT):
        async with club(tmp_path) as server:
            task = await (await server.host("Ana")).sitting()
            await server.host("Cy")
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        lines = (await look(tmp_path, List())).splitlines()
        assert [line.split("  ")[1:] for line in lines] == [
            [GAME.name, "lobby", "visited today", who] for who in ("Ana", "nobody")
        ]
        await look(tmp_path, Remove(lines[0].split()[0]))
        async with club(tmp_path) as server:
            assert (await look(tmp_path, List())).splitlines() == lines[1:]


@needs_redis
async def test_tables_in_redis_are_listed_and_removed_where_no_server_runs(tmp_path: Path) -> None:
    redis = RedisServer(tmp_path)
    try:
        async with asyncio.timeout(WAIT):
            async with club(tmp_path / "club", is_open=True, store=redis.address) as server:
                ana = await server.host("Ana")
            (line,) = (await look_after(tmp_path, redis.address, List())).splitlines()
            table = line.split()[0]
            assert await look_after(tmp_path, redis.address, Remove(table)) == f"The table {table} is removed."
            assert await look_after(tmp_path, redis.address, List()) == "There are no tables."
            async with club(tmp_path / "club", is_open=True, store=redis.address) as server:
                assert (await server.ask(server.wish(code=ana.invitation.code)))[0] == "opened"
    finally:
        redis.kill()


async def test_a_damaged_table_is_listed_and_can_be_removed(tmp_path: Path) -> None:
    store = SqliteStore.create(tmp_path / DATABASE)
    records = [RECORDS.write_text(record) for record in long_game(1)]
    await keep(store, [records[0], *records[9:]])
    await store.close()
    async with asyncio.timeout(WAIT):
        assert await look(tmp_path, List()) == "T1  damaged"
        async with club(tmp_path):
            assert await look(tmp_path, List()) == "T1  damaged"
            assert await look(tmp_path, Remove("T1")) == "The table T1 is removed."
            assert await look(tmp_path, List()) == "There are no tables."
        assert await look(tmp_path, List()) == "There are no tables."


async def test_what_can_not_be_done_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for none in ("nowhere", "file", ".", "x" * 300):
        with pytest.raises(StoreError, match="there are no tables in"):
            await look(tmp_path / none, List())
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        for _ in range(20):
            await server.host("Ana")
        name = (await look(tmp_path, List())).split()[0]
        for wrong, words in (("nothing", "no table is called nothing"), ("", "no table is called"), ("\x1b[2J", "no ")):
            with pytest.raises(UpkeepError, match=words) as refused:
                await look(tmp_path, Remove(wrong))
            assert str(refused.value).isprintable()
        names = [line.split()[0] for line in (await look(tmp_path, List())).splitlines()]
        common = next(each[0] for each in names if sum(other[0] == each[0] for other in names) > 1)
        with pytest.raises(UpkeepError, match=rf"the names of \d+ tables begin with {common}"):
            await look(tmp_path, Remove(common))
        assert name in names


async def test_nobody_else_reaches_the_socket_and_nonsense_harms_nothing(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT), club(tmp_path):
        assert stat.S_IMODE((tmp_path / SOCKET).stat().st_mode) == 0o600
        for nonsense in (b"\n", b"{}\n", b'{"remove":{"table":7}}\n', b"\xff\xfe\n", b"x" * 100_000, b""):
            reader, writer = await asyncio.open_unix_connection(tmp_path / SOCKET)
            writer.write(nonsense)
            writer.write_eof()
            answer = (await reader.read()).decode()
            writer.close()
            assert not answer.startswith("done")
        assert await look(tmp_path, List()) == "There are no tables."
    assert not (tmp_path / SOCKET).exists()


async def test_a_file_in_the_place_of_the_socket_stays(tmp_path: Path) -> None:
    (tmp_path / SOCKET).write_text("mine")
    async with asyncio.timeout(WAIT), club(tmp_path) as server:
        assert [each["level"] for each in server.events if each["event"] == "no control"] == ["warning"]
    assert (tmp_path / SOCKET).read_text() == "mine"


async def test_the_socket_of_a_server_that_was_killed_is_in_nobodys_way(tmp_path: Path) -> None:
    with closing(socket(AF_UNIX)) as dead:
        dead.bind(str(tmp_path / SOCKET))
    async with asyncio.timeout(WAIT):
        with pytest.raises(StoreError, match="there are no tables in"):
            await look(tmp_path, List())
        async with club(tmp_path):
            assert await look(tmp_path, List()) == "There are no tables."


async def test_what_was_damaged_is_said_by_who_finds_it(tmp_path: Path) -> None:
    async with asyncio.timeout(WAIT):
        async with club(tmp_path) as server:
            await server.host("Ana")
            await server.host("Cy")
            tables = [event["table"] for event in server.events if event["event"] == "table opened"]
        path = tmp_path / DATABASE
        flip(path, path.read_bytes().index(f'["{tables[0]}",0,'.encode()) + 60)
        kept, lost, line = (await look(tmp_path, List())).splitlines()
    assert kept == "club.db was damaged, and is kept as club.db.broken."
    assert lost == f"club.db: the table {tables[0]} is lost, as its first record is damaged."
    assert line.startswith(tables[1])
