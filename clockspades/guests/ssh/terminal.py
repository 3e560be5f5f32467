"""A pseudo-terminal with the program of a guest, and what goes between it and the line to the person.

Neither side is ever waited for: what one does not take is not read from the other, and who takes nothing for
:data:`STUCK` seconds is gone.
"""

import asyncio
import os
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from clockspades.guests.program import GuestOrder, GuestProgram, bounded

STUCK: Final = 30.0
"""Seconds after which a line, or a program, that takes nothing is given up."""
MOST_UNSENT: Final = 1 << 17
"""Bytes that wait for the line before no more is read from the program. Its own terminal holds a few thousand."""
LOOKS: Final = 0.05
"""Seconds between looks at a line that takes nothing, and between two changes of the size."""
PIECE: Final = 1 << 14
RESTORE: Final = b"\x1b[?1049l\x1b[?1000;1002;1003;1006;1015;1004;2004l\x1b[<u\x1b[?25h\x1b[0m\r\n"
"""Gives a terminal back whose program was killed: no mouse, no other screen, the cursor."""


class Line(Protocol):
    """The way to a person's own terminal."""

    @property
    def unsent(self) -> int:
        """Bytes that were written and have not gone out."""

    def write(self, data: bytes) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...
    def hang_up(self) -> None:
        """Give the person up."""


class GuestTerminal:
    """The terminal of one guest. It is closed at the end of :meth:`run`, which has to be called."""

    def __init__(self, line: Line, columns: int, rows: int) -> None:
        """OSError if there can be no more terminals."""
        self._line, self._loop = line, asyncio.get_running_loop()
        self._master, self._slave = os.openpty()
        os.set_blocking(self._master, False)
        settings = termios.tcgetattr(self._slave)
        settings[3] &= ~termios.ECHO  # else it shows what is typed before the program does
        termios.tcsetattr(self._slave, termios.TCSANOW, settings)
        self._typed = bytearray()
        """What the program has not taken yet."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._is_asked, self._is_silent = asyncio.Event(), asyncio.Event()
        self._size = bounded(columns, rows)
        self._set_size()

    async def run(self, command: Sequence[str], order: GuestOrder, folder: Path, shown: Mapping[str, str]) -> int:
        """Show the program until it ends, or :meth:`leave` is called; its exit status. OSError if it can't be started.

        The arguments are those of :meth:`GuestProgram.start`.
        """
        slave = self._slave
        try:
            try:
                program = await GuestProgram.start(
                    command, order, folder, stdin=slave, stdout=slave, stderr=slave, shown=shown
                )
            finally:
                os.close(slave)
            self._loop.add_reader(self._master, self._show)
            asked, ended = (asyncio.create_task(each) for each in (self._is_asked.wait(), program.process.wait()))
            try:
                await asyncio.wait({asked, ended}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                asked.cancel()
                await program.end()
            with suppress(TimeoutError):
                async with asyncio.timeout(STUCK):
                    await self._is_silent.wait()
            if (status := await ended) < 0:
                self._line.write(RESTORE)
            return status
        finally:
            for timer in self._timers.values():
                timer.cancel()
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.close(self._master)
            self._master = -1

    def leave(self) -> None:
        """End the program, which gives the terminal back first."""
        self._is_asked.set()

    # -- from the person -------------------------------------------------------------------------------

    def take(self, data: bytes) -> None:
        """Take what the person typed."""
        self._typed += data
        self._type()

    def resize(self, columns: int, rows: int) -> None:
        """Tell the program the size of the window, unless the next one comes soon."""
        self._size = bounded(columns, rows)
        if "size" not in self._timers:
            self._timers["size"] = self._loop.call_later(LOOKS, self._set_size)

    def _type(self) -> None:
        if self._master < 0:
            return
        try:
            taken = os.write(self._master, self._typed)
        except BlockingIOError:
            taken = 0
        except OSError:  # the program has ended
            taken = len(self._typed)
        del self._typed[:taken]
        if taken:
            self._stop("typed")
        if self._typed:
            self._line.pause_reading()
            self._loop.add_writer(self._master, self._type)
            self._give_up_later("typed")
        else:
            self._loop.remove_writer(self._master)
            self._line.resume_reading()

    def _set_size(self) -> None:
        self._stop("size")
        columns, rows = self._size
        termios.tcsetwinsize(self._master, (rows, columns))

    # -- from the program ------------------------------------------------------------------------------

    def _show(self) -> None:
        """Pass on what the program wrote."""
        if self._line.unsent > MOST_UNSENT:
            self._loop.remove_reader(self._master)
            self._give_up_later("unsent")
            self._timers["look"] = self._loop.call_later(LOOKS, self._look_again)
            return
        self._stop("unsent")
        try:
            data = os.read(self._master, PIECE)
        except BlockingIOError:
            return
        except OSError:  # nobody has the terminal any more
            data = b""
        if data:
            self._line.write(data)
        else:
            self._loop.remove_reader(self._master)
            self._is_silent.set()

    def _look_again(self) -> None:
        self._loop.add_reader(self._master, self._show)
        self._show()

    # -- timers ----------------------------------------------------------------------------------------

    def _give_up_later(self, what: str) -> None:
        if what not in self._timers:
            self._timers[what] = self._loop.call_later(STUCK, self._line.hang_up)

    def _stop(self, what: str) -> None:
        if what in self._timers:
            self._timers.pop(what).cancel()
