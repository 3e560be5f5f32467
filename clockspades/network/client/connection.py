"""The shell of the client of a table: a socket, timers and the disk around the pure reducer.

A screen, or a program without one, makes a :class:`TableConnection`, runs it in its event loop, and gives it inputs.
It is told of each change in one place.
"""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import random
from secrets import token_bytes, token_hex
from typing import Any, Final, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI, WebSocketException
from websockets.typing import Subprotocol

from clockspades.engine.codec import CodecError
from clockspades.engine.deal_proof import SIZE
from clockspades.engine.phrases import sentence
from clockspades.engine.text import reason_of
from clockspades.language import N_, _, headed
from clockspades.network.client import client as my
from clockspades.network.client.client import Client, Link
from clockspades.network.client.kept_seats import KeptSeat
from clockspades.network.client.received_log import ReceivedLogError, keep_log
from clockspades.network.client.ways_in import unreached
from clockspades.network.meeting.certificate import FingerprintError, check, client_context, save_memory
from clockspades.network.meeting.invitation import Invitation
from clockspades.network.meeting.short_codes import ShortCodeError
from clockspades.network.server.hosted_server import ServerStartError
from clockspades.network.server.listening import logger
from clockspades.network.wire.messages import MORE, MOST_BYTES, TO_CLIENT, TO_HOST, Begun, ToClient
from clockspades.saved.archive import data_directory
from clockspades.table.table_session import InTurn

SECONDS_TO_OPEN: Final = 10
SECONDS_TO_ANSWER: Final = 5
"""Seconds after which a person is told that nobody has answered; the attempt goes on."""
NEXT_ADDRESS: Final = 0.25
"""Seconds after which the next address of a name is tried too: one of several servers may be dead."""
QUIET: Final = 20
"""Seconds after which the host is asked whether it is still there, and again until the connection counts as cut."""

NO_ANSWER: Final = N_("The host does not answer.")
CUT_OFF: Final = N_("The connection was cut.")
UNKNOWN_NAME: Final = N_("The name of the host's computer is not known, or you have no network.")


Listener: TypeAlias = Callable[[Client, ToClient | None], object]


def tell_nobody(client: Client, message: ToClient | None) -> None:
    """The listener where nobody listens."""


