"""The process of a table server, which ``hosted_server`` starts with its plan on standard input.

It ends when standard input does, or on SIGTERM and SIGINT. Its table stays in its database.
"""

import asyncio
import gc
import os
import signal
import ssl
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes, token_hex
from threading import Thread
from time import sleep
from typing import Final

from clockspades.engine.codec import CodecError
from clockspades.engine.rules import OUTCOMES
from clockspades.engine.text import UserError
from clockspades.language import N_, _, headed
from clockspades.network.meeting import nearby
from clockspades.network.meeting.certificate import make_certificate, save_memory, server_context
from clockspades.network.meeting.invitation import Invitation, draw_code, is_loopback
from clockspades.network.meeting.short_codes import LOOPBACK, way_back
from clockspades.network.own_process import answer, told_lines
from clockspades.network.server import hosted_server as hosted
from clockspades.network.server import listening
from clockspades.network.server.bot_pool import BotPool
from clockspades.network.server.databases import HEADS, Head, key_file, new_database, remove_database
from clockspades.network.server.hosting import Host, fault_of
from clockspades.network.server.notices import ServerNotice
from clockspades.network.stores.sqlite_store import SqliteStore
from clockspades.network.stores.table_store import NotSavedError, StoreError
from clockspades.network.table.kept import KeptTable, OpenedTable
from clockspades.network.wire.secrecy import digest
from clockspades.network.wire.words import heard
from clockspades.saved.writing import write_whole

NEW_OBJECTS: Final = 10_000
"""The first threshold of the garbage collector, 700 by default. States are trees, so it finds hardly any cycles."""
LOOKS: Final = 10, 1_000
"""Its second and third thresholds, 10 each by default.

A collection of all objects stops every table: 64 of them for a quarter of a second in the middle of their games. It
finds 3 KiB for each connection that was closed.
"""
NOT_BACK: Final = N_("the table can't be brought back")
GRACE: Final = 20.0
"""Seconds that this process has to end once the program that started it has ended."""


async def run_server(
    plan: hosted.NewTable | hosted.OldTable, tell_host: Callable[[hosted.Answer], object], stop: asyncio.Event
) -> None:
    """Serve the table of a plan until ``stop``, and call ``tell_host`` when it is ready and when a game is over.

    UserError with the end of a sentence if it can't be opened.
    """
    limits = listening.Limits()
    try:
        store, head, door = _begin(plan, limits) if isinstance(plan, hosted.NewTable) else _begin_again(plan, limits)
    except (CodecError, OSError) as error:
        raise UserError(str(error)) from error
    context, fingerprint = None, ""
    if not head.insecure:
        save_memory()
        context, fingerprint = _context(store.path, head)

    def tell(notice: ServerNotice) -> None:
        match notice.event:
            case "game over":
                tell_host(_in_words(host.tables[0].kept))
            case "fault":
                report_fault(notice)
            case "no processes for bots":
                tell_host(hosted.Noticed(heard(notice.fields["reason"])))

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, told: tell(fault_of(told.get("exception") or RuntimeError())))
    host = Host(store, BotPool(), limits, tell=tell, joined=door.has_joined)
    server = withdraw = None
    try:
        if isinstance(plan, hosted.NewTable):
            try:
                await host.open(_opened(plan, head.code))
            except NotSavedError as error:
                raise UserError(headed(_("the table can't be saved"), str(error))) from error
        else:
            await host.bring_back()
            if host.damaged:
                raise UserError(f"{_(NOT_BACK)}: {next(iter(host.damaged.values()))}")
        if not host.tables:
            raise UserError(headed(_(NOT_BACK), _("{path} holds none", path=store.path)))
        (table,) = host.tables
        server = await listening.listen(
            door, host.attend, context, limits
        )  # now nobody hears that there is no such table
        where = listening.reachable_host(head.address)
        invitation = Invitation(where, head.port, head.code, fingerprint, is_encrypted=not head.insecure)
        terms, local = table.kept.terms, str(invitation._replace(host=head.address or LOOPBACK))
        is_readable = head.insecure and not is_loopback(head.address)
        is_announced = bool(head.host_name) and not invitation.is_local and nearby.is_available()
        tell_host(
            hosted.Ready(str(invitation), local, str(store.path), is_readable, way_back(terms.secret), is_announced)
        )
        if lost := " ".join(filter(None, map(heard, [*store.losses, store.warning]))):
            tell_host(hosted.Noticed(lost))
        if is_announced:
            title, place = table.kept.game.title_of(terms.options), invitation._replace(code="")
            with suppress(ImportError, OSError):  # this machine can't do that
                near = nearby.NearbyTable(head.host_name, title, place)
                withdraw = await nearby.announce(near, f"clockspades-{token_hex(4)}")
            if withdraw is None:
                tell_host(
                    hosted.Noticed(_("This machine can't announce the table, so it is not among the tables nearby."))
                )
        await stop.wait()
    finally:
        if withdraw is not None:
            await withdraw()
        await host.close()
        if server is None:
            door.close()
        else:
            server.close()
            await server.wait_closed()
        await store.close()
        if host.is_done if host.tables else isinstance(plan, hosted.NewTable):  # what can't be brought back stays
            remove_database(store.path)


