"""The door for SSH: who comes in, how many can be there at once, and how little of the protocol they can use.

A person gets one terminal with the program of a guest, and nothing else: no command, no file, no forwarding, no agent.
"""

import asyncio
import logging
import re
from asyncio import Event, TimerHandle
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

import asyncssh
from asyncssh import SSHKey, SSHServerChannel, SSHServerConnectionOptions

from clockspades.engine.text import UserError, is_dumb, shows_signs
from clockspades.guests.program import GuestOrder
from clockspades.guests.ssh.players import Players, is_kept
from clockspades.guests.ssh.terminal import GuestTerminal
from clockspades.network.meeting.invitation import NETWORK, network_of
from clockspades.network.server.hosting import fault_of
from clockspades.network.server.listening import REMEMBERED, Door, Limits, Rate, Remembered
from clockspades.saved.archive import data_directory
from clockspades.saved.writing import PRIVATE_FILE, held, read_start, write_whole

logger: Final = logging.getLogger("asyncssh")
logger.addHandler(logging.NullHandler())
logger.propagate = False  # a log could have addresses and what was sent
logger.setLevel(logging.CRITICAL)

PORT: Final = 7422
"""The port of the door unless another one is chosen."""
LIMITS: Final = Limits(waiting=128, connections=512)
"""The limits of connections. Those wait that have no terminal yet."""
CONNECTS: Final = Limits(burst=30, frames_a_second=0.5)
"""Connections from one address: how many can come at once, and how many a second after that."""
ARRIVALS: Final = Limits(burst=20, frames_a_second=0.1)
"""The same for terminals."""
INPUT: Final = Limits(burst=4096, frames_a_second=200)
"""What comes over one connection, in pieces of 256 bytes. For what is more it has to wait."""
MOST_BEFORE: Final = 1 << 17
"""Bytes that can come before there is a terminal."""
MOST_VARIABLES: Final = 64
"""Environment variables that a client can send."""
MOST_UNSENT: Final = 1 << 20
"""Bytes to be sent with which a connection is given up: more than a terminal ever lets wait."""
SECONDS_TO_COME: Final = 20.0
"""How long a connection can be there before it has a terminal."""
KEEPALIVE: Final = 15
"""Seconds without a word after which a connection is asked three times whether it is still there."""
SECONDS_TO_GO: Final = 2.0
"""How long the person's own program has to close the connection, once all is said."""
LARGEST_KEY: Final = 1 << 14

NO_KEY: Final = "Without an SSH key, nothing of this visit is kept. `ssh-keygen` makes one."
NO_ROOM: Final = "Nothing of this visit was kept: there was no room for it."
NO_COMMANDS: Final = "No commands are run here. Leave the command away to play."
NO_TERMINAL: Final = "The games need a terminal: connect with -t, and without -T."
NO_SCREEN: Final = "The games need a full screen, which the terminal {!r} does not have."
ELSEWHERE: Final = "Your game is open in another window now."
FULL: Final = "{} guests are here already, and more can't come. Try again later."
TOO_MANY: Final = "Many guests have come from your network just now. Try again in a minute."
IDLE: Final = "You have not touched a key for long, so your game was closed."
ENDING: Final = "The machine that you play on goes down. Come back later."
FAILED: Final = "The games could not be shown. Their host may know more."

Seat: TypeAlias = Callable[[str], GuestOrder]
"""What somebody with this user name is shown; UserError with a sentence for them if that is nothing."""
Tell: TypeAlias = Callable[..., object]
"""Takes an event in a few words and its fields, for a log."""


class Terms(NamedTuple):
    """What somebody who comes in can use."""

    command: Sequence[str]
    """It starts the program of a guest."""
    seat: Seat
    most: int
    """Guests who can be there at once."""
    idle: float
    """Seconds without a key after which a guest has to go."""


