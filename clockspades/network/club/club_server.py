"""The server of a club: many tables in one process, which clients open. It runs until a signal ends it."""

import asyncio
import logging
import multiprocessing
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.util import find_spec
from os.path import lexists
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from websockets.asyncio.server import ServerConnection

from clockspades import __version__
from clockspades.engine.codec import LINE, CodecError, json_text
from clockspades.engine.text import UserError, reason_of
from clockspades.language import N_, _, pgettext
from clockspades.network.club.club import Club, ClubTerms
from clockspades.network.club.metrics import HEALTH, METRICS, Metrics, open_pages
from clockspades.network.club.upkeep import SOCKET, Request, answer_for_host, answer_for_store, ask, open_socket
from clockspades.network.meeting.certificate import make_certificate, save_memory, server_context
from clockspades.network.meeting.invitation import Invitation, InvitationError, as_ip, draw_code, is_loopback, read_code
from clockspades.network.server import listening
from clockspades.network.server.bot_pool import BotPool
from clockspades.network.server.hosting import Host, fault_of, peer_of
from clockspades.network.server.listening import listen
from clockspades.network.server.notices import ServerLog, ServerNotice
from clockspades.network.stores.sqlite_store import SUFFIX, SqliteStore, is_kept
from clockspades.network.stores.table_store import SharedStore, StoreAwayError, StoreError, TableStore
from clockspades.network.table.kept import RecordError
from clockspades.network.wire.secrecy import digest
from clockspades.network.wire.words import heard
from clockspades.packages import needed
from clockspades.saved.writing import read_start, write_whole

SWEEP: Final = 60.0
"""Seconds from one :meth:`Club.sweep` to the next."""
GRACE: Final = 10.0
"""Seconds after which, at the end, bots that still choose are killed."""
ENDS: Final = N_(
    "The club's server ends for now. Your table is kept, and your program returns by itself when the server is back."
)
FORWARDED: Final = "X-Forwarded-For"
"""The header in which a reverse proxy names the address of the client."""

SCHEMES: Final = ("redis://", "rediss://", "unix://")
"""What an address of Redis begins with."""
DATABASE: Final = f"club{SUFFIX}"
NO_SCHEME: Final = N_("a store is a folder, or an address such as redis://127.0.0.1:6379/0, and not {address}")

CERTIFICATE: Final = "club.pem"
ACCESS: Final = "access"
ADDRESS: Final = "address"
UNVISITED: Final = "unvisited.json"
STARTS: Final = "starts"
MOST_BYTES: Final = 1 << 24
"""Bytes of a file of the club that are read, at most."""
LONGEST_COUNT: Final = 9
"""Digits of a count of starts that are read, at most."""
LONGEST: Final = 10**10
"""Seconds without a visit from which on a number can't be true: more than 300 years."""


class ClubPlan(NamedTuple):
    """How a club is to be served."""

    folder: Path
    """Where everything of the club is kept, except the tables if there is a store."""
    games: tuple[str, ...]
    listen: tuple[str, int] | None = None
    """Where to listen; None for everywhere."""
    status: tuple[str, int] = ("127.0.0.1", 0)
    """Where the pages for health and metrics are."""
    certificate: Path | None = None
    """PEM files that others trust; None for a certificate of the club's own, whose fingerprint is in the address."""
    key: Path | None = None
    insecure: bool = False
    public: Invitation | None = None
    """What clients reach the server at, if that is another address; its code and fingerprint are not read."""
    access_file: Path | None = None
    """The file with the access word; None for one in the folder, which is made."""
    is_open: bool = False
    """Whether everyone may open tables, without an access word."""
    terms: ClubTerms = ClubTerms()
    """The bounds; its access word and games are not read."""
    connections: int = listening.Limits().connections
    store: str = ""
    """The address of a store that several servers share; empty for the folder."""
    ssh: int = 0
    """The port at which guests come in over SSH; 0 if they can't."""
    inside: tuple[str, int] = ("127.0.0.1", 0)
    """Where the other servers of that store reach this one."""


class ClubAddresses(NamedTuple):
    """A club that can be joined."""

    address: Invitation
    """The address for clients, with the access word."""
    status_port: int
    inside: Invitation
    """The address for programs on this machine, without the access word."""
    find: Callable[[str], Awaitable[str | None]]
    """Finds the name of a table by the digest of its code. StoreAwayError if the store can't be asked."""


