"""Tables on the same network, found without an address. It needs ``zeroconf``, of the extra ``friends``.

A host announces who hosts what, where, and the fingerprint of its certificate, but never the code: everyone on the
network can read an announcement, and whoever has the code may sit down. So a joiner types the ten characters of the
code, which the host reads out.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from clockspades.engine.text import printable
from clockspades.network.meeting.invitation import FINGERPRINT_LENGTH, Invitation, as_ip

if TYPE_CHECKING:
    from zeroconf.asyncio import AsyncServiceInfo

KIND: Final = "_clockspades._tcp.local."
SECONDS: Final = 3.0
"""How long tables are looked for."""
LONGEST: Final = 60
"""Characters of a text in an announcement, at most."""
MOST: Final = 50
"""Tables that are shown, at most: anybody can announce any number of them."""


class NearbyTable(NamedTuple):
    """A table that somebody on the same network announces. Its texts are data, which anybody can have written."""

    host_name: str
    game: str
    place: Invitation
    """Where it is, without the code, which its host tells."""


def is_available() -> bool:
    """Whether tables can be announced and found here."""
    return find_spec("zeroconf") is not None


async def announce(table: NearbyTable, name: str, interfaces: list[str] | None = None) -> Callable[[], Awaitable[None]]:
    """Announce a table under a name that no other table has; OSError if this machine has no network for that.

    It returns what takes the announcement back. ``interfaces`` are the addresses of those to announce it on, all by
    default.
    """
    from zeroconf import InterfaceChoice
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    zeroconf = AsyncZeroconf(interfaces=interfaces or InterfaceChoice.All)
    address, port, *_ = table.place
    info = AsyncServiceInfo(
        KIND,
        f"{name}.{KIND}",
        addresses=[socket.inet_pton(socket.AF_INET6 if ":" in address else socket.AF_INET, address)],
        port=port,
        properties={"host": table.host_name, "game": table.game, "fingerprint": table.place.fingerprint},
        server=f"{name}.local.",
    )
    try:
        await zeroconf.async_register_service(info)
    except BaseException:
        await zeroconf.async_close()
        raise
    return zeroconf.async_close


async def look_around(seconds: float = SECONDS, interfaces: list[str] | None = None) -> tuple[NearbyTable, ...]:
    """The tables that are announced, by the name of their host; OSError if this machine has no network for that."""
    from zeroconf import InterfaceChoice, ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

    found: dict[str, NearbyTable] = {}
    asking: set[asyncio.Task[None]] = set()

    async def ask(name: str) -> None:
        info = AsyncServiceInfo(KIND, name)
        if await info.async_request(zeroconf.zeroconf, round(seconds * 1000)):
            table = _read(info)
            if table is not None and len(found) < MOST:
                found[name] = table

    def hear(*, name: str, state_change: ServiceStateChange, **_: object) -> None:
        if state_change is ServiceStateChange.Added and len(asking) < MOST:
            asking.add(asyncio.ensure_future(ask(name)))

    async with AsyncZeroconf(interfaces=interfaces or InterfaceChoice.All) as zeroconf:
        try:
            async with AsyncServiceBrowser(zeroconf.zeroconf, KIND, handlers=[hear]):
                await asyncio.sleep(seconds)
        finally:
            for task in asking:
                task.cancel()
    return tuple(sorted(found.values()))


def _read(info: "AsyncServiceInfo") -> NearbyTable | None:
    """What an announcement says; None if it is none of ours."""
    texts = {}
    for key in ("host", "game", "fingerprint"):
        value = info.properties.get(key.encode()) or b""
        texts[key] = printable(value.decode(errors="replace"))[:LONGEST]
    addresses = [address for address in info.parsed_addresses() if as_ip(address) is not None]
    fingerprint = texts["fingerprint"]
    if not addresses or not info.port or len(fingerprint) not in (0, FINGERPRINT_LENGTH):
        return None
    place = Invitation(addresses[0], info.port, "", fingerprint, is_encrypted=bool(fingerprint))
    return NearbyTable(texts["host"], texts["game"], place)