class SshDoor:
    """Lets people in over SSH. Each has a process that ends with their connection."""

    def __init__(self, door: Door, terms: Terms, tell: Tell) -> None:
        self.door, self.terms, self.tell = door, terms, tell
        self._players = Players()
        self._connects, self._arrivals = Remembered[Rate](REMEMBERED), Remembered[Rate](REMEMBERED)
        self._guests: dict[tuple[Path, str], _Session] = {}
        """Those who are there, by their folder and their name."""
        self._connections: set[_Connection] = set()

    async def serve_until(self, key: SSHKey, stop: Event) -> None:
        """Serve until ``stop`` is set; then end all processes and connections."""
        loop, options = asyncio.get_running_loop(), await _options(key, partial(_Login, self))
        loop.set_exception_handler(lambda _, told: self.tell_fault(told.get("exception") or RuntimeError()))
        server = await loop.create_server(lambda: _Connection(self, loop, options), sock=self.door)
        try:
            await stop.wait()
        finally:
            server.close()
            for guest in (guests := [*self._guests.values()]):
                guest.leave(ENDING)
            await asyncio.gather(*(guest.is_done.wait() for guest in guests))
            for connection in [*self._connections]:
                connection.close()
            await asyncio.sleep(0.1)  # what is written goes out

    def tell_fault(self, error: Exception) -> None:
        """Tell an error of the program, without a traceback."""
        fault = fault_of(error)
        self.tell(fault.event, fault.level, **fault.fields)

    def admits(self, connection: "_Connection") -> bool:
        """Note a new connection; False if too many come from its address."""
        self._connections.add(connection)
        return self._allows(self._connects, CONNECTS, connection.address)

    def forget(self, connection: "_Connection") -> None:
        self._connections.discard(connection)

    def _allows(self, known: Remembered[Rate], limits: Limits, address: str) -> bool:
        network = network_of(address)
        known[network] = rate = known.get(network) or Rate(limits)
        return rate.allows(0, monotonic())

    async def attend(self, session: "_Session") -> tuple[str, int]:
        """Show somebody their terminal until it ends; what they are told then, and the exit status."""
        login, terms = session.login, self.terms
        try:
            order = terms.seat(login.user)
        except UserError as error:
            return str(error), 2
        if not self._allows(self._arrivals, ARRIVALS, login.connection.address):
            return TOO_MANY, 1
        folder = self._players.enter(login.key, {folder for folder, _ in self._guests})
        place = folder, order.name
        while (before := self._guests.get(place)) is not None:
            before.leave(ELSEWHERE)
            await before.is_done.wait()
        if len(self._guests) >= terms.most or session.is_leaving:
            self._part(folder)
            return FULL.format(terms.most), 1
        self._guests[place] = session
        about = {"player": folder.name[:12], "network": network_of(login.connection.address, NETWORK)}
        self.tell("guest came", **about, guests=len(self._guests))
        try:
            status = await session.show(terms.command, order, folder)
        finally:
            del self._guests[place]
            session.is_done.set()
            self._part(folder)
            self.tell("guest left", **about, guests=len(self._guests))
        if session.told or status:
            return session.told or FAILED, 1
        return "" if is_kept(folder) else NO_ROOM if login.key else NO_KEY, 0

    def _part(self, folder: Path) -> None:
        if folder not in {folder for folder, _ in self._guests}:
            self._players.part(folder)


