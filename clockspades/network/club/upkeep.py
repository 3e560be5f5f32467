"""What whoever runs a club can do about its tables: list them, and remove one.

A server is asked over a socket in its folder, which only its own user reaches. Where none runs, the store is opened.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from clockspades.engine.codec import Codec, CodecError
from clockspades.engine.text import UserError, printable
from clockspades.language import N_, _, marked, ngettext, npgettext, pgettext
from clockspades.network.club.club import DAY
from clockspades.network.server.hosting import Host, remove_from
from clockspades.network.stores.table_store import LeaseLostError, NotSavedError, StoreAwayError, TableStore
from clockspades.network.table.kept import RecordError, restored
from clockspades.network.table.served_table import ServedTable

SOCKET: Final = "control"
PATIENCE: Final = 20.0
"""Seconds that a question or an answer takes at most."""
_DONE: Final = "done"
"""The first line of an answer if what was asked was done; else the answer says why not."""

REMOVED: Final = N_("The table {table} is removed.")
UNKNOWN: Final = N_("no table is called {table}: --list shows what they are called")
PHASES: Final = marked("a table in a list", "lobby", "shuffling", "playing", "over", "stopped")
"""The values of :class:`TablePhase`."""
ELSEWHERE: Final = N_("another server has the table {table}: remove it there")


class Request(NamedTuple):
    """What a server is asked: to list all tables, or to remove one."""

    removes: str | None = None
    """The name of the table, or how that begins."""


REQUESTS: Final = Codec(Request)


async def answer_for_host(request: Request, host: Host, unvisited: Mapping[str, float]) -> str:
    """Answer where a server runs; UserError if it can't be done."""
    tables = {table.kept.terms.table: table for table in host.tables}

    async def show(name: str) -> str:
        return _line(name, tables.get(name), unvisited.get(name, 0.0))

    return await _answer(request, [*tables, *host.damaged], show, host.take_away)


async def answer_for_store(request: Request, store: TableStore, unvisited: Mapping[str, float]) -> str:
    """Answer where no server runs; UserError if it can't be done."""

    async def show(name: str) -> str:
        table = None
        with suppress(RecordError):
            table = ServedTable(restored(await store.read(name)))
        return _line(name, table, unvisited.get(name, 0.0))

    return await _answer(request, await store.tables(), show, partial(remove_from, store))


async def _answer(
    request: Request,
    names: Sequence[str],
    show: Callable[[str], Awaitable[str]],
    remove: Callable[[str], Awaitable[None]],
) -> str:
    table = request.removes
    if table is None:
        return "\n".join([await show(name) for name in names]) or _("There are no tables.")
    asked = printable(table)
    found = [table] if table in names else [name for name in names if table and name.startswith(table)]
    if not found:
        raise UserError(_(UNKNOWN, table=asked))
    if len(found) > 1:
        words = ngettext(
            "the name of {number} table begins with {table}: say more of the one that you mean",
            "the names of {number} tables begin with {table}: say more of the one that you mean",
            len(found), table=asked,
        )  # fmt: skip
        raise UserError(words)
    try:
        await remove(found[0])
    except LeaseLostError as error:
        raise UserError(_(ELSEWHERE, table=found[0])) from error
    except (NotSavedError, StoreAwayError) as error:
        words = _("the table {table} can't be removed now", table=found[0])
        raise UserError(f"{words}: {error}") from error
    return _(REMOVED, table=found[0])


def _line(name: str, table: ServedTable | None, seconds: float) -> str:
    if table is None:
        return f"{printable(name)}  {pgettext('a table in a list', 'damaged')}"
    kept, here = table.kept, table.live.here
    people = ", ".join(
        pgettext("a table in a list", "{name} (here)", name=printable(each.name))
        if seat in here
        else printable(each.name)
        for seat, each in enumerate(kept.seats)
        if each.is_person
    )
    visited = pgettext("a table in a list", "visited now" if table.live.lines else "visited today")
    if not table.live.lines and (days := int(seconds // DAY)):
        visited = npgettext("a table in a list", "visited {number} day ago", "visited {number} days ago", days)
    phase, nobody = pgettext("a table in a list", kept.phase.value), pgettext("a table in a list", "nobody")
    return f"{name}  {kept.terms.game}  {phase}  {visited}  {people or nobody}"


async def open_socket(folder: Path, answer: Callable[[Request], Awaitable[str]]) -> asyncio.Server:
    """Answer what is asked at the socket in a folder; OSError if there can be none."""

    async def attend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, ValueError):  # whoever asked has gone, or asks for too much
            async with asyncio.timeout(PATIENCE):
                try:
                    text = f"{_DONE}\n{await answer(REQUESTS.read_text(await reader.readline()))}"
                except (UserError, CodecError) as error:
                    text = str(error)
                writer.write(text.encode())
                await writer.drain()
        writer.close()

    path = folder / SOCKET
    server = await asyncio.start_unix_server(attend, path)  # which removes the one of a server that was killed
    path.chmod(0o600)
    return server


async def ask(folder: Path, request: Request) -> str:
    """Ask the server that runs with a folder; OSError if none does, UserError if it can't be done."""
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_unix_connection(folder / SOCKET)
        try:
            writer.write(f"{REQUESTS.write_text(request)}\n".encode())
            answer = (await reader.read()).decode()
        finally:
            writer.close()
    done, _feed, text = answer.partition("\n")
    if done != _DONE:
        raise UserError(answer or _("the server does not answer"))
    return text
