"""The shell of the table server: sockets, timers, bots and the disk around the pure reducer.

One process has any number of tables. Each input of a table goes to :func:`serve`, whose effects are carried out in
their order. What follows a record waits until the record is safe. The records that gather meanwhile are kept together.
"""

import asyncio
import sys
import traceback
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import inf
from time import monotonic, time
from typing import Final, NamedTuple, TypeAlias

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from clockspades.engine.options import Json
from clockspades.network.bot_pool import BotPool
from clockspades.network.frames import WireError
from clockspades.network.limits import Failures, Limits, Rate
from clockspades.network.messages import TO_CLIENT, TO_HOST, Goodbye, Join, Refused
from clockspades.network.records import RECORDS, Opened
from clockspades.network.secrecy import digest
from clockspades.network.table_history import restore
from clockspades.network.table_model import (
    AskBot,
    BotChose,
    Close,
    Failed,
    Input,
    Kept,
    Left,
    Phase,
    Received,
    Restored,
    Send,
    StartTimer,
    Store,
    Table,
)
from clockspades.network.table_server import serve
from clockspades.network.table_store import Elsewhere, Lease, TableStore

NO_TABLE: Final = "No table here has this code: ask the host for a new invitation."
TOO_LATE: Final = "The connection ends, as nobody joined a table over it in time."
TOO_FAST: Final = "Your program sends too much at once, so the connection ends."
NOT_TEXT: Final = "A message must be a text frame."
JOIN_FIRST: Final = "The first message on a connection must be join."
CLOSED: Final = "The host has closed the table for now. It is kept: you can join again when the host opens it."
FAULT: Final = "The host's program failed on this message, so the connection ends. Nothing is lost."


class GameOver(NamedTuple):
    """A game at a table is over, and on the disk."""

    table: Table


Held: TypeAlias = tuple[int, Send | Close | AskBot]
"""What waits until the table has so many records in the store."""


@dataclass(eq=False, slots=True)
class _Hosted:
    """One table, and what is under way for it."""

    table: Table
    lease: Lease
    safe: Kept
    """What the records in the store say."""
    version: int
    """How many there are."""
    number: int
    """How many there will be when those below are there."""
    unsaved: list[Json] = field(default_factory=list)
    """The records that go into the store next."""
    append: "asyncio.Future[None] | None" = None
    """Under way: those before them."""
    held: deque[Held] = field(default_factory=deque)
    guests: dict[str, ServerConnection] = field(default_factory=dict)
    with_log: set[tuple[int, int]] = field(default_factory=set)
    """The numbers of games, and the seats that got their logs and then left."""
    told: int = -1
    """The number of the last game whose end was told."""

    @property
    def name(self) -> str:
        return self.table.kept.terms.table


