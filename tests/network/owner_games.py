"""Processes that share a store, in virtual time: they are cut off from it, paused, killed and ended.

    python -m tests.network.owner_games --games 500 --seed 1

A table is a list of actions here, each of a person who sends it until it is confirmed, as the clients of real tables
do. What is real: the reducer of owners, and the store in memory. Requests and answers take their time, and get lost.
The same seed plays the same game on every machine. The exit status is 1 if one went wrong.
"""

import argparse
import heapq
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import monotonic
from typing import Any, Final, TypeVar

from clockspades.network.stores import ownership
from clockspades.network.stores.ownership import (
    AWAY,
    LEASE,
    Admit,
    Direct,
    Drop,
    Ownership,
    Release,
    Stage,
    TurnBack,
)
from clockspades.network.stores.table_store import Lease, LeaseLostError, OwnedElsewhere
from tests.network.memory_store import MemoryStore

TABLE: Final = "t"
PEOPLE: Final = 3
ACTIONS: Final = 12
"""Actions of each person."""
PATIENCE: Final = 1.0
"""Seconds after which a process takes a request to the store for unanswered."""
LONGEST: Final = 200_000
"""Steps after which a game is taken to have no end."""
RATES: Final = (0.0, 0.01, 0.03, 0.1)
"""Faults for each thing that happens."""

ValueT = TypeVar("ValueT")


def at_once(work: Coroutine[Any, Any, ValueT]) -> ValueT:
    """What a coroutine returns that never waits."""
    try:
        work.send(None)
    except StopIteration as end:
        value: ValueT = end.value
        return value
    raise AssertionError("it waits")


@dataclass
class Process:
    """A process of the club: its reducer of owners, and the table while it serves it."""

    name: str
    life: int = 0
    is_running: bool = True
    paused_until: float = 0.0
    """Until then it does nothing, and does not know it."""
    cut_until: float = 0.0
    """Until then nothing gets from it to the store or back."""
    state: Ownership = AWAY
    actions: list[str] | None = None
    """All actions of the table as this process sees it, saved or not; None while it does not serve it."""
    saved: int = 0
    append: int | None = None
    """The number of the append that is under way."""
    waiting: "list[Person]" = field(default_factory=list)
    """People who wait to be told where the table is."""


@dataclass
class Person:
    """Somebody who sends one action after the other, each until it is confirmed."""

    name: str
    done: int = 0
    through: Process | None = None
    """The process that they are connected to."""
    at: Process | None = None
    """The process where the table is for them, through that one."""
    attempt: int = 0

    @property
    def action(self) -> str:
        return f"{self.name} {self.done}"


