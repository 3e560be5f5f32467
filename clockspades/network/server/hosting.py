"""The shell of the table server: sockets, timers, bots and the disk around the pure reducer.

One process has any number of tables. Each input of a table goes to :func:`serve`, whose effects are carried out in
their order. What follows a record waits until the record is safe. The records that gather meanwhile are kept together.

If other processes share the store, :class:`Owners` says which of them serves a table, and who comes to a table of
another process is carried there.
"""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import count
from math import inf
from time import monotonic, time
from typing import Final, TypeAlias

from websockets.asyncio.server import Server, ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from clockspades.engine.codec import CodecError
from clockspades.engine.options import Json
from clockspades.engine.phrases import sentence
from clockspades.language import N_, speaking
from clockspades.network.server.bot_pool import BotPool
from clockspades.network.server.listening import Failures, Limits, Rate
from clockspades.network.server.notices import ServerEvent, ServerNotice
from clockspades.network.server.relay import NOT_HERE, carry, client_behind, listen_inside, reach
from clockspades.network.stores import table_store
from clockspades.network.stores.owners import LEASE, Owners
from clockspades.network.table import kept as record
from clockspades.network.table import served_table as model
from clockspades.network.table.kept import KeptTable, TablePhase
from clockspades.network.table.people import NO_TABLE
from clockspades.network.table.served_table import ServedTable
from clockspades.network.table.table_server import JOIN_FIRST, serve
from clockspades.network.wire import messages as say
from clockspades.network.wire.secrecy import digest
from clockspades.network.wire.words import says_of, worded

TOO_LATE: Final = N_("The connection ends, as nobody joined a table over it in time.")
TOO_FAST: Final = N_("Your program sends too much at once, so the connection ends.")
NOT_TEXT: Final = N_("A message must be a text frame.")
NOTHING_TO_OPEN: Final = N_("No table can be opened here: this server is for the one table of its host.")
CODE_TAKEN: Final = N_("Another table has this code: draw a new one.")
UNSAVED: Final = N_("The server could not save your table ({fault}): try again later.")
CLOSED: Final = N_("The host has closed the table for now. It is kept: you can join again when the host opens it.")
MOVED: Final = N_("The table moves to another server: join again, and go on there.")
NOT_NOW: Final = N_("The server can't reach its tables now: try again in a moment.")
FAULT: Final = N_("The host's program failed on this message, so the connection ends. Nothing is lost.")
BROKEN: Final = N_(
    "The host's program failed at this table, so the table ends here. What was played is kept: tell the host."
)
DAMAGED: Final = N_("This table can't be brought back, as what was kept of it is damaged: tell the host.")
REMOVED: Final = N_("Whoever runs this server has removed the table.")
TOO_LONG: Final = N_("This game has grown too long for your program: install a newer clockspades, and join again.")

SECONDS_TO_FIND: Final = 10.0
"""Seconds that a client waits for a table whose owner has died, or for a store that does not answer."""
LOOK_AGAIN: Final = 0.2
"""Seconds after which a table is looked for again."""


class NotOpenedError(Exception):
    """A table that a client may not open; the message is a sentence for its person, which can be :class:`Worded`."""

    def __init__(self, words: str, reason: str, *, final: bool = True) -> None:
        """``reason`` is that of :class:`TurnedAway`; ``final`` says that asking again is no use."""
        super().__init__(words)
        self.reason, self.final = reason, final


_Waiting: TypeAlias = model.Store | model.Send | model.Close | model.CallBot


@dataclass(eq=False, slots=True, repr=False)
class _Hosted:
    """One table, and what is under way for it. A callback may have it: it has no text that could be printed."""

    table: ServedTable
    lease: table_store.Lease
    safe: KeptTable
    """What the records in the store say."""
    version: int
    """How many there are."""
    waiting: list[tuple[_Waiting, float]] = field(default_factory=list)
    """The records that go into the store next, and what waits for them, each with the time when it was made."""
    saving: "asyncio.Task[None] | None" = None
    """What takes them there, and those before them."""
    guests: dict[str, ServerConnection] = field(default_factory=dict)
    with_log: set[tuple[int, int]] = field(default_factory=set)
    """The numbers of games, and the seats that got their logs and then left."""
    told: int = -1
    """The number of the last game whose end was told."""
    is_gone: bool = False
    """Whether another process may own it by now, or it was removed."""
    is_broken: bool = False
    """Whether the program failed at it, so that it takes no input any more."""

    @property
    def name(self) -> str:
        return self.table.kept.terms.table


