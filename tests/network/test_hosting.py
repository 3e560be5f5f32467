import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from clockspades.games.catalogue import GAMES
from clockspades.network.server.bot_pool import BotPool
from tests.network.choosing import SHORT
from tests.network.disks import FULL, watch_disk
from tests.network.plain_client import PlainClient
from tests.network.servers import inn

TOGETHER = [game for game in GAMES if max(game.player_counts()) > 1]
WAIT = 120


@pytest.mark.parametrize("game", TOGETHER, ids=lambda game: game.name)
async def test_a_whole_game_by_plain_clients_over_tls(game, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    options = SHORT.get(game.name, {})
    seats = game.seats(game.configure({**options}))
    async with asyncio.timeout(WAIT), inn(tmp_path, tls=True) as server:
        invitation = await server.open(game, {**options})
        players = [PlainClient(invitation, name) for name in ("Ana", "Ben", "Cy", "Dee")[:seats]]
        logs = await asyncio.gather(*(player.play() for player in players))
    assert len({*logs}) == 1
    assert logs[0]
    assert all(not player.refusals for player in players)


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


async def test_many_tables_in_one_process_with_bots(tmp_path: Path) -> None:
    game = TOGETHER[0]
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        players = [
            PlainClient(await server.open(game, kinds=("open", f"bot:{game.quickest_bot}")), "Ana") for _ in range(12)
        ]
        logs = await asyncio.gather(*(player.play() for player in players))
        while len(server.over) < len(players):
            await asyncio.sleep(0)
    assert len({*logs}) == len(players)


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


async def test_an_open_table_starts_when_its_host_says_so(tmp_path: Path) -> None:
    game, key = TOGETHER[0], "ab" * 16
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        invitation = await server.open(game, host_key=key)
        ana, ben = PlainClient(invitation, "Ana", key=key), PlainClient(invitation, "Ben")
        logs = await asyncio.gather(ana.play(), ben.play())
    assert logs[0] == logs[1] != ""
    assert ana.is_host
    assert not ben.is_host
    assert ("start", {}) in ana.sent


async def test_who_looks_on_sees_every_point_and_no_hand(tmp_path: Path) -> None:
    game = TOGETHER[0]
    async with asyncio.timeout(WAIT), inn(tmp_path) as server:
        invitation = await server.open(game)
        watcher = PlainClient(invitation, "", watch=True)
        logs = await asyncio.gather(watcher.play(), *(PlainClient(invitation, name).play() for name in ("Ana", "Ben")))
    assert len({*logs}) == 1
    assert all(not point["legal"] for point in watcher.points.values())
    assert watcher.seat is None