class Club:
    """Some processes, one store, and people at one table."""

    def __init__(self, seed: int, processes: int = 2) -> None:
        self.rng = Random(seed)
        self.now = 1000.0
        self.steps = 0
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count(1)
        self.store = MemoryStore(lambda: self.now)
        self.processes = [Process(f"ws://{number}") for number in range(processes)]
        self.people = [Person(f"p{number}") for number in range(PEOPLE)]
        self.takeovers = 0
        self.refused = 0
        self._newest = 0
        """The fencing number of the last claim."""
        lease = at_once(self.store.begin(TABLE, "code", "opened", "ws://before", LEASE))
        self._newest = lease.fence
        for process in self.processes:
            self._tick(process)
        for person in self.people:
            self._connect(person)

    # -- time ------------------------------------------------------------------------------------------

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._queue, (self.now + seconds, next(self._numbers), do))

    def delay(self) -> float:
        """Seconds that a request or an answer is under way: now and then longer than a lease."""
        return self.rng.random() ** 4 * (0.3 if self.rng.random() < 0.97 else 2 * LEASE)

    def step(self) -> None:
        self.now, _, do = heapq.heappop(self._queue)
        self.steps += 1
        assert self.steps < LONGEST, "the game has no end"
        do()

    def _in(self, process: Process, seconds: float, do: Callable[[], None]) -> None:
        """Let a process do something later: as soon as it is not paused, and not if it was killed before."""
        life = process.life

        def run() -> None:
            if process.life != life or not process.is_running:
                return
            if self.now < process.paused_until:
                self._later(process.paused_until - self.now, run)
            else:
                do()

        self._later(seconds, run)

    # -- a process and the store -----------------------------------------------------------------------

    def _ask(
        self,
        process: Process,
        work: Callable[[], ValueT],
        answered: Callable[[ValueT], None],
        gave_up: Callable[[], None],
    ) -> None:
        """Let the store do something: the request or the answer may be late, or lost, and then the process gives up."""
        is_over = False

        def end(do: Callable[[], None]) -> None:
            nonlocal is_over
            if not is_over:
                is_over = True
                do()

        def arrive() -> None:
            if self.now < process.cut_until and self.rng.random() < 0.7:
                return  # the request is lost; else only the answer is
            value = work()
            if self.now >= process.cut_until:
                self._in(process, self.delay(), lambda: end(lambda: answered(value)))

        self._later(self.delay(), arrive)
        self._in(process, PATIENCE, lambda: end(gave_up))

    def give(self, process: Process, given: ownership.OwnerInput) -> None:
        """Give the reducer of a process an input, and carry out the effects."""
        process.state, effects = ownership.own(process.state, given, self.now)
        for effect in effects:
            match effect:
                case ownership.Claim():
                    self._claim(process)
                case ownership.Load(fence):
                    self._load(process, fence)
                case ownership.Renew():
                    self._renew(process, effect)
                case Admit():
                    for person in self._told(process):
                        self._sit(person, process, process)
                case Direct(owner, seconds):
                    there = next((each for each in self.processes if each.name == owner), None)
                    for person in self._told(process):
                        if there is None or not there.is_running or self.now < there.paused_until:
                            self._later(min(0.2, seconds) + 0.01, self._asking(person, process))
                        else:
                            self._sit(person, process, there)
                case TurnBack():
                    for person in self._told(process):
                        self._later(0.2, self._asking(person, process))
                case Drop():
                    self._drop(process)
                case Release(fence):
                    self._release(process, Lease(TABLE, fence))

    def _release(self, process: Process, lease: Lease) -> None:
        self._ask(process, lambda: at_once(self.store.release(lease)), lambda _: None, lambda: None)

    def _told(self, process: Process) -> list[Person]:
        waiting, process.waiting = process.waiting, []
        return [person for person in waiting if person.through is process]

    def _claim(self, process: Process) -> None:
        asked = self.now

        def answered(claim: Lease | OwnedElsewhere) -> None:
            if isinstance(claim, Lease):
                self.takeovers += 1
                self.give(process, ownership.Claimed(claim.fence, asked))
            else:
                self.give(process, ownership.TakenBy(claim.owner, claim.seconds))

        def work() -> Lease | OwnedElsewhere:
            claim = at_once(self.store.claim(TABLE, process.name, LEASE))
            if isinstance(claim, Lease):
                assert claim.fence > self._newest
                self._newest = claim.fence
            return claim

        self._ask(process, work, answered, lambda: self.give(process, ownership.RequestFailed(ownership.Claim())))

    def _load(self, process: Process, fence: int) -> None:
        def answered(records: list[Any]) -> None:
            if process.state.stage is Stage.LOADING and process.state.fence == fence:
                process.actions, process.saved, process.append = records[1:], len(records), None
            self.give(process, ownership.Loaded(fence))

        self._ask(
            process,
            lambda: at_once(self.store.read(TABLE)),
            answered,
            lambda: self.give(process, ownership.RequestFailed(ownership.Load(fence))),
        )

    def _renew(self, process: Process, effect: ownership.Renew) -> None:
        fence, asked = effect

        def work() -> bool:
            try:
                at_once(self.store.renew(Lease(TABLE, fence), process.name, LEASE))
            except LeaseLostError:
                return False
            return True

        def answered(is_ours: bool) -> None:
            self.give(process, ownership.Renewed(asked) if is_ours else ownership.LeaseLost(fence))

        self._ask(process, work, answered, lambda: self.give(process, ownership.RequestFailed(effect)))

    def _save(self, process: Process) -> None:
        """Append what is not saved, as a store does it: until there is an answer."""
        assert process.actions is not None
        if process.append is not None or process.saved == len(process.actions) + 1:
            return
        number = process.append = next(self._numbers)
        fence, expected = process.state.fence, process.saved
        records = process.actions[expected - 1 :]
        version = expected + len(records)

        def work() -> bool:
            before = len(at_once(self.store.read(TABLE)))
            try:
                at_once(self.store.append(Lease(TABLE, fence), expected, records))
            except LeaseLostError:
                return False
            written = len(at_once(self.store.read(TABLE))) - before
            assert not written or fence == self._newest, "an older owner has written after a newer claim"
            return True

        def answered(is_saved: bool) -> None:
            if process.append != number:
                return
            process.append = None
            if is_saved:
                process.saved = version
                for record in records:
                    self._confirm(process, record)
                self._save(process)
            else:
                self.refused += 1
                self.give(process, ownership.LeaseLost(fence))

        def again() -> None:
            if process.append == number:
                self._ask(process, work, answered, again)

        self._ask(process, work, answered, again)

    def leave(self, process: Process, fence: int) -> None:
        """Let a process give the table up once all is saved, if it still has it."""
        if process.state.fence != fence or not fence:
            return
        if process.append is None:
            self.give(process, ownership.LeaseLost(fence))
            self._release(process, Lease(TABLE, fence))
        else:
            self._in(process, 0.05, lambda: self.leave(process, fence))

    def _drop(self, process: Process) -> None:
        process.actions, process.append = None, None
        for person in self.people:
            if person.at is process:
                self._connect(person)

    def _tick(self, process: Process) -> None:
        self.give(process, ownership.LeaseDue())
        self._in(process, LEASE / 12, lambda: self._tick(process))

    # -- people ----------------------------------------------------------------------------------------

    def _connect(self, person: Person) -> None:
        """Come through any process that runs, after a pause."""
        person.at = person.through = None
        person.attempt += 1
        attempt = person.attempt

        def arrive() -> None:
            if person.attempt == attempt:
                running = [each for each in self.processes if each.is_running]
                if running:
                    person.through = self.rng.choice(running)
                    self._asking(person, person.through)()
                else:
                    self._connect(person)

        self._later(0.1 + self.delay(), arrive)

    def _asking(self, person: Person, process: Process) -> Callable[[], None]:
        def ask() -> None:
            if person.through is process and person.at is None:
                process.waiting.append(person)
                self.give(process, ownership.Wanted())

        return lambda: self._in(process, 0.0, ask)

    def _sit(self, person: Person, through: Process, at: Process) -> None:
        person.through, person.at = through, at
        self._send(person)

    def _send(self, person: Person) -> None:
        """Send the action that is due; if it is not confirmed for long, connect again and send it again."""
        at, attempt, action = person.at, person.attempt, person.action
        if person.done == ACTIONS or at is None:
            return

        def arrive() -> None:
            if person.attempt != attempt or person.action != action:
                return
            if at.actions is None:  # another process has the table, or nobody
                self._connect(person)
            elif not at.state.is_sure(self.now):
                self._in(at, 0.1, arrive)  # nothing is read until the lease is renewed
            elif action not in at.actions:
                at.actions.append(action)
                self._save(at)
            elif at.actions.index(action) + 1 < at.saved:
                self._confirm(at, action)

        def look() -> None:
            if person.attempt == attempt and person.action == action:
                self._connect(person)

        self._in(at, self.delay(), arrive)
        self._later(3.0, look)

    def _confirm(self, process: Process, action: str) -> None:
        """Tell whose action it is that it was taken: it must be in the store, whatever happens."""
        assert at_once(self.store.read(TABLE)).count(action) == 1, "an action was confirmed and is not there"
        for person in self.people:
            if person.at is process and person.action == action:
                person.done += 1
                self._later(self.rng.random(), lambda person=person: self._send(person))  # type: ignore[misc]

    # -- faults ----------------------------------------------------------------------------------------

    def fault(self) -> None:
        process, seconds = self.rng.choice(self.processes), self.rng.random() * 6
        match self.rng.randrange(5):
            case 0:
                process.cut_until = self.now + seconds
            case 1:
                process.paused_until = self.now + seconds
            case 2:
                self.kill(process)
                self._later(seconds, lambda: self.start(process))
            case 3:
                self.leave(process, process.state.fence)
            case _:
                self._connect(self.rng.choice(self.people))

    def kill(self, process: Process) -> None:
        if process.is_running:
            process.is_running = False
            process.life += 1
            process.state, process.waiting = AWAY, []
            for person in self.people:
                if person.through is process:
                    self._connect(person)
            self._drop(process)

    def start(self, process: Process) -> None:
        if not process.is_running:
            process.is_running, process.paused_until = True, 0.0
            self._tick(process)

    # -- the game --------------------------------------------------------------------------------------

    def play(self, rate: float) -> None:
        """Play until everybody's actions are confirmed; AssertionError if anything is not as it must be."""
        while any(person.done < ACTIONS for person in self.people):
            self.step()
            if self.rng.random() < rate:
                self.fault()
            self._check()
        taken = at_once(self.store.read(TABLE))[1:]
        assert sorted(taken) == sorted(f"{person.name} {n}" for person in self.people for n in range(ACTIONS))

    def _check(self) -> None:
        sure = [each for each in self.processes if each.is_running and each.state.is_sure(self.now)]
        awake = [each for each in sure if self.now >= each.paused_until]
        assert len(awake) <= 1, "two processes are sure that the table is theirs"


def play(seed: int) -> Club:
    """Play one game with faults; AssertionError if anything is not as it must be."""
    rng = Random(f"club {seed}")
    club = Club(seed, rng.choice((2, 2, 3)))
    club.play(rng.choice(RATES))
    return club


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="that of the first game")
    given = parser.parse_args()
    began, faults, takeovers, refused, steps = monotonic(), 0, 0, 0, 0
    for seed in range(given.seed, given.seed + given.games):
        try:
            club = play(seed)
        except Exception as error:
            faults += 1
            print(f"{seed}: {type(error).__name__}: {error}", flush=True)
        else:
            takeovers, refused, steps = takeovers + club.takeovers, refused + club.refused, steps + club.steps
    print(
        f"{given.games} games, {faults} went wrong, {takeovers:,} takeovers, {refused:,} appends of an older owner "
        f"refused, {steps:,} steps, {monotonic() - began:.0f} s"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
