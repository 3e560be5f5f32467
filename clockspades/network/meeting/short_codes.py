"""Short codes such as ``5-hemisphere-crowfoot``: a way to a table for who can't reach the host's machine.

Magic-wormhole carries the streams, of the extra ``friends``. A mailbox, by default the public one of that project,
brings two programs with the same code together. They reach each other directly where they can, and else through a
relay. Neither the mailbox nor the relay can read anything.

The code is used up once somebody has come with it. A guest then keeps a way back: a long code that the host keeps open
as long as the table exists, so nobody has to type another short one.
"""

import hmac
import os
import re
from dataclasses import dataclass
from importlib.util import find_spec
from typing import ClassVar, Final, NamedTuple
from urllib.parse import urlsplit

from clockspades.network.meeting.invitation import COMMAND, Invitation
from clockspades.network.wire.codec import Codec, Named

EXAMPLE_CODE: Final = "5-hemisphere-crowfoot"
MAILBOX_VARIABLE: Final = "CLOCKSPADES_MAILBOX"
RELAY_VARIABLE: Final = "CLOCKSPADES_RELAY"
DIRECT_VARIABLE: Final = "CLOCKSPADES_DIRECT"
PUBLIC_MAILBOX: Final = "ws://relay.magic-wormhole.io:4000/v1"
PUBLIC_RELAY: Final = "tcp:transit.magic-wormhole.io:4001"
LOOPBACK: Final = "127.0.0.1"
"""Where a guest's program finds the table: the process that carries the streams listens there."""
LANES: Final = 4
PACKAGES: Final = "wormhole", "noise"
"""What short codes need. The second is optional for the first, and not for them."""
MISSING: Final = "short codes need magic-wormhole: run `pip install 'clockspades[friends]'`"

_CODE: Final = re.compile(r"\d{1,6}(?:-[a-z]{2,20}){2,6}")
_RELAY: Final = re.compile(r"tcp:(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}")


class ShortCodeError(Exception):
    """A short code that leads nowhere; the message is the end of a sentence."""


class Exchange(NamedTuple):
    """Where two programs with the same code find each other."""

    mailbox: str
    """The address of the mailbox, ``ws://HOST:PORT/v1``."""
    relay: str
    """The relay, ``tcp:HOST:PORT``; empty for none."""
    direct: bool = True
    """Whether this machine listens for direct connections."""


class Way(NamedTuple):
    """How a guest comes back to a table that they reached with a short code."""

    code: str
    """The code of the way back. Empty for the host, who only keeps where it is open."""
    mailbox: str
    relay: str


def find_code(text: str) -> str | None:
    """The short code in what was typed, with or without ``clockspades join``; None if there is none.

    Capital letters are accepted, and spaces in place of hyphens.
    """
    text = " ".join(text.split()).removeprefix("$ ").removeprefix(COMMAND).strip().strip("'\"<>`")
    code = text.casefold().replace(" ", "-")
    return code if _CODE.fullmatch(code) else None


def code_line(code: str) -> str:
    """The line for a friend to type into a terminal."""
    return f"{COMMAND} {code}"


def is_available() -> bool:
    """Whether the packages for short codes are installed."""
    return all(find_spec(package) is not None for package in PACKAGES)


def read_exchange() -> Exchange:
    """The mailbox and the relay of the environment, or the public ones; ShortCodeError if one can't be meant.

    ShortCodeError, too, if magic-wormhole is not installed.
    """
    if not is_available():
        raise ShortCodeError(MISSING)
    mailbox = os.environ.get(MAILBOX_VARIABLE) or PUBLIC_MAILBOX
    relay = os.environ.get(RELAY_VARIABLE, PUBLIC_RELAY)
    direct = os.environ.get(DIRECT_VARIABLE, "yes")
    if not _is_mailbox(mailbox):
        raise ShortCodeError(f"{MAILBOX_VARIABLE} needs an address such as {PUBLIC_MAILBOX}, not {mailbox!r}")
    if relay and not _RELAY.fullmatch(relay):
        raise ShortCodeError(f"{RELAY_VARIABLE} needs a relay such as {PUBLIC_RELAY}, not {relay!r}")
    if direct not in ("yes", "no"):
        raise ShortCodeError(f"{DIRECT_VARIABLE} is yes or no, not {direct!r}")
    return Exchange(mailbox, relay, direct == "yes")


def _is_mailbox(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("ws", "wss") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def way_back(secret: bytes) -> str:
    """The code of the way back to a table with this secret: 48 bits to find it by, and 128 to open it.

    It stands for as many codes as there are :func:`lanes`.
    """
    drawn = hmac.digest(secret, b"clockspades way back", "sha256")
    return f"{int.from_bytes(drawn[:6])}-{drawn[6:22].hex()}"


def lanes(code: str) -> tuple[str, ...]:
    """The codes to try one after the other: one, or those of the way back.

    A mailbox keeps the place of a program that was killed for about ten minutes, and nobody else can meet there. Then
    the next one is taken.
    """
    nameplate, _, rest = code.partition("-")
    return (code,) if find_code(code) else tuple(f"{int(nameplate) + lane}-{rest}" for lane in range(LANES))


# -- what goes through the pipes of the process that carries the streams -------------------------------------


class Line(Named):
    """A line through a pipe, or a message through a wormhole."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Offer(Line):
    """Open short codes, one after the other, and the way back."""

    word: ClassVar[str] = "offer"
    mailbox: str
    relay: str
    direct: bool
    host: str
    port: int
    """Where the table is, for this machine."""
    code: str
    fingerprint: str
    encrypted: bool
    way_back: str


@dataclass(frozen=True, slots=True)
class Renew(Line):
    """Replace the open short code with a new one."""

    word: ClassVar[str] = "renew"


@dataclass(frozen=True, slots=True)
class Take(Line):
    """Go to a table with a code, and back there if the connection is cut for long."""

    word: ClassVar[str] = "take"
    mailbox: str
    relay: str
    direct: bool
    code: str
    """A short code, or the code of the way back."""
    patience: float = 8.0
    """Seconds until it is clear that nobody has the code open."""


@dataclass(frozen=True, slots=True)
class Opened(Line):
    """A short code is open: the first who comes with it is let in."""

    word: ClassVar[str] = "code"
    code: str


@dataclass(frozen=True, slots=True)
class Trouble(Line):
    """There is no short code now."""

    word: ClassVar[str] = "trouble"
    words: str
    """Why, in a sentence."""


@dataclass(frozen=True, slots=True)
class TableThere(Line):
    """What the host tells a guest through the wormhole: all of the invitation but the address."""

    word: ClassVar[str] = "table"
    code: str
    fingerprint: str
    encrypted: bool
    way_back: str


@dataclass(frozen=True, slots=True)
class Reached(Line):
    """The table answers at a port of this machine."""

    word: ClassVar[str] = "reached"
    port: int
    code: str
    fingerprint: str
    encrypted: bool
    way_back: str

    @property
    def invitation(self) -> Invitation:
        """The invitation to the table for this machine."""
        return Invitation(LOOPBACK, self.port, self.code, self.fingerprint, self.encrypted)


@dataclass(frozen=True, slots=True)
class NotReached(Line):
    """The code leads nowhere."""

    word: ClassVar[str] = "failed"
    words: str
    """Why, as the end of a sentence."""


ORDERS: Final = Codec[Line]([Offer, Renew, Take])
"""What the process is told."""
NEWS: Final = Codec[Line]([Opened, Trouble, Reached, NotReached])
"""What it answers."""
WORMHOLE: Final = Codec[Line]([TableThere], lenient=True)
"""What goes through a wormhole."""
