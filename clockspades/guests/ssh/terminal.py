"""A pseudo-terminal with the program of a guest, shown to a person over SSH.

What one side does not take is not read from the other, and a side that takes nothing for long is given up.
"""

import asyncio
import os
import termios
from asyncio import Event, StreamReader, StreamReaderProtocol
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from asyncssh import BreakReceived, SignalReceived, SSHServerProcess, TerminalSizeChanged

from clockspades.guests.program import GuestOrder, GuestProgram, bounded

STUCK: Final = 30.0
"""Seconds after which a person, or a program, that takes nothing is given up."""
LOOK: Final = 0.05
"""Seconds until a side that takes nothing is looked at again."""
MOST_UNSENT: Final = 1 << 17
"""Bytes that wait to be sent before no more is read from the program."""
RESTORE: Final = b"\x1b[?1049l\x1b[?1000;1002;1003;1006;1015;1004;2004l\x1b[<u\x1b[?25h\x1b[0m\r\n"
"""Gives a terminal back whose program was killed: its own screen, no mouse, and a cursor."""


async def show(
    process: SSHServerProcess[bytes],
    unsent: Callable[[], int],
    asked: Event,
    command: Sequence[str],
    order: GuestOrder,
    folder: Path,
    shown: Mapping[str, str],
) -> int:
    """Show the program of a guest until it ends, the person is gone, or it is asked to end; its exit status.

    ``unsent`` says how many bytes wait to be sent; the last four are those of :meth:`GuestProgram.start`. OSError if
    there can be no terminal, or no process.
    """
    master, slave = os.openpty()
    with open(master, "rb", buffering=0) as screen:
        try:
            settings = termios.tcgetattr(slave)
            settings[3] &= ~(termios.ECHO | termios.ISIG)  # for keys before the first picture
            termios.tcsetattr(slave, termios.TCSANOW, settings)
            _resize(master, *process.term_size[:2])
            program = await GuestProgram.start(
                command, order, folder, stdin=slave, stdout=slave, stderr=slave, shown=shown
            )
        finally:
            os.close(slave)
        drawn = StreamReader()
        reading, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: StreamReaderProtocol(drawn), screen)
        drawing = asyncio.create_task(_draw(drawn, process, unsent))
        others = [asyncio.create_task(each) for each in (_type(process, master), asked.wait(), program.process.wait())]
        try:
            await asyncio.wait({drawing, *others}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await program.end()
            await asyncio.wait({drawing}, timeout=1)  # its last words
            for task in (drawing, *others):
                task.cancel()
            await asyncio.gather(drawing, *others, return_exceptions=True)
            reading.close()
    if (status := program.process.returncode or 0) < 0:
        with suppress(OSError):  # nobody is there any more
            process.stdout.write(RESTORE)
    return status


async def _draw(drawn: StreamReader, process: SSHServerProcess[bytes], unsent: Callable[[], int]) -> None:
    """Send what the program draws, until it has closed its terminal."""
    while data := await drawn.read(1 << 14):
        process.stdout.write(data)
        async with asyncio.timeout(STUCK):
            await process.stdout.drain()
            while unsent() > MOST_UNSENT:
                await asyncio.sleep(LOOK)


async def _type(process: SSHServerProcess[bytes], master: int) -> None:
    """Give the program what the person types, and the size of their window, until they are gone."""
    while True:
        try:
            data = await process.stdin.read(1 << 12)
        except TerminalSizeChanged as size:
            _resize(master, size.width, size.height)
            continue
        except (BreakReceived, SignalReceived):
            continue
        if not data:
            return
        async with asyncio.timeout(STUCK):
            while data:
                try:
                    data = data[os.write(master, data) :]
                except BlockingIOError:
                    await asyncio.sleep(LOOK)


def _resize(master: int, columns: int, rows: int) -> None:
    termios.tcsetwinsize(master, bounded(columns, rows)[::-1])
