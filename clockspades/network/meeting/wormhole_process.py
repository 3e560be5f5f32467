"""The process that carries streams through wormholes: ``python -m clockspades.network.meeting.wormhole_process``.

It keeps Twisted, on which magic-wormhole is built, out of all other programs. Its order is a line on standard input,
and it ends when standard input does. The host's process connects each stream that comes through a wormhole to the
table. The guest's process listens on this machine, and sends each connection through the wormhole as a stream.

Magic-wormhole itself carries streams over short cuts. Guests send a pulse all the same: if no answer comes for long,
the wormhole is given up, and they take the way back.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import random
from threading import Thread
from typing import Any, Final, TypeVar

from twisted.internet import defer, task
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint, TCP4ServerEndpoint
from twisted.internet.interfaces import ITCPTransport
from twisted.internet.protocol import Factory, Protocol
from wormhole import create, errors

from clockspades.engine.codec import CodecError
from clockspades.engine.phrases import sentence
from clockspades.language import N_, _
from clockspades.network.meeting import short_codes
from clockspades.network.meeting.short_codes import OfferCodes, ShortCodeError, TableThere, Take
from clockspades.network.own_process import answer, told_lines

APPLICATION: Final = "clockspades/table/1"
"""Programs meet only those of the same name."""
WORDS: Final = 2
"""Words of a short code: 16 bits. Each guess uses a code up, and both sides hear of it."""
MOST_WRONG: Final = 3
"""Wrong guesses until a person must ask for another code."""
STREAM: Final = "table"
PULSE: Final = "pulse"
BETWEEN_PULSES: Final = 1.5
SILENT: Final = 6.0
"""Seconds without an answer until a guest takes the way back."""
GONE: Final = 30.0
"""Seconds without a pulse until the host gives a wormhole up. The guest has taken the way back by then."""
SECONDS_TO_OPEN: Final = 30.0
"""For each step of opening a wormhole, on a slow line too."""
SECONDS_TO_MEET: Final = 5.0
"""For each of the steps in which both sides of a way back meet. One side waits already, so they are short."""
SHORTEST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 15.0
SECONDS_TO_CLOSE: Final = 2.0
SECONDS_TO_LEAVE: Final = 0.2
"""In which the host hears that a guest ends their streams."""
MOST_WAITING: Final = 1 << 20
"""Bytes of a stream that are kept while its other end does not take them."""

NO_MAILBOX: Final = N_("the mailbox at {address} can't be reached")
NO_SUCH_CODE: Final = N_("that code is used up or mistyped: ask the host for the next one")
WRONG_WORDS: Final = N_("the words of the code are wrong, and each code works only once: ask the host for the next one")
TAKEN: Final = N_("somebody else has taken this code: ask the host for the next one")
HOST_AWAY: Final = N_("the host does not answer; if the table is open, ask for a new code")
NO_WAY: Final = N_("neither a direct connection nor the relay leads to the host")
NO_TABLE: Final = N_("whoever has this code open is no table of clockspades")
MAILBOX_REFUSED: Final = N_("the mailbox refused: {fault}")

_QUICK: Final[int | None] = getattr(socket, "TCP_QUICKACK", None)  # Linux alone has it

T = TypeVar("T")


def _tell(news: short_codes.News) -> None:
    answer(short_codes.NEWS.write_text(news))


class _End(Protocol):
    """One end of a stream. What comes in goes out at the other end."""

    transport: Any = None

    def __init__(self, ended: "Callable[[_End], object]" = lambda _: None) -> None:
        self._ended = ended
        self._other: _End | None = None
        self._is_open = False
        self._waiting: list[bytes] = []
        """What came before the other end was there."""

    def join(self, other: "_End") -> None:
        """Tie both ends together."""
        self._other, other._other = other, self
        for one, two in ((self, other), (other, self)):
            for data in one._waiting:
                two.send(data)
            one._waiting.clear()
            if not one._is_open:
                two.end()

    def send(self, data: bytes) -> None:
        """Let this go out at this end."""
        if self._is_open:
            self.transport.write(data)

    def end(self) -> None:
        if self._is_open:
            self._is_open = False
            self.transport.loseConnection()

    def connectionMade(self) -> None:  # noqa: N802
        self._is_open = True

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self._other is not None:
            self._other.send(data)
            return
        self._waiting.append(data)
        if sum(map(len, self._waiting)) > MOST_WAITING:
            self.end()

    def connectionLost(self, reason: Any = None) -> None:  # noqa: N802
        self._is_open = False
        self._ended(self)
        if self._other is not None:
            self._other.end()


class _Near(_End):
    """The end that is a connection of this machine.

    Magic-wormhole 0.24 can't stop a stream that comes faster than it is read here, so such a stream ends.
    """

    def __init__(self, ended: "Callable[[_End], object]") -> None:
        super().__init__(ended)
        self._unread: int | None = None
        """Bytes that came since the connection takes no more; None if it does."""

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        self.transport.registerProducer(self, True)

    def join(self, other: _End) -> None:
        """Tie both ends together, and read here only as fast as the wormhole takes it."""
        if self._is_open and other._is_open:
            other.transport.registerProducer(self.transport, True)
        super().join(other)

    def send(self, data: bytes) -> None:
        if self._unread is not None:
            self._unread += len(data)
            if self._unread > MOST_WAITING:
                self.abort()
        super().send(data)

    def end(self) -> None:
        if self._is_open:
            self.transport.unregisterProducer()
        super().end()

    def leave(self) -> None:
        """End the other end, whatever this one still has to say."""
        if self._other is not None:
            self._other.end()

    def abort(self) -> None:
        """End this end at once."""
        if self._is_open:
            self._is_open = False
            self.transport.abortConnection()

    def pauseProducing(self) -> None:  # noqa: N802
        self._unread = 0

    def resumeProducing(self) -> None:  # noqa: N802
        self._unread = None

    def stopProducing(self) -> None:  # noqa: N802
        """The connection has ended, which :meth:`connectionLost` says too."""


class _Pulse(Protocol):
    """Says when anything came; the host's side answers."""

    transport: Any = None

    def __init__(self, heard: Callable[[], object], *, answers: bool) -> None:
        self._heard, self._answers = heard, answers
        self._is_open = False

    def beat(self) -> None:
        if self._is_open:
            self.transport.write(b".")

    def connectionMade(self) -> None:  # noqa: N802
        self._is_open = True

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        self._heard()
        if self._answers:
            self.beat()

    def connectionLost(self, reason: Any = None) -> None:  # noqa: N802
        self._is_open = False