async def serve_club(
    plan: ClubPlan, log: ServerLog, stop: asyncio.Event, ready: Callable[[ClubAddresses], object] = lambda _: None
) -> None:
    """Serve a club until ``stop``, and tell ``ready`` when it can be joined; UserError if it can't be served."""
    limits = listening.Limits(connections=plan.connections)
    is_behind_proxy = plan.listen is not None and is_loopback(plan.listen[0])
    if is_behind_proxy:  # it brings everybody from one address
        limits = limits._replace(waiting_from_one_address=limits.waiting, waiting_from_one_network=limits.waiting)
    try:
        access = "" if plan.is_open else _access_word(plan)
        store = await open_store(plan.store or str(plan.folder))
    except OSError as error:
        raise UserError(str(error)) from error
    try:
        context, fingerprint = _context(plan)
        door = listening.open_door(plan.listen, limits)
    except (UserError, OSError) as error:
        await store.close()
        raise UserError(str(error)) from error
    terms = plan.terms._replace(access=digest(access) if access else None, games=plan.games)
    club = Club(terms, read_unvisited(plan.folder))
    metrics = Metrics(plan.games, _count_start(plan.folder / STARTS))

    def tell(notice: ServerNotice) -> None:
        metrics.count(notice)
        log.note(notice)

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, told: tell(fault_of(told.get("exception") or RuntimeError())))
    address_of = _forwarded if is_behind_proxy else peer_of
    host = Host(
        store, BotPool(), limits, tell=tell, joined=door.has_joined,
        admit=lambda wish, address: club.admit(wish, address, host, monotonic()), address_of=address_of,
    )  # fmt: skip
    host.ssh = plan.ssh
    metrics.watch(host)
    try:
        if isinstance(store, SharedStore):
            await host.share(plan.inside)
        await host.bring_back()
        pages = {HEALTH: lambda: metrics.health(host, is_ending=club.is_ending), METRICS: metrics.page}
        status, status_port = await open_pages(plan.status, pages)
    except (RecordError, UserError, StoreAwayError, OSError) as error:
        door.close()
        await store.close()
        raise UserError(str(error)) from error
    server = await listen(door, host.attend, context, limits)
    control: asyncio.Server | None = None
    try:
        control = await open_socket(plan.folder, lambda asked: answer_for_host(asked, host, club.unvisited))
    except OSError as error:  # the path is too long
        log.write("no control", logging.WARNING, reason=str(error))
    sweeping = asyncio.create_task(_sweep(club, host, plan.folder))
    port = door.getsockname()[1]
    address = _address(plan, port, access, fingerprint)
    with suppress(OSError):
        write_whole(plan.folder / ADDRESS, f"{address}\n")
    listens_at = "" if plan.listen is None else plan.listen[0]
    log.write(
        "started", version=__version__, listens_at=f"{listens_at}:{port}", status_at=f"{plan.status[0]}:{status_port}",
        encrypted=not plan.insecure, open_to_others=not is_loopback(listens_at), tables=len(host.tables),
    )  # fmt: skip
    if store.warning:
        log.write("store warning", logging.WARNING, reason=store.warning)
    here = plan if plan.certificate else plan._replace(public=None)  # others trust it for its public name alone
    ready(ClubAddresses(address, status_port, _address(here, port, "", fingerprint), store.find))
    try:
        await stop.wait()
    finally:
        club.is_ending = True
        log.write("ending", tables=len(host.tables), connections=host.connections)
        server.close(close_connections=False)
        impatient = loop.call_later(GRACE, _kill_bots)
        sweeping.cancel()
        if control is not None:
            control.close()
            with suppress(OSError):
                (plan.folder / SOCKET).unlink()
        club.note_visits(host, monotonic())
        await host.close(ENDS)  # servers that share the store have the tables from here on
        for connection in server.connections:  # who has not joined yet
            connection.transport.abort()
        await server.wait_closed()
        await store.close()
        _keep_visits(club, plan.folder)
        impatient.cancel()
        status.close()
        await status.wait_closed()
        log.write("ended")


async def open_store(address: str) -> TableStore:
    """The store at an address such as ``redis://127.0.0.1:6379/0``, or in a folder, which is made if it is missing.

    StoreError if it can't be used. Its ``warning`` has a sentence for the host if something could be wrong with it.
    """
    if address.startswith(SCHEMES):
        if find_spec("redis") is None:
            raise StoreError(needed("redis", pgettext("what needs a package", "tables in Redis")))
        from clockspades.network.stores.redis_store import RedisStore

        return await RedisStore.open(address)
    if "://" in address:
        raise StoreError(_(NO_SCHEME, address=f"{address.partition('://')[0]}://"))
    return SqliteStore.open_or_create(Path(address).expanduser() / DATABASE)


