"""Where a server listens: its socket, its certificate, and the invitation that leads there."""

import errno
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from clockspades.network.meeting.invitation import PATH, PORT, is_loopback
from clockspades.network.server.limits import Door, Limits
from clockspades.network.wire.frames import MOST_BYTES

_NO_PAGE: Final = "A table of clockspades is at another path.\n"
_QUEUED: Final = 4
"""Frames of a connection that are read before the first is dealt with."""

logger: Final = logging.getLogger("clockspades.network")
logger.addHandler(logging.NullHandler())
logger.propagate = False  # a log could have addresses and what was sent
logger.setLevel(logging.CRITICAL)


class ListenError(Exception):
    """An address where this machine can't listen; the message is one sentence for the host."""


def open_door(address: tuple[str, int] | None, limits: Limits, option: str = "--listen") -> Door:
    """Listen at an address and port; an empty address is all of this machine. ListenError if that can't be done.

    Without ``address`` it is all of this machine, at the usual port or at any free one if that is in use. ``option`` is
    the option of the command line that chooses another.
    """
    host, port = address or ("", PORT)
    try:
        return _bind(host, port, limits)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and address is None:
            return open_door(("", 0), limits)
        if error.errno == errno.EADDRINUSE:
            raise ListenError(f"port {port} is in use by another program: choose one with {option}") from None
        where = f"at {host}:{port}" if host else f"at port {port}"
        raise ListenError(f"this machine can't listen {where}: {error.strerror or error}") from None


def _bind(host: str, port: int, limits: Limits) -> Door:
    wildcard = not host
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    both = wildcard and socket.has_dualstack_ipv6()
    family, _, _, _, address = next(
        (each for each in found if each[0] == (socket.AF_INET6 if both else socket.AF_INET)), found[0]
    )
    door = Door(family, limits)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
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
    door: Door, attend: Callable[[ServerConnection], Awaitable[None]], context: ssl.SSLContext | None, limits: Limits
) -> Server:
    """Let ``attend`` serve every connection that comes through the door."""
    return await serve(
        attend,
        sock=door,
        ssl=context,
        process_request=_check_path,
        compression=None,
        max_size=MOST_BYTES,
        max_queue=_QUEUED,
        open_timeout=limits.seconds_to_join,
        close_timeout=2,
        server_header=None,
        logger=logger,
    )


def reachable_host(listens_at: str) -> str:
    """The address of this machine for others in its network, if it listens at all of them; else where it listens."""
    if listens_at:
        return listens_at
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only chooses the way there
            found: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return found


def is_open_to_others(listens_at: str) -> bool:
    """Whether other machines can reach what listens at this address."""
    return not is_loopback(listens_at)


def _check_path(connection: ServerConnection, request: Request) -> Response | None:
    if request.path.partition("?")[0] == PATH:
        return None
    return connection.respond(HTTPStatus.NOT_FOUND, _NO_PAGE)
