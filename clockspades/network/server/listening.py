"""Where a server listens, and what a stranger, or a friend whose program runs wild, can use up of it: very little."""

import errno
import logging
import socket
import ssl
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from typing import Final, NamedTuple, TypeVar

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from clockspades.engine.text import UserError, reason_of
from clockspades.language import N_, _, headed
from clockspades.network.meeting.invitation import NETWORK, PATH, PORT, network_of
from clockspades.network.wire.messages import MORE, MOST_BYTES

_NO_PAGE: Final = "A table of clockspades is at another path.\n"
_QUEUED: Final = 4
"""Frames of a connection that are read before the first is dealt with."""

logger: Final = logging.getLogger("clockspades.network")
logger.addHandler(logging.NullHandler())
logger.propagate = False  # a log could have addresses and what was sent
logger.setLevel(logging.CRITICAL)

KnownT = TypeVar("KnownT")

FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 8.0
REMEMBERED: Final = 1024
"""Addresses whose failures are remembered, at most: those that failed last."""


class Limits(NamedTuple):
    """The bounds of a server. The defaults suit tables of friends."""

    waiting: int = 256
    """Connections that have not joined a table. One more, and the one that has waited longest is closed."""
    waiting_from_one_address: int = 32
    """The same for one address. A tunnel brings all its players from one."""
    waiting_from_one_network: int = 128
    """The same for one network, which can have many addresses."""
    connections: int = 4096
    """All connections. One more is refused."""
    seconds_to_join: float = 10
    """How long a connection can wait before it joins."""
    frames_a_second: float = 500
    """Frames from one connection, on average. Each 256 bytes of a frame count as one more."""
    burst: float = 1000
    """Frames at once, above the average."""
    dear: int = 25
    """How many more a frame counts for if it is refused, or if all at the table are told of it beside the game."""
    unread_bytes: int = 1 << 20
    """Bytes that a slow reader leaves unread before it is cut off. It can join again and go on from there."""


class Door(socket.socket):
    """A socket that listens, and lets in only so many connections that have not joined a table.

    Whoever joins does so at once. So when it gets crowded, the connection that has waited longest has to go, and a
    friend gets in while somebody holds open as many connections as they like.
    """

    def __init__(self, family: int, limits: Limits) -> None:
        # asyncio turns off Nagle's algorithm only where TCP is named; with it, a second frame waits for 40 ms
        super().__init__(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._limits = limits
        self._waiting: OrderedDict[socket.socket, tuple[str, str]] = OrderedDict()
        """By connection its address and its network."""
        self._inside: set[socket.socket] = set()

    def accept(self) -> tuple[socket.socket, object]:
        """The next connection that is let in; BlockingIOError if there is none."""
        while True:
            guest, name = super().accept()
            if self._lets_in(guest, name[0]):
                return guest, name

    def has_joined(self, connection: int) -> None:
        """Stop counting the connection with this file descriptor among those that wait."""
        for guest in self._waiting:
            if guest.fileno() == connection:
                del self._waiting[guest]
                self._inside.add(guest)
                return

    def _lets_in(self, guest: socket.socket, address: str) -> bool:
        limits = self._limits
        if len(self._waiting) >= limits.waiting_from_one_address or len(self._inside) >= limits.connections // 2:
            for closed in [other for other in self._waiting if other.fileno() < 0]:
                del self._waiting[closed]
            self._inside = {other for other in self._inside if other.fileno() >= 0}
        if len(self._waiting) + len(self._inside) >= limits.connections:
            guest.close()
            return False
        here = network_of(address), network_of(address, NETWORK)
        theirs = [other for other, (at, _) in self._waiting.items() if at == here[0]]
        nearby = [other for other, (_, at) in self._waiting.items() if at == here[1]]
        for others, most in (
            (theirs, limits.waiting_from_one_address),
            (nearby, limits.waiting_from_one_network),
            ([*self._waiting], limits.waiting),
        ):
            if len(others) >= most:
                del self._waiting[others[0]]
                with suppress(OSError):
                    others[0].shutdown(socket.SHUT_RDWR)  # its transport finds that out and closes it
                break
        self._waiting[guest] = here
        return True


class Rate:
    """How many frames one connection may still send, or how often something else may still be done."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self._left, self._at = limits, limits.burst, 0.0

    def allows(self, size: int, now: float) -> bool:
        """Whether a frame of ``size`` bytes at ``now``, in seconds, is within the limits. If so, it is counted."""
        since, self._at = now - self._at, now
        self._left = min(self._limits.burst, self._left + since * self._limits.frames_a_second)
        frames = 1 + size // 256
        if self._left < frames:
            return False
        self._left -= frames
        return True

    def charge(self, frames: int) -> None:
        """Count the last frame as so many more."""
        self._left -= frames


class Remembered(OrderedDict[str, KnownT]):
    """What is known of addresses or networks, of so many at most: those that something was noted of last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, place: str, known: KnownT) -> None:
        super().__setitem__(place, known)
        self.move_to_end(place)
        if len(self) > self._most:
            self.popitem(last=False)