async def look_after(folder: Path, store_address: str, request: Request) -> str:
    """List or remove tables of the server with this folder, or where none runs of its store; the words for the host.

    UserError if that can't be done.
    """
    try:
        return await ask(folder, request)
    except TimeoutError as error:
        raise StoreError(_("the server of this folder does not answer")) from error
    except OSError:  # none runs
        if not store_address and not is_kept(folder / DATABASE):
            raise StoreError(_("there are no tables in {folder}", folder=folder)) from None
    try:
        store = await open_store(store_address or str(folder))
    except OSError as error:
        raise StoreError(str(error)) from error
    try:
        return "\n".join([*map(heard, store.losses), await answer_for_store(request, store, read_unvisited(folder))])
    except StoreAwayError as error:
        raise StoreError(str(error)) from error
    finally:
        await store.close()


async def _sweep(club: Club, host: Host, folder: Path) -> None:
    while True:
        club.sweep(host, monotonic())
        await asyncio.to_thread(_keep_visits, club, folder)
        await asyncio.sleep(SWEEP)


def _kill_bots() -> None:
    """Kill the processes in which bots choose: a table asks them again when it is brought back."""
    for process in multiprocessing.active_children():
        process.kill()


def _access_word(plan: ClubPlan) -> str:
    """The access word in its file; one is drawn if the folder has none. OSError or InvitationError if it is none."""
    path = plan.access_file or plan.folder / ACCESS
    try:
        if plan.access_file is None and not lexists(path):
            write_whole(path, f"{draw_code()}\n")
        return read_code(read_start(path, MOST_BYTES).decode("ascii").strip())
    except (InvitationError, UnicodeDecodeError):
        words = _("{path} holds no access word: 10 characters as in the code of an invitation", path=path)
        raise InvitationError(words) from None
    except OSError as error:
        words = N_("the access word can't be read from {path}: {fault}")
        raise OSError(_(words, path=path, fault=reason_of(error))) from error


def _context(plan: ClubPlan) -> tuple[ssl.SSLContext | None, str]:
    """What encrypts, and the fingerprint of a certificate of the club's own."""
    if plan.insecure:
        return None, ""
    save_memory()
    if plan.certificate is not None:
        return server_context(plan.certificate, plan.key)[0], ""
    path = plan.folder / CERTIFICATE
    if not lexists(path):
        write_whole(path, make_certificate())
    return server_context(path)


def _address(plan: ClubPlan, port: int, access: str, fingerprint: str) -> Invitation:
    if plan.public is not None:
        return plan.public._replace(code=access, fingerprint=fingerprint if plan.public.is_encrypted else "")
    where = listening.reachable_host("" if plan.listen is None else plan.listen[0])
    return Invitation(where, port, access, fingerprint, is_encrypted=not plan.insecure)


def read_unvisited(folder: Path) -> dict[str, float]:
    """For how many seconds nobody has been at each table, as the last server with this folder has kept it."""
    with suppress(OSError, CodecError):
        found = LINE.read_object(read_start(folder / UNVISITED, MOST_BYTES))
        return {name: seconds for name, seconds in found.items() if type(seconds) is int and 0 <= seconds < LONGEST}
    return {}


def _keep_visits(club: Club, folder: Path) -> None:
    with suppress(OSError):
        seconds = {name: round(passed) for name, passed in club.unvisited.items()}
        write_whole(folder / UNVISITED, json_text(seconds))


def _count_start(path: Path) -> int:
    """How often a server has been started with this folder, now included."""
    starts = 0
    with suppress(OSError, ValueError):
        starts = max(0, int(read_start(path, LONGEST_COUNT)))
    with suppress(OSError):
        write_whole(path, f"{starts + 1}\n")
    return starts + 1


def _forwarded(connection: ServerConnection) -> str:
    """For whom a reverse proxy on this machine speaks: nobody else reaches a server that listens here alone."""
    request = connection.request
    told = [] if request is None else request.headers.get_all(FORWARDED)
    last = ",".join(told).rpartition(",")[2].strip()
    return last if as_ip(last) is not None else peer_of(connection)
