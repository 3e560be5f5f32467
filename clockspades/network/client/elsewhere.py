"""A table elsewhere at which this program sits: its connection, and the server if this program hosts it."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

from clockspades.language import N_, _
from clockspades.network.client.client import Link
from clockspades.network.client.club_client import open_table, remember_club
from clockspades.network.client.connection import Listener, TableConnection, tell_nobody
from clockspades.network.client.kept_seats import KeptSeat, free_seats, sit_down
from clockspades.network.meeting import short_codes
from clockspades.network.meeting.invitation import COMMAND, Invitation, read
from clockspades.network.meeting.page_link import find_page
from clockspades.network.meeting.short_codes import Codes, CodeShown, GuestPassage, ShortCode, ShortCodeError
from clockspades.network.server.databases import kept_tables, remove_database
from clockspades.network.server.hosted_server import HostedServer, NewTable, OldTable
from clockspades.network.wire.secrecy import digest

RETURN: Final = N_("Your seat is kept. Return with: {command}")
BRING_BACK: Final = N_("The table is kept. Bring it back with: {command}")
CLOSES: Final = N_(
    "The table closes with you: your friends wait until you bring it back with `clockspades host`."
    " To leave, press the key again."
)


class Elsewhere(TableConnection):
    """The connection of this program's person to a table elsewhere, while they sit there, and what leads to it."""

    codes: Codes | None = None
    """The short codes of this program's own table, if there are any."""
    _passage: GuestPassage | None = None
    _loop: asyncio.AbstractEventLoop | None = None

    def __init__(
        self,
        kept: KeptSeat,
        server: HostedServer | None = None,
        passage: GuestPassage | None = None,
        *,
        is_new: bool = False,
    ) -> None:
        """``server`` is the one that this program runs, if it hosts the table; ``is_new`` if it opened the table.

        ``passage`` leads to the table if the person came with a short code. By default that is the way back that was
        kept with the seat, if there is one.
        """
        self.server = server
        self._is_new = is_new
        way = kept.notes.way
        if server is None and passage is None and way is not None and kept.invitation.is_local:
            passage = GuestPassage(way)
        self._passage = passage
        """The way to the table of somebody who came with a short code."""
        finds = server is not None or passage is not None
        super().__init__(kept, before_connecting=self._find if finds else None)
        self._running: asyncio.Task[None] | None = None

    @property
    def invitation(self) -> Invitation | None:
        """The invitation for friends, as far as this person may pass it on: that of a table that they host."""
        if self.server is not None:
            return read(self.server.ready.invitation, allow_open=True)
        joined = self.client.joined
        return self._kept.invitation if joined is not None and joined.is_host else None

    def take_notice(self) -> str:
        """What the server that this program runs has to tell its host, each sentence once; else empty."""
        return self.server.notices.popleft() if self.server is not None and self.server.notices else ""

    @property
    def is_nearby(self) -> bool:
        """Whether this program's own table is announced on the same network."""
        return self.server is not None and self.server.ready.is_announced

    def find_page(self) -> str | None:
        """The link of the page that is served for this program's own table, or empty; None for any other table."""
        return None if self.server is None else find_page(read(self.server.ready.local, allow_open=True).code)

    @property
    def can_have_codes(self) -> bool:
        return self.server is not None and short_codes.is_available()

    @property
    def code(self) -> CodeShown | None:
        """The short code of this program's own table, or why there is none now; None if nobody asked for any."""
        return None if self.codes is None else self.codes.shown

    def make_code(self) -> None:
        """Make a short code, or another one; ShortCodeError if there can't be any here."""
        if self.codes is not None:
            self.codes.renew()
            return
        server = self.server
        assert server is not None, "only a host has short codes"
        table, exchange = read(server.ready.local, allow_open=True), short_codes.read_exchange()
        self.codes = codes = Codes(table, server.ready.way_back, exchange, self._code_changed)
        self._kept.note(self._kept.notes._replace(way=codes.way))

    @property
    def is_over(self) -> bool:
        """Whether nobody will come back: the game is over, the person gave up their seat, or they only looked on."""
        client = self.client
        return client.link is Link.ENDED or self._is_done or client.ticket.watch

    @property
    def _is_done(self) -> bool:
        """Whether the game is over, and nobody wants another one."""
        return self.client.has_log and not self.client.again

    @property
    def is_unused(self) -> bool:
        """Whether this program opened the table, and nobody else has come to it."""
        client = self.client
        others = (shown for number, shown in enumerate(client.shown) if number != client.seat)
        return self._is_new and client.game is None and not any(shown.is_person for shown in others)

    @property
    def warning(self) -> str:
        """A warning before the person leaves; empty if they can simply leave."""
        return _(CLOSES) if self.server is not None and not self._is_done and not self.is_unused else ""

    @property
    def farewell(self) -> str:
        """A line on how to come back; empty if there is nothing to come back for."""
        if self.server is not None:
            return "" if self._is_done or self.is_unused else _(BRING_BACK, command="clockspades host")
        return "" if self.is_over else _(RETURN, command=COMMAND)

    def listen(self, listener: Listener) -> None:
        """Tell this listener of each change, and no longer the one before; begin to connect if that has not begun."""
        self._tell = listener
        self._loop = asyncio.get_running_loop()
        if self._running is None:
            self._running = asyncio.create_task(self.run())

    def leave(self) -> None:
        """Leave the table. The seat is kept unless nobody has to come back; a server ends.

        A table that nobody else has come to is forgotten.
        """
        self._tell = tell_nobody
        if self.client.link is Link.ENDED or self.is_unused:
            self.forget_seat()
        if self._running is not None:
            self._running.cancel()
        Thread(target=self.close_server, name="closing").start()

    def look_on(self) -> "Elsewhere":
        """The same table for this person to watch, over the same passage; UserError if that can't be kept."""
        kept = sit_down(self._kept.invitation, self.client.ticket.name, watch=True)
        passage, self._passage = self._passage, None
        return Elsewhere(kept, passage=passage)

    def close_server(self) -> None:
        """End what this program runs for the table. If that is its server, everybody at the table is told."""
        is_unused = self.is_unused
        server, self.server = self.server, None
        if self._passage is not None:
            self._passage.close()
        if server is not None:
            server.close()
            if is_unused:
                remove_database(Path(server.ready.database))
        if self.codes is not None:
            self.codes.close()

    def _code_changed(self) -> None:
        if self._loop is not None:
            with suppress(RuntimeError):  # the program ends
                self._loop.call_soon_threadsafe(lambda: self._tell(self.client, None))

    async def _find(self) -> Invitation | None:
        """Where the table is now; what leads there is started again if it was killed."""
        if self._passage is not None:
            invitation = await asyncio.to_thread(self._passage.find)
            self._kept.note(self._kept.notes._replace(way=self._passage.way))
            return invitation
        server = self.server
        assert server is not None, "without a passage, only a host looks for the table"
        await asyncio.to_thread(server.revive)
        return read(server.ready.local, allow_open=True)


