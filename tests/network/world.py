"""A table, its host's disk and its clients over a faulty transport, in virtual time: no sockets, no threads, no clock.

Every message goes through its JSON form. A connection carries frames in their order, each after a delay of its own,
until it is cut: then those under way are lost in one direction or both. The host keeps records as the real one does:
what follows a record waits until the disk has it, and a kill loses what was not on the disk.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

from clockspades.engine.game import AnyGame
from clockspades.engine.options import Options, OptionValue
from clockspades.engine.rules import Action
from clockspades.engine.session import Position
from clockspades.games.catalogue import find_game
from clockspades.network.client import client
from clockspades.network.client import client as my
from clockspades.network.client.client import (
    LEFT_OUT,
    MISSED,
    NO_LEDGER,
    NOT_MINE,
    UNPROVED,
    Client,
    Ledger,
    Link,
    Ticket,
)
from clockspades.network.client.received_log import doubts_about
from clockspades.network.table.kept import RECORDS, KeptTable, OpenedTable, TablePhase, apply, log_text, restore
from clockspades.network.table.served_table import (
    IDLE_AFTER,
    REMOVED_FOR,
    BotAnswered,
    CallBot,
    Close,
    GiveLater,
    Left,
    NotStored,
    Received,
    Restored,
    Send,
    ServedTable,
    ServerInput,
    Store,
    Ticked,
)
from clockspades.network.table.table_server import PLAYED_OUT, serve
from clockspades.network.wire import messages as say
from clockspades.network.wire.form import observed_point
from clockspades.network.wire.messages import OPEN, TO_CLIENT, TO_HOST, ToClient, ToHost
from clockspades.network.wire.secrecy import digest
from clockspades.network.wire.words import says_of
from clockspades.saved.log import load
from clockspades.table.effects import Act, MakeDeal
from tests.conformance.playing import BRIEF, option_sets

CODE: Final = "K7Q2M9X4TB"
NAMES: Final = ("Ana", "Ben", "Ana", "Cy", "Di", "Eva")
SLOWEST: Final = 0.4
"""Seconds that a frame is under way at most."""
LONGEST: Final = 40_000
"""Steps after which a game is taken to have no end."""


@dataclass
class Connection:
    """One connection between a client and the host."""

    name: str
    person: "Person"
    is_up: bool = True
    """Whether frames get through; they do until it is cut."""
    to_host: float = 0.0
    to_client: float = 0.0
    """When the last frame arrives."""
    left: bool = False
    """Whether the host knows that it has ended."""


@dataclass
class Person:
    """Somebody at the table, and the program they play with, which can be killed."""

    ticket: Ticket
    rng: Random
    client: Client
    connection: Connection | None = None
    is_running: bool = True
    ledger: Ledger = NO_LEDGER
    """What the program kept on its disk."""
    is_older: bool = False
    """Whether they have started another one. The older one can keep nothing: two would promise two shares."""
    life: int = 0
    """How often the program was started: timers of an earlier one do nothing."""
    checked: tuple[int, int] = (0, 0)
    """The epoch and the points of it that were compared with the host's."""
    games: int = 1
    """How many games they want to play."""
    logs: dict[int, str] = field(default_factory=dict)
    """By game the log that was received."""
    chosen: Action | None = None
    """What they chose last."""
    is_present: bool = True
    """Whether somebody sits in front of the program."""