class Host:
    """The tables of a process, and those who sit at them. All of it runs in one event loop."""

    def __init__(
        self,
        store: TableStore,
        bots: BotPool,
        limits: Limits | None = None,
        *,
        tell: Callable[[GameOver], object] = lambda _: None,
        joined: Callable[[int], object] = lambda _: None,
    ) -> None:
        """``tell`` hears of each game that is over, ``joined`` the file descriptor of each connection that joins."""
        self._store, self._bots, self._limits = store, bots, limits or Limits()
        self._tell, self._joined = tell, joined
        self._tables: dict[str, _Hosted] = {}
        """By the digest of their codes."""
        self._by_name: dict[str, _Hosted] = {}
        self._numbers = count(1)
        self._failures = Failures()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self._ends = False

    # -- tables ----------------------------------------------------------------------------------------

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table as it is now."""
        return tuple(hosted.table for hosted in self._by_name.values())

    @property
    def is_done(self) -> bool:
        """Whether all games are over and everybody has the logs, so that nobody will ask for the tables again."""
        return all(
            kept.phase is Phase.OVER and hosted.with_log >= {(kept.number, seat) for seat in kept.people}
            for hosted in self._by_name.values()
            for kept in (hosted.table.kept,)
        )

    async def open(self, opened: Opened) -> None:
        """Open a new table; NotSavedError if it can't be saved."""
        lease = await self._store.begin(opened.table, opened.code, RECORDS.as_json(opened), "", inf)
        self._give(self._add(restore([opened]), lease, 1), Restored())

    async def bring_back(self) -> None:
        """Open every table of the store as it was."""
        for name in await self._store.tables():
            lease = await self._store.claim(name, "", inf)
            if not isinstance(lease, Elsewhere):
                records = [RECORDS.from_json(record) for record in await self._store.read(name)]
                self._give(self._add(restore(records), lease, len(records)), Restored())

    def _add(self, table: Table, lease: Lease, version: int) -> _Hosted:
        hosted = _Hosted(table, lease, table.kept, version, version)
        self._tables[table.kept.terms.code] = self._by_name[hosted.name] = hosted
        if table.kept.phase is Phase.OVER:
            hosted.told = table.kept.number
        return hosted

    async def close(self, words: str = CLOSED) -> None:
        """Say farewell to everybody, and save what waits."""
        self._ends = True
        for timer in self._timers:
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        farewell = TO_CLIENT.write(Goodbye(words, final=False))
        guests = [guest for hosted in self._by_name.values() for guest in hosted.guests.values()]
        broadcast(guests, farewell)
        if guests:
            await asyncio.wait([asyncio.create_task(guest.close(CloseCode.GOING_AWAY)) for guest in guests], timeout=2)
        while appends := [each.append for each in self._by_name.values() if each.append is not None]:
            await asyncio.wait(appends)
        await asyncio.to_thread(self._bots.close)

    # -- connections -----------------------------------------------------------------------------------

    async def attend(self, connection: ServerConnection) -> None:
        """Serve one connection until it ends."""
        address = str((connection.remote_address or ("",))[0])
        with suppress(ConnectionClosed, OSError):
            join = await self._first(connection, address)
            hosted = None if join is None else self._tables.get(digest(join.code))
            if join is not None and hosted is None:
                await self._turn_away(connection, address, NO_TABLE)
            elif join is not None and hosted is not None:
                await self._seat(connection, hosted, join, address)

    async def _first(self, connection: ServerConnection, address: str) -> Join | None:
        """What the first frame of a connection asks for; None if it is no join, which was said then."""
        try:
            async with asyncio.timeout(self._limits.seconds_to_join):
                frame = await connection.recv()
            message = TO_HOST.read(frame) if isinstance(frame, str) else None
        except TimeoutError:
            await self._part(connection, TOO_LATE)
        except WireError as error:
            await self._turn_away(connection, address, str(error))
        else:
            if isinstance(message, Join):
                return message
            await self._turn_away(connection, address, JOIN_FIRST if message else NOT_TEXT)
        return None

    async def _turn_away(self, connection: ServerConnection, address: str, words: str) -> None:
        await asyncio.sleep(self._failures.pause(address))
        await self._part(connection, words)

    async def _part(self, connection: ServerConnection, words: str, *, final: bool = True) -> None:
        await connection.send(TO_CLIENT.write(Goodbye(words, final)))
        await connection.close()

    async def _seat(self, connection: ServerConnection, hosted: _Hosted, join: Join, address: str) -> None:
        name = str(next(self._numbers))
        hosted.guests[name] = connection
        rate = Rate(self._limits)
        try:
            self._give(hosted, Received(name, join))
            if name in hosted.table.live.lines:
                self._failures.forget(address)
                self._joined(connection.transport.get_extra_info("socket").fileno())
            async for frame in connection:
                if not rate.allows(len(frame), monotonic()):
                    await self._part(connection, TOO_FAST)
                    return
                try:
                    if not isinstance(frame, str):
                        raise WireError(NOT_TEXT)
                    message = TO_HOST.read(frame)
                except WireError as error:
                    self._deliver(hosted, Send((name,), Refused("", str(error))))
                else:
                    self._give(hosted, Received(name, message))
        finally:
            hosted.guests.pop(name, None)
            self._note_log(hosted, name, connection)
            if not self._ends:
                self._give(hosted, Left(name))

    def _note_log(self, hosted: _Hosted, name: str, connection: ServerConnection) -> None:
        """Note that a person got the log: they closed the connection in an orderly way after it was sent."""
        line = hosted.table.live.lines.get(name)
        closed = connection.protocol.close_rcvd is not None
        if closed and line is not None and line.has_log and line.seat is not None:
            hosted.with_log.add((hosted.table.kept.number, line.seat))

    # -- inputs and effects ----------------------------------------------------------------------------

    def _give(self, hosted: _Hosted, given: Input) -> None:
        """Give a table an input, and carry out the effects. A fault in the reducer ends one connection, no table."""
        try:
            hosted.table, effects = serve(hosted.table, given, time())
        except Exception as error:
            _report(error)
            if isinstance(given, Received):
                self._deliver(hosted, Close(given.connection, FAULT, final=False))
            return
        for effect in effects:
            match effect:
                case Store(record):
                    hosted.number += 1
                    hosted.unsaved.append(RECORDS.as_json(record))
                case Send() | Close() | AskBot():
                    if hosted.number > hosted.version:
                        hosted.held.append((hosted.number, effect))
                    else:
                        self._deliver(hosted, effect)
                case StartTimer(timer, seconds):
                    self._start_timer(hosted, timer, seconds)
        if hosted.unsaved and hosted.append is None:
            self._save(hosted)
        self._tell_end(hosted)

    def _deliver(self, hosted: _Hosted, effect: Send | Close | AskBot) -> None:
        match effect:
            case Send(to, message):
                guests = [hosted.guests[name] for name in to if name in hosted.guests]
                if guests:
                    broadcast(guests, TO_CLIENT.write(message))
                for guest in guests:
                    if guest.transport.get_write_buffer_size() > self._limits.unread_bytes:
                        guest.transport.abort()  # nothing can be said to who reads nothing
            case Close(name, words, final, is_break_in):
                guest_to_go = hosted.guests.pop(name, None)
                if guest_to_go is not None:
                    self._start(self._end(guest_to_go, words, final=final, is_break_in=is_break_in))
            case AskBot():
                self._start(self._choose(hosted, effect))

    async def _end(self, connection: ServerConnection, words: str, *, final: bool, is_break_in: bool) -> None:
        with suppress(ConnectionClosed, OSError):
            if is_break_in:
                await self._turn_away(connection, str((connection.remote_address or ("",))[0]), words)
            else:
                await self._part(connection, words, final=final)

    async def _choose(self, hosted: _Hosted, asked: AskBot) -> None:
        terms = hosted.table.kept.terms
        try:
            action = await self._bots.choose(terms.game.name, asked.bot, asked.view, asked.seed)
        except Exception as error:
            _report(error)
            return
        self._give(hosted, BotChose(asked.epoch, asked.at, action))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _start_timer(self, hosted: _Hosted, given: Input, seconds: float) -> None:
        def ring() -> None:
            self._timers.discard(timer)
            self._give(hosted, given)

        timer = asyncio.get_running_loop().call_later(seconds, ring)
        self._timers.add(timer)

    # -- the store -------------------------------------------------------------------------------------

    def _save(self, hosted: _Hosted) -> None:
        """Keep all records that wait."""
        records, hosted.unsaved = hosted.unsaved, []
        append = asyncio.ensure_future(self._store.append(hosted.lease, hosted.version, records))
        hosted.append = append
        append.add_done_callback(partial(self._saved, hosted, hosted.table.kept, hosted.number))

    def _saved(self, hosted: _Hosted, kept: Kept, version: int, append: "asyncio.Future[None]") -> None:
        """Let out what waited for records that are safe now; they say what is ``kept``."""
        hosted.append = None
        if append.cancelled():
            return
        if (error := append.exception()) is not None:
            self._go_back(hosted, str(error))
            return
        hosted.safe, hosted.version = kept, version
        while hosted.held and hosted.held[0][0] <= version:
            self._deliver(hosted, hosted.held.popleft()[1])
        if hosted.unsaved:
            self._save(hosted)
        self._tell_end(hosted)

    def _go_back(self, hosted: _Hosted, words: str) -> None:
        """Let a table go on from what is in the store."""
        hosted.held.clear()
        hosted.unsaved.clear()
        hosted.number = hosted.version
        self._give(hosted, Failed(hosted.safe, words, tuple(hosted.guests)))

    def _tell_end(self, hosted: _Hosted) -> None:
        kept = hosted.table.kept
        if kept.phase is Phase.OVER and hosted.told < kept.number and hosted.number == hosted.version:
            hosted.told = kept.number
            self._tell(GameOver(hosted.table))


def _report(error: Exception) -> None:
    """Say where the program failed, but not with which values: they may be cards or keys."""
    places = [
        f"{place.name} ({place.filename.rpartition('clockspades')[2]}:{place.lineno})"
        for place in reversed(traceback.extract_tb(error.__traceback__)[-4:])
    ]
    words = f"clockspades: internal error, please report it: {type(error).__name__} in {' < '.join(places)}"
    with suppress(OSError):
        sys.stderr.write(f"{words}\n")