class Rates:
    """How often something may still be done from each address. Those of one customer are counted together."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self._rates = limits, Remembered[Rate](REMEMBERED)

    def allow(self, address: str) -> bool:
        """Count one more time, unless that is one too many: return False then."""
        network = network_of(address)
        self._rates[network] = rate = self._rates.get(network) or Rate(self._limits)
        return rate.allows(0, monotonic())


class Failures:
    """Joins that failed, by address. Each makes the next answer slower."""

    def __init__(self) -> None:
        self.counts = Remembered[int](REMEMBERED)
        """How many joins failed from each address since the last one that worked."""

    def pause(self, address: str) -> float:
        """Count a failure, and return the seconds to wait before it is answered."""
        address = network_of(address)
        self.counts[address] = count = self.counts.get(address, 0) + 1
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(count - 1, 10))

    def forget(self, address: str) -> None:
        self.counts.pop(network_of(address), None)


IN_USE: Final = N_("port {port} is in use by another program: choose one with {option}")
NOT_AT_ADDRESS: Final = N_("this machine can't listen at {address}")
NOT_AT_PORT: Final = N_("this machine can't listen at port {port}")


def open_door(address: tuple[str, int] | None, limits: Limits, option: str = "--listen") -> Door:
    """Listen at an address and port; an empty address is all of this machine. UserError if that can't be done.

    Without ``address`` it is all of this machine, at the usual port or at any free one if that is in use. ``option`` is
    the option of the command line that chooses another.
    """
    host, port = address or ("", PORT)
    try:
        return _bind(host, port, limits)
    except UnicodeError:
        raise UserError(
            _("this machine can't listen at {address}: that is no address", address=f"{host}:{port}")
        ) from None
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES) and address is None:  # Windows keeps some ports to itself
            return open_door(("", 0), limits)
        if error.errno == errno.EADDRINUSE:
            raise UserError(_(IN_USE, port=port, option=option)) from None
        words = _(NOT_AT_ADDRESS if host else NOT_AT_PORT, address=f"{host}:{port}", port=port)
        raise UserError(headed(words, reason_of(error))) from None


def _bind(host: str, port: int, limits: Limits) -> Door:
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    both = not host and socket.has_dualstack_ipv6()
    wanted = socket.AF_INET6 if both else socket.AF_INET
    family, _, _, _, address = next((each for each in found if each[0] == wanted), found[0])
    door = Door(family, limits)
    try:
        # on Windows, SO_REUSEADDR would let another program listen at the same port
        door.setsockopt(socket.SOL_SOCKET, getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR), 1)
        if family == socket.AF_INET6:
            door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(not both))
        door.bind(address)
        door.listen(128)
        door.setblocking(False)
    except OSError:
        door.close()
        raise
    return door


async def listen(
    door: Door,
    attend: Callable[[ServerConnection], Awaitable[None]],
    context: ssl.SSLContext | None,
    limits: Limits,
    answer: Callable[[ServerConnection, Request], Response | None] | None = None,
) -> Server:
    """Let ``attend`` serve every connection that comes through the door, unless ``answer`` has a page for it.

    Without that, each gets through at the path of a table. A page of the web does not: browsers name its ``Origin``.
    """
    return await serve(
        attend, sock=door, ssl=context, process_request=answer or _check_path, origins=[None],
        compression=None, max_size=MOST_BYTES, max_queue=_QUEUED,
        select_subprotocol=lambda _, offered: Subprotocol(MORE) if MORE in offered else None,
        open_timeout=limits.seconds_to_join, close_timeout=2, server_header=None, logger=logger,
    )  # fmt: skip


def reachable_host(listens_at: str) -> str:
    """The address of this machine for others in its network, if it listens at all of them; else where it listens."""
    if listens_at not in ("", "0.0.0.0", "::"):
        return listens_at
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # sends nothing: it only chooses the way there
            return str(probe.getsockname()[0])
    return "127.0.0.1"


def _check_path(connection: ServerConnection, request: Request) -> Response | None:
    if request.path.partition("?")[0] == PATH:
        return None
    return connection.respond(HTTPStatus.NOT_FOUND, _NO_PAGE)
