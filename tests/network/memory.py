"""A host in memory: the pure server reducer, with clients in the same loop and nothing that waits."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from clockspades.engine.game import AnyGame
from clockspades.engine.options import OptionValue
from clockspades.network.client import client as my
from clockspades.network.client.client import Client, Link, Ticket
from clockspades.network.client.connection import tell_nobody
from clockspades.network.client.elsewhere import Elsewhere
from clockspades.network.client.received_log import ReceivedLogError, keep_log
from clockspades.network.meeting.invitation import EXAMPLE
from clockspades.network.table.kept import OpenedTable, restore
from clockspades.network.table.served_table import (
    BotAnswered,
    CallBot,
    Close,
    GiveLater,
    Left,
    Received,
    Send,
    ServedTable,
    ServerInput,
    TimeUp,
)
from clockspades.network.table.table_server import serve
from clockspades.network.wire import messages as say
from clockspades.network.wire.messages import OPEN, TO_CLIENT, TO_HOST, ToClient, ToHost
from clockspades.network.wire.secrecy import digest
from clockspades.network.wire.words import says_of
from clockspades.saved.archive import data_directory
from clockspades.table.effects import Act, MakeDeal

CODE = "K7Q2M9X4TB"
HOST_KEY = "0f" * 16


class MemoryHost:
    """One table. Frames go through their JSON form, and each is dealt with before the next."""

    def __init__(
        self,
        game: AnyGame,
        options: Mapping[str, OptionValue] | None = None,
        kinds: tuple[str, ...] = (),
        **terms: Any,
    ) -> None:
        configured = game.configure({**(options or {})})
        taken = kinds or (OPEN,) * game.seats(configured)
        self.game = game
        self.now = 1_800_000_000.0
        opened = OpenedTable(
            "T1", game.name, configured, b"Z" * 32, digest(CODE), digest(HOST_KEY), taken, game.quickest_bot,
            **terms,
        )  # fmt: skip
        self.table = ServedTable(restore([opened]))
        self.is_down = False
        self.sent: list[tuple[MemoryConnection, str]] = []
        """Every frame to a client."""
        self.late: list[TimeUp] = []
        """Timers of the limit."""
        self._connections: dict[str, MemoryConnection] = {}
        self._number = 0
        self._work: deque[Callable[[], None]] = deque()
        self._works = False

    def seat(
        self, name: str, number: int | None = None, *, hosts: bool = False, watch: bool = False
    ) -> "MemoryConnection":
        """Somebody who joins once they begin."""
        key = "" if watch else HOST_KEY if hosts else f"{len(name):02x}{name.encode().hex():0<30}"
        return MemoryConnection(self, Ticket(CODE, key, name, number, watch))

    def do(self, work: Callable[[], None]) -> None:
        """Do something after what waits already."""
        self._work.append(work)
        if self._works:
            return
        self._works = True
        try:
            while self._work:
                self._work.popleft()()
        finally:
            self._works = False

    def connect(self, connection: "MemoryConnection") -> None:
        if self.is_down:
            connection.take(my.Disconnected("The host does not answer.", 1.0))
            return
        self._number += 1
        connection.name = f"c{self._number}"
        self._connections[connection.name] = connection
        connection.take(my.Connected())

    def hear(self, name: str, message: ToHost) -> None:
        self.serve(Received(name, TO_HOST.read_text(TO_HOST.write_text(message))))

    def serve(self, given: ServerInput) -> None:
        self.now += 2.0
        self.table, effects = serve(self.table, given, self.now, self.now)
        for effect in effects:
            match effect:
                case Send(to, message):
                    for name in to:
                        self._send(name, message)
                case Close(name, words, final, _):
                    self._send(name, say.Goodbye(words, final, says_of(words)))
                    connection = self._connections.get(name)
                    if connection is not None:
                        self.do(lambda connection=connection: self.cut(connection))  # type: ignore[misc]
                case CallBot():
                    action = self.game.make_bot(effect.bot, Random(effect.seed)).choose(effect.view)
                    self._serve_later(BotAnswered(effect.epoch, effect.at, action))
                case GiveLater(TimeUp() as timer):
                    self.late.append(timer)
                case GiveLater(timer):
                    self._serve_later(timer)

    def _serve_later(self, given: ServerInput) -> None:
        self.do(lambda: self.serve(given))

    def _send(self, name: str, message: ToClient) -> None:
        connection = self._connections.get(name)
        if connection is not None:
            frame = TO_CLIENT.write_text(message)
            self.sent.append((connection, frame))
            self.do(lambda: connection.take(my.Got(TO_CLIENT.read_text(frame))) if connection.name == name else None)

    def cut(self, connection: "MemoryConnection", words: str = "The connection was cut.") -> None:
        """Cut a connection; both ends notice."""
        name, connection.name = connection.name, ""
        if self._connections.pop(name, None) is not None:
            self.do(lambda: self.serve(Left(name)))
            self.do(lambda: connection.take(my.Disconnected(words, 1.0)))

    def time_up(self) -> None:
        """Let the limit of whoever decides end."""
        self.do(lambda: self.serve(self.late[-1]))


class MemoryConnection:
    """A client in memory, as :class:`TableConnection` is one over a socket."""

    invitation = EXAMPLE

    def __init__(self, host: MemoryHost, ticket: Ticket) -> None:
        self.host, self.client = host, Client(ticket, "1")
        self.tell: Callable[[Client, ToClient | None], object] = lambda *_: None
        self.name = ""
        self.log_path: Path | None = None
        self.log_fault = ""
        self.pauses: list[float] = []
        self.is_forgotten = False

    def give(self, given: my.ClientInput) -> None:
        self.host.do(lambda: self.take(given))

    async def run(self) -> None:
        self.give(my.Started())
        try:
            await asyncio.Event().wait()
        finally:
            self.host.cut(self)

    def forget_seat(self) -> None:
        self.is_forgotten = True

    def take(self, given: my.ClientInput) -> None:
        before = self.client
        self.client, effects = my.update(before, given)
        told, answers = None, list[my.ClientInput]()
        for effect in effects:
            match effect:
                case my.Connect():
                    self.host.do(lambda: self.host.connect(self))
                case my.Post(message):
                    self.host.do(lambda message=message, name=self.name: self.host.hear(name, message))  # type: ignore[misc]
                case my.Pause(seconds):
                    self.pauses.append(seconds)
                case my.HangUp():
                    self.host.do(lambda: self.host.cut(self))
                case my.DrawShare(table, deal):
                    share = digest(f"{self.client.ticket.name} {table} {deal}")
                    answers.append(my.Drawn(table, deal, bytes.fromhex(share)))
                case my.KeepLedger(ledger):
                    answers.append(my.LedgerKept(ledger))
                case my.Tell(message):
                    told = message
        if self.client.has_log and not before.has_log and self.client.game is not None:
            with suppress(ReceivedLogError):
                self.log_path, self.log_fault = keep_log(
                    "".join(self.client.log), self.client.game, data_directory() / "games", self.client.ledger_of_game
                )
        if self.client is not before or told is not None:
            self.tell(self.client, told)
        for answer in answers:
            self.take(answer)


class MemoryElsewhere(Elsewhere):
    """The seat at a table in memory."""

    def __init__(self, connection: MemoryConnection) -> None:
        self.server = None
        self._is_new = False
        self.connection = connection
        self._kept = connection  # type: ignore[assignment]
        self.give, self.run, self.forget_seat = connection.give, connection.run, connection.forget_seat  # type: ignore[method-assign]
        connection.tell = lambda client, message: self._tell(client, message)
        self._tell = tell_nobody
        self._running = None

    @property
    def client(self) -> Client:  # type: ignore[override]
        return self.connection.client

    @property
    def log_path(self) -> Path | None:  # type: ignore[override]
        return self.connection.log_path

    @property
    def log_fault(self) -> str:  # type: ignore[override]
        return self.connection.log_fault


class Machine:
    """Somebody at a table in memory who does what is legal at once, without a screen."""

    def __init__(self, connection: MemoryConnection, rng: Random | None = None) -> None:
        self.connection = connection
        self.rng = rng or Random(connection.client.ticket.name)
        self.agrees = True
        self.plays = True
        self.wants_again = False
        connection.tell = self._hear
        connection.give(my.Started())

    def _hear(self, client: Client, message: ToClient | None) -> None:
        if client.link is not Link.HERE or client.seat is None:
            return
        asked = client.asked
        if asked is not None and client.seat in asked.waiting and isinstance(message, say.TakebackAsked | say.Seats):
            self.connection.give(my.Want(say.AnswerTakeback(client.epoch, asked.point, self.agrees)))
        if client.has_log and self.wants_again and not client.wants_again:
            self.connection.give(my.Want(say.Again(client.number)))
        self.play()

    def play(self) -> None:
        """Do what is due."""
        client = self.connection.client
        game: Any = client.game
        if not self.plays or game is None or not game.points or client.pending is not None:
            return
        rules, view = game.game.rules, game.points[-1].view
        if rules.deal_due(view):
            if not client.is_ready:
                self.connection.give(MakeDeal())
        elif rules.to_act(view) == client.seat:
            self.connection.give(Act(self.rng.choice(rules.legal_actions(view))))
