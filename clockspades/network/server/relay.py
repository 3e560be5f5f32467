"""From process to process: who comes to a table of another process is brought there over one more connection.

A process that shares a store with others listens at an internal address, which its leases name. All of them know the
secret of the store, and nobody else can use that address. It is not encrypted: it belongs into a private network.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from time import monotonic
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from clockspades.network.server.listening import Rate, logger
from clockspades.network.stores.owners import LEASE
from clockspades.network.wire.messages import MOST_BYTES

SECRET: Final = "Clockspades-Secret"
CLIENT: Final = "Clockspades-Client"
"""Headers of an internal connection: the secret of the store, and the address of the client behind it."""
SHORTLY: Final = LEASE / 8
"""Seconds between pings, and at least as many that an owner has to answer, even after its lease."""
NOT_HERE: Final = 4404
"""The code with which a process ends an internal connection to a table that it does not own any more."""


async def listen_inside(
    address: tuple[str, int], secret: str, attend: Callable[[ServerConnection], Awaitable[None]]
) -> Server:
    """Let ``attend`` serve every connection from a process that knows the secret; OSError if that can't be done."""

    def check(connection: ServerConnection, request: Request) -> Response | None:
        if hmac.compare_digest(request.headers.get(SECRET, "").encode(), secret.encode()):
            return None
        return connection.respond(HTTPStatus.FORBIDDEN, "This address is for servers of tables.\n")

    return await serve(
        attend, *address, process_request=check, compression=None, max_size=MOST_BYTES, ping_interval=None,
        open_timeout=LEASE, close_timeout=1, server_header=None, logger=logger,
    )  # fmt: skip


def client_behind(connection: ServerConnection) -> str:
    headers = Headers() if connection.request is None else connection.request.headers
    return headers.get(CLIENT, "")


async def reach(
    owner: str, secret: str, client: str, join: str, lease: float = LEASE
) -> tuple[ClientConnection, str | bytes] | None:
    """A connection to the owner of a table with the first answer to ``join``; None if the owner is not to be had.

    ``lease`` is the seconds that are left of its lease: an owner that is paused accepts connections, but the table can
    be claimed then. It does not answer pings either, so its connections end soon after others can own its tables.
    """
    connection: ClientConnection | None = None
    try:
        connection = await connect(
            owner, additional_headers={SECRET: secret, CLIENT: client}, proxy=None, compression=None,
            max_size=MOST_BYTES, open_timeout=min(max(lease, SHORTLY), LEASE / 2), close_timeout=SHORTLY,
            ping_interval=SHORTLY, ping_timeout=LEASE,
            user_agent_header=None, logger=logger,
        )  # fmt: skip
        await connection.send(join)
        return connection, await connection.recv()
    except (OSError, WebSocketException):
        if connection is not None:
            connection.transport.abort()
        return None


async def carry(guest: ServerConnection, owner: ClientConnection, rate: Rate) -> bool:
    """Carry frames both ways until one end closes or is cut off; return False if the guest sent too much at once."""

    async def to_owner() -> bool:
        async for frame in guest:
            if not rate.allows(len(frame), monotonic()):
                return False
            await owner.send(frame)
        return True

    async def to_guest() -> bool:
        async for frame in owner:
            await guest.send(frame)
        return True

    ways = [asyncio.create_task(way) for way in (to_owner(), to_guest())]
    try:
        done, _ = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        return all(way.exception() is not None or way.result() for way in done)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        if guest.protocol.close_rcvd is None and guest.close_code is not None:
            owner.transport.abort()  # the owner must not think that the guest has left in an orderly way
        with suppress(OSError, ConnectionClosed):
            await owner.close(CloseCode.GOING_AWAY)