class World:
    """One table and all that belongs to it. Faults come only if somebody calls for them."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        people: int,
        seed: str,
        *,
        limit: int | None = None,
        watchers: int = 0,
        games: int = 1,
        headless: bool = False,
        leaving: bool = False,
        folder: Path | None = None,
    ) -> None:
        """``leaving`` lets people leave and come back, and the host put them out of the lobby."""
        self.rng = Random(seed)
        self.now = 1_800_000_000.0
        self.passed = 0.0
        """Seconds in which nothing happened."""
        self.steps = 0
        self.game = game
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._folder = folder
        self._is_leaving = leaving
        seats = game.seats(options)
        bot = f"bot:{game.quickest_bot}"
        kinds = [OPEN] * people + [bot] * (seats - people)
        self.rng.shuffle(kinds)
        self.people = [self._person(name, number, games) for number, name in enumerate(NAMES[:people])]
        self.watchers = [self._person("", 100 + number, games) for number in range(watchers)]
        self.older: list[Person] = []
        """Programs that play on although their people have started another one."""
        host = None if headless else digest(self.people[0].ticket.key)
        opened = OpenedTable(
            "T1", game.name, dict(options), self.rng.getrandbits(256).to_bytes(32), digest(CODE), host, tuple(kinds),
            game.quickest_bot, limit=limit,
        )  # fmt: skip
        self.disk: list[str] = [RECORDS.write_text(opened)]
        self.disk_kept: KeptTable = restore([opened])
        self.history: dict[tuple[int, int], Position[Any, Any, Any]] = {}
        """By epoch and point what is, or was, on the disk."""
        self.lasts: dict[int, int] = {}
        self.logs: dict[int, str] = {}
        self.table: ServedTable | None = None
        self.process = 0
        self._unsaved: deque[str | Send | Close | CallBot] = deque()
        self.connections: dict[str, Connection] = {}
        self.refusals: list[str] = []
        self.start_host()
        for person in (*self.people, *self.watchers):
            self._later(self.rng.random() * 2, self._starting(person))

    def _person(self, name: str, number: int, games: int) -> Person:
        rng = Random(f"{self.rng.random()} {number}")
        watch = number >= 100
        key = "" if watch else f"{rng.getrandbits(128):032x}"
        ticket = Ticket(CODE, key, name, watch=watch)
        return Person(ticket, rng, Client(ticket, f"{rng.random()}"), games=games)

    def _starting(self, person: Person) -> Callable[[], None]:
        return lambda: self._give(person, my.Started())

    # -- time ------------------------------------------------------------------------------------------

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        self._at(self.now + seconds, do)

    def _at(self, when: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._queue, (when, next(self._numbers), do))

    def step(self) -> bool:
        """Let the next thing happen; return False if nothing is left to happen."""
        if not self._queue:
            return False
        self.now, _, do = heapq.heappop(self._queue)
        self.steps += 1
        do()
        return True

    def delay(self) -> float:
        return self.rng.random() ** 3 * SLOWEST

    # -- the host --------------------------------------------------------------------------------------

    def start_host(self) -> None:
        """Start the host's process: the table is what the disk says."""
        assert self.table is None, "it runs already"
        self.process += 1
        self.table = ServedTable(restore(RECORDS.read_text(line) for line in self.disk))
        assert self.table.kept == self.disk_kept, "the table is not what was kept"
        self._serve(Restored())

    def kill_host(self) -> None:
        """Kill the host's process. Some of the records that were being written may have come to the disk."""
        if self.table is None:
            return
        self.table = None
        arrived = self.rng.randrange(len(self._unsaved) + 1)
        for each in list(self._unsaved)[:arrived]:
            if isinstance(each, str):
                self._save(each)
        self._unsaved.clear()
        for connection in [*self.connections.values()]:
            self.cut(connection)
        self.connections.clear()

    def fail_disk(self) -> None:
        """Let the disk refuse what was not written."""
        if self.table is not None:
            self._unsaved.clear()
            self._serve(NotStored(self.disk_kept, "No space left on device", tuple(self.connections)))

    def _serve(self, given: ServerInput) -> None:
        assert self.table is not None
        before = self.table
        self.table, effects = serve(before, given, self.now + self.passed, self.now)
        kept = before.kept if not isinstance(given, NotStored) else given.kept
        for effect in effects:
            match effect:
                case Store(record):
                    line = RECORDS.write_text(record)
                    kept = apply(kept, RECORDS.read_text(line))
                    self._unsaved.append(line)
                    self._later(self.delay() / 4, partial(self._flush, self.process))
                case Send() | Close() | CallBot():
                    if self._unsaved:
                        self._unsaved.append(effect)
                    else:
                        self._deliver(effect)
                case GiveLater(timer, seconds):
                    self._later(seconds, self._for_process(timer))
        assert (kept.positions[-1:], kept.notes, kept.seats, kept.shuffle, kept.is_closed, kept.epoch) == (
            self.table.kept.positions[-1:], self.table.kept.notes, self.table.kept.seats, self.table.kept.shuffle,
            self.table.kept.is_closed, self.table.kept.epoch,
        ), "the records say something else than the table"  # fmt: skip

    def _for_process(self, given: ServerInput) -> Callable[[], None]:
        process = self.process

        def do() -> None:
            if self.table is not None and self.process == process:
                self._serve(given)

        return do

    def _flush(self, process: int) -> None:
        """A group commit: all that waits comes to the disk, and what waited for it goes out."""
        if process != self.process or self.table is None:
            return
        waiting, self._unsaved = self._unsaved, deque()
        for each in waiting:
            if isinstance(each, str):
                self._save(each)
        for each in waiting:
            if not isinstance(each, str):
                self._deliver(each)

    def _save(self, line: str) -> None:
        self.disk.append(line)
        kept = self.disk_kept = apply(self.disk_kept, RECORDS.read_text(line))
        for number in range(self.lasts.get(kept.epoch, -1) + 1, kept.last + 1):
            self.history[kept.epoch, number] = kept.positions[number]
        if kept.positions:
            self.lasts[kept.epoch] = kept.last
        if kept.phase is TablePhase.OVER:
            self.logs.setdefault(kept.number, log_text(kept))

    def _answer_for_bot(self, asked: CallBot) -> None:
        bot = self.game.make_bot(asked.bot, Random(asked.seed))
        action = bot.choose(asked.view)
        self._later(self.delay(), self._for_process(BotAnswered(asked.epoch, asked.at, action)))

    def _deliver(self, effect: Send | Close | CallBot) -> None:
        match effect:
            case Send(to, message):
                frame = TO_CLIENT.write_text(message)
                for name in to:
                    self._frame_to_client(name, frame)
            case Close(name, words, final, _):
                self._frame_to_client(name, TO_CLIENT.write_text(say.Goodbye(words, final, says_of(words))))
                connection = self.connections.get(name)
                if connection is not None:
                    self._at(max(connection.to_client, self.now), lambda: self.cut(connection, late=True))
            case CallBot():
                self._answer_for_bot(effect)

    def _frame_to_client(self, name: str, frame: str) -> None:
        connection = self.connections.get(name)
        if connection is None or not connection.is_up:
            return

        def arrive() -> None:
            person = connection.person
            if connection.is_up and person.connection is connection and person.is_running:
                self._got(person, TO_CLIENT.read_text(frame))

        connection.to_client = max(connection.to_client, self.now + self.delay())
        self._at(connection.to_client, arrive)

    # -- the transport ---------------------------------------------------------------------------------

    def cut(self, connection: Connection, *, late: bool = False) -> None:
        """Cut a connection: frames under way are lost, and each end notices in its own time, the host perhaps late."""
        if not connection.is_up:
            return
        connection.is_up = False
        person, process = connection.person, self.process

        def host_notices() -> None:
            if self.process == process and self.table is not None and not connection.left:
                connection.left = True
                self.connections.pop(connection.name, None)
                self._serve(Left(connection.name))

        def client_notices() -> None:
            if person.connection is connection and person.is_running:
                person.connection = None
                self._give(person, my.Disconnected("The connection was cut.", person.rng.random()))

        self._later(self.delay() * (40 if late or self.rng.random() < 0.3 else 1), host_notices)
        self._later(self.delay(), client_notices)

    def _connect(self, person: Person) -> None:
        life = person.life

        def answer() -> None:
            if person.life != life or not person.is_running:
                return
            if self.table is None:
                self._give(person, my.Disconnected("The host does not answer.", person.rng.random()))
                return
            name = f"c{next(self._numbers)}"
            person.connection = self.connections[name] = Connection(name, person)
            self._give(person, my.Connected(more=person.rng.random() < 0.5))

        self._later(self.delay(), answer)

    def _post(self, person: Person, message: ToHost) -> None:
        connection = person.connection
        if connection is None or not connection.is_up:
            return
        frame, process = TO_HOST.write_text(message), self.process

        def arrive() -> None:
            if connection.is_up and self.process == process and self.table is not None:
                self._serve(Received(connection.name, TO_HOST.read_text(frame)))

        connection.to_host = max(connection.to_host, self.now + self.delay())
        self._at(connection.to_host, arrive)

    # -- people ----------------------------------------------------------------------------------------

    def _give(self, person: Person, given: my.ClientInput) -> None:
        person.client, effects = my.update(person.client, given)
        for effect in effects:
            match effect:
                case my.Connect():
                    self._connect(person)
                case my.Post(message):
                    self._post(person, message)
                case my.Pause(seconds):
                    self._later(seconds, self._for_life(person, my.PauseOver()))
                case my.HangUp():
                    if person.connection is not None:
                        connection, person.connection = person.connection, None
                        self.cut(connection)
                case my.DrawShare(table, deal):
                    self._give(person, my.Drawn(table, deal, person.rng.randbytes(32)))
                case my.KeepLedger(ledger):
                    if person.is_older:
                        self._give(person, my.LedgerNotKept("Read-only file system"))
                    else:
                        person.ledger = ledger
                        self._give(person, my.LedgerKept(ledger))
                case my.Tell():
                    pass

    def _for_life(self, person: Person, given: my.ClientInput) -> Callable[[], None]:
        life = person.life

        def do() -> None:
            if person.life == life and person.is_running:
                self._give(person, given)

        return do

    def kill_client(self, person: Person) -> None:
        """Kill a client's program."""
        if person.is_running:
            person.is_running = False
            if person.connection is not None:
                self.cut(person.connection)
                person.connection = None

    def start_client(self, person: Person) -> None:
        """Start a client's program again while the older connection may be open."""
        if person.is_older:
            return  # it could promise nothing, and would take the seat again and again
        person.life += 1
        person.is_running = True
        person.checked = (0, 0)
        person.client = self._client(person.ticket, person.rng, person.ledger)
        person.connection = None  # the older one stays open: the host ends it, and nobody hears that
        self._give(person, my.Started())

    @staticmethod
    def _client(ticket: Ticket, rng: Random, ledger: Ledger) -> Client:
        return Client(ticket, f"{rng.random()}", ledger=ledger, safe=ledger)

    def start_second_client(self, number: int) -> None:
        """Start a program for a person on another machine, with the same key, while the first plays on."""
        first = self.people[number]
        self.older.append(first)
        first.is_older = True
        rng, ledger = Random(f"{self.rng.random()}"), first.ledger
        second = Person(first.ticket, rng, self._client(first.ticket, rng, ledger), ledger=ledger, games=first.games)
        self.people[number] = second
        self._give(second, my.Started())

    def _got(self, person: Person, message: ToClient) -> None:
        pending = person.client.pending
        self._give(person, my.Got(message))
        client = person.client
        assert client.farewell != my.BAD_HOST, f"{person.ticket.name} does not understand {message}"
        if isinstance(message, say.Refused):
            self.refusals.append(f"{message.what}: {message.words}")
        if pending is not None and isinstance(message, say.Done | say.Refused):
            self._check_answer(client, pending, message)
        if client.has_log and client.number not in person.logs:
            person.logs[client.number] = "".join(client.log)
            self._check_log(person)
        self._check_points(person)
        self._later(person.rng.random() * 0.5, self._thinking(person))

    def _check_answer(self, client: Client, act: say.ActAt, answer: say.Done | say.Refused) -> None:
        """An action is on the disk if the host says that it was done, and was not taken if the host refuses it."""
        if (answer.epoch, answer.at) != (act.epoch, act.at):
            return  # it is about something else
        if isinstance(answer, say.Refused) and answer.words == PLAYED_OUT:
            return  # a bot may have made the same move meanwhile
        made = self.history.get((act.epoch, act.at + 1))
        action = None if made is None or made.seat != client.seat else made.action
        is_done = action is not None and action.as_json() == act.action
        assert is_done == isinstance(answer, say.Done), f"{act} is on the disk: {is_done}, and the host says {answer}"

    def _thinking(self, person: Person) -> Callable[[], None]:
        life = person.life

        def do() -> None:
            if person.life == life and person.is_running and person.client.link is Link.HERE:
                for given in self._wishes(person):
                    self._give(person, given)

        return do

    def _wishes(self, person: Person) -> Iterator[my.ClientInput]:
        """What somebody does after they saw something."""
        client, rng, seat = person.client, person.rng, person.client.seat
        if not person.is_present or seat is None or client.joined is None:
            if rng.random() < 0.01 and client.seat is None:
                yield my.Want(say.Start())  # who looks on is refused
            return
        if client.game is None:
            if client.joined.is_host and client.seats is not None:
                if all(each.kind != OPEN for each in client.seats.seats):
                    yield my.Want(say.Start())
                if rng.random() < 0.1:
                    yield my.Want(say.Swap(*rng.choices(range(len(client.seats.seats)), k=2)))
            elif rng.random() < 0.2 and client.seats is not None:
                yield my.Want(say.Sit(rng.randrange(len(client.seats.seats))))
                yield my.Want(say.ReadyMark(rng.random() < 0.5))
            return
        if client.last < 0:
            return
        game, view = client.game.game, client.game.points[-1].view
        if client.asked is not None and seat in client.asked.waiting:
            yield my.Want(say.AnswerTakeback(client.epoch, client.asked.point, rng.random() < 0.7))
        if client.seats is not None:
            for gone, each in enumerate(client.seats.seats):
                is_other = each.kind == "human" and gone != seat
                if is_other and not each.here and not each.replaced and rng.random() < 0.5:
                    yield my.Want(say.Vote(gone, rng.random() < 0.8))
        if rng.random() < 0.02:
            yield my.Want(say.Say(rng.choice(say.PHRASES)))
        if view.outcome is not None:
            if client.number + 1 < person.games:
                yield my.Want(say.Again(client.number))
        elif game.rules.deal_due(view):
            yield MakeDeal()
        elif game.rules.to_act(view) == seat:
            person.chosen = _choice(game, view, rng)
            if rng.random() < 0.05:
                yield my.Want(say.AskToFinish(client.epoch, client.last, rng.random() < 0.5))
                return
            yield Act(person.chosen)
        elif rng.random() < 0.01 and person.chosen is not None:
            yield Act(person.chosen)  # it is not their turn
        if rng.random() < 0.01 and view.outcome is None:
            points = client.game.points
            mine = [n for n in range(len(points) - 1) if points[n + 1].seat == seat]
            if mine:
                yield my.Want(say.AskTakeback(client.epoch, mine[-1]))

    # -- faults ----------------------------------------------------------------------------------------

    def play_with_faults(self, rate: float) -> None:
        """Play until the game is over, or for a while, with faults now and then, each as likely as another."""
        limit = self.steps + LONGEST // 10
        while not self.is_over and self.steps < limit and self.step():
            if self.rng.random() < rate:
                self.fault()

    def fault(self) -> None:
        """One fault at random."""
        rng, number = self.rng, self.rng.randrange(len(self.people))
        person = rng.choice([*self.people, *self.watchers])
        faults: list[Callable[[], None]] = [
            self._cut_one,
            self._cut_one,
            self._kill_host_for_a_while,
            self.fail_disk,
            lambda: self._kill_client_for_a_while(person),
            lambda: self.start_client(person),
            lambda: self.start_second_client(number),
            lambda: setattr(person, "is_present", not person.is_present),
            self.let_time_pass,
        ]
        if self._is_leaving:
            faults += [lambda: self.leave(person), lambda: self.put_out(number)]
        rng.choice(faults)()

    def let_time_pass(self) -> None:
        """Let the host wait for so long that people count as gone who do nothing."""
        self.passed += IDLE_AFTER
        if self.table is not None:
            self._serve(Ticked())

    def leave(self, person: Person) -> None:
        """Let somebody leave, who comes back later."""
        self._give(person, my.Want(say.Leave()))
        self._come_back_later(person)

    def put_out(self, number: int) -> None:
        """Let the host open the seat of somebody, who comes back later."""
        host = next((each for each in self.people if each.client.joined and each.client.joined.is_host), None)
        person = self.people[number]
        if host is not None and person is not host and person.client.seat is not None:
            self._give(host, my.Want(say.PlaceBot(person.client.seat, None)))
            self._come_back_later(person)

    def _come_back_later(self, person: Person) -> None:
        def come_back() -> None:
            self.passed += REMOVED_FOR  # the host has put them out, perhaps
            if person in (*self.people, *self.watchers) and person.client.link is Link.ENDED:
                self.start_client(person)

        self._later(5 + self.rng.random() * 20, come_back)

    def _cut_one(self) -> None:
        if self.connections:
            self.cut(self.rng.choice([*self.connections.values()]))

    def _kill_host_for_a_while(self) -> None:
        self.kill_host()
        self._later(self.rng.random() * 10, lambda: self.start_host() if self.table is None else None)

    def _kill_client_for_a_while(self, person: Person) -> None:
        self.kill_client(person)
        self._later(self.rng.random() * 20, lambda: None if person.is_running else self.start_client(person))

    # -- what must always hold -------------------------------------------------------------------------

    def _check_points(self, person: Person) -> None:
        """Each point that a client has is what its seat observes of a point on the host's disk."""
        client = person.client
        if client.game is None:
            return
        epoch, until = person.checked
        start = until if epoch == client.epoch else 0
        for seen in client.game.points[start:]:
            position = self.history[client.epoch, seen.number]
            due = observed_point(self.game, len(client.game.seats), seen.number, position, client.seat)
            assert due == seen, f"{person.ticket.name} sees something else at point {seen.number}"
        person.checked = (client.epoch, len(client.game.points))
        for doubt in client.doubts:
            is_of_newer = person.is_older and doubt.endswith(
                NOT_MINE.partition("{number}")[2]
            )  # which has promised since
            assert is_of_newer or _is_of_absence(doubt), client.doubts

    def check_kept(self) -> None:
        """The disk makes the table that the disk is known to make."""
        assert restore(RECORDS.read_text(line) for line in self.disk) == self.disk_kept
        if self.table is not None and not self._unsaved:
            assert self.table.kept == self.disk_kept

    def _check_log(self, person: Person) -> None:
        text, number = person.logs[person.client.number], person.client.number
        assert text == self.logs[number], "a client has another log than the host"
        if self._folder is not None and person.client.game is not None:
            path = self._folder / f"{number}.cslog"
            path.write_text(text, encoding="utf-8")
            loaded = load(path, find_game)
            assert loaded.fault is None, loaded.fault
            assert loaded.finished
            assert [*doubts_about(loaded, person.client.game)] == []

    # -- the end ---------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether every game was played, and everyone who is there has the logs."""
        kept = self.disk_kept
        wanted = min((person.games for person in self.people), default=1)
        return (
            kept.phase is TablePhase.OVER
            and kept.number + 1 >= wanted
            and all(kept.number in person.logs for person in (*self.people, *self.watchers))
        )

    def finish(self) -> None:
        """Let everything run again without faults, and play to the end."""
        if self.table is None:
            self.start_host()
        for person in (*self.people, *self.watchers):
            person.is_present = True
            if not person.is_running or person.client.link is Link.ENDED:
                self.start_client(person)
            elif person.client.link is Link.HERE:
                self._thinking(person)()
        for person in self.older:
            self.kill_client(person)
        limit = self.steps + LONGEST
        idle = 0
        while not self.is_over:
            assert self.steps < limit, "the game has no end"
            if not self.step():
                idle += 1
                assert idle < 50, f"nothing happens any more: {self.describe()}"
                self.passed += REMOVED_FOR
                for person in (*self.people, *self.watchers):
                    if person.client.link is Link.ENDED:  # an older program had the last word
                        self.start_client(person)
                    self._later(0.5, self._thinking(person))
        self.check_kept()

    def describe(self) -> str:
        kept = self.disk_kept
        clients = [(p.ticket.name, p.client.link, p.client.epoch, p.client.last, p.client.pending) for p in self.people]
        return f"{kept.phase} epoch {kept.epoch} point {kept.last} to act {kept.to_act} {kept.shuffle} {clients}"


