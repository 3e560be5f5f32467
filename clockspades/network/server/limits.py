"""What a stranger, or a friend whose program runs wild, can use up of a server: very little."""

import socket
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

Address: TypeAlias = str


class Limits(NamedTuple):
    """The bounds of a server. The defaults suit tables of friends."""

    waiting: int = 256
    """Connections that have not joined a table. One more, and the one that has waited longest is closed."""
    waiting_from_one_address: int = 32
    """The same for one address. A tunnel brings all its players from one."""
    connections: int = 4096
    """All connections. One more is refused."""
    seconds_to_join: float = 10
    """How long a connection can wait before it joins."""
    frames_a_second: float = 500
    """Frames from one connection, on average. Each 256 bytes of a frame count as one more."""
    burst: float = 1000
    """Frames at once, above the average."""
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
        self._waiting: OrderedDict[socket.socket, Address] = OrderedDict()
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

    def _lets_in(self, guest: socket.socket, address: Address) -> bool:
        limits = self._limits
        if len(self._waiting) >= limits.waiting_from_one_address or len(self._inside) >= limits.connections // 2:
            self._forget_closed()
        if len(self._waiting) + len(self._inside) >= limits.connections:
            guest.close()
            return False
        theirs = [other for other, at in self._waiting.items() if at == address]
        if len(theirs) >= limits.waiting_from_one_address:
            self._show_out(theirs[0])
        elif len(self._waiting) >= limits.waiting:
            self._show_out(next(iter(self._waiting)))
        self._waiting[guest] = address
        return True

    def _show_out(self, guest: socket.socket) -> None:
        del self._waiting[guest]
        with suppress(OSError):
            guest.shutdown(socket.SHUT_RDWR)  # its transport finds that out and closes it

    def _forget_closed(self) -> None:
        for guest in [guest for guest in self._waiting if guest.fileno() < 0]:
            del self._waiting[guest]
        self._inside = {guest for guest in self._inside if guest.fileno() >= 0}


@dataclass(slots=True)
class Rate:
    """How many frames one connection may still send."""

    limits: Limits
    _left: float = field(init=False)
    _at: float = 0.0

    def __post_init__(self) -> None:
        self._left = self.limits.burst

    def allows(self, size: int, now: float) -> bool:
        """Count a frame of ``size`` bytes that came at ``now``, in seconds; whether it is within the limits."""
        since, self._at = now - self._at, now
        self._left = min(self.limits.burst, self._left + since * self.limits.frames_a_second) - 1 - size // 256
        return self._left >= 0


FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 8.0
REMEMBERED: Final = 1024
"""Addresses whose failures are remembered, at most: those that failed last."""


class Failures:
    """Joins that failed, by address. Each makes the next answer slower."""

    def __init__(self) -> None:
        self._counts: OrderedDict[Address, int] = OrderedDict()

    @property
    def counts(self) -> Mapping[Address, int]:
        """How many joins failed from each address since the last one that worked."""
        return self._counts

    def pause(self, address: Address) -> float:
        """Count a failure, and return the seconds to wait before it is answered."""
        count = self._counts.pop(address, 0) + 1
        self._counts[address] = count
        while len(self._counts) > REMEMBERED:
            self._counts.popitem(last=False)
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(count - 1, 10))

    def forget(self, address: Address) -> None:
        """Note that a join from this address has worked."""
        self._counts.pop(address, None)