class _Connection(asyncssh.SSHServerConnection):
    """A connection that can use up little."""

    def __init__(self, house: SshDoor, loop: asyncio.AbstractEventLoop, options: SSHServerConnectionOptions) -> None:
        super().__init__(loop, options)
        self.address = ""
        self.session: _Session | None = None
        self._house, self._clock = house, loop
        self._wire: asyncio.Transport | None = None
        self._rate, self._came = Rate(INPUT), 0
        self._gone: TimerHandle = loop.call_later(SECONDS_TO_COME, self.abort)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, unless too many come from there."""
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport), "a socket has one"
        self._wire, self.address = transport, transport.get_extra_info("peername", ("",))[0]
        if not self._house.admits(self):
            self.abort()

    def connection_lost(self, exc: Exception | None = None) -> None:
        self._gone.cancel()
        self._house.forget(self)
        super().connection_lost(exc)

    @property
    def unsent(self) -> int:
        """Bytes that wait to be sent, about: a client that changes keys and never ends that holds packets back."""
        return 0 if self._wire is None else self._wire.get_write_buffer_size() + (len(self._deferred_packets) << 14)

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        """Take what came, and then wait if it was much."""
        self._came += len(data)
        super().data_received(data, datatype)
        is_early = self.session is None or not self.session.has_terminal
        if (is_early and self._came > MOST_BEFORE) or self.unsent > MOST_UNSENT or self._has_too_many_variables():
            self.abort()
        elif self._wire is not None and not self._rate.allows(len(data), self._clock.time()):
            self._wire.pause_reading()
            self._clock.call_later((1 + len(data) / 256) / INPUT.frames_a_second, self._wire.resume_reading)

    def _has_too_many_variables(self) -> bool:
        return self.session is not None and len(self.session.channel.get_environment_bytes()) > MOST_VARIABLES

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Whether a signature is right, and not one with SHA-1."""
        return not signature[4:].startswith(b"ssh-rsa") and await super().validate_public_key(
            username, key_data, msg, signature
        )

    def stay(self) -> None:
        """Keep the connection: it has a terminal."""
        self._gone.cancel()
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
        self.house = house

    @property
    def user(self) -> str:
        return str(self.connection.get_extra_info("username", ""))

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        assert isinstance(conn, _Connection), "the door makes them"
        self.connection = conn

    def begin_auth(self, username: str) -> bool:
        """Ask for a key: a client tries first whether it gets in without."""
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: SSHKey) -> bool:
        """Note the key. Its signature is checked after that, or somebody else's way in forgets it."""
        self.key = key.get_fingerprint()
        return _is_strong(key)

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> tuple[str, str, str, tuple[()]]:
        """Ask nothing."""
        self.key = ""
        return "", NO_KEY, "", ()

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        self.key = ""
        return True

    def session_requested(self) -> "_Session | bool":
        """One session, and no other."""
        is_first, self._is_used = not self._is_used, True
        return is_first and _Session(self)


