"""The door for SSH: who comes in, how many can be there at once, and how little of the protocol they can use.

A person gets one terminal with the program of a guest, and nothing else: no command, no file, no forwarding, no agent.
"""

import asyncio
import logging
import re
from asyncio import Event, TimerHandle
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import asyncssh
from asyncssh import SSHKey, SSHServerConnectionOptions, SSHServerProcess

from clockspades.engine.text import UserError, is_dumb, reason_of, shows_signs
from clockspades.guests.program import GuestOrder
from clockspades.guests.ssh import players
from clockspades.guests.ssh.terminal import show
from clockspades.language import N_, VARIABLES, _, ngettext, preferred, speaking, spoken
from clockspades.network.meeting.invitation import NETWORK, network_of
from clockspades.network.server.hosting import fault_of
from clockspades.network.server.listening import Door, Limits, Rate, Rates
from clockspades.network.server.notices import ServerLog
from clockspades.saved.archive import data_directory
from clockspades.saved.writing import PRIVATE_FILE, held, read_start, write_whole

logger: Final = logging.getLogger("asyncssh")
logger.addHandler(logging.NullHandler())
logger.propagate = False  # a log could have addresses and what was sent
logger.setLevel(logging.CRITICAL)

PORT: Final = 7422
LIMITS: Final = Limits(waiting=128, connections=512)
"""The limits of connections. Those that have no terminal wait."""
CONNECTS: Final = Limits(burst=30, frames_a_second=0.5)
"""Connections from one address: how many can come at once, and how many a second after that."""
ARRIVALS: Final = Limits(burst=20, frames_a_second=0.1)
"""The same for terminals."""
INPUT: Final = Limits(burst=4096, frames_a_second=200)
"""What comes over one connection, in pieces of 256 bytes. More than that has to wait."""
MOST_BEFORE: Final = 1 << 17
"""Bytes that can come before there is a terminal."""
MOST_VARIABLES: Final = 64
MOST_UNSENT: Final = 1 << 20
"""Bytes with which a connection is given up that does not take them. A terminal never lets so many wait."""
SECONDS_TO_COME: Final = 20.0
"""How long a connection can be there without a terminal."""
SECONDS_TO_GO: Final = 2.0
"""How long the person's own program has to close the connection once all is said."""
KEEPALIVE: Final = 15
"""Seconds without a word after which a connection is asked, up to three times, whether it is still there."""

NO_KEY: Final = N_("Without an SSH key, nothing of this visit is kept. `ssh-keygen` makes one.")
SEAT_KEPT: Final = N_("Your seat is kept. Come back with the same key and name to sit down again.")
GAMES_KEPT: Final = N_("Your games are kept. Come back with the same key to go on.")
NO_COMMANDS: Final = N_("No commands are run here. To play, connect without one.")
NO_TERMINAL: Final = N_("The games need a terminal: connect with -t, and without -T.")
NO_SCREEN: Final = N_("The games need a full screen, which the terminal {terminal} does not have.")
ELSEWHERE: Final = N_("Your game is open in another window now.")
NO_ROOM: Final = N_("Nothing of this visit was kept: there was no room for it.")
TOO_MANY: Final = N_("Many guests have come from your network just now. Try again in a minute.")
NOT_KEPT: Final = N_("the key of this host can't be kept in {path}: {fault}")
ENDING: Final = N_("The games on this machine stop for now. Come back later.")
FAILED: Final = N_("The games could not be shown. Their host may know more.")

SeatGuest: TypeAlias = Callable[[str, str], Awaitable[GuestOrder]]
"""What somebody with this user name and address is shown; UserError with a sentence for them if that is nothing."""


class _Guest:
    """Somebody who is there."""

    told = ""
    """Why they had to go, if they had to."""

    def __init__(self) -> None:
        self.is_asked, self.is_gone = Event(), Event()

    def leave(self, words: str) -> None:
        """End their program, and then say why."""
        self.told = words
        self.is_asked.set()


