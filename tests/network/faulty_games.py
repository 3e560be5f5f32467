"""A club of three processes and one Redis, while processes are killed and paused, Redis is, and connections are cut.

Programs play at the tables over real sockets. They come through a balancer, which sends each connection to a process
that answers. A seed decides the faults. At the end every game must be over, its log true to the rules and its proofs,
equal for all who played and in the store, and every action in it that was confirmed to anybody.
"""

import asyncio
import json
import os
import secrets
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any, Final, NamedTuple

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from clockspades.engine.fair_deal import faults_of_game
from clockspades.games.catalogue import GAMES, find_game
from clockspades.network.client.client import LONGEST_PAUSE, SHORTEST_PAUSE
from clockspades.network.club.club_server import open_store
from clockspades.network.meeting.invitation import Invitation, draw_code
from clockspades.network.stores.ownership import LEASE
from clockspades.network.table.kept import RECORDS, log_text, restore
from clockspades.network.wire.messages import OPEN
from clockspades.network.wire.secrecy import digest
from clockspades.saved.log import LogError, load
from tests.network.cables import LOOPBACK, Cable, free_port, running
from tests.network.choosing import SHORT, choose
from tests.network.plain_client import PlainClient
from tests.network.redis_server import WITH_US, RedisServer

ACCESS: Final = "C1VBF0RT3S"
PROCESSES: Final = 3
SECONDS_TO_START: Final = 60
SECONDS_TO_END: Final = 90
"""How long the last games have to end after the faults."""
CHECKED_EVERY: Final = 0.5
CHECKED_FOR: Final = 1.0
"""Seconds between two looks of the balancer whether a process is well, and how long it waits for the answer."""
NAMES: Final = ("Ana", "Ben", "Cy", "Dee")
MOSTLY: Final = [game for game in GAMES if game.name in ("clogs", "spades")]
OTHERS: Final = [game for game in GAMES if max(game.player_counts()) > 1 and game not in MOSTLY]
"""Every fifth game is one of these."""
FAULTS: Final = ("kill", "pause", "redis", "cut", "freeze", "hang", "end")
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
    """Seconds until an action was confirmed, by the fault that was the last when it was sent."""
    wrong: list[str] = field(default_factory=list)
    is_over: bool = False
    """Whether the time is up, so that no new game begins and nobody thinks any more."""

    def happen(self, what: str) -> None:
        self.faults.append(Happened(monotonic(), what))

    @property
    def last(self) -> Happened:
        return self.faults[-1]


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
class Member(PlainClient):
    """Somebody who plays at a human pace, and comes back with the pauses of the real client."""

    notes: Notes = field(default_factory=Notes)
    think: tuple[float, float] = (0.0, 0.0)
    pending: dict[str, Any] | None = None
    """The action that was sent and is not confirmed."""
    asked: Happened | None = None
    """When it was sent, and what had happened last."""
    confirmed: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By the number of the point, what this seat was told is done."""
    failures: int = 0
    lost: Happened | None = None
    """What the connection was cut by, until the client is seated again."""
    thinking: "asyncio.Task[None] | None" = None

    async def play(self) -> str:
        program = secrets.token_hex(8)
        while not self.log and not self.farewell:
            self.told = {"program": program, "attempt": self.joins + 1}
            with suppress(OSError, TimeoutError, WebSocketException):
                await self.sit()
            if self.thinking is not None:
                self.thinking.cancel()
            if self.log or self.farewell:
                break
            if self.seat is not None and self.lost is None:
                self.lost = self.notes.last
            pause = min(SHORTEST_PAUSE * 2.0**self.failures, LONGEST_PAUSE)
            self.failures += 1
            await asyncio.sleep(pause * (0.5 + self.rng.random() / 2))
        return self.log

    async def answer(self, word: str, told: dict[str, Any]) -> None:
        match word:
            case "joined":
                self.failures = 0
                if self.lost is not None:
                    self.notes.returns.append((self.lost.what, monotonic() - self.lost.at))
                    self.lost = None
            case "done":
                asked = self.pending
                if asked is not None and (asked["epoch"], asked["at"]) == (told["epoch"], told["at"]):
                    self.confirmed[told["at"]] = asked["action"]
                    self.pending = None
                    assert self.asked is not None, "it was sent"
                    self.notes.answers.setdefault(self.asked.what, []).append(monotonic() - self.asked.at)
                    await self.act(self.points[max(self.points)])  # one's turn may have come again before
                elif told["at"] not in self.confirmed:
                    self.notes.wrong.append(f"{self.name}: done at {told['at']}, where nothing was sent")
                return
            case "refused" if told["what"] != "start":
                self.notes.wrong.append(f"{self.name}: {told}")
            case "game":
                is_same = told["epoch"] == self.epoch
                self.epoch = told["epoch"]
                self.points = {n: point for n, point in self.points.items() if n < told["points"]}
                if self.pending is not None:
                    if not is_same:
                        self.notes.wrong.append(f"{self.name}: another epoch")
                    await self.send("act", **self.pending)
                elif self.points and max(self.points) == told["until"] - 1:
                    await self.act(self.points[max(self.points)])
                return
        await super().answer(word, told)

    async def act(self, point: dict[str, Any]) -> None:
        if point["legal"] and self.pending is None and point["n"] not in self.confirmed:
            if self.thinking is not None:
                self.thinking.cancel()
            self.thinking = asyncio.create_task(self._act(point))

    async def _act(self, point: dict[str, Any]) -> None:
        if not self.notes.is_over:
            await asyncio.sleep(self.rng.uniform(*self.think))
        self.pending = {"epoch": self.epoch, "at": point["n"], "action": choose(self.rng, point["legal"])}
        self.asked = Happened(monotonic(), self.notes.last.what)
        with suppress(WebSocketException):
            await self.send("act", **self.pending)


@dataclass
class Played:
    """A game that has begun, or is over."""

    code: str
    game: str
    members: list[Member]


class Slot:
    """Where one game is played after the other."""

    def __init__(self, place: Invitation, number: int, seed: int, notes: Notes, think: tuple[float, float]) -> None:
        self.place, self.number, self.notes, self.think = place, number, notes, think
        self.rng = Random(f"{seed} {number}")
        self.games: list[Played] = []

    async def play(self) -> None:
        """Open a table and play a game there, again and again until the time is up."""
        while not self.notes.is_over:
            turn = self.number + len(self.games)
            game = OTHERS[turn % len(OTHERS)] if turn % 5 == 4 else MOSTLY[turn % len(MOSTLY)]
            options = game.configure({**SHORT.get(game.name, {})})
            seats = [OPEN] * game.seats(options)
            if turn % 3 == 2 and len(seats) > 2:
                seats[-1] = f"bot:{game.quickest_bot}"
            key, code = secrets.token_hex(16), draw_code()
            wish = {
                "code": code, "host": digest(key), "game": game.name, "options": options, "seats": seats,
                "access": ACCESS,
            }  # fmt: skip
            if not await open_table(self.place, wish, self.notes):
                return
            names = NAMES[: seats.count(OPEN)]
            members = [self._member(code, name, key if name == NAMES[0] else secrets.token_hex(16)) for name in names]
            self.games.append(Played(code, game.name, members))
            await asyncio.gather(*(member.play() for member in members))

    def _member(self, code: str, name: str, key: str) -> "Member":
        table, rng = self.place._replace(code=code), Random(self.rng.random())
        return Member(table, name, key, rng=rng, notes=self.notes, think=self.think)


async def open_table(place: Invitation, wish: dict[str, Any], notes: Notes) -> bool:
    """Ask for a table until it is there; return False if that was refused for good."""
    while True:
        with suppress(OSError, TimeoutError, WebSocketException):
            async with connect(place.url, compression=None, proxy=None) as asking:
                await asking.send(json.dumps({"open": wish}))
                ((word, told),) = json.loads(await asking.recv()).items()
                if word == "opened":
                    return True
                if told["final"]:
                    notes.wrong.append(f"a table was not opened: {told['words']}")
                    return False
        await asyncio.sleep(SHORTEST_PAUSE)


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


async def check_games(games: Sequence[Played], store: str, folder: Path, notes: Notes) -> int:
    """Check every game, and return how many actions were confirmed."""
    kept, confirmed = await open_store(store), 0
    try:
        for number, played in enumerate(games):
            for fault in [fault async for fault in _faults_of(played, kept, folder / f"{number}.cslog")]:
                notes.wrong.append(f"{played.game} {number}: {fault}")
            confirmed += sum(len(member.confirmed) for member in played.members)
    finally:
        await kept.close()
    return confirmed


async def _faults_of(played: Played, store: Any, path: Path) -> AsyncIterator[str]:
    for member in played.members:
        if not member.log:
            yield (
                f"{member.name} in seat {member.seat} has no log, at point {max(member.points, default=-1)} with"
                f" {member.pending} to be confirmed after {member.joins} joins: {member.farewell}"
            )
    if not all(member.log for member in played.members):
        return
    logs = {member.log for member in played.members}
    if len(logs) != 1:
        yield "the logs of the members differ"
    table = await store.find(digest(played.code))
    records = [] if table is None else await store.read(table)
    if not records or log_text(restore(map(RECORDS.read_text, records))) not in logs:
        yield "the log in the store differs"
    path.write_text(played.members[0].log, encoding="utf-8")
    try:
        loaded = load(path, find_game)
    except LogError as error:
        yield str(error)
        return
    if loaded.fault is not None or not loaded.finished:
        yield f"the log has no end: {loaded.fault}"
        return
    for fault in faults_of_game(loaded.session):
        yield fault
    positions = loaded.session.positions
    for member in played.members:
        acted = {
            number - 1: position.action.as_json()
            for number, position in enumerate(positions)
            if position.action is not None and position.seat == member.seat
        }
        unconfirmed = {} if member.pending is None else {member.pending["at"]: member.pending["action"]}
        for at, action in member.confirmed.items():
            if acted.get(at) != action:
                yield f"{member.name} was told that {action} at {at} is done, but the log has {acted.get(at)}"
        for at, action in acted.items():
            if (member.confirmed | unconfirmed).get(at) != action:
                yield f"the log has {action} of {member.name} at {at}, which was not sent"


def faults_in_logs(processes: Sequence[ServeProcess]) -> list[str]:
    """What the servers noted that is never right."""
    return [
        json.dumps(line)
        for process in processes
        for line in process.log
        if line["event"] == "fault"
        or line.get("reason") in ("code", "form", "access", "fast")
        or (
            "words" in line and "resource_tracker" not in line["words"]
        )  # which cleans up behind a process that was killed
    ]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all is not above."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def table_of(notes: Notes) -> str:
    """The times by what happened, as a table."""
    lines = [
        "| what happened | times | connections lost | back: median | p99 | longest | slowest answer to an action |",
        "|---|---|---|---|---|---|---|",
    ]
    for what in dict.fromkeys(fault.what for fault in notes.faults):
        times = sum(fault.what == what for fault in notes.faults)
        back = [seconds for by, seconds in notes.returns if by == what]
        slowest = f"{max(notes.answers.get(what, [0.0])):.2f} s"
        figures = (
            [f"{value:.2f} s" for value in (median(back), percentile(back, 0.99), max(back))] if back else [""] * 3
        )
        lines.append("| " + " | ".join([what, f"{times}", f"{len(back)}", *figures, slowest]) + " |")
    return "\n".join(lines)


@dataclass
class Outcome:
    """What came of a run."""

    games: list[Played]
    confirmed: int
    notes: Notes

    @property
    def back(self) -> list[float]:
        """Seconds until clients were back after a fault."""
        return [seconds for _, seconds in self.notes.returns]


async def run(
    folder: Path,
    tables: int,
    seconds: float,
    seed: int,
    think: tuple[float, float],
    settle: float,
    faults: Sequence[str] = FAULTS,
) -> Outcome:
    """Play with these faults, one after the other and again from the first one, until each came and the time is up.

    ``settle`` is the seconds after each fault, ``think`` how long a member thinks, at least and at most.
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
            slots = [Slot(place, number, seed, notes, think) for number in range(tables)]
            playing = [asyncio.create_task(slot.play()) for slot in slots]
            try:
                await _break(Faults(processes, redis, balancer, notes), faults, seconds, settle)
                notes.is_over = True
                done, _ = await asyncio.wait(playing, timeout=SECONDS_TO_END)
                for task in done:
                    task.result()
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
        games = [played for slot in slots for played in slot.games]
        confirmed = await check_games(games, redis.address, folder, notes)
        notes.wrong += faults_in_logs(processes)
        return Outcome(games, confirmed, notes)
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
        outcome = asyncio.run(run(Path(folder), tables, seconds, seed, (0.3, 1.2), 5))
    assert not outcome.notes.wrong, "\n".join(outcome.notes.wrong[:40])
    return f"{table_of(outcome.notes)}\n{len(outcome.games)} games, {outcome.confirmed:,} actions confirmed"