def _begin(plan: hosted.NewTable, limits: listening.Limits) -> tuple[SqliteStore, Head, listening.Door]:
    """A new database with its key, and the open door."""
    address = None if plan.address is None else (plan.address, plan.port or 0)
    path = new_database()
    if plan.certificate is not None:
        server_context(Path(plan.certificate), None if plan.key is None else Path(plan.key))
    door = listening.open_door(address, limits)
    port = door.getsockname()[1]
    head = Head(draw_code(), plan.address or "", port, plan.certificate, plan.key, plan.insecure, plan.host_name)
    try:
        if not plan.insecure and plan.certificate is None:
            write_whole(key_file(path), make_certificate())
        return SqliteStore.create(path, HEADS.write_text(head)), head, door
    except BaseException:
        door.close()
        raise


def _begin_again(plan: hosted.OldTable, limits: listening.Limits) -> tuple[SqliteStore, Head, listening.Door]:
    """The database of a server that ran before, and the door where it was."""
    store = SqliteStore.open(Path(plan.database))
    try:
        head = _head_of(store)
        if not head.insecure:
            _context(store.path, head)
        return store, head, listening.open_door((head.address, head.port), limits)
    except BaseException:
        store.shut()
        raise


def _head_of(store: SqliteStore) -> Head:
    """What the server keeps of itself; StoreError if that makes no sense."""
    with suppress(CodecError):
        head = HEADS.read_text(store.head)
        if 0 < head.port < 1 << 16 and head.address.isprintable():
            return head
    raise StoreError(_("{path} does not say where its table was: it is damaged", path=store.path))


def _context(database: Path, head: Head) -> tuple[ssl.SSLContext, str]:
    certificate = key_file(database) if head.certificate is None else Path(head.certificate)
    return server_context(certificate, None if head.key is None else Path(head.key))


def _opened(plan: hosted.NewTable, code: str) -> OpenedTable:
    return OpenedTable(
        table=token_hex(16), game=plan.game, options=plan.options, secret=token_bytes(32), code=digest(code),
        host=plan.host, kinds=plan.kinds, bot=plan.bot, best_of=plan.best_of, limit=plan.limit,
        free_words=plan.free_words, no_hints=plan.no_hints,
    )  # fmt: skip


def _in_words(kept: KeptTable) -> hosted.GameEnded:
    assert kept.outcome is not None, "only a finished game is told"
    assert kept.header is not None, "a game that was played has a header"
    result = {"result": OUTCOMES.write(kept.outcome)}
    return hosted.GameEnded(kept.header.game, kept.number, kept.header.seats, result)


def report_fault(fault: ServerNotice) -> None:
    """Say on standard error where the program failed."""
    kind, places = fault.fields["kind"], " < ".join(fault.fields["places"])
    with suppress(OSError):
        sys.stderr.write(f"clockspades: {_('internal error, please report it')}: {kind} in {places}\n")


def main() -> int:
    """Serve the table of the plan on standard input; the exit status."""
    collect_seldom()
    lines = told_lines()
    if (order := next(lines, None)) is None:
        return 2
    plan = hosted.PLANS.read_text(order)
    assert isinstance(plan, hosted.NewTable | hosted.OldTable), "these are all the plans"
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # that of Windows calls no `Door.accept`
        return runner.run(_run(plan, lines))


async def _run(plan: hosted.NewTable | hosted.OldTable, lines: Iterator[bytes]) -> int:
    stop, loop = stopped_by_signals(), asyncio.get_running_loop()

    def watch() -> None:
        """Stop when standard input ends: the process that started this one has ended."""
        deque(lines, maxlen=0)
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(stop.set)
        sleep(GRACE)
        os._exit(1)  # it hangs: its tables are on the disk

    Thread(target=watch, daemon=True).start()
    try:
        await run_server(plan, _answer, stop)
    except UserError as error:
        _answer(hosted.NotReady(str(error)))
        return 2
    return 0


def _answer(given: hosted.Answer) -> None:
    answer(hosted.ANSWERS.write_text(given))


def stopped_by_signals() -> asyncio.Event:
    """An event that SIGTERM and Ctrl+C set, and a terminal that is closed unless ``nohup`` ignores that."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    hangup = [] if sys.platform == "win32" or signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else [signal.SIGHUP]
    for number in (signal.SIGTERM, signal.SIGINT, *hangup):
        if sys.platform == "win32":
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
        else:
            loop.add_signal_handler(number, stop.set)
    return stop


def collect_seldom() -> None:
    """Let the garbage collector of this process run seldom: it took a tenth of the time, and each run is a pause."""
    gc.set_threshold(NEW_OBJECTS, *LOOKS)
