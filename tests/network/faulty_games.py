"""A club of three servers and one Redis: they are killed, paused and ended, and so are the programs of players.

Programs play at the tables with the real client, over real sockets. They come through a balancer, which sends each
connection to a server that answers. A seed decides the faults. At the end every game must be over, its log true to the
rules and its proofs, equal for all who played and in the store, and have every action that was confirmed to anybody.
"""

import asyncio
import json
import os
import secrets
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any, Final, NamedTuple

from clockspades.games.catalogue import GAMES, find_game
from clockspades.network.client.client import Client, Link
from clockspades.network.client.club_client import open_table
from clockspades.network.client.connection import TableConnection
from clockspades.network.client.kept_seats import sit_down
from clockspades.network.club.club_server import open_store
from clockspades.network.meeting.invitation import Invitation
from clockspades.network.server.hosted_server import NewTable
from clockspades.network.stores.owners import LEASE
from clockspades.network.table.kept import RECORDS, log_text, restore
from clockspades.network.wire.messages import OPEN, Done, Refused, ToClient
from clockspades.network.wire.secrecy import digest
from clockspades.saved.archive import HOME_VARIABLE
from clockspades.saved.log import load
from tests.network.cables import LOOPBACK, Cable, free_port, running
from tests.network.choosing import SHORT
from tests.network.players import Player
from tests.network.redis_server import WITH_US, RedisServer

ACCESS: Final = "C1VBF0RT3S"
PROCESSES: Final = 3
SECONDS_TO_START: Final = 60
SECONDS_TO_END: Final = 90
"""How long the last games have to end after the faults."""
CHECKED_EVERY: Final = 0.5
CHECKED_FOR: Final = 1.0
"""Seconds between two looks of the balancer whether a server is well, and how long it waits for the answer."""
NAMES: Final = ("Ana", "Ben", "Cy", "Dee")
MOSTLY: Final = [game for game in GAMES if game.name in ("clogs", "spades")]
OTHERS: Final = [game for game in GAMES if max(game.player_counts()) > 1 and game not in MOSTLY]
"""Every fifth game is one of these."""
FAULTS: Final = ("kill", "pause", "redis", "program", "cut", "freeze", "hang", "end")
"""``hang`` is a pause of Redis. ``freeze`` is one of an owner that the balancer does not notice, so that people wait at
an owner that is none any more."""


class Happened(NamedTuple):
    """Something that can end connections."""

    at: float
    what: str


@dataclass
class Notes:
    """What is noted while the club runs."""

    faults: list[Happened] = field(default_factory=list)
    returns: list[tuple[str, float]] = field(default_factory=list)
    """For each connection that was cut: by what, and the seconds from then until the client was seated again."""
    answers: dict[str, list[float]] = field(default_factory=dict)
    """Seconds until an action was confirmed, by the fault that was the last when it was chosen."""
    wrong: list[str] = field(default_factory=list)
    playing: "list[Member]" = field(default_factory=list)
    games: int = 0
    confirmed: int = 0
    is_over: bool = False
    """Whether the time is up, so that no new game begins and nobody thinks any more."""

    def happen(self, what: str) -> None:
        self.faults.append(Happened(monotonic(), what))

    def __str__(self) -> str:
        """The times by what happened, as a table."""
        lines = [
            "| what happened | times | connections lost | back: median | p99 | longest | slowest answer |",
            "|---" * 7,
        ]
        for what in dict.fromkeys(fault.what for fault in self.faults):
            times = sum(fault.what == what for fault in self.faults)
            back = sorted(seconds for by, seconds in self.returns if by == what)
            figures = [median(back), back[int(len(back) * 0.99)], back[-1]] if back else []
            shown = [f"{value:.2f} s" for value in figures] or [""] * 3
            slowest = max(self.answers.get(what, [0.0]))
            lines.append("| " + " | ".join([what, f"{times}", f"{len(back)}", *shown, f"{slowest:.2f} s"]) + " |")
        return "\n".join([*lines, f"{self.games} games, {self.confirmed:,} actions confirmed"])


# -- the processes -----------------------------------------------------------------------------------------


