"""Clients of table servers that cost little: thousands of people who play Spades, in one process.

A WebSocket library would cost as much here as the server itself. So frames are read and written by hand, and a message
is only read as JSON where a client has to answer it. ``growth.py`` starts these processes, and tells them through a
pipe what to do.
"""

import asyncio
import json
import resource
import ssl
import sys
from base64 import b64encode
from hashlib import sha256
from random import Random
from re import compile as pattern
from secrets import token_bytes, token_hex
from time import perf_counter
from typing import Any, Final, NamedTuple

from clockspades.network.meeting.invitation import PATH, draw_code
from clockspades.network.server.server_process import collect_seldom
from clockspades.network.wire.messages import OPEN
from clockspades.network.wire.secrecy import digest
from tests.network.choosing import choose
from tests.network.plain_client import trusting

TABLES_AT_ONCE: Final = 3
"""How many tables one process opens at a time: a server shows out who waits when too many have not joined yet."""
SECONDS_TO_SIT: Final = 120.0

_NUMBER: Final = pattern(rb'"n":(\d+)')
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


class Order(NamedTuple):
    """Tables that one process of clients opens."""

    tables: int
    ports: tuple[int, ...]
    """Of the servers. Each connection goes to one of them at random, as a load balancer does it."""
    pace: tuple[float, float] | None
    """The least and the most seconds that a player thinks; None for not at all."""
    is_encrypted: bool
    seats: tuple[str, ...]
    is_together: bool
    """Whether all connections of a table go to one server."""


