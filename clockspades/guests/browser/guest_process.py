"""The process of a guest: ``clockspades.cli.guest``, with the packets of Textual's web driver on its pipes."""

import asyncio
import logging
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Sequence

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from clockspades.engine.codec import LINE
from clockspades.guests.program import GuestOrder, GuestProgram, bounded
from clockspades.guests.visitors import Visitor
from clockspades.network.meeting.invitation import Invitation

logging.getLogger("textual-serve").addHandler(logging.NullHandler())
logging.getLogger(
    "textual-serve"
).propagate = False  # a process that ends while it starts is no error: a page was closed

SHOWN = ("TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLUMNS", "ROWS")
"""The variables of textual-serve that it gets, with those that begin with ``TEXTUAL_``."""


class GuestProcess(AppService):
    """A process, and the browser that it is shown in."""

    def __init__(
        self,
        command: Sequence[str],
        invitation: Invitation,
        visitor: Visitor,
        *,
        write: Callable[[bytes], Awaitable[None]],
        ended: Callable[[bool], Awaitable[None]],
    ) -> None:
        """``ended`` is called when the process has ended by itself, with True if the guest left the table."""
        super().__init__(
            command[0], write_bytes=write, write_str=_drop, close=self._leave, download_manager=DownloadManager()
        )
        self._arguments, self._ended = command, ended
        self._order = GuestOrder(str(invitation), visitor.name, visitor.watches)
        self._folder = visitor.folder
        self._was_left = False
        self._program: GuestProgram | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def give(self, data: str) -> None:
        await self.send_bytes(data.encode("utf-8", "replace"))

    async def resize(self, width: int, height: int) -> None:
        """Tell the process the size of the window."""
        await self.set_terminal_size(*bounded(width, height))

    async def run(self) -> None:
        """Send the browser what the process draws, until it ends."""
        await super().run()
        await self._ended(self._was_left)

    async def stop(self) -> None:
        """End the process, and wait until it has ended."""
        program, task = self._program, self._task
        if program is None:
            return
        self.stdin.close()
        await program.end()
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def on_meta(self, data: bytes) -> None:
        """Note that the guest left. Anything else is ignored: no address is opened, and no file is sent."""
        if LINE.read_object(data).get("type") == "exit":
            self._was_left = True

    async def on_packed(self, payload: bytes) -> None:
        """Ignore parts of files."""

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        made = self._build_environment(*bounded(width, height))
        self._program = program = await GuestProgram.start(
            self._arguments,
            self._order,
            self._folder,
            stdin=PIPE,
            stdout=PIPE,  # what goes wrong is said to the host; textual-serve would print it among the results of games
            shown={name: value for name, value in made.items() if name in SHOWN or name.startswith("TEXTUAL_")},
        )
        self._process = process = program.process
        process.stderr = asyncio.StreamReader()  # which textual-serve reads
        process.stderr.feed_eof()
        assert process.stdin is not None
        self._stdin = process.stdin
        return process

    async def _leave(self) -> None:
        """Textual's way to close the page, which :meth:`on_meta` replaces."""


async def _drop(_: str) -> None:
    """Send nothing."""