def host_table(plan: NewTable | OldTable, name: str, key: str, *, with_code: bool = False) -> Elsewhere:
    """Start the server of a table, and take the host's seat there; it takes a moment. UserError if it fails.

    A table has short codes if it had some before, too.
    """
    if with_code:
        short_codes.read_exchange()
    with ExitStack() as undo:
        server = HostedServer(plan)
        undo.callback(server.close)
        kept = sit_down(read(server.ready.local, allow_open=True), name, key=key)
        elsewhere = Elsewhere(kept, server, is_new=isinstance(plan, NewTable))
        undo.pop_all()
        undo.callback(elsewhere.close_server)
        if with_code:
            elsewhere.make_code()
        undo.pop_all()
    if not with_code and kept.notes.way is not None:
        with suppress(ShortCodeError):
            elsewhere.make_code()
    return elsewhere


def host_at_club(club: Invitation, plan: NewTable, name: str, key: str) -> Elsewhere:
    """Open a table at a club, and take the host's seat there; it takes a moment. UserError if that fails.

    The address of the club is remembered.
    """
    kept = sit_down(open_table(club, plan), name, key=key)
    remember_club(club)
    return Elsewhere(kept)


def join_table(found: Invitation | ShortCode, name: str, *, watch: bool = False) -> Elsewhere:
    """Take a seat at the table of an invitation or a short code, or watch; UserError if it leads nowhere.

    With a short code it can take a minute.
    """
    if isinstance(found, Invitation):
        return Elsewhere(sit_down(found, name, watch=watch))
    with ExitStack() as undo:
        passage = GuestPassage(short_codes.way_by(found.code))
        undo.callback(passage.close)
        kept = sit_down(passage.find(), name, watch=watch)
        undo.pop_all()
    kept.note(kept.notes._replace(way=passage.way))
    return Elsewhere(kept, passage=passage)


class Return(NamedTuple):
    """A table that this user can come back to."""

    title: str
    """The title of the game; empty before it was told."""
    names: tuple[str, ...]
    """Who plays."""
    name: str
    come_back: Callable[[], Elsewhere]
    """Sit down again; it takes a moment. UserError if that fails."""


def ways_back() -> list[Return]:
    """The tables that this user sat at and left, or hosted, the last one first."""
    hosted = {kept.kept.terms.host: kept for kept in kept_tables() if not kept.is_over}
    found = []
    for invitation, ticket, notes in free_seats():
        kept, title = hosted.get(digest(ticket.key)), notes.title
        if ticket.watch:
            continue
        come_back = partial(join_table, invitation, ticket.name)
        if kept is not None:
            come_back = partial(host_table, OldTable(str(kept.database)), ticket.name, ticket.key)
            title = title or kept.kept.game.title_of(kept.kept.terms.options)
        elif invitation.is_local and (notes.way is None or not notes.way.code) and not _answers(invitation):
            continue  # the table was this user's own, and is over
        found.append(Return(title, notes.names, ticket.name, come_back))
    return found


def _answers(invitation: Invitation) -> bool:
    """Whether anything listens at an address of this machine."""
    with suppress(OSError), socket.create_connection((invitation.host, invitation.port), timeout=1):
        return True
    return False