class Load:
    """The clients of a process: what they have seen, since somebody last asked."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        """Milliseconds from sending an action until the last person at the table had the point that follows."""
        self.actions = 0
        """Points that all people at a table had: actions of people and of bots, and deals."""
        self.bytes = 0
        """All that servers sent, as it comes out of TLS."""
        self.context = trusting()
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def seat(self, order: Order) -> None:
        """Open tables, seat everybody, and return when each table has dealt its first cards."""
        room = asyncio.Semaphore(TABLES_AT_ONCE)

        async def open_one() -> None:
            async with room:
                table = Table(self, order)
                await table.sit_down()
            await table.begun

        async def open_all() -> None:
            await asyncio.gather(*(open_one() for _ in range(order.tables)))

        opening = asyncio.ensure_future(open_all())
        both: set[asyncio.Future[None]] = {opening, self.failed}
        await asyncio.wait(both, timeout=SECONDS_TO_SIT, return_when=asyncio.FIRST_COMPLETED)
        if not opening.done():
            self.fail("not everybody sat down in time")
            self.failed.result()
        await opening

    def fail(self, words: str) -> None:
        if not self.failed.done():
            self.failed.set_exception(RuntimeError(words))

    def report(self) -> dict[str, Any]:
        """What was seen since the last report."""
        if self.failed.done():
            self.failed.result()
        usage = resource.getrusage(resource.RUSAGE_SELF)
        told = {
            "latencies": self.latencies,
            "actions": self.actions,
            "bytes": self.bytes,
            "cpu": usage.ru_utime + usage.ru_stime,
        }
        self.latencies, self.actions, self.bytes = [], 0, 0
        return told


class Table:
    """A table, and the people at it."""

    def __init__(self, load: Load, order: Order) -> None:
        self.load, self.order = load, order
        self.rng = Random(token_hex(8))
        self.code = draw_code()
        self.people = [seat for seat, kind in enumerate(order.seats) if kind == OPEN]
        self.sent: dict[int, float] = {}
        self.arrived: dict[int, int] = {}
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.begun: asyncio.Future[None] = loop.create_future()
        self._port = self.rng.choice(order.ports)

    async def sit_down(self) -> None:
        """Let everybody join: the host first, who opens the table."""
        seated = [await self._connect(is_host=True)]
        await self.opened
        seated += [await self._connect(is_host=False) for _ in self.people[1:]]
        for seat in seated:
            await seat.joined

    async def _connect(self, *, is_host: bool) -> "Seat":
        port = self._port if self.order.is_together else self.rng.choice(self.order.ports)
        context = self.load.context if self.order.is_encrypted else None
        loop = asyncio.get_running_loop()
        _, seat = await loop.create_connection(lambda: Seat(self, is_host=is_host), "127.0.0.1", port, ssl=context)
        return seat

    def arrive(self, number: int) -> None:
        """Count a point that one more person has."""
        count = self.arrived.get(number, 0) + 1
        if count < len(self.people):
            self.arrived[number] = count
            return
        self.arrived.pop(number, None)
        self.load.actions += 1
        if number in self.sent:
            self.load.latencies.append((perf_counter() - self.sent.pop(number)) * 1000)

    def end(self) -> None:
        """Forget a game that is over; everybody is told of its end before the next one begins."""
        self.sent.clear()
        self.arrived.clear()


class Seat(asyncio.Protocol):
    """One person's connection."""

    def __init__(self, table: Table, *, is_host: bool) -> None:
        self.table, self.is_host = table, is_host
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._key = token_hex(16)
        self._shares: dict[tuple[str, int], bytes] = {}
        self._seat = -1
        self._epoch = 0
        self._has_started = self._has_played = False
        self._unread = bytearray()
        self._is_open = False

    # -- the WebSocket ---------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = b64encode(token_bytes(16)).decode()
        lines = (
            f"GET {PATH} HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "",
        )  # fmt: skip
        transport.write("\r\n".join(lines).encode())

    def connection_lost(self, _: Exception | None) -> None:
        self.table.load.fail("a server has closed a connection")

    def data_received(self, data: bytes) -> None:
        self.table.load.bytes += len(data)
        unread = self._unread
        unread += data
        at = 0
        if not self._is_open:
            end = unread.find(b"\r\n\r\n")
            if end < 0:
                return
            if not unread.startswith(b"HTTP/1.1 101 "):
                self.table.load.fail(f"a server answers {bytes(unread[:60])!r}")
                return
            self._is_open, at = True, end + 4
            self._begin()
        while len(unread) >= at + 4:
            size, begin = unread[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(unread[at + 2 : at + 4], "big"), at + 4
            if len(unread) < begin + size:
                break
            kind, payload = unread[at] & 15, bytes(unread[begin : begin + size])
            at = begin + size
            if kind == _TEXT:
                self._hear(payload)
            elif kind == _PING:
                self._write(_PONG, payload)
            else:
                self.table.load.fail(f"a server has sent a frame of the kind {kind}")
        del unread[:at]

    def _write(self, kind: int, payload: bytes) -> None:
        """Send a frame. Its mask is 0, which changes nothing."""
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(b"".join((bytes((0x80 | kind,)), length, b"\0\0\0\0", payload)))

    # -- the protocol ----------------------------------------------------------------------------------

    def _say(self, word: str, **what: Any) -> None:
        self._write(_TEXT, json.dumps({word: what}).encode())

    def _begin(self) -> None:
        if self.is_host:
            host, kinds = digest(self._key), self.table.order.seats
            self._say("open", code=self.table.code, host=host, game="spades", options={}, seats=kinds)
        else:
            self._join()

    def _join(self) -> None:
        self._say("join", code=self.table.code, key=self._key, name=f"Player {token_hex(3)}")

    def _hear(self, payload: bytes) -> None:
        if payload.startswith(b'{"point"'):
            self._point(payload)
        elif payload.startswith(b'{"seats"'):
            if self.is_host and not self._has_started and b'"kind":"open"' not in payload:
                self._has_started = True
                self._say("start")
        elif not payload.startswith((b'{"done"', b'{"proof"', b'{"again"')):
            ((word, told),) = json.loads(payload).items()
            self._answer(word, told)

    def _answer(self, word: str, told: Any) -> None:
        match word:
            case "opened":
                self.table.opened.set_result(None)
                self._join()
            case "joined":
                self._seat = told["seat"]
                if not self.joined.done():
                    self.joined.set_result(None)
            case "game":
                self._epoch = told["epoch"]
                self.table.end()
            case "shuffle" if self._seat not in told["committed"]:
                share = self._shares.setdefault((told["table"], told["deal"]), token_bytes(32))
                self._say("commit", table=told["table"], deal=told["deal"], commit=sha256(share).hexdigest())
            case "commits":
                deal = (told["table"], told["deal"])
                if deal in self._shares:
                    share = self._shares.pop(deal)
                    self._say("share", table=told["table"], deal=told["deal"], share=share.hex())
            case "log" if told["last"]:
                self._say("again", number=told["number"])
            case "refused" | "goodbye":
                self.table.load.fail(f"a server says: {told['words']}")

    def _point(self, payload: bytes) -> None:
        found = _NUMBER.search(payload)
        assert found is not None
        number = int(found[1])
        table = self.table
        table.arrive(number)
        if b'"legal":[]' in payload:
            return
        if not table.begun.done():
            table.begun.set_result(None)
        action = choose(table.rng, json.loads(payload)["point"]["legal"])
        pace = table.order.pace
        if pace is None:
            self._act(number, action)
        else:  # who has not played yet may have begun to think some time ago: so tables don't act together
            least = pace[0] if self._has_played else 0.0
            asyncio.get_running_loop().call_later(table.rng.uniform(least, pace[1]), self._act, number, action)
        self._has_played = True

    def _act(self, number: int, action: dict[str, Any]) -> None:
        self.table.sent[number + 1] = perf_counter()
        self._say("act", epoch=self._epoch, at=number, action=action)


# -- the process -------------------------------------------------------------------------------------------


async def run_clients() -> None:
    """Carry out one order a line of standard input, and answer each with a line, until it is closed.

    The line ``null`` asks for a report alone. The answer has the key ``fault`` if something has gone wrong.
    """
    collect_seldom()
    load, loop = Load(), asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        try:
            if order := json.loads(line):
                order["pace"] = order["pace"] and tuple(order["pace"])
                await load.seat(Order(**order))
            told = load.report()
        except (RuntimeError, OSError, ssl.SSLError) as error:
            told = {"fault": str(error)}
        print(json.dumps(told), flush=True)