class SshDoor:
    """Lets people in over SSH. Each has a process that ends with their connection."""

    def __init__(self, door: Door, command: Sequence[str], seat: SeatGuest, *, most: int, log: ServerLog) -> None:
        """``command`` starts the program of a guest; ``most`` can be there at once."""
        self.door, self._command, self._seat, self._most, self._log = door, command, seat, most, log
        self._folder = data_directory() / "ssh-players"
        self._arrivals, self.connects = Rates(ARRIVALS), Rates(CONNECTS)
        self._guests: dict[tuple[Path, str], _Guest] = {}
        """Those who are there, by their folder and their name."""

    async def serve_until(self, key: SSHKey, stop: Event) -> None:
        loop, log, options = asyncio.get_running_loop(), self._log, await _options(key, lambda: _Login(self))
        if loop.get_exception_handler() is None:
            loop.set_exception_handler(lambda _, told: log.note(fault_of(told.get("exception") or RuntimeError())))
        server = await loop.create_server(lambda: _Connection(self, loop, options), sock=self.door)
        try:
            await stop.wait()
        finally:
            server.close()
            for guest in (guests := [*self._guests.values()]):
                guest.leave(ENDING)
            await asyncio.gather(*(guest.is_gone.wait() for guest in guests))

    async def attend(self, login: "_Login", process: SSHServerProcess[bytes]) -> None:
        """Show the games in a terminal, or say why not. Nothing else can be asked for."""
        with speaking(_language(process)):
            await self._show(login, process)

    async def _show(self, login: "_Login", process: SSHServerProcess[bytes]) -> None:
        words, status, term = "", 2, process.term_type
        login.connection.variables = process.channel.get_environment_bytes()
        try:
            if process.command is not None or process.subsystem is not None:
                words = _(NO_COMMANDS)
            elif term is None:
                words = _(NO_TERMINAL)
            elif is_dumb({"TERM": term}):
                words = _(NO_SCREEN, terminal=repr(term))
            else:
                words, status = await self._let_in(login, process)
        except UserError as error:
            words = str(error)
        except OSError as error:
            self._log.write("guest refused", logging.ERROR, reason=error.strerror or str(error))
            words = _(FAILED)
        except Exception as error:
            self._log.note(fault_of(error))
            words = _(FAILED)
        with suppress(OSError):  # nobody is there any more
            (process.stderr if term is None else process.stdout).write(f"{words}\r\n".encode() if words else b"")
            process.exit(status)
        login.connection.go()

    async def _let_in(self, login: "_Login", process: SSHServerProcess[bytes]) -> tuple[str, int]:
        """Show somebody the program of a guest until it ends; what they are told then, and the exit status."""
        connection = login.connection
        order = await self._seat(str(process.get_extra_info("username")), connection.address)
        if not self._arrivals.allow(connection.address):
            return _(TOO_MANY), 1
        while before := self._guests.get(place := (self._enter(login.key), order.name)):
            before.leave(ELSEWHERE)
            await before.is_gone.wait()  # their folder may be forgotten then
        folder, guest = place[0], _Guest()
        try:
            if len(self._guests) >= self._most:
                return ngettext(
                    "{number} guest is here already, and more can't come. Try again later.",
                    "{number} guests are here already, and more can't come. Try again later.", self._most,
                ), 1  # fmt: skip
            self._guests[place] = guest
            connection.stay()
            about = {"player": folder.name[:12], "network": network_of(connection.address, NETWORK)}
            self._log.write("guest came", **about, guests=len(self._guests))
            status = 1
            try:
                status = await show(
                    process, lambda: connection.unsent, guest.is_asked, self._command, order, folder, _shown(process)
                )
            finally:
                del self._guests[place]
                guest.is_gone.set()
                self._log.write("guest left", **about, guests=len(self._guests), status=status)
            if guest.told or status:
                return _(guest.told or FAILED), 1
            if not players.is_kept(folder):
                return _(NO_ROOM if login.key else NO_KEY), 0
            kept = ("seats/*.seat", SEAT_KEPT) if order.invitation else ("games/*", GAMES_KEPT)
            return _(kept[1]) if any(folder.glob(kept[0])) else "", 0
        finally:
            if all(folder != other for other, _name in self._guests):
                players.part(folder)

    def _enter(self, key: str) -> Path:
        return players.enter(self._folder, key, {folder for folder, _name in self._guests})


class _Connection(asyncssh.SSHServerConnection):
    """A connection that can use up little."""

    def __init__(self, house: SshDoor, loop: asyncio.AbstractEventLoop, options: SSHServerConnectionOptions) -> None:
        super().__init__(loop, options)
        self.address = ""
        self.variables: Mapping[bytes, bytes] = {}
        self._house, self._clock, self._rate = house, loop, Rate(INPUT)
        self._wire: asyncio.Transport | None = None
        self._left = MOST_BEFORE
        """Bytes that can still come before there is a terminal."""
        self._gone: TimerHandle = loop.call_later(SECONDS_TO_COME, self.abort)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport), "a socket has one"
        self._wire, self.address = transport, transport.get_extra_info("peername", ("",))[0]
        if not self._house.connects.allow(self.address):
            self.abort()

    def connection_lost(self, exc: Exception | None = None) -> None:
        self._gone.cancel()
        super().connection_lost(exc)

    @property
    def unsent(self) -> int:
        """About how many bytes wait to be sent. Packets are held back while keys change, which can take for ever."""
        return 0 if self._wire is None else self._wire.get_write_buffer_size() + (len(self._deferred_packets) << 14)

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        """Take what came. After a lot of it, read no more for a while."""
        self._left -= len(data)
        super().data_received(data, datatype)
        if self._left < 0 or self.unsent > MOST_UNSENT or len(self.variables) > MOST_VARIABLES:
            self.abort()
        elif self._wire is not None and not self._rate.allows(len(data), self._clock.time()):
            self._wire.pause_reading()
            self._clock.call_later((1 + len(data) / 256) / INPUT.frames_a_second, self._wire.resume_reading)

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Whether a signature is right, and not one with SHA-1."""
        is_weak = signature[4:].startswith(b"ssh-rsa")
        return not is_weak and await super().validate_public_key(username, key_data, msg, signature)

    def stay(self) -> None:
        """Keep the connection: it has a terminal."""
        self._gone.cancel()
        self._left = 1 << 62
        if self._wire is not None:
            self._house.door.has_joined(self._wire.get_extra_info("socket").fileno())

    def go(self) -> None:
        """Close it, if the person's own program does not do that soon."""
        self._gone.cancel()
        self._gone = self._clock.call_later(SECONDS_TO_GO, self.abort)