class ServeProcess:
    """A process of ``clockspades serve``, which has the same ports each time it is started."""

    def __init__(self, folder: Path, store: str) -> None:
        folder.mkdir(parents=True)
        self.folder, self.port, self.status_port = folder, free_port(), free_port()
        word = folder / "word"
        word.write_text(ACCESS)
        self._command = [
            *WITH_US, sys.executable, "-m", "clockspades", "serve", "--folder", f"{folder}", "--store", store,
            "--listen", f"{LOOPBACK}:{self.port}", "--metrics", f"{LOOPBACK}:{self.status_port}", "--insecure",
            "--key", f"{word}", "--tables", "100000", "--tables-per-address", "100000",
        ]  # fmt: skip
        self.process: asyncio.subprocess.Process | None = None
        self.is_up = False
        self.tables = 0

    @property
    def log(self) -> list[dict[str, Any]]:
        """The events of all lives, and what else was written on standard error."""
        found = []
        for line in (self.folder / "log").read_text().splitlines():
            with suppress(ValueError):
                found.append(json.loads(line))
                continue
            found.append({"event": "words", "words": line})
        return found

    async def start(self) -> None:
        """Start it, and wait until it is well."""
        path = os.pathsep.join(filter(None, sys.path))  # an installed package before the checkout, which has the tests
        with open(self.folder / "log", "a") as log:
            self.process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=log,
                env={**os.environ, "PYTHONPATH": path},
            )  # fmt: skip
        async with asyncio.timeout(SECONDS_TO_START):
            while await self.check() != 200:
                assert self.process.returncode is None, "the server has ended"
                await asyncio.sleep(0.05)

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        with suppress(ProcessLookupError):
            self.process.send_signal(number)

    async def wait(self) -> int:
        assert self.process is not None
        return await self.process.wait()

    async def check(self) -> int:
        """The status of its page for health; 0 if it does not answer."""
        writer: asyncio.StreamWriter | None = None
        status = 0
        try:
            async with asyncio.timeout(CHECKED_FOR):
                reader, writer = await asyncio.open_connection(LOOPBACK, self.status_port)
                writer.write(b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n")
                head, _, body = (await reader.read()).partition(b"\r\n\r\n")
                status = int(head.split()[1])
                self.tables = json.loads(body)["tables"]
        except (OSError, TimeoutError, LookupError, ValueError):
            pass
        finally:
            if writer is not None:
                writer.transport.abort()
        self.is_up = status == 200
        return status


class Balancer(Cable):
    """What clients know: it brings each connection to a process that is well, and cuts off those of one that is not."""

    def __init__(self, processes: Sequence[ServeProcess], rng: Random) -> None:
        super().__init__(lambda: [each.port for each in rng.sample(processes, len(processes)) if each.is_up])
        self.processes, self.rng = processes, rng
        self.is_blind = False
        """Whether it does not look."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        watching = [asyncio.create_task(self._watch(process)) for process in self.processes]
        try:
            async with running(self):
                yield
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    async def _watch(self, process: ServeProcess) -> None:
        while True:
            if not self.is_blind and await process.check() == 0:
                self.shake(port=process.port)
            await asyncio.sleep(CHECKED_EVERY)


# -- those who play ----------------------------------------------------------------------------------------


@dataclass
class Member(Player):
    """Somebody who plays at a human pace, and whose program may be killed."""

    notes: Notes = field(default_factory=Notes)
    confirmed: set[tuple[int, int]] = field(default_factory=set)
    """The actions of :attr:`chosen` of which this seat was told that they are done."""
    lost: Happened | None = None
    """What the connection was cut by, until the client is seated again."""
    asked: Happened | None = None
    """When the last action was chosen, and what had happened last."""

    async def play(self) -> Client:
        self.notes.playing.append(self)
        try:
            while not (await super().play()).has_log and self.table.client.link is not Link.ENDED:
                ticket = self.kept.ticket
                self.kept = sit_down(self.kept.invitation, ticket.name, key=ticket.key)
                self.__post_init__()  # the program that was killed is started again
                self.lost = self.notes.faults[-1]
        finally:
            self.notes.playing.remove(self)
        return self.table.client

    def hear(self, client: Client, message: ToClient | None) -> None:
        if self.notes.is_over:
            self.thinks = (0.0, 0.0)
        if client.link is Link.WAITING and self.lost is None and client.seat is not None:
            self.lost = self.notes.faults[-1]
        elif client.link is Link.HERE and self.lost is not None:
            self.notes.returns.append((self.lost.what, monotonic() - self.lost.at))
            self.lost = None
        if isinstance(message, Done):
            self.confirmed.add((message.epoch, message.at))
            if self.asked is not None:
                self.notes.answers.setdefault(self.asked.what, []).append(monotonic() - self.asked.at)
        if isinstance(message, Refused) and message.what != "start":
            self.notes.wrong.append(f"{self.kept.ticket.name}: {message}")
        super().hear(client, message)

    def _act(self, table: TableConnection, here: tuple[int, int]) -> None:
        self.asked = Happened(monotonic(), self.notes.faults[-1].what)
        super()._act(table, here)


async def play_games(place: Invitation, number: int, rng: Random, notes: Notes, thinks: tuple[float, float]) -> None:
    """Open a table and play a game there, again and again until the time is up."""
    while not notes.is_over:
        game = OTHERS[number % len(OTHERS)] if number % 5 == 4 else MOSTLY[number % len(MOSTLY)]
        options = game.configure({**SHORT.get(game.name, {})})
        seats = [OPEN] * game.seats(options)
        if number % 3 == 2 and len(seats) > 2:
            seats[-1] = f"bot:{game.quickest_bot}"
        key = secrets.token_hex(16)
        plan = NewTable(game.name, options, tuple(seats), game.best_bot, digest(key))
        table = await asyncio.to_thread(open_table, place, plan)
        names = NAMES[: seats.count(OPEN)]
        kept = [sit_down(table, name, key=key if name == NAMES[0] else secrets.token_hex(16)) for name in names]
        members = [Member(each, Random(rng.random()), thinks=thinks, notes=notes) for each in kept]
        await asyncio.gather(*(member.play() for member in members))
        notes.games, number = notes.games + 1, number + 1
        notes.wrong += [f"{game.name}: {fault}" for fault in faults_of(table.code, members)]


# -- faults ------------------------------------------------------------------------------------------------


class Faults:
    """Kills, pauses and cuts, one after the other."""

    def __init__(self, processes: Sequence[ServeProcess], redis: RedisServer, balancer: Balancer, notes: Notes) -> None:
        self.processes, self.redis, self.balancer, self.notes = processes, redis, balancer, notes
        self.rng = balancer.rng

    def draw(self) -> ServeProcess:
        """A process that owns tables."""
        owners = [each for each in self.processes if each.is_up and each.tables]
        return self.rng.choice(owners or self.processes)

    async def run(self, fault: str) -> None:
        match fault:
            case "kill":
                await self.kill()
            case "pause":
                await self.pause("owner paused", 0.5)
            case "freeze":
                self.balancer.is_blind = True
                await self.pause("owner paused, which nobody noticed", 1.5)
                self.balancer.is_blind = False
            case "redis":
                await self.kill_redis()
            case "hang":
                await self.pause_redis()
            case "cut":
                self.notes.happen("connections cut")
                self.balancer.shake(0.5, self.rng)
            case "end":
                await self.end()
            case "program":
                self.notes.happen("program killed")
                for member in self.rng.sample(self.notes.playing, len(self.notes.playing) // 3):
                    member.die()

    async def kill(self) -> None:
        process = self.draw()
        self.notes.happen("owner killed")
        process.send(signal.SIGKILL)
        await process.wait()
        await asyncio.sleep(self.rng.uniform(0.2, 2))
        await process.start()

    async def pause(self, what: str, past_lease: float) -> None:
        process = self.draw()
        self.notes.happen(what)
        process.send(signal.SIGSTOP)
        await asyncio.sleep(LEASE + past_lease + self.rng.random())
        self.notes.happen("owner woken")
        process.send(signal.SIGCONT)

    async def kill_redis(self) -> None:
        self.notes.happen("Redis killed")
        self.redis.kill()
        await asyncio.sleep(self.rng.uniform(0.2, 1.5))
        self.notes.happen("Redis started")
        await asyncio.to_thread(self.redis.start)

    async def pause_redis(self) -> None:
        self.notes.happen("Redis paused")
        self.redis.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(LEASE + self.rng.random())
        self.notes.happen("Redis woken")
        self.redis.process.send_signal(signal.SIGCONT)

    async def end(self) -> None:
        process = self.draw()
        self.notes.happen("owner ended")
        process.send(signal.SIGTERM)
        if status := await process.wait():
            self.notes.wrong.append(f"a server that was told to end had the status {status}")
        await process.start()


# -- what came of it ---------------------------------------------------------------------------------------


LOGS: Final[dict[str, str]] = {}
"""By the code of its table the log of each game, without its header, which has the seat of whoever keeps it."""


def faults_of(code: str, members: Sequence[Member]) -> Iterator[str]:
    """What is wrong with a game as its members saw it."""
    logs = set()
    for member in members:
        client, path = member.table.client, member.table.log_path
        if path is None or member.table.log_fault or client.doubts:
            yield f"{member.kept.ticket.name}: {member.table.log_fault} {client.doubts} {client.farewell}"
            continue
        session = load(path, find_game).session
        acted = {n - 1: each.action for n, each in enumerate(session.positions) if each.seat == client.seat and n}
        chosen = {at: act.action for (_, at), act in member.chosen.items()}
        if acted != chosen:
            yield f"{member.kept.ticket.name} chose {chosen} and the log has {acted}"
        if not {at for _, at in member.confirmed} <= {*acted}:
            yield f"{member.kept.ticket.name} was told that {member.confirmed} are done, and the log has {acted}"
        member.notes.confirmed += len(member.confirmed)
        logs.add(path.read_text(encoding="utf-8").partition("\n")[2])
    if len(logs) > 1:
        yield "the logs of the members differ"
    LOGS[code] = logs.pop() if logs else ""


async def faults_in_store(address: str) -> list[str]:
    """The tables whose logs in the store are not those of their members."""
    store, found = await open_store(address), []
    try:
        for code, log in LOGS.items():
            table = await store.find(digest(code))
            records = [] if table is None else await store.read(table)
            if not records or log_text(restore(map(RECORDS.read_text, records))).partition("\n")[2] != log:
                found.append(f"the log of {table} in the store differs")
    finally:
        LOGS.clear()
        await store.close()
    return found


def faults_in_logs(processes: Sequence[ServeProcess]) -> list[str]:
    """What the servers noted that is never right. The resource tracker cleans up behind a process that was killed."""
    return [
        json.dumps(line)
        for process in processes
        for line in process.log
        if line["event"] == "fault"
        or line.get("reason") in ("code", "form", "access", "fast")
        or "resource_tracker" not in line.get("words", "resource_tracker")
    ]


async def run(
    folder: Path, tables: int, seconds: float, seed: int, thinks: tuple[float, float], settle: float,
    faults: Sequence[str] = FAULTS,
) -> Notes:  # fmt: skip
    """Play with these faults, one after the other and again from the first one, until each came and the time is up.

    ``settle`` is the seconds after each fault, ``thinks`` how long a member thinks, at least and at most.
    """
    notes, rng = Notes(), Random(seed)
    notes.happen("start")
    redis = RedisServer(folder / "redis")
    processes = [ServeProcess(folder / f"{number}", redis.address) for number in range(PROCESSES)]
    balancer = Balancer(processes, rng)
    try:
        await asyncio.gather(*(process.start() for process in processes))
        async with balancer.running():
            place = Invitation(LOOPBACK, balancer.port, ACCESS, is_encrypted=False)
            games = (play_games(place, number, Random(f"{seed} {number}"), notes, thinks) for number in range(tables))
            playing = [asyncio.create_task(game) for game in games]
            try:
                await _break(Faults(processes, redis, balancer, notes), faults, seconds, settle)
                notes.is_over = True
                async with asyncio.timeout(SECONDS_TO_END):
                    await asyncio.gather(*playing)
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
        notes.wrong += [*await faults_in_store(redis.address), *faults_in_logs(processes)]
        return notes
    finally:
        for process in processes:
            if process.process is not None and process.process.returncode is None:
                process.send(signal.SIGKILL)
        redis.kill()
        await asyncio.gather(*(process.wait() for process in processes if process.process is not None))


async def _break(faults: Faults, kinds: Sequence[str], seconds: float, settle: float) -> None:
    latest, number = monotonic() + seconds, 0
    await asyncio.sleep(settle)
    while number < len(kinds) or monotonic() < latest:
        await faults.run(kinds[number % len(kinds)])
        number += 1
        await asyncio.sleep(settle)


def play(seed: int, tables: int = 60, seconds: float = 120) -> str:
    """Play for so long, as docs/deploy.md tells; what came of it. AssertionError if anything is not as it must be."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ[HOME_VARIABLE] = folder
        notes = asyncio.run(run(Path(folder), tables, seconds, seed, (0.3, 1.2), 5))
    assert not notes.wrong, "\n".join(notes.wrong[:40])
    return str(notes)