class _Session(asyncssh.SSHServerSession[bytes]):
    """What somebody asks for, and their line to the terminal that they get."""

    channel: SSHServerChannel[bytes]

    def __init__(self, login: _Login) -> None:
        self.login = login
        self.told = ""
        """Why they had to go, if they had to."""
        self.is_leaving = False
        self.is_done = Event()
        """Set once their program has ended."""
        self._refused = NO_TERMINAL
        self._term, self._size = "", (80, 24)
        self._terminal: GuestTerminal | None = None
        self._touched = 0.0
        self._idle: TimerHandle | None = None
        self._running: asyncio.Task[None] | None = None

    @property
    def has_terminal(self) -> bool:
        return self._terminal is not None

    # -- what they ask for -----------------------------------------------------------------------------

    def connection_made(self, chan: SSHServerChannel[bytes]) -> None:
        self.channel = chan
        self.login.connection.session = self

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave("")

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        self._term, self._size = term_type, term_size[:2]
        self._refused = NO_SCREEN.format(term_type) if is_dumb({"TERM": term_type}) else ""
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """Take it, to say that nothing is run."""
        self._refused = NO_COMMANDS
        return True

    def session_started(self) -> None:
        self._running = asyncio.create_task(self._attend())

    async def _attend(self) -> None:
        house, words, status = self.login.house, self._refused, 2
        try:
            if not words:
                words, status = await house.attend(self)
        except OSError as error:
            house.tell("guest refused", logging.ERROR, reason=error.strerror or str(error))
            words = FAILED
        except Exception as error:
            house.tell_fault(error)
            words = FAILED
        with suppress(OSError):  # nobody is there any more
            if words and self._term:
                self.channel.write(f"{words}\r\n".encode())
            elif words:
                self.channel.write_stderr(f"{words}\n".encode())
            self.channel.exit(status)
        self.login.connection.go()

    # -- their terminal --------------------------------------------------------------------------------

    async def show(self, command: Sequence[str], order: GuestOrder, folder: Path) -> int:
        """Show the program of a guest until it ends; its exit status. OSError if it can't be started."""
        self._terminal = terminal = GuestTerminal(self, *self._size)
        self.login.connection.stay()
        self._look_whether_idle()
        if self.is_leaving:
            terminal.leave()
        try:
            return await terminal.run(command, order, folder, self._shown())
        finally:
            self._terminal = None
            if self._idle is not None:
                self._idle.cancel()

    def leave(self, words: str) -> None:
        """End the program, and then say why."""
        self.told, self.is_leaving = self.told or words, True
        if self._terminal is not None:
            self._terminal.leave()

    def _shown(self) -> dict[str, str]:
        """Of a client's own variables only what each may say."""
        sent = self.channel.get_environment()
        locale = next((sent[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if sent.get(name)), "")
        shown = {
            "TERM": self._term if re.fullmatch(r"[\w.+-]{1,64}", self._term, re.ASCII) else "xterm-256color",
            "LC_ALL": "C.UTF-8" if shows_signs({"LC_ALL": locale}) else "C",
        }
        if sent.get("COLORTERM") in ("truecolor", "24bit"):
            shown["COLORTERM"] = "truecolor"
        return {**shown, "NO_COLOR": "1"} if sent.get("NO_COLOR") else shown

    def _look_whether_idle(self) -> None:
        now, most = monotonic(), self.login.house.terms.idle
        if self._idle is None:
            self._touched = now
        if now - self._touched >= most:
            self.leave(IDLE)
        else:
            left = self._touched + most - now
            self._idle = asyncio.get_running_loop().call_later(left, self._look_whether_idle)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self._touched = monotonic()
        if self._terminal is not None:
            self._terminal.take(data)

    def eof_received(self) -> bool:
        """Take it as the end: nobody can type any more."""
        self.leave("")
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = width, height
        if self._terminal is not None:
            self._terminal.resize(width, height)

    # -- their line, for the terminal ------------------------------------------------------------------

    @property
    def unsent(self) -> int:
        return self.channel.get_write_buffer_size() + self.login.connection.unsent

    def write(self, data: bytes) -> None:
        with suppress(OSError):  # the line is gone
            self.channel.write(data)

    def pause_reading(self) -> None:
        self.channel.pause_reading()

    def resume_reading(self) -> None:
        self.channel.resume_reading()

    def hang_up(self) -> None:
        self.login.connection.abort()


def _is_strong(key: SSHKey) -> bool:
    """Whether nobody can find out the private key of a public one."""
    kind = key.get_algorithm()
    return kind != "ssh-dss" and (kind != "ssh-rsa" or len(key.public_data) > 2048 // 8)


async def _options(key: SSHKey, login: Callable[[], _Login]) -> SSHServerConnectionOptions:
    """What the protocol can do. Groups for an exchange that takes long are left out, and all that is weak."""
    options: SSHServerConnectionOptions = await SSHServerConnectionOptions.construct(
        server_factory=login, server_host_keys=[key], server_version="clockspades", login_timeout=SECONDS_TO_COME,
        keepalive_interval=KEEPALIVE, encoding=None, window=1 << 16, max_pktsize=1 << 14,
        gss_host=None, host_based_auth=False, password_auth=False, agent_forwarding=False, x11_forwarding=False,
        line_editor=False, compression_algs=None, kex_algs="-gss-*,diffie-hellman-*,rsa*",
        mac_algs="-*sha1*,umac-64*,*@ssh.com",
        signature_algs="-ssh-rsa,ssh-dss",
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
        return asyncssh.import_private_key(read_start(path, LARGEST_KEY))
    except OSError as error:
        raise UserError(f"the key of this host can't be kept in {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise UserError(f"{path} is no SSH key that can be read: move it away, and another one is made") from error
