"""Processes that share a store, in virtual time: they are cut off from it, paused, killed and ended.

A table is a list of actions here, each of a person who sends it until it is confirmed, as the clients of real tables
do. What is real: :class:`Owners` with its reducer, and the store in memory. Requests and answers take their time, and
get lost.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from random import Random
from typing import Any, Final, TypeVar
from unittest.mock import patch

from clockspades.network.stores import owners
from clockspades.network.stores.owners import LEASE, Owners
from clockspades.network.stores.table_store import ClaimAnswer, Lease, LeaseLostError, OwnedElsewhere, StoreAwayError
from tests.network.memory_store import MemoryStore

TABLE: Final = "t"
PEOPLE: Final = 3
ACTIONS: Final = 12
"""Actions of each person."""
PATIENCE: Final = 1.0
"""Seconds after which a process takes a request to the store for unanswered."""
LONGEST: Final = 200_000
"""Steps after which a game is taken to have no end."""
RATES: Final = (0.0, 0.003, 0.01, 0.03)
"""Faults for each step of the loop."""

ValueT = TypeVar("ValueT")


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop whose clock goes on to the next timer as soon as nothing else is to do."""

    now = 1000.0
    stepped: Callable[[], object] = bool
    """Called after each step."""

    def __init__(self) -> None:
        super().__init__()
        select = self._selector.select  # type: ignore[attr-defined]
        self._selector.select = lambda _: select(0)  # type: ignore[attr-defined]

    def time(self) -> float:
        return self.now

    def _run_once(self) -> None:
        if not self._ready and self._scheduled:  # type: ignore[attr-defined]
            self.now = max(self.now, self._scheduled[0].when())  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]
        self.stepped()


class Way:
    """The way of one life of a process to the store."""

    def __init__(self, process: "Process") -> None:
        self._process, self._store, self._club = process, process.club.store, process.club

    async def claim(self, table: str, owner: str, seconds: float) -> ClaimAnswer:
        async def work() -> ClaimAnswer:
            claim = await self._store.claim(table, owner, seconds)
            if isinstance(claim, Lease):
                self._club.check(claim.fence > self._club.newest, "a claim has an older number")
                self._club.newest = claim.fence
            return claim

        return await self._ask(work)

    async def append(self, lease: Lease, expected: int, records: Sequence[str]) -> None:
        async def work() -> None:
            before = len(await self._store.read(TABLE))
            await self._store.append(lease, expected, records)
            is_written = len(await self._store.read(TABLE)) > before
            is_newest = lease.fence == self._club.newest
            self._club.check(is_newest or not is_written, "an older owner has written after a newer claim")

        await self._ask(work)

    def __getattr__(self, name: str) -> Any:
        """The other methods of the store."""
        return lambda *given: self._ask(lambda: getattr(self._store, name)(*given))

    async def _ask(self, work: Callable[[], Awaitable[ValueT]]) -> ValueT:
        """Let the store do something; StoreAwayError if the request or the answer is lost, or takes too long."""
        await self._process.awake()
        arriving = asyncio.create_task(self._arrive(work))  # it goes on if the process is killed
        arriving.add_done_callback(lambda task: task.cancelled() or task.exception())
        try:
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(arriving)
        except TimeoutError:
            raise StoreAwayError from None
        finally:
            await self._process.awake()

    async def _arrive(self, work: Callable[[], Awaitable[ValueT]]) -> ValueT:
        await self._club.delay()
        if self._process.is_cut and self._club.rng.random() < 0.7:
            await asyncio.sleep(PATIENCE)  # the request is lost; else only the answer is
            raise StoreAwayError
        try:
            return await work()
        finally:
            await asyncio.sleep(PATIENCE if self._process.is_cut else 0)
            await self._club.delay()


class Process:
    """A process of the club, and the table while it serves it."""

    def __init__(self, club: "Club", name: str) -> None:
        self.club, self.name = club, name
        self.paused_until = self.cut_until = 0.0
        """Until then it does nothing, and does not know it; and nothing gets from it to the store or back."""
        self.start()

    def start(self) -> None:
        self.way, self.is_running = Way(self), True
        self.forget()
        self.owners = Owners(
            self.way, self.name, load=self._load, flush=self._flush, drop=lambda _: self.forget()
        )  # fmt: skip

    def forget(self) -> None:
        self.actions: list[str] | None = None
        """All actions of the table as this process sees it, saved or not; None while it does not serve it."""
        self.lease, self.saved = Lease(TABLE), 0
        self.saving: asyncio.Task[None] | None = None

    @property
    def is_paused(self) -> bool:
        return asyncio.get_running_loop().time() < self.paused_until

    @property
    def is_cut(self) -> bool:
        return asyncio.get_running_loop().time() < self.cut_until

    @property
    def is_sure(self) -> bool:
        return self.is_running and self.owners.is_sure(TABLE)

    async def awake(self) -> None:
        while self.is_paused:
            await asyncio.sleep(self.paused_until - asyncio.get_running_loop().time())

    def take(self, action: str) -> None:
        """Take an action that is new, or was taken before."""
        assert self.actions is not None, "the process serves the table"
        if action not in self.actions:
            self.actions.append(action)
            if self.saving is None:
                self.saving = asyncio.create_task(self._save(self.lease))
        elif self.actions.index(action) + 1 < self.saved:
            self.club.confirm(action)

    async def _save(self, lease: Lease) -> None:
        """Append what is not saved, as a store does it: until there is an answer."""
        while self.lease is lease and self.actions is not None and self.saved <= len(self.actions):
            records = self.actions[self.saved - 1 :]
            try:
                await self.way.append(lease, self.saved, records)
            except StoreAwayError:
                continue
            except LeaseLostError:
                self.club.refused += 1
                self.owners.lose(lease)
                return
            if self.lease is lease:
                self.saved += len(records)
                for record in records:
                    self.club.confirm(record)
        if self.lease is lease:
            self.saving = None

    async def _load(self, lease: Lease, records: list[str]) -> None:
        if self.owners.has(lease):
            self.forget()
            self.lease, self.actions, self.saved = lease, records[1:], len(records)
            self.club.takeovers += 1

    async def _flush(self, table: str) -> None:
        while self.saving is not None and not self.saving.done():
            await asyncio.wait([self.saving])

    async def kill(self) -> None:
        self.is_running = False
        renewing = (owned.renewing for owned in self.owners._owned.values())
        for task in (*self.owners._keeping, *self.owners._opening.values(), *renewing, self.saving):
            if task is not None:
                task.cancel()
        self.forget()

    async def end(self) -> None:
        await self.owners.close()
        await self.kill()


