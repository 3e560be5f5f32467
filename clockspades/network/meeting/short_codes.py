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
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from threading import Event, Lock, Thread
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from clockspades.engine.codec import Codec, Named, Notation
from clockspades.engine.phrases import sentence
from clockspades.engine.text import UserError, bare, pasted
from clockspades.language import N_, _, pgettext
from clockspades.network.meeting.invitation import COMMAND, Invitation
from clockspades.network.own_process import OwnProcess
from clockspades.network.wire.messages import FRAME
from clockspades.packages import needed

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
MODULE: Final = "clockspades.network.meeting.wormhole_process"
"""What runs in the process that carries the streams: its function ``main``."""
PATIENCE: Final = 150.0
"""Seconds that it has to reach a table: more than all its own limits together."""
SHORTEST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds until it is started again if it was killed: each pause is twice the one before."""

NOT_STARTED: Final = N_("the program for short codes did not start")
MAKING: Final = N_("Making a short code…")
KILLED: Final = N_("The program for short codes was ended. Starting it again.")

_CODE: Final = re.compile(r"\d{1,6}(?:-[a-z]{2,20}){2,6}")
_WITHIN: Final = re.compile(r"(?<![\w.-])\d{1,6}(?:- ?[a-z]{2,20}){2}(?:-[a-z]{2,20}){0,4}(?![\w-])", re.ASCII)
"""A code within a text, wrapped or not."""
_RELAY: Final = re.compile(r"tcp:(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}")


class ShortCodeError(UserError):
    """A short code that leads nowhere; the message is the end of a sentence."""


class Exchange(NamedTuple):
    """Where two programs with the same code find each other."""

    mailbox: str
    """The address of the mailbox, ``ws://HOST:PORT/v1``."""
    relay: str
    """The relay, ``tcp:HOST:PORT``; empty for none."""
    direct: bool = True


class Way(NamedTuple):
    """How a guest comes back to a table that they reached with a short code."""

    code: str
    """The code of the way back. Empty for the host, who only keeps where it is open."""
    mailbox: str
    relay: str


class ShortCode(NamedTuple):
    """A short code that was typed or pasted."""

    code: str

    def __str__(self) -> str:
        return self.code


def find_code(text: str) -> str | None:
    """The short code in a text, behind ``clockspades join`` if that stands there; None if there is none.

    Capital letters are accepted, and spaces in place of hyphens where nothing else stands beside it.
    """
    told = pasted(text).casefold().rpartition(COMMAND)[2]
    within = _WITHIN.search(told)
    code = (within[0] if within else bare(told).replace(" ", "-")).replace(" ", "").strip("-")
    return code if _CODE.fullmatch(code) else None


def code_line(code: str) -> str:
    return f"{COMMAND} {code}"


def is_available() -> bool:
    """Whether the packages for short codes are installed."""
    return all(find_spec(package) is not None for package in PACKAGES)


def why_none() -> str:
    """Why there can't be short codes here, in a sentence; empty if there can."""
    try:
        read_exchange()
    except ShortCodeError as error:
        return sentence(str(error))
    return ""


def read_exchange() -> Exchange:
    """The mailbox and the relay of the environment, or the public ones; ShortCodeError if one can't be meant.

    ShortCodeError, too, if magic-wormhole is not installed.
    """
    if not is_available():
        raise ShortCodeError(needed("magic-wormhole[dilate]", pgettext("what needs a package", "short codes")))
    mailbox = os.environ.get(MAILBOX_VARIABLE) or PUBLIC_MAILBOX
    relay = os.environ.get(RELAY_VARIABLE, PUBLIC_RELAY)
    direct = os.environ.get(DIRECT_VARIABLE, "yes")
    if not _is_mailbox(mailbox):
        told = {"name": MAILBOX_VARIABLE, "example": PUBLIC_MAILBOX, "text": repr(mailbox)}
        raise ShortCodeError(_("{name} needs an address such as {example}, not {text}", **told))
    if relay and not _RELAY.fullmatch(relay):
        told = {"name": RELAY_VARIABLE, "example": PUBLIC_RELAY, "text": repr(relay)}
        raise ShortCodeError(_("{name} needs a relay such as {example}, not {text}", **told))
    if direct not in ("yes", "no"):
        raise ShortCodeError(_("{name} is yes or no, not {text}", name=DIRECT_VARIABLE, text=repr(direct)))
    return Exchange(mailbox, relay, direct == "yes")


def way_by(code: str) -> Way:
    """The way to a table with a short code; ShortCodeError if there can't be one here."""
    exchange = read_exchange()
    return Way(code, exchange.mailbox, exchange.relay)


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
    nameplate, _dash, rest = code.partition("-")
    return (code,) if _CODE.fullmatch(code) else tuple(f"{int(nameplate) + lane}-{rest}" for lane in range(LANES))


class Order(Named):
    """What the process is told."""


class News(Named):
    """What it answers."""


class TableThere(Named, word="table"):
    """What the host tells a guest through the wormhole: all of the invitation but the address."""

    code: str
    fingerprint: str
    encrypted: bool
    way_back: str


class OfferCodes(Order, word="offer"):
    """Open short codes, one after the other, and the way back."""

    exchange: Exchange
    host: str
    port: int
    """Where the table is, for this machine."""
    there: TableThere