def _is_of_absence(doubt: str) -> bool:
    """Whether a doubt may come up at an honest table, as somebody was away or late."""
    late = tuple(words.partition("{number}")[2] for words in (LEFT_OUT, MISSED))
    return doubt.startswith(UNPROVED.partition("{number}")[0]) or doubt.endswith(late)


def _choice(game: AnyGame, view: Any, rng: Random) -> Action:
    """What somebody does who plays like the quickest bot, and now and then at random: the rules may refuse it."""
    if rng.random() < 0.05:
        offered: Sequence[Action] = game.rules.offered(view)
        return rng.choice(offered)
    action: Action = game.make_bot(game.quickest_bot, rng).choose(view)
    return action


# -- games of every kind --------------------------------------------------------------------------------------

RATES: Final = (0.003, 0.01, 0.03, 0.1)
"""Faults for each thing that happens."""
ENDING: Final[Mapping[str, Mapping[str, OptionValue]]] = {"spades": {"floor": -200}}
"""By game the options without which bids at random might never end it: every score falls."""


def world_of(game: AnyGame, seed: int, folder: Path | None = None) -> World:
    """A table of a game: with other options, people and terms for each seed."""
    rng = Random(f"{game.name} {seed}")
    brief = game.configure(BRIEF.get(game.name, {}))
    options = game.configure(
        {**(brief if rng.random() < 0.5 else rng.choice(_short(game))), **ENDING.get(game.name, {})}
    )
    return World(
        game,
        options,
        rng.randint(1, game.seats(options)),
        f"{game.name} {seed}",
        limit=rng.choice((None, None, 20)),
        watchers=rng.randrange(2),
        games=rng.choice((1, 1, 2)),
        headless=rng.random() < 0.3,
        leaving=rng.random() < 0.3,
        folder=folder,
    )


def _short(game: AnyGame) -> list[dict[str, OptionValue]]:
    """The option sets of a game but the defaults, which can make it long."""
    sets = option_sets(game)
    return sets[1:] or sets


def undrawn() -> AbstractContextManager[object]:
    """Let clients draw no points: it takes most of their time, and other tests show that it can be done."""
    return patch.object(client, "check_drawable")


def play(game: AnyGame, seed: int) -> World:
    """Play one game with faults to its end; AssertionError if anything is not as it must be."""
    with TemporaryDirectory() as folder:
        world = world_of(game, seed, Path(folder))
        world.play_with_faults(Random(f"{seed}").choice(RATES))
        world.finish()
    return world