class TableConnection:
    """A client at a table. All of it runs in one event loop."""

    def __init__(
        self,
        kept: KeptSeat,
        tell: Listener = tell_nobody,
        *,
        before_connecting: Callable[[], Awaitable[Invitation | None]] | None = None,
        games: Path | None = None,
    ) -> None:
        """``tell`` is called with the state after each change, and with the message that caused it, if one did.

        ``before_connecting`` is awaited before each attempt. It returns the invitation that leads to the table now,
        after a host has started its server again if that was killed. ``games`` is the folder for logs, by default
        that of the saved games.
        """
        ledger = kept.notes.ledger
        self.client = Client(kept.ticket, program=token_hex(8), ledger=ledger, safe=ledger)
        self.log_path: Path | None = None
        """Where the log of the game that is over was saved."""
        self.log_fault = ""
        """Why the log was not saved, or what is unfair in it, in a sentence."""
        self._kept, self._tell, self._before = kept, tell, before_connecting
        self._games = games or data_directory() / "games"
        self._inputs = InTurn(self._take)
        self._effects: asyncio.Queue[my.ClientEffect | Exception | None] = asyncio.Queue()
        """What is still to do, an error of whom was told, or None once nothing is to do any more."""
        self._number = 0
        """The number of the connection that was asked for last."""
        self._socket: ClientConnection | None = None
        self._work: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def give(self, given: my.ClientInput) -> None:
        """Give the client an input, such as what the person does. :attr:`client` is the next state when this returns.

        An input that ``tell`` gives has its turn after the one that ``tell`` was called for.
        """
        self._inputs.give(given)

    async def run(self) -> None:
        """Stay at the table until the host ends the connection for good or the task is cancelled."""
        self.give(my.Started())
        try:
            while (effect := await self._effects.get()) is not None:
                if isinstance(effect, Exception):
                    raise effect
                await self._run(effect)
        finally:
            await self.close()

    async def close(self) -> None:
        """Leave the table as it is. The seat is kept, and free for another program of this user."""
        if self._timer is not None:
            self._timer.cancel()
        await self._hang_up()
        self._kept.close()

    def forget_seat(self) -> None:
        """Forget the seat for good, as nobody will sit there again."""
        self._kept.remove()

    def _take(self, given: my.ClientInput) -> None:
        before = self.client
        self.client, effects = my.update(before, given)
        told = None
        for effect in effects:
            match effect:
                case my.DrawShare(table, deal):
                    self.give(my.Drawn(table, deal, token_bytes(SIZE)))
                case my.KeepLedger(ledger):
                    self.give(self._keep(ledger))
                case my.Tell(message):
                    told = message
                case _:
                    self._effects.put_nowait(effect)
        if self.client.link is Link.ENDED:
            self._effects.put_nowait(None)
        game = self.client.game
        if isinstance(told, Begun) and game is not None:
            names = tuple(seat.name for seat in game.seats)
            self._kept.note(self._kept.notes._replace(title=game.game.title_of(game.options), names=names))
        if self.client.has_log and not before.has_log and game is not None:
            try:
                text, ledger = "".join(self.client.log), self.client.ledger_of_game
                self.log_path, self.log_fault = keep_log(text, game, self._games, ledger)
            except ReceivedLogError as error:
                self.log_path, self.log_fault = None, str(error)
        if self.client is not before or told is not None:
            self._tell(self.client, told)

    def _keep(self, ledger: my.Ledger) -> my.LedgerKept | my.LedgerNotKept:
        try:
            self._kept.keep(self._kept.notes._replace(ledger=ledger))
        except OSError as error:
            return my.LedgerNotKept(reason_of(error))
        return my.LedgerKept(ledger)

    async def _run(self, effect: my.ClientEffect) -> None:
        match effect:
            case my.Connect():
                await self._hang_up()
                self._work = asyncio.create_task(self._connect(self._number))
                if self._before is None:
                    self._give_later(SECONDS_TO_ANSWER, my.Late(self._no_answer))
            case my.Post(message):
                text = TO_HOST.write_text(message)
                if self._socket is not None:
                    with suppress(WebSocketException, OSError):  # it is noticed where messages are received
                        await self._socket.send(text)
            case my.Pause(seconds):
                self._give_later(seconds, my.PauseOver())
            case my.HangUp():
                await self._hang_up()

    def _give_later(self, seconds: float, given: my.ClientInput) -> None:
        """Give the client an input after so many seconds, in the place of the one before, if that still waits."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.give, given)

    @property
    def _no_answer(self) -> str:
        """What is said of a host that does not answer, and may be out of reach if it never did."""
        return (self.client.joined is None and unreached(self._kept.invitation.host)) or _(NO_ANSWER)

    async def _connect(self, number: int) -> None:
        """Open a connection and receive until it ends, which :class:`Disconnected` tells."""

        def hear(given: my.ClientInput) -> None:
            if number == self._number:
                self.give(given)

        try:
            if self._before is not None:
                self._kept.invitation = await self._before() or self._kept.invitation
            async with open_socket(self._kept.invitation) as self._socket:
                try:
                    hear(my.Connected(self._socket.subprotocol == MORE))
                    async for frame in self._socket:
                        hear(_read(frame))
                        await asyncio.sleep(0)  # a host that sends without a pause must not hold up the screen
                except (OSError, WebSocketException):
                    raise
                except Exception as error:  # of whom was told
                    self._effects.put_nowait(error)
            words = _(CUT_OFF)
        except Exception as error:  # whatever the network does, this program goes on
            words = in_words(error).replace(_(NO_ANSWER), self._no_answer)
        self._socket = None
        hear(my.Disconnected(words, random()))

    async def _hang_up(self) -> None:
        work, self._work, self._socket = self._work, None, None
        self._number += 1
        if work is not None:
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work


def _checking(fingerprint: str) -> type[ClientConnection]:
    """A connection that sends nothing before the certificate of the other side has been checked."""

    class Checked(ClientConnection):
        async def handshake(self, *arguments: Any, **options: Any) -> None:
            encrypted: ssl.SSLObject | None = self.transport.get_extra_info("ssl_object")
            try:
                check(None if encrypted is None else encrypted.getpeercert(binary_form=True), fingerprint)
            except FingerprintError:
                self.transport.abort()
                raise
            await super().handshake(*arguments, **options)

    return Checked


def open_socket(invitation: Invitation) -> connect:
    context: ssl.SSLContext | None = None
    if invitation.is_encrypted:
        save_memory()
        context = client_context(invitation.fingerprint)
    return connect(
        invitation.url, ssl=context, subprotocols=[Subprotocol(MORE)], proxy=None if invitation.is_local else True,
        create_connection=_checking(invitation.fingerprint) if invitation.fingerprint else ClientConnection,
        compression=None, max_size=MOST_BYTES, open_timeout=SECONDS_TO_OPEN, close_timeout=1, ping_interval=QUIET,
        ping_timeout=QUIET, user_agent_header=None, logger=logger, happy_eyeballs_delay=NEXT_ADDRESS,
    )  # fmt: skip


def _read(frame: str | bytes) -> my.ClientInput:
    try:
        return my.Got(TO_CLIENT.read_text(frame))
    except CodecError:
        return my.Garbled()


def in_words(error: Exception) -> str:
    """Why there is no connection, in a sentence."""
    match error:
        case FingerprintError() | ShortCodeError():
            return sentence(str(error))
        case ssl.SSLCertVerificationError():
            return _("The certificate at this address is not valid, so nothing was sent.")
        case InvalidHandshake() | InvalidURI() | ssl.SSLError():
            return _("Something answers at this address, but it is no table of clockspades.")
        case OSError() if error.errno is None or error.errno < 0:
            return _(NO_ANSWER if isinstance(error, TimeoutError | ConnectionError) else UNKNOWN_NAME)
        case WebSocketException():
            return _(CUT_OFF)
        case ServerStartError():
            return headed(_("The server of your table can't start"), f"{error}.")
    return _(NO_ANSWER)