def _making(make: Callable[[], Protocol]) -> Any:
    """What Twisted asks for the protocol of each connection."""
    return Factory.forProtocol(make)


class _Far(_End):
    """The end that is a stream of a wormhole."""

    def __init__(self, reactor: Any) -> None:
        super().__init__()
        self._reactor = reactor

    def send(self, data: bytes) -> None:
        super().send(data)
        _hurry(self._reactor)


def _hurry(reactor: Any) -> None:
    """Let no connection hold back small pieces, or the word that they came, as TCP does to save packets.

    A wormhole sends two pieces for each of ours, and a relay holds the second back until the first is confirmed. On one
    machine a message took 48 ms there and back, and now takes 4. The connections of a wormhole can't be reached alone.
    """

    def hurry() -> None:
        for reader in reactor.getReaders():
            if ITCPTransport.providedBy(reader):
                reader.setTcpNoDelay(True)
                if _QUICK is not None:
                    reader.getHandle().setsockopt(socket.IPPROTO_TCP, _QUICK, 1)

    reactor.callLater(0.001, hurry)  # once the piece is sent: that ends what was asked of TCP before


class _Wormhole:
    """A wormhole, and how to talk of what went wrong with it."""

    def __init__(self, reactor: Any, order: OfferCodes | Take) -> None:
        mailbox, relay, direct = order.exchange
        self._reactor, self.no_mailbox = reactor, _(NO_MAILBOX, address=mailbox)
        self.side = create(APPLICATION, mailbox, reactor, versions={"clockspades": order.word}, dilation=True)
        """Magic-wormhole's own object. What is said of versions tells a host from a guest."""
        self.streams = self.side.dilate(relay or None, no_listen=not direct, ping_interval=SILENT)
        self._is_closed = False

    async def within(self, seconds: float | None, step: "Deferred[T]", late: str = "") -> T:
        """What a step of opening gives; ShortCodeError, with the end of a sentence, if it fails or takes too long.

        ``late`` says why that is, if it is not the mailbox.
        """
        if seconds is not None:
            step.addTimeout(seconds, self._reactor)
        try:
            return await step
        except defer.CancelledError:  # another code was asked for, or all of it ends
            raise
        except defer.TimeoutError:
            words = _(late) or self.no_mailbox
        except errors.WrongPasswordError:
            words = _(WRONG_WORDS)
        except errors.ServerConnectionError:
            words = self.no_mailbox
        except errors.WelcomeError as error:
            words = _(MAILBOX_REFUSED, fault=_plain(error))
        except errors.ServerError as error:
            words = _(TAKEN) if "crowded" in str(error) else _(MAILBOX_REFUSED, fault=_plain(error))
        except Exception:  # whatever the library meets, this process goes on
            words = _(late) or self.no_mailbox
        raise ShortCodeError(words) from None

    async def meet(self, seconds: float, word: str, late: str) -> None:
        """Wait until the other side has shown that it has the code, and is what it should be; else ShortCodeError."""
        await self.within(seconds, self.side.get_verifier(), late)
        versions: Any = await self.within(seconds, self.side.get_versions(), late)
        if versions.get("clockspades") != word:
            raise ShortCodeError(_(late))

    def close(self) -> "Deferred[None]":
        """End all of it; the other side is not told, it hears nothing more."""
        if self._is_closed:
            return defer.succeed(None)
        self._is_closed = True
        closed: Deferred[Any] = self.side.close()
        closed.addTimeout(SECONDS_TO_CLOSE, self._reactor)
        closed.addErrback(lambda _: None)
        return closed.addCallback(lambda _: None)


