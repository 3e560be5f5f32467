"""The process that carries the streams of a table through wormholes, as the host's and the guest's programs see it."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Event, Lock, Thread
from typing import Final, NamedTuple

from clockspades.network.meeting.invitation import Invitation
from clockspades.network.meeting.short_codes import (
    NEWS,
    ORDERS,
    Exchange,
    Line,
    NotReached,
    Offer,
    Opened,
    Reached,
    Renew,
    ShortCodeError,
    Take,
    Trouble,
    Way,
    read_exchange,
)
from clockspades.network.own_process import end, give, start

MODULE: Final = "clockspades.network.meeting.wormhole_process"
"""What runs in the process: its function ``main``."""
PATIENCE: Final = 150.0
"""Seconds that the process has to reach a table: more than all its own limits together."""
SHORTEST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds until a process that was killed is started again: each pause is twice the one before."""

NOT_STARTED: Final = "the program for short codes did not start"
MAKING: Final = "Making a short code…"
KILLED: Final = "The program for short codes was ended. Starting it again."


class CodeShown(NamedTuple):
    """The short code of a table now."""

    code: str = ""
    """Empty if there is none."""
    words: str = MAKING
    """Why there is none, in a sentence; empty if there is one."""

    @property
    def is_awaited(self) -> bool:
        """Whether the code is still being made."""
        return not self.code and self.words == MAKING


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
        self._offer = Offer(
            *exchange, table.host, table.port, table.code, table.fingerprint, table.is_encrypted, way_back
        )
        self._closes = Event()
        self._lock = Lock()
        self._process = _started(self._offer)
        Thread(target=self._follow, name="codes", daemon=True).start()

    def renew(self) -> None:
        """Replace the open code with a new one."""
        self._show(CodeShown())
        with suppress(OSError, ValueError):  # the process has ended: it is started again with another code
            give(self._process, ORDERS.write(Renew()))

    def close(self) -> None:
        """End the process, and with it the ways of all guests."""
        with self._lock:
            self._closes.set()
            process = self._process
        end(process)

    def _show(self, shown: CodeShown) -> None:
        self.shown = shown
        self._tell()

    def _follow(self) -> None:
        pause = SHORTEST_PAUSE
        while True:
            for line in _lines(self._process):
                match line:
                    case Opened(code):
                        pause = SHORTEST_PAUSE
                        self._show(CodeShown(code, ""))
                    case Trouble(words):
                        self._show(CodeShown("", words))
            if self._closes.is_set():
                return
            self._show(CodeShown("", KILLED))
            if self._closes.wait(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)
            with self._lock:
                if self._closes.is_set():
                    return
                end(self._process)
                with suppress(ShortCodeError):
                    self._process = _started(self._offer)


class Passage:
    """A guest's way to a table that they reached with a short code.

    The process finds back to the table by itself if the connection is cut for long. :meth:`find` starts it again if it
    was killed.
    """

    def __init__(self, way: Way) -> None:
        """``way`` is the way back that was kept. If the guest was never at the table, its code is a short code."""
        self.way = way
        self._reached: Reached | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()
        self._finding = Lock()
        self._is_closed = False

    def find(self) -> Invitation:
        """Where the table is on this machine now; it may take a minute. ShortCodeError if it is not reached."""
        with self._finding:
            if self._reached is None or self._process is None or self._process.poll() is not None:
                self._reached = self._reach()
                self.way = self.way._replace(code=self._reached.way_back)
            return self._reached.invitation

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._is_closed, process = True, self._process
        if process is not None:
            end(process)

    def _reach(self) -> Reached:
        direct = read_exchange().direct
        with self._lock:
            if self._is_closed:
                raise ShortCodeError(NOT_STARTED)
            if self._process is not None:
                end(self._process)
            process = self._process = _started(Take(self.way.mailbox, self.way.relay, direct, self.way.code))
        answers: Queue[Line | None] = Queue()
        Thread(target=_pass_on, args=(process, answers), daemon=True).start()
        try:
            answer = answers.get(timeout=PATIENCE)
        except Empty:
            answer = None
        if isinstance(answer, Reached):
            return answer
        end(process)
        raise ShortCodeError(answer.words if isinstance(answer, NotReached) else NOT_STARTED)


def way_by(code: str) -> Way:
    """The way to a table with a short code; ShortCodeError if there can't be one here."""
    exchange = read_exchange()
    return Way(code, exchange.mailbox, exchange.relay)


def _started(order: Offer | Take) -> "subprocess.Popen[bytes]":
    """A process with its order; ShortCodeError if it does not start."""
    try:
        process = start(MODULE)
    except OSError as error:
        raise ShortCodeError(NOT_STARTED) from error
    with suppress(OSError):  # it ended already, which is noticed where its lines are read
        give(process, ORDERS.write(order))
    return process


def _lines(process: "subprocess.Popen[bytes]") -> Iterator[Line]:
    """What a process says until it ends."""
    assert process.stdout is not None
    with process.stdout:
        for text in process.stdout:
            yield NEWS.read(text)


def _pass_on(process: "subprocess.Popen[bytes]", answers: "Queue[Line | None]") -> None:
    for line in _lines(process):
        answers.put(line)
    answers.put(None)