class RenewCode(Order, word="renew"):
    """Replace the open short code with a new one."""


class Take(Order, word="take"):
    """Go to a table with a code, and back there if the connection is cut for long."""

    exchange: Exchange
    code: str
    """A short code, or the code of the way back."""
    patience: float = 8.0
    """Seconds until it is clear that nobody has the code open."""


class CodeOpen(News, word="code"):
    """A short code is open: the first who comes with it is let in."""

    code: str


class Trouble(News, word="trouble"):
    """There is no short code now."""

    words: str
    """Why, in a sentence."""


class Reached(News, word="reached"):
    """The table answers at a port of this machine."""

    port: int
    there: TableThere

    @property
    def invitation(self) -> Invitation:
        return Invitation(LOOPBACK, self.port, self.there.code, self.there.fingerprint, self.there.encrypted)


class NotReached(News, word="failed"):
    """The code leads nowhere."""

    words: str
    """Why, as the end of a sentence."""


ORDERS: Final = Codec(Order)
NEWS: Final = Codec(News)
WORMHOLE: Final = Codec(TableThere, Notation(lenient=True), text=FRAME)


class CodeShown(NamedTuple):
    """The short code of a table now."""

    code: str = ""
    """Empty if there is none."""
    words: str = ""
    """Why there is none, in a sentence; empty while it is being made."""

    @property
    def is_awaited(self) -> bool:
        """Whether the code is still being made."""
        return not self.code and not self.words


class Codes:
    """The short codes of a host's table, one after the other, and the way back for those who came with one.

    If its process is killed, it is started again, with another code. Guests come back by themselves.
    """

    def __init__(self, table: Invitation, way_back: str, exchange: Exchange, tell: Callable[[], object]) -> None:
        """``table`` leads to the table on this machine; ``tell`` is called, in a thread, whenever the code changes.

        ShortCodeError if the process can't be started.
        """
        self.shown = CodeShown()
        self.way = Way("", exchange.mailbox, exchange.relay)
        """What a host keeps of its short codes: where they were open."""
        self._tell = tell
        there = TableThere(table.code, table.fingerprint, table.is_encrypted, way_back)
        self._offer = OfferCodes(exchange, table.host, table.port, there)
        self._closes = Event()
        self._process = started(self._offer)
        Thread(target=self._follow, name="codes", daemon=True).start()

    def renew(self) -> None:
        """Replace the open code with a new one."""
        self._show(CodeShown())
        with suppress(OSError, ValueError):  # the process has ended: it is started again with another code
            self._process.tell(ORDERS.write_text(RenewCode()))

    def close(self) -> None:
        """End the process, and with it the ways of all guests."""
        self._closes.set()
        self._process.end()

    def _show(self, shown: CodeShown) -> None:
        self.shown = shown
        self._tell()

    def _follow(self) -> None:
        pause = SHORTEST_PAUSE
        while True:
            for news in self._process.answers():
                match news:
                    case CodeOpen(code):
                        pause = SHORTEST_PAUSE
                        self._show(CodeShown(code, ""))
                    case Trouble(words):
                        self._show(CodeShown("", words))
            if self._closes.is_set():
                return
            self._show(CodeShown("", _(KILLED)))
            if self._closes.wait(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)
            self._process.end()
            with suppress(ShortCodeError):
                self._process = started(self._offer)
            if self._closes.is_set():  # close() may have ended the one before
                self._process.end()


class GuestPassage:
    """A guest's way to a table that they reached with a short code.

    The process finds back to the table by itself if the connection is cut for long. :meth:`find` starts it again if it
    was killed.
    """

    def __init__(self, way: Way) -> None:
        """``way`` is the way back that was kept. If the guest was never at the table, its code is a short code."""
        self.way = way
        self._reached: Reached | None = None
        self._process: OwnProcess[News] | None = None
        self._lock = Lock()
        self._finding = Lock()
        self._is_closed = False

    def find(self) -> Invitation:
        """Where the table is on this machine now; it may take a minute. ShortCodeError if it is not reached."""
        with self._finding:
            if self._reached is None or self._process is None or self._process.poll() is not None:
                self._reached = self._reach()
                self.way = self.way._replace(code=self._reached.there.way_back)
            return self._reached.invitation

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._is_closed, process = True, self._process
        if process is not None:
            process.end()

    def _reach(self) -> Reached:
        exchange = Exchange(self.way.mailbox, self.way.relay, read_exchange().direct)
        with self._lock:
            if self._is_closed:
                raise ShortCodeError(_(NOT_STARTED))
            if self._process is not None:
                self._process.end()
            process = self._process = started(Take(exchange, self.way.code))
        answer = process.first_answer(PATIENCE)
        if isinstance(answer, Reached):
            return answer
        process.end()
        raise ShortCodeError(answer.words if isinstance(answer, NotReached) else _(NOT_STARTED))


def started(order: OfferCodes | Take) -> OwnProcess[News]:
    """The process, with its order; ShortCodeError if it does not start."""
    try:
        return OwnProcess(MODULE, ORDERS.write_text(order), NEWS)
    except OSError as error:
        raise ShortCodeError(_(NOT_STARTED)) from error