def _plain(error: Exception) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in str(error))[:100]


class _Host:
    """Lets guests in, one with each short code, and those who know the way back."""

    def __init__(self, reactor: Any, offer: OfferCodes) -> None:
        self._reactor, self._offer = reactor, offer
        self._open: set[_Wormhole] = set()
        self._offering: Deferred[None] = defer.succeed(None)
        """Short codes, which are offered until this is cancelled."""

    async def run(self) -> None:
        """Let guests in until this is cancelled."""
        self.renew()
        await self._keep_way_back()

    def renew(self) -> None:
        """Make another short code."""
        self._offering.cancel()
        self._offering = defer.ensureDeferred(self._offer_codes())
        self._offering.addErrback(lambda failure: failure.trap(defer.CancelledError) and None)

    def close(self) -> "Deferred[Any]":
        """End every wormhole."""
        closed = defer.DeferredList([each.close() for each in tuple(self._open)])
        self._offering.cancel()
        return closed

    async def _offer_codes(self) -> None:
        """Offer short codes, one after the other, until too many wrong ones were typed in a row."""
        wrong, pause = 0, SHORTEST_PAUSE
        while wrong < MOST_WRONG:
            try:
                await self._meet("")
                wrong, pause = 0, SHORTEST_PAUSE
            except ShortCodeError as error:
                if str(error) == _(WRONG_WORDS):
                    wrong += 1
                    continue
                _tell(short_codes.Trouble(f"{sentence(str(error))} {_('Trying again.')}"))
                await task.deferLater(self._reactor, pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        words = _("Three wrong codes were typed in a row. If that was your friend, make another code.")
        _tell(short_codes.Trouble(words))

    async def _keep_way_back(self) -> None:
        codes, lane, pause = short_codes.lanes(self._offer.there.way_back), 0, SHORTEST_PAUSE
        while True:
            try:
                await self._meet(codes[lane])
                pause = SHORTEST_PAUSE
            except ShortCodeError:
                lane = (lane + 1) % len(codes)
                if lane == 0:
                    await task.deferLater(self._reactor, pause)
                    pause = min(2 * pause, LONGEST_PAUSE)

    async def _meet(self, code: str) -> None:
        """Wait for a guest with this code, or with a new short one, and let them in; ShortCodeError if that fails."""
        wormhole = _Wormhole(self._reactor, self._offer)
        self._open.add(wormhole)
        side = wormhole.side
        try:
            if code:
                side.set_code(code)
            else:
                side.allocate_code(WORDS)
            allocated = await wormhole.within(SECONDS_TO_OPEN, side.get_code())
            if not code:
                _tell(short_codes.CodeOpen(allocated))
            await wormhole.within(None, side.get_unverified_key(), "the mailbox ended the connection")
            await wormhole.meet(SECONDS_TO_MEET if code else SECONDS_TO_OPEN, Take.word, NO_TABLE)
        except Exception:
            self._drop(wormhole)
            raise
        side.send_message(short_codes.WORMHOLE.write_text(self._offer.there).encode())
        defer.ensureDeferred(self._attend(wormhole))

    async def _attend(self, wormhole: _Wormhole) -> None:
        """Carry the streams of a guest until nothing is heard of them for long."""
        heard = self._reactor.seconds()
        ends: set[_Near] = set()

        def hear() -> None:
            nonlocal heard
            heard = self._reactor.seconds()

        def stream() -> _End:
            far = _Far(self._reactor)
            near = _Near(lambda _: ends.discard(near))
            ends.add(near)
            _hurry(self._reactor)
            reached = HostnameEndpoint(self._reactor, self._offer.host, self._offer.port).connect(_making(lambda: near))
            reached.addCallbacks(lambda _: near.join(far), lambda _: far.end())
            return far

        for name, make in ((PULSE, lambda: _Pulse(hear, answers=True)), (STREAM, stream)):
            wormhole.streams.listener_for(name).listen(_making(make)).addErrback(lambda _: None)
        while self._reactor.seconds() - heard < GONE:
            _hurry(self._reactor)
            await task.deferLater(self._reactor, BETWEEN_PULSES)
        for end in tuple(ends):
            end.abort()
        self._drop(wormhole)

    def _drop(self, wormhole: _Wormhole) -> None:
        wormhole.close().addCallback(lambda _: self._open.discard(wormhole))


class _Guest:
    """Listens on this machine, and sends what comes there to the table."""

    def __init__(self, reactor: Any, take: Take) -> None:
        self._reactor, self._take = reactor, take
        self._wormhole: _Wormhole | None = None
        self._ends: set[_Near] = set()
        self._waiting: list[_Near] = []
        """Connections that wait for a wormhole."""
        self._heard = 0.0

    async def run(self) -> None:
        """Go to the table, and back there whenever the wormhole is lost; return if the code leads nowhere."""
        try:
            there, pulse = await self._find(self._take.code)
        except ShortCodeError as error:
            _tell(short_codes.NotReached(str(error)))
            return
        door = await TCP4ServerEndpoint(self._reactor, 0, interface=short_codes.LOOPBACK).listen(_making(self._answer))
        _tell(short_codes.Reached(door.getHost().port, there))
        while True:
            await self._stay(pulse)
            pause = SHORTEST_PAUSE
            while True:
                try:
                    there, pulse = await self._find(there.way_back)
                    break
                except ShortCodeError:
                    await task.deferLater(self._reactor, pause * (0.5 + random()))  # not all guests at once
                    pause = min(2 * pause, LONGEST_PAUSE)

    def close(self) -> "Deferred[Any]":
        """End the streams, of which the host hears, and then the wormhole."""
        if self._wormhole is None:
            return defer.succeed(None)
        for end in tuple(self._ends):
            end.leave()
        return task.deferLater(self._reactor, SECONDS_TO_LEAVE, self._wormhole.close)

    async def _find(self, code: str) -> tuple[TableThere, _Pulse]:
        """Go to the table with a short code or on the way back; ShortCodeError if that fails."""
        codes = short_codes.lanes(code)
        if len(codes) == 1:
            return await self._dial(code, self._take.patience, SECONDS_TO_OPEN, NO_SUCH_CODE)
        for each in codes:
            try:
                return await self._dial(each, SECONDS_TO_MEET, SECONDS_TO_MEET, HOST_AWAY)
            except ShortCodeError as error:
                words = str(error)
                if words == _(NO_MAILBOX, address=self._take.exchange.mailbox):
                    break
        raise ShortCodeError(_(HOST_AWAY) if words == _(TAKEN) else words)

    async def _dial(self, code: str, patience: float, to_meet: float, nobody: str) -> tuple[TableThere, _Pulse]:
        """Go to the table with one code; ShortCodeError, with the end of a sentence, if that fails."""
        wormhole = self._wormhole = _Wormhole(self._reactor, self._take)
        side = wormhole.side
        pulse = _Pulse(self._hear, answers=False)
        try:
            await wormhole.within(SECONDS_TO_OPEN, side.get_welcome())
            side.set_code(code)
            await wormhole.within(patience, side.get_unverified_key(), nobody)
            await wormhole.meet(to_meet, OfferCodes.word, nobody)
            told = await wormhole.within(SECONDS_TO_OPEN, side.get_message(), NO_TABLE)
            try:
                there = short_codes.WORMHOLE.read_text(told)
            except CodecError:
                raise ShortCodeError(_(NO_TABLE)) from None
            assert isinstance(there, TableThere), "nothing else goes through a wormhole"
            opened = wormhole.streams.connector_for(PULSE).connect(_making(lambda: pulse))
            await wormhole.within(SECONDS_TO_OPEN, opened, NO_WAY)
        except ShortCodeError:
            await wormhole.close()
            raise
        self._hear()
        _hurry(self._reactor)
        for end in self._waiting:
            self._open_stream(end)
        self._waiting.clear()
        return there, pulse

    async def _stay(self, pulse: _Pulse) -> None:
        """Carry streams until no answer comes for long, and give the wormhole up."""
        while self._reactor.seconds() - self._heard < SILENT:
            pulse.beat()
            _hurry(self._reactor)
            await task.deferLater(self._reactor, BETWEEN_PULSES)
        lost, self._wormhole = self._wormhole, None
        for end in tuple(self._ends):
            end.abort()
        if lost is not None:
            lost.close()

    def _hear(self) -> None:
        self._heard = self._reactor.seconds()

    def _answer(self) -> Protocol:
        """A connection of this machine."""

        def ended(_: _End) -> None:
            self._ends.discard(near)
            with suppress(ValueError):
                self._waiting.remove(near)

        near = _Near(ended)
        self._ends.add(near)
        if self._wormhole is not None and self._reactor.seconds() - self._heard < SILENT:  # and the host answers
            self._open_stream(near)
        else:
            self._waiting.append(near)
        return near

    def _open_stream(self, near: _Near) -> None:
        assert self._wormhole is not None, "a stream is opened while there is a wormhole"
        opened = self._wormhole.streams.connector_for(STREAM).connect(_making(lambda: _Far(self._reactor)))
        opened.addCallbacks(near.join, lambda _: near.end())


async def _run(reactor: Any, order: short_codes.Order, lines: Iterator[bytes]) -> None:
    assert isinstance(order, OfferCodes | Take), "these are all the orders to begin with"
    side = _Host(reactor, order) if isinstance(order, OfferCodes) else _Guest(reactor, order)
    over: Deferred[None] = Deferred()

    def take(order: short_codes.Order | None) -> None:
        if order is None and not over.called:
            over.callback(None)
        elif isinstance(order, short_codes.RenewCode) and isinstance(side, _Host):
            side.renew()

    def read() -> None:
        for line in lines:
            reactor.callFromThread(take, short_codes.ORDERS.read_text(line))
        reactor.callFromThread(take, None)  # the process that started this one has ended

    Thread(target=read, daemon=True).start()
    work = defer.ensureDeferred(side.run())
    await defer.DeferredList([work, over], fireOnOneCallback=True, consumeErrors=True)
    closed = side.close()
    work.cancel()
    await closed


def main() -> None:
    """Carry streams as the line on standard input says."""
    lines = told_lines()
    if (line := next(lines, None)) is None:
        raise SystemExit(2)
    order = short_codes.ORDERS.read_text(line)
    task.react(lambda reactor: defer.ensureDeferred(_run(reactor, order, lines)))


if __name__ == "__main__":
    main()