class _Login(asyncssh.SSHServer):
    """Who somebody is. Any key will do, and so will none; a user name opens nothing."""

    connection: _Connection
    key = ""
    """The fingerprint of their key; empty without one."""
    _is_used = False

    def __init__(self, house: SshDoor) -> None:
        self._house = house

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        assert isinstance(conn, _Connection), "the door makes them"
        self.connection = conn

    def begin_auth(self, username: str) -> bool:
        """Ask for a key: a client first tries to get in without."""
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: SSHKey) -> bool:
        """Note a key. If its signature is wrong, the person gets in with another key, or none, which is noted then."""
        self.key, kind = key.get_fingerprint(), key.get_algorithm()
        return kind != "ssh-dss" and (kind != "ssh-rsa" or len(key.public_data) > 2048 // 8)

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> tuple[str, str, str, tuple[()]]:
        return "", _(NO_KEY), "", ()

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        self.key = ""
        return True

    def session_requested(self) -> SSHServerProcess[bytes] | bool:
        """One session, and no other."""
        is_first, self._is_used = not self._is_used, True
        return is_first and SSHServerProcess(partial(self._house.attend, self), None, 3, False)


def _language(process: SSHServerProcess[bytes]) -> str:
    """The language that a person's own program asks for, or that of this server."""
    sent = process.channel.get_environment()
    return preferred(sent) if any(map(sent.get, VARIABLES)) else spoken()


def _shown(process: SSHServerProcess[bytes]) -> dict[str, str]:
    """Variables for the program: of the client's own, what each may say."""
    term, sent = process.term_type or "", process.channel.get_environment()
    locale = next((sent[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if sent.get(name)), "")
    shown = {
        "TERM": term if re.fullmatch(r"[\w.+-]{1,64}", term, re.ASCII) else "xterm-256color",
        "LC_ALL": "C.UTF-8" if shows_signs({"LC_ALL": locale}) else "C",
        "LANGUAGE": spoken(),
        "COLORTERM": "truecolor" if sent.get("COLORTERM") in ("truecolor", "24bit") else "",
        "NO_COLOR": "1" if sent.get("NO_COLOR") else "",
    }
    return {name: value for name, value in shown.items() if value}  # an empty one says something too


async def _options(key: SSHKey, login: Callable[[], _Login]) -> SSHServerConnectionOptions:
    """How little of the protocol there is: nothing that is weak, and no exchange of keys that takes long."""
    options: SSHServerConnectionOptions = await SSHServerConnectionOptions.construct(
        server_factory=login, server_host_keys=[key], server_version="clockspades", login_timeout=SECONDS_TO_COME,
        keepalive_interval=KEEPALIVE, encoding=None, window=1 << 16, max_pktsize=1 << 14, gss_host=None,
        password_auth=False, agent_forwarding=False, x11_forwarding=False, line_editor=False, compression_algs=None,
        kex_algs="-gss-*,diffie-hellman-*,rsa*", mac_algs="-*sha1*,umac-64*", signature_algs="-ssh-rsa,ssh-dss",
    )  # fmt: skip
    return options


def host_key() -> SSHKey:
    """The key by which clients know this machine, made at the first start; UserError if it can't be kept or read."""
    path = data_directory() / "ssh_host_key"
    try:
        with held(path.parent):
            if not path.exists():
                write_whole(path, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        path.chmod(PRIVATE_FILE)
        return asyncssh.import_private_key(read_start(path, 1 << 14))
    except OSError as error:
        raise UserError(_(NOT_KEPT, path=path, fault=reason_of(error))) from error
    except ValueError as error:
        words = N_("{path} is no SSH key that can be read: move it away, and another one is made")
        raise UserError(_(words, path=path)) from error
