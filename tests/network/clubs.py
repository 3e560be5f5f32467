"""A club for tests: a server of many tables in this event loop, its log, and clients that open tables there."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from secrets import token_hex
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from clockspades.games.catalogue import GAMES
from clockspades.network.club.club import ClubTerms
from clockspades.network.club.club_server import ClubAddresses, ClubPlan, serve_club
from clockspades.network.meeting.invitation import Invitation, draw_code
from clockspades.network.server.notices import ServerLog
from clockspades.network.wire.secrecy import digest
from tests.network.plain_client import PlainClient, trusting

GAME = GAMES[0]
"""A game for two."""
NAMES = tuple(game.name for game in GAMES if max(game.player_counts()) > 1)


class RunningClub:
    """A club that runs."""

    def __init__(self, running: ClubAddresses, log: StringIO, stop: asyncio.Event, work: "asyncio.Task[None]") -> None:
        self.running = running
        self.address, self.status_port = running.address, running.status_port
        self.log, self.stop, self.work = log, stop, work
        self.keys: list[str] = []
        """Of hosts."""

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the log says."""
        return [json.loads(line) for line in self.log.getvalue().splitlines()]

    async def page(self, path: str) -> tuple[int, str]:
        """The status and the body of a page."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.status_port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode())
        answer = (await reader.read()).decode()
        writer.close()
        head, _, body = answer.partition("\r\n\r\n")
        return int(head.split()[1]), body

    async def metric(self, name: str) -> float:
        """The value of a metric by its name with its labels."""
        _, body = await self.page("/metrics")
        (value,) = (line.rpartition(" ")[2] for line in body.splitlines() if line.rpartition(" ")[0] == name)
        return float(value)

    def wish(self, **more: Any) -> dict[str, Any]:
        """What asks for a table of two."""
        key = token_hex(16)
        self.keys.append(key)
        return {
            "code": draw_code(), "host": digest(key), "game": GAME.name, "options": {}, "seats": ["open", "open"],
            "access": self.address.code, **more,
        }  # fmt: skip

    async def ask(self, wish: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """Ask for a table over a connection of its own: the word and the body of the answer."""
        async with knock(self.address) as socket:
            return await ask(socket, "open", wish)

    async def host(self, name: str, **more: Any) -> PlainClient:
        """Open a table; who will sit down as its host."""
        wish = self.wish(**more)
        word, _ = await self.ask(wish)
        assert word == "opened"
        return PlainClient(self.address._replace(code=wish["code"]), name, self.keys[-1])


def knock(address: Invitation) -> connect:
    """A connection that says nothing by itself."""
    context = trusting() if address.is_encrypted else None
    return connect(address.url, ssl=context, compression=None, proxy=None)


async def ask(socket: ClientConnection, word: str, what: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Send a message; the word and the body of what comes next."""
    await socket.send(json.dumps({word: what}))
    ((answer, told),) = json.loads(await socket.recv()).items()
    return answer, told


@asynccontextmanager
async def club(
    folder: Path,
    *,
    tls: bool = False,
    is_open: bool = False,
    addresses: bool = False,
    store: str = "",
    ssh: int = 0,
    **terms: Any,
) -> AsyncIterator[RunningClub]:
    """A club with its tables in a folder."""
    log, stop = StringIO(), asyncio.Event()
    plan = ClubPlan(
        folder,
        NAMES,
        ("127.0.0.1", 0),
        ("127.0.0.1", 0),
        insecure=not tls,
        is_open=is_open,
        store=store,
        ssh=ssh,
        terms=ClubTerms(**terms),
    )
    ready: asyncio.Queue[ClubAddresses] = asyncio.Queue()
    work = asyncio.create_task(serve_club(plan, ServerLog(stream=log, addresses=addresses), stop, ready.put_nowait))
    while ready.empty():
        if work.done():
            work.result()
        await asyncio.sleep(0.001)
    try:
        yield RunningClub(ready.get_nowait(), log, stop, work)
    finally:
        stop.set()
        await work
