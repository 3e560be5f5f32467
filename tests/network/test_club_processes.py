"""Processes that share one Redis: their tables go on while one of them is killed, paused or ended."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import WebSocketException

from clockspades.network.meeting.invitation import Invitation
from clockspades.network.stores.ownership import LEASE
from tests.network.plain_client import PlainClient
from tests.network.redis_server import RedisServer, needs_redis

pytestmark = [needs_redis, pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")]
WAIT = 120


class Process:
    """A process with tables, and the address for clients."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.port = process, port

    async def open(self) -> str:
        """Open a table: its code."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")
        return (await self.line()).strip()

    async def line(self) -> str:
        assert self.process.stdout is not None
        return (await self.process.stdout.readline()).decode()

    def to(self, code: str) -> Invitation:
        return Invitation("127.0.0.1", self.port, code, is_encrypted=False)

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)


@asynccontextmanager
async def started(server: RedisServer) -> AsyncIterator[Process]:
    path = os.pathsep.join(filter(None, sys.path))  # an installed package before the checkout, which has the tests
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.network.club_process", server.address,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    found = Process(process, 0)
    try:
        found.port = int(await found.line())
        yield found
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def two(folder: Path) -> AsyncIterator[tuple[Process, Process]]:
    server = RedisServer(folder / "redis")
    try:
        async with asyncio.timeout(WAIT), started(server) as first, started(server) as second:
            yield first, second
    finally:
        server.kill()


class Patient(PlainClient):
    """Somebody who comes through the first process, and through the second one when that does not answer.

    They wait at point 2 until they may play on, so that the game lasts as long as it has to.
    """

    def __init__(self, invitation: Invitation, name: str, second: Invitation) -> None:
        super().__init__(invitation, name)
        self.second = second
        self.may_play = False
        self.due: dict[str, Any] | None = None

    async def sit(self) -> None:
        try:
            await super().sit()
        except OSError:
            self.invitation = self.second
            raise

    async def act(self, point: dict[str, Any]) -> None:
        self.due = point
        if self.may_play or point["n"] != 2:
            await super().act(point)

    async def play_on(self) -> None:
        self.may_play = True
        if self.due is not None:
            with suppress(WebSocketException):  # it is sent again over the next connection
                await super().act(self.due)


async def until(player: PlainClient, points: int) -> None:
    while len(player.points) < points:
        await asyncio.sleep(0.01)


async def begun(*players: PlainClient) -> "list[asyncio.Task[str]]":
    """A game of these players that has come to its third point for all of them."""
    playing = [asyncio.create_task(player.play()) for player in players]
    for player in players:
        await until(player, 3)
    return playing


async def test_a_table_goes_on_within_seconds_when_its_owner_is_killed(tmp_path: Path) -> None:
    async with two(tmp_path) as (first, second):
        code = await first.open()
        ana = Patient(first.to(code), "Ana", second.to(code))
        ben = Patient(second.to(code), "Ben", second.to(code))
        playing = await begun(ana, ben)
        joins = ben.joins
        first.send(signal.SIGKILL)
        frames = len(ben.frames)
        while len(ben.frames) == frames:
            await asyncio.sleep(0.01)
        assert ben.joins > joins
        for player in (ana, ben):
            await player.play_on()
        logs = await asyncio.gather(*playing)
        assert logs[0] == logs[1] != ""
        assert not ana.refusals + ben.refusals


async def test_an_owner_that_was_paused_past_its_lease_gives_its_table_up(tmp_path: Path) -> None:
    async with two(tmp_path) as (first, second):
        code = await first.open()
        ana = Patient(first.to(code), "Ana", first.to(code))
        ben = Patient(second.to(code), "Ben", second.to(code))
        playing = await begun(ana, ben)
        first.send(signal.SIGSTOP)
        frames, joins = len(ben.frames), ben.joins
        while ben.joins == joins or len(ben.frames) == frames:
            await asyncio.sleep(0.01)  # Ben is back, at a table of the second process
        await ana.play_on()  # what Ana does goes to the paused process
        await asyncio.sleep(LEASE / 4)
        first.send(signal.SIGCONT)
        await ben.play_on()
        logs = await asyncio.gather(*playing)
        assert logs[0] == logs[1] != ""
        assert not ana.refusals + ben.refusals
        assert not ana.farewell
        assert ana.joins > 1


async def test_a_process_that_is_told_to_end_leaves_its_table_at_once(tmp_path: Path) -> None:
    async with two(tmp_path) as (first, second):
        code = await first.open()
        ana = Patient(first.to(code), "Ana", second.to(code))
        ben = Patient(second.to(code), "Ben", second.to(code))
        playing = [asyncio.create_task(player.play()) for player in (ana, ben)]
        await until(ana, 3)
        first.send(signal.SIGTERM)
        assert await first.process.wait() == 0
        for player in (ana, ben):
            await player.play_on()
        logs = await asyncio.gather(*playing)
        assert logs[0] == logs[1] != ""
        assert not ana.farewell
