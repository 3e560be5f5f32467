"""Two small pages for whoever looks after a server: whether it is well, and its metrics."""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Final, NamedTuple

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from clockspades.network.server.limits import Limits
from clockspades.network.server.listening import logger, open_door

HEALTH: Final = "/health"
METRICS: Final = "/metrics"
PORT: Final = 7421
"""The port of the pages unless another one is chosen."""


class Page(NamedTuple):
    """The answer to a request for a page."""

    body: bytes
    kind: str
    """Its media type."""
    status: HTTPStatus = HTTPStatus.OK


def health_page(told: Mapping[str, object], *, is_well: bool) -> Page:
    """A page with ``told`` as JSON. Its status is 200 if the server is well, and 503 if it is not."""
    status = HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE
    return Page(json.dumps(told).encode() + b"\n", "application/json", status)


async def open_pages(address: tuple[str, int], pages: Mapping[str, Callable[[], Page]]) -> tuple[Server, int]:
    """Serve pages by their paths; return the server and its port. ListenError if this machine can't listen there.

    They are answered in the loop of the server: if that hangs, so do they.
    """
    limits = Limits()
    door = open_door(address, limits, "--metrics")

    def answer(connection: ServerConnection, request: Request) -> Response:
        make = pages.get(request.path.partition("?")[0])
        page = Page(b"There is no such page.\n", "text/plain", HTTPStatus.NOT_FOUND) if make is None else make()
        headers = Headers({"Content-Type": page.kind, "Content-Length": str(len(page.body)), "Connection": "close"})
        return Response(page.status, page.status.phrase, headers, page.body)

    server = await serve(
        _attend,
        sock=door,
        process_request=answer,
        open_timeout=limits.seconds_to_join,
        close_timeout=2,
        server_header=None,
        logger=logger,
    )
    return server, door.getsockname()[1]


async def _attend(connection: ServerConnection) -> None:
    """Nobody gets as far as a WebSocket: each request is answered with a page."""
