"""Servers for tests: real sockets on this machine, in this event loop."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import Any

from websockets.asyncio.server import Server

from clockspades.engine.game import AnyGame
from clockspades.engine.options import OptionValue
from clockspades.network.meeting.certificate import make_certificate, server_context
from clockspades.network.meeting.invitation import Invitation, draw_code
from clockspades.network.server.bot_pool import BotPool
from clockspades.network.server.hosting import Host
from clockspades.network.server.listening import Limits, listen, open_door
from clockspades.network.server.notices import ServerNotice
from clockspades.network.server.server_process import report_fault
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.stores.table_store import SharedStore
from clockspades.network.table.kept import OpenedTable
from clockspades.network.wire.messages import OPEN
from clockspades.network.wire.secrecy import digest

LOOPBACK = "127.0.0.1"


class Inn:
    """A server of any number of tables."""

    def __init__(self, host: Host, store: Any, server: Server, port: int, fingerprint: str) -> None:
        self.host, self.store, self.server, self.port = host, store, server, port
        self._fingerprint = fingerprint
        self.over: list[ServerNotice] = []

    async def open(
        self,
        game: AnyGame,
        options: dict[str, OptionValue] | None = None,
        kinds: tuple[str, ...] = (),
        host_key: str | None = None,
        limit: int | None = None,
    ) -> Invitation:
        """Open a table that starts when its seats are taken, or when the host says so."""
        configured = game.configure(options or {})
        code = draw_code()
        taken = kinds or (OPEN,) * game.seats(configured)
        key = None if host_key is None else digest(host_key)
        opened = OpenedTable(
            token_hex(16), game.name, configured, token_bytes(32), digest(code), key, taken, game.best_bot, limit=limit
        )
        await self.host.open(opened)
        return self.invitation(code)

    def invitation(self, code: str) -> Invitation:
        return Invitation(LOOPBACK, self.port, code, self._fingerprint, bool(self._fingerprint))

    async def end(self) -> None:
        self.server.close(close_connections=False)
        await self.host.close()
        await self.server.wait_closed()


@asynccontextmanager
async def inn(
    folder: Path,
    *,
    tls: bool = False,
    limits: Limits | None = None,
    tell: Callable[[ServerNotice], object] = lambda _: None,
    shared: SharedStore | None = None,
) -> AsyncIterator[Inn]:
    """A server with a store that others share, or with its database in a folder; it brings back what is there."""
    limits = limits or Limits()
    store = shared or SqliteStore.open_or_create(folder / "inn.db")
    context, fingerprint = None, ""
    if tls:
        pem = folder / "inn.pem"
        if not pem.exists():
            pem.write_bytes(make_certificate())
        context, fingerprint = server_context(pem)
    door = open_door((LOOPBACK, 0), limits)
    over: list[ServerNotice] = []

    def note(notice: ServerNotice) -> None:
        tell(notice)
        match notice.event:
            case "game over":
                over.append(notice)
            case "fault":
                report_fault(notice)

    host = Host(store, BotPool(), limits, tell=note, joined=door.has_joined)
    if shared is not None:
        await host.share((LOOPBACK, 0))
    await host.bring_back()
    server = await listen(door, host.attend, context, limits)
    found = Inn(host, store, server, door.getsockname()[1], fingerprint)
    found.over = over
    try:
        yield found
    finally:
        await found.end()
        await store.close()