def peer_of(connection: ServerConnection) -> str:
    return str((connection.remote_address or ("",))[0])


class Host:
    """The tables of a process, and those who sit at them. All of it runs in one event loop."""

    def __init__(
        self,
        store: table_store.TableStore,
        bots: BotPool,
        limits: Limits | None = None,
        *,
        tell: Callable[[ServerNotice], object] = lambda _: None,
        joined: Callable[[int], object] = lambda _: None,
        admit: Callable[[say.Open, str], record.OpenedTable] | None = None,
        address_of: Callable[[ServerConnection], str] = peer_of,
    ) -> None:
        """``tell`` is called with each notice, ``joined`` with the file descriptor of each connection that joins.

        ``admit`` is called with the wish of a client and its address, and returns the table to open or raises
        NotOpenedError; without it, no client can open one. ``address_of`` says where a connection comes from.
        """
        self._store, self._bots, self._limits = store, bots, limits or Limits()
        bots.tell = lambda words: self._note("no processes for bots", logging.WARNING, reason=words)
        self._tell, self._joined, self._admit, self._address_of = tell, joined, admit, address_of
        self._tables: dict[str, _Hosted] = {}
        """By the digest of their codes."""
        self._by_name: dict[str, _Hosted] = {}
        self.damaged: dict[str, str] = {}
        """By table why it can't be brought back, in a sentence."""
        self._opening: dict[str, asyncio.Task[None]] = {}
        """Tables of clients that are not saved yet, by the digest of their codes."""
        self._numbers = count(1)
        self._failures = Failures()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timers: set[asyncio.TimerHandle] = set()
        self.ssh = 0
        """The port at which guests come in over SSH; 0 if they can't."""
        self._ends = False
        self._ticking: asyncio.Task[None] | None = None
        self._owners: Owners | None = None
        """Who owns which table, if other processes share the store."""
        self._inside: Server | None = None
        self._secret = ""
        self._carried: set[ServerConnection] = set()
        """Connections to tables of other processes."""

    @property
    def tables(self) -> tuple[ServedTable, ...]:
        return tuple(hosted.table for hosted in self._by_name.values())

    @property
    def is_done(self) -> bool:
        """Whether all games are over and everybody has the logs, so that nobody will ask for the tables again."""
        return all(
            kept.phase is TablePhase.STOPPED
            or (kept.phase is TablePhase.OVER and hosted.with_log >= {(kept.number, seat) for seat in kept.people})
            for hosted in self._by_name.values()
            for kept in (hosted.table.kept,)
        )

    @property
    def connections(self) -> int:
        return sum(len(hosted.guests) for hosted in self._by_name.values())

    @property
    def size(self) -> int:
        return len(self._by_name) + len(self._opening)

    def has_table(self, code: str) -> bool:
        """Whether there is a table whose code has this digest, or one is being opened."""
        return code in self._tables or code in self._opening

    def is_visited(self, table: str) -> bool:
        hosted = self._by_name.get(table)
        return hosted is not None and bool(hosted.guests)

    def keep(self, table: str, seconds: float) -> None:
        """Let a store that is shared forget the table with this name after so many seconds."""
        hosted = self._by_name[table]
        self._start(self._try(self._store.keep(hosted.lease, hosted.table.kept.terms.code, seconds)))

    def remove(self, table: str) -> None:
        """Forget the table with this name, at which nobody is: nobody will ask for it again."""
        assert not self._by_name[table].guests, "people are at this table"
        self._start(self._try(self._remove_kept(self._forget_removed(table))))

    async def _try(self, work: Awaitable[None]) -> None:
        """Let the store do something that is done again later if it fails: in a minute, or after the next start."""
        with suppress(table_store.LeaseLostError, table_store.NotSavedError, table_store.StoreAwayError):
            await work

    async def take_away(self, table: str) -> None:
        """Forget a table, whoever is there. LeaseLostError, NotSavedError or StoreAwayError if the store keeps it."""
        await self._flush(table)
        if (hosted := self._by_name.get(table)) is not None:
            hosted.is_gone = True  # it takes nothing more
            try:
                await self._remove_kept(hosted)
            except table_store.NotSavedError as error:
                hosted.is_gone = table not in self._by_name
                self._give(hosted, model.NotStored(hosted.safe, str(error), tuple(hosted.guests)))
                raise
        else:
            await remove_from(self._store, table, "" if self._owners is None else self._owners.owner)
            self.damaged.pop(table, None)

    def _forget_removed(self, table: str) -> _Hosted:
        hosted = self._forget(table)
        terms, phase = hosted.table.kept.terms, hosted.table.kept.phase
        self._note("table removed", table=table, game=terms.game, phase=phase.value)
        self._start(self._say_farewell([*hosted.guests.values()], REMOVED, final=True))
        return hosted

    def _forget(self, table: str) -> _Hosted:
        hosted = self._by_name.pop(table)
        del self._tables[hosted.table.kept.terms.code]
        hosted.is_gone = True
        hosted.waiting.clear()
        return hosted

    async def _remove_kept(self, hosted: _Hosted) -> None:
        try:
            if hosted.saving is not None:
                await asyncio.wait([hosted.saving])
            await self._store.remove(hosted.lease, hosted.table.kept.terms.code)
            if hosted.name in self._by_name:
                self._forget_removed(hosted.name)
        finally:
            if self._owners is not None:
                self._owners.lose(hosted.lease)

    async def share(self, address: tuple[str, int]) -> None:
        """Let other processes that share the store bring people to tables of this one: call it before anything else.

        They connect to this address of a network that nobody else uses. Port 0 is any that is free. OSError if this
        machine can't listen there, StoreAwayError if the store does not answer.
        """
        assert isinstance(self._store, table_store.SharedStore), "other processes can't use this store"
        self._secret = await self._store.secret()
        self._inside = await listen_inside(address, self._secret, self._attend_inside)
        port = next(iter(self._inside.sockets)).getsockname()[1]
        host = f"[{address[0]}]" if ":" in address[0] else address[0]
        self._owners = Owners(self._store, f"ws://{host}:{port}", load=self._load, flush=self._flush, drop=self._drop)

    async def open(self, opened: record.OpenedTable) -> None:
        """Open a new table; NotSavedError or StoreAwayError if it can't be saved."""
        self._check_shared()
        owner, seconds = ("", inf) if self._owners is None else (self._owners.owner, LEASE)
        asked = monotonic()
        lease = await self._store.begin(opened.table, opened.code, record.RECORDS.write_text(opened), owner, seconds)
        if self._owners is not None:
            self._owners.own(lease, asked)
        await self._load(lease, [record.RECORDS.write_text(opened)])
        if (hosted := self._by_name.get(opened.table)) is not None:
            kept = hosted.table.kept
            self._note("table opened", table=hosted.name, game=kept.terms.game, seats=len(kept.seats))

    async def bring_back(self) -> None:
        """Open every table of the store as it was. Tables that several processes share open when somebody comes.

        One that is damaged is left out: :attr:`damaged` says why.
        """
        self._check_shared()
        for words in self._store.losses:
            self._note("store damaged", logging.ERROR, reason=words)
        if self._owners is None:
            for name in await self._store.tables():
                lease = await self._store.claim(name, "", inf)
                assert not isinstance(lease, table_store.OwnedElsewhere), "the store is for this process alone"
                with suppress(record.RecordError):
                    await self._load(lease, await self._store.read(name))

    def _check_shared(self) -> None:
        is_shared = isinstance(self._store, table_store.SharedStore)
        assert self._owners is not None or not is_shared, "a store that is shared needs share() first"

    async def _load(self, lease: table_store.Lease, records: Sequence[str]) -> None:
        """Serve a table that has these records; RecordError if they make none. Other tables are served meanwhile."""
        try:
            table = ServedTable(await asyncio.to_thread(record.restored, records))
        except record.RecordError as error:
            self.damaged[lease.table] = words = str(error)
            where, _, _ = words.partition(":")  # what follows can name cards
            self._note("table damaged", logging.ERROR, table=lease.table, reason=where)
            raise
        if self._owners is not None and not self._owners.has(lease):
            return
        hosted = _Hosted(table, lease, table.kept, len(records))
        self._tables[table.kept.terms.code] = self._by_name[hosted.name] = hosted
        if table.kept.phase is TablePhase.OVER:
            hosted.told = table.kept.number
        self._give(hosted, model.Restored())
        if self._ticking is None:
            self._ticking = asyncio.create_task(self._tick())

    async def _tick(self) -> None:
        """Tell tables of the time that passes, as long as anybody is there."""
        while True:
            await asyncio.sleep(model.TICK)
            for hosted in [*self._by_name.values()]:
                if hosted.guests:
                    self._give(hosted, model.Ticked())

    async def close(self, words: str = CLOSED) -> None:
        """Save what waits, let other processes have the tables, and say farewell to everybody."""
        self._ends = True
        if self._ticking is not None:
            self._ticking.cancel()
        for timer in self._timers:
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        guests = {*self._carried}.union(*(hosted.guests.values() for hosted in self._by_name.values()))
        if self._owners is not None and self._inside is not None:
            await self._owners.close()
            await self._say_farewell(guests, MOVED)
            self._inside.close()
        else:
            await self._say_farewell(guests, words)
            for name in [*self._by_name]:
                await self._flush(name)
        await asyncio.to_thread(self._bots.close)

    async def _say_farewell(self, guests: Iterable[ServerConnection], words: str, *, final: bool = False) -> None:
        broadcast(guests, say.TO_CLIENT.write_text(say.Goodbye(words, final, says_of(words))))
        closing = [asyncio.create_task(guest.close(CloseCode.GOING_AWAY)) for guest in guests]
        if closing:
            await asyncio.wait(closing, timeout=2)

    async def attend(self, connection: ServerConnection) -> None:
        address = self._address_of(connection)
        with suppress(ConnectionClosed, OSError):
            first = await self._first(connection, address)
            if isinstance(first, say.Open):
                first = await self._first(connection, address) if await self._open(connection, first, address) else None
            match first:
                case say.Join() if self._owners is not None:
                    await self._lead(connection, self._owners, first, address)
                case say.Join(code):
                    hosted = self._tables.get(digest(code))
                    if hosted is not None:
                        await self._seat(connection, hosted, first, address)
                    elif await self._store.find(digest(code)) in self.damaged:
                        await self._part(connection, DAMAGED)
                    else:
                        await self._turn_away(connection, address, NO_TABLE, "code")
                case say.Open():
                    await self._turn_away(connection, address, JOIN_FIRST, "form")

    async def _open(self, connection: ServerConnection, wish: say.Open, address: str) -> bool:
        """Open a table for a client; return False if it may not, which was said then."""
        code = digest(wish.code)
        try:
            if self._admit is None:
                raise NotOpenedError(NOTHING_TO_OPEN, "access")
            with speaking():
                opened = self._admit(wish, address)
            name = await self._opened(code, wish.host)
            if name is None:
                if code not in self._opening:
                    self._opening[code] = asyncio.create_task(self.open(opened))
                    self._opening[code].add_done_callback(lambda _: self._opening.pop(code))
                with suppress(table_store.CodeTakenError):  # another process was quicker
                    await asyncio.shield(self._opening[code])
                name = await self._opened(code, wish.host) or opened.table
        except NotOpenedError as error:
            is_guess = error.reason in ("access", "code")
            await self._turn_away(
                connection, address, error.args[0], error.reason, is_guess=is_guess, final=error.final
            )
            return False
        except (table_store.StoreAwayError, table_store.NotSavedError) as error:
            self._note("disk refused", logging.ERROR, tables=1, reason=str(error))
            is_away = isinstance(error, table_store.StoreAwayError)
            await self._part(connection, NOT_NOW if is_away else worded(UNSAVED, fault=str(error)), final=not is_away)
            return False
        await connection.send(say.TO_CLIENT.write_text(say.HasOpened(name)))
        return True

    async def _opened(self, code: str, host: str) -> str | None:
        """The table with this digest of its code, here or in a shared store; NotOpenedError if it has another host.

        StoreAwayError if nobody knows.
        """
        hosted = self._tables.get(code)
        if hosted is not None:
            name, owner = hosted.name, hosted.table.kept.terms.host
        elif self._owners is not None and (table := await self._store.find(code)) is not None:
            first = record.opening(await self._store.read(table))
            name, owner = table, None if first is None else first.host
        else:
            return None
        if owner != host:
            raise NotOpenedError(CODE_TAKEN, "code")
        return name

    async def _lead(self, connection: ServerConnection, owners: Owners, join: say.Join, address: str) -> None:
        """Bring somebody to a table, wherever it is; claim it if nobody owns it any more."""
        latest, code = monotonic() + SECONDS_TO_FIND, digest(join.code)
        while monotonic() < latest and not self._ends and connection.close_code is None:
            pause = LOOK_AGAIN
            with suppress(table_store.StoreAwayError):
                table = self._tables[code].name if code in self._tables else await self._store.find(code)
                if table is None:
                    await self._turn_away(connection, address, NO_TABLE, "code")
                    return
                if table in self.damaged:
                    await self._part(connection, DAMAGED)
                    return
                self._has_joined(connection)  # who knows a code is no stranger, and may wait
                match await owners.come(table):
                    case True if (hosted := self._by_name.get(table)) is not None:
                        await self._seat(connection, hosted, join, address)
                        return
                    case table_store.OwnedElsewhere(owner, seconds):
                        if await self._carry(connection, owner, seconds, join, address):
                            return
                        pause = min(LOOK_AGAIN, seconds)
            await asyncio.sleep(pause)
        await self._part(connection, NOT_NOW, final=False)

    async def _carry(
        self, connection: ServerConnection, owner: str, seconds: float, join: say.Join, address: str
    ) -> bool:
        """Let somebody sit at a table of another process; return False if that is not to be had in these seconds."""
        found = await reach(owner, self._secret, address, say.TO_HOST.write_text(join), seconds)
        if found is None:
            return False
        there, answer = found
        self._carried.add(connection)
        try:
            await connection.send(answer)
            self._failures.forget(address)
            if await carry(connection, there, Rate(self._limits)):
                await connection.close(CloseCode.GOING_AWAY)
            else:
                await self._turn_away(connection, address, TOO_FAST, "fast", is_guess=False)
        finally:
            self._carried.discard(connection)
            there.transport.abort()  # nothing if it has ended; else somebody would sit there who has gone
        return True

    async def _attend_inside(self, connection: ServerConnection) -> None:
        """Serve a connection that another process has brought here."""
        address = client_behind(connection)
        with suppress(ConnectionClosed, OSError):
            join = await self._first(connection, address)
            hosted = self._tables.get(digest(join.code)) if isinstance(join, say.Join) else None
            if isinstance(join, say.Join) and hosted is not None and await self._is_ours(hosted):
                await self._seat(connection, hosted, join, address)
            else:
                await connection.close(NOT_HERE)

    async def _is_ours(self, hosted: _Hosted) -> bool:
        """Whether messages to a table can be taken: certainly no other process owns it. It may wait for the store."""
        if self._owners is None or self._owners.is_sure(hosted.name):
            return True
        return not hosted.is_gone and await self._owners.come(hosted.name) is True and not hosted.is_gone

    async def _first(self, connection: ServerConnection, address: str) -> say.Join | say.Open | None:
        """What the next frame of a connection asks for; None if it is neither, which was said then."""
        try:
            async with asyncio.timeout(self._limits.seconds_to_join):
                frame = await connection.recv()
            message = say.TO_HOST.read_text(frame) if isinstance(frame, str) else None
        except TimeoutError:
            await self._turn_away(connection, address, TOO_LATE, "late", is_guess=False)
        except CodecError as error:
            await self._turn_away(connection, address, sentence(str(error)), "form")
        else:
            if isinstance(message, say.Join | say.Open):
                return message
            await self._turn_away(connection, address, JOIN_FIRST if message else NOT_TEXT, "form")
        return None

    async def _turn_away(
        self, connection: ServerConnection, address: str, words: str, reason: str, *,
        is_guess: bool = True, final: bool = True,
    ) -> None:  # fmt: skip
        """End a connection that gets no seat, after a pause if it may have guessed."""
        self._note("connection refused", logging.WARNING, reason=reason, address=address)
        if is_guess:
            await asyncio.sleep(self._failures.pause(address))
        await self._part(connection, words, final=final)

    async def _part(self, connection: ServerConnection, words: str, *, final: bool = True) -> None:
        await connection.send(say.TO_CLIENT.write_text(say.Goodbye(words, final, says_of(words))))
        await connection.close()

    async def _seat(self, connection: ServerConnection, hosted: _Hosted, join: say.Join, address: str) -> None:
        if hosted.is_broken:
            await self._part(connection, BROKEN)
            return
        name = str(next(self._numbers))
        hosted.guests[name] = connection
        rate = Rate(self._limits)
        try:
            if not await self._is_ours(hosted):
                return
            self._give(hosted, model.Received(name, join))
            if name in hosted.table.live.lines:
                self._failures.forget(address)
                self._has_joined(connection)
            async for frame in connection:
                if not rate.allows(len(frame), monotonic()):
                    await self._turn_away(connection, address, TOO_FAST, "fast", is_guess=False)
                    return
                if self._owners is not None and not await self._is_ours(hosted):
                    return
                try:
                    if not isinstance(frame, str):
                        raise CodecError(NOT_TEXT, "")
                    message = say.TO_HOST.read_text(frame)
                except CodecError as error:
                    self._deliver(hosted, model.Send((name,), say.Refused("", sentence(str(error)))))
                    rate.charge(self._limits.dear)
                else:
                    is_refused = self._give(hosted, model.Received(name, message))
                    if is_refused or not isinstance(message, say.ActAt | say.Commit | say.Share):
                        rate.charge(self._limits.dear)
        finally:
            hosted.guests.pop(name, None)
            line = hosted.table.live.lines.get(name)
            if line is not None and line.has_log and line.seat is not None and connection.protocol.close_rcvd:
                hosted.with_log.add((hosted.table.kept.number, line.seat))  # it was closed in an orderly way after that
            if not self._ends:
                self._give(hosted, model.Left(name))

    def _has_joined(self, connection: ServerConnection) -> None:
        self._joined(connection.transport.get_extra_info("socket").fileno())

    def _give(self, hosted: _Hosted, given: model.ServerInput) -> bool:
        """Give a table an input, and carry out the effects; return whether it was a message that was refused.

        If it fails on a message, nothing has changed, and only the connection of that message ends.
        """
        if hosted.is_gone or hosted.is_broken:
            return False
        with self._breaking(hosted):
            try:
                with speaking():  # what is heard elsewhere
                    hosted.table, effects = serve(hosted.table, given, monotonic(), time())
            except Exception as error:
                if not isinstance(given, model.Received):
                    raise
                self._tell(fault_of(error))
                self._deliver(hosted, model.Close(given.connection, FAULT, final=False))
            else:
                self._carry_out(hosted, effects)
                return any(isinstance(each, model.Send) and isinstance(each.message, say.Refused) for each in effects)
        return False

    @contextmanager
    def _breaking(self, hosted: _Hosted) -> Iterator[None]:
        """End a table where something fails at it, and go on with all others."""
        try:
            yield
        except Exception as error:
            self._tell(fault_of(error))
            if not hosted.is_broken:
                hosted.is_broken = True
                hosted.waiting.clear()
                self._start(self._say_farewell([*hosted.guests.values()], BROKEN, final=True))

    def _carry_out(self, hosted: _Hosted, effects: Iterable[model.ServerEffect]) -> None:
        for effect in effects:
            match effect:
                case model.GiveLater(timer, seconds):
                    self._start_timer(hosted, timer, seconds)
                case model.Send() | model.Close() | model.CallBot() if hosted.saving is None:
                    self._deliver(hosted, effect)
                case _:
                    hosted.waiting.append((effect, monotonic()))
                    hosted.saving = hosted.saving or asyncio.create_task(self._save(hosted))
        self._tell_end(hosted)

    def _deliver(self, hosted: _Hosted, effect: model.Send | model.Close | model.CallBot) -> None:
        match effect:
            case model.Send(to, message):
                guests = [hosted.guests[name] for name in to if name in hosted.guests]
                if isinstance(message, say.Joined):
                    message = replace(message, ssh=self.ssh)
                try:
                    text = say.TO_CLIENT.write_text(message) if guests else ""
                except CodecError:  # the others, who are told less, go on
                    for name in to:
                        self._deliver(hosted, model.Close(name, TOO_LONG))
                    return
                broadcast(guests, text)
                for guest in guests:
                    if guest.transport.get_write_buffer_size() > self._limits.unread_bytes:
                        guest.transport.abort()  # nothing can be said to who reads nothing
            case model.Close(name, words, final, is_break_in):
                guest_to_go = hosted.guests.pop(name, None)
                if guest_to_go is not None:
                    self._start(self._end(guest_to_go, words, final=final, is_break_in=is_break_in))
            case model.CallBot():
                self._start(self._choose(hosted, effect))

    async def _end(self, connection: ServerConnection, words: str, *, final: bool, is_break_in: bool) -> None:
        with suppress(ConnectionClosed, OSError):
            if is_break_in:
                await self._turn_away(connection, self._address_of(connection), words, "code")
            else:
                await self._part(connection, words, final=final)

    async def _choose(self, hosted: _Hosted, asked: model.CallBot) -> None:
        terms, began = hosted.table.kept.terms, monotonic()
        try:
            action = await self._bots.choose(terms.game, asked.bot, asked.view, asked.seed)
        except Exception as error:
            with self._breaking(hosted):
                raise error
            return
        self._note("bot has chosen", logging.DEBUG, game=terms.game, seconds=monotonic() - began)
        self._give(hosted, model.BotAnswered(asked.epoch, asked.at, action))

    def _note(self, event: ServerEvent, level: int = logging.INFO, **fields: Json) -> None:
        self._tell(ServerNotice(event, fields, level))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _start_timer(self, hosted: _Hosted, given: model.ServerInput, seconds: float) -> None:
        def ring() -> None:
            self._timers.discard(timer)
            self._give(hosted, given)

        timer = asyncio.get_running_loop().call_later(seconds, ring)
        self._timers.add(timer)

    async def _save(self, hosted: _Hosted) -> None:
        """Keep the records that wait, and let out what waited for them, until nothing waits."""
        try:
            with self._breaking(hosted):
                while hosted.waiting:
                    batch, kept, hosted.waiting = hosted.waiting, hosted.table.kept, []
                    written = [
                        record.RECORDS.write_text(each.record) for each, _ in batch if isinstance(each, model.Store)
                    ]
                    fault: Exception | None = None
                    try:
                        if written:
                            await self._store.append(hosted.lease, hosted.version, written)
                    except Exception as error:
                        fault = error
                    if hosted.is_gone or hosted.is_broken:
                        return
                    if fault is not None:
                        self._refuse(hosted, fault)
                    else:
                        hosted.safe, hosted.version = kept, hosted.version + len(written)
                        self._let_out(hosted, batch)
        finally:
            hosted.saving = None

    def _let_out(self, hosted: _Hosted, batch: Iterable[tuple[_Waiting, float]]) -> None:
        """Let out what waited for records, which are safe now."""
        for each, since in batch:
            if not isinstance(each, model.Store):
                self._deliver(hosted, each)
            elif isinstance(each.record, record.Acted):
                game = hosted.safe.terms.game
                self._note("action saved", logging.DEBUG, game=game, seconds=monotonic() - since)
        self._tell_end(hosted)

    def _refuse(self, hosted: _Hosted, fault: Exception) -> None:
        """Go on from what is safe, or without the table if another process has claimed it."""
        hosted.waiting.clear()
        if isinstance(fault, table_store.LeaseLostError) and self._owners is not None:
            self._owners.lose(hosted.lease)
            return
        self._note("disk refused", logging.ERROR, tables=1, reason=str(fault))
        self._give(hosted, model.NotStored(hosted.safe, str(fault), tuple(hosted.guests)))

    async def _flush(self, table: str) -> None:
        """Wait until nothing of a table is unsaved. If the store does not take it any more, nothing is."""
        while (hosted := self._by_name.get(table)) is not None and hosted.saving is not None:
            await asyncio.wait([hosted.saving])

    def _drop(self, table: str) -> None:
        """Forget a table that another process may own, and let everybody at it return."""
        if table in self._by_name:
            hosted = self._forget(table)
            if not self._ends:  # else everybody hears it together
                self._start(self._say_farewell([*hosted.guests.values()], MOVED))

    def _tell_end(self, hosted: _Hosted) -> None:
        kept = hosted.safe
        if kept.phase is TablePhase.OVER and hosted.told < kept.number:
            hosted.told = kept.number
            game, number = kept.terms.game, kept.number
            self._note("game over", table=hosted.name, game=game, number=number, actions=kept.last)


async def remove_from(store: table_store.TableStore, table: str, owner: str = "") -> None:
    """Remove a table that no process serves; LeaseLostError if one does. ``owner`` is the one who removes it."""
    lease = await store.claim(table, owner, LEASE)
    if isinstance(lease, table_store.OwnedElsewhere):
        raise table_store.LeaseLostError
    first = record.opening(await store.read(table))
    await store.remove(lease, "" if first is None else first.code)


def fault_of(error: Exception) -> ServerNotice:
    """Say where the program failed, but not with which values: they may be cards or keys."""
    places = [
        f"{place.name} ({place.filename.rpartition('clockspades')[2]}:{place.lineno})"
        for place in reversed(traceback.extract_tb(error.__traceback__)[-4:])
    ]
    return ServerNotice("fault", {"kind": type(error).__name__, "places": places}, logging.ERROR)