class Club:
    """Some processes, one store, and people at one table."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"club {seed}")
        self.store = MemoryStore(asyncio.get_running_loop().time)
        self.rate = self.rng.choice(RATES)
        self.processes = [Process(self, f"ws://{number}") for number in range(self.rng.choice((2, 2, 3)))]
        self.confirmed: set[str] = set()
        self.newest = self.takeovers = self.refused = self.steps = 0
        """The fencing number of the last claim; how often a process took the table over, or was refused."""
        self.wrong: list[str] = []
        self._faults: set[asyncio.Task[None]] = set()

    def check(self, is_right: bool, words: str) -> None:
        if not is_right:
            self.wrong.append(words)

    async def delay(self) -> None:
        """Let a request or an answer be under way: now and then for longer than a lease."""
        await asyncio.sleep(self.rng.random() ** 4 * (0.3 if self.rng.random() < 0.97 else 2 * LEASE))

    def confirm(self, action: str) -> None:
        """Tell whose action it is that it was taken: it must be in the store, whatever happens."""
        there = [record for _, record in self.store._records[TABLE]].count(action)
        self.check(there == 1, f"{action} was confirmed and is there {there} times")
        self.confirmed.add(action)

    async def play(self) -> None:
        """Play until everybody's actions are confirmed; AssertionError if anything is not as it must be."""
        lease = await self.store.begin(TABLE, "code", "opened", "ws://before", LEASE)
        self.newest = lease.fence
        await asyncio.gather(*(self._person(f"p{number}") for number in range(PEOPLE)))
        taken = (await self.store.read(TABLE))[1:]
        assert sorted(taken) == sorted(f"p{number} {action}" for number in range(PEOPLE) for action in range(ACTIONS))

    async def _person(self, name: str) -> None:
        for action in (f"{name} {number}" for number in range(ACTIONS)):
            while action not in self.confirmed:
                running = [each for each in self.processes if each.is_running]
                try:
                    async with asyncio.timeout(3.0):
                        await self._send(self.rng.choice(running), action)
                except (TimeoutError, IndexError):
                    pass
                await asyncio.sleep(self.rng.random())

    async def _send(self, process: Process, action: str) -> None:
        """Send an action through a process, and wait until it is confirmed or somebody else has the table."""
        await process.awake()
        answer = await process.owners.come(TABLE)
        name = answer.owner if isinstance(answer, OwnedElsewhere) else process.name if answer else ""
        there = next((each for each in self.processes if each.name == name), None)
        if there is None:
            return
        await self.delay()
        while there.actions is not None and action not in self.confirmed:
            if there.is_sure and not there.is_paused:  # else nothing is read until the lease is renewed
                there.take(action)
            await asyncio.sleep(0.1)

    def step(self) -> None:
        """Look whether all is well, and let a fault happen now and then."""
        self.steps += 1
        assert self.steps < LONGEST, "the game has no end"
        sure = [each for each in self.processes if each.is_sure and not each.is_paused]
        assert len(sure) <= 1, "two processes are sure that the table is theirs"
        assert not self.wrong, self.wrong
        if self.rng.random() < self.rate:
            fault = asyncio.create_task(self._fault(self.rng.choice(self.processes), self.rng.random() * 6))
            self._faults.add(fault)
            fault.add_done_callback(self._faults.discard)

    async def _fault(self, process: Process, seconds: float) -> None:
        until = asyncio.get_running_loop().time() + seconds
        match self.rng.randrange(4):
            case 0:
                process.cut_until = until
            case 1:
                process.paused_until = until
            case kind if process.is_running:
                await (process.kill() if kind == 2 else process.end())
                await asyncio.sleep(seconds)
                if not process.is_running:
                    process.start()


def virtually(work: Callable[[VirtualLoop], Coroutine[None, None, ValueT]]) -> ValueT:
    """Run something in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        loop: Any = runner.get_loop()
        with patch.object(owners, "monotonic", loop.time):
            return runner.run(work(loop))


def play(seed: int) -> Club:
    """Play one game with faults; AssertionError if anything is not as it must be."""

    async def game(loop: VirtualLoop) -> Club:
        club = Club(seed)
        loop.stepped = club.step
        await club.play()
        loop.stepped = bool
        return club

    return virtually(game)
