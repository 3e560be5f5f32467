"""The process of a guest: ``clockspades.cli.guest``, with the packets of Textual's web driver on its pipes."""

import asyncio
import logging
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from clockspades.engine.codec import LINE
from clockspades.guests.visitors import ORDERS, GuestOrder, Visitor
from clockspades.network.meeting.invitation import Invitation
from clockspades.saved.archive import HOME_VARIABLE

logging.getLogger("textual-serve").addHandler(logging.NullHandler())
logging.getLogger(
    "textual-serve"
).propagate = False  # a process that ends while it starts is no error: a page was closed

PASSED: Final = ("PATH", "HOME", "LANG", "LANGUAGE", "PYTHONPATH", "PYTHONUTF8", "PYTHONUSERBASE", "TMPDIR", "TZ")
"""The environment variables that it inherits, with those that begin with ``LC_``."""
NOBODY: Final = "guest"
GRACE: Final = 3.0
"""Seconds that it has to end by itself."""
WIDEST, HIGHEST = 400, 150
"""The largest window in columns and rows: a larger one would take a lot of memory."""


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
        process, task = self._process, self._task
        if process is None:
            return
        self.stdin.close()  # it ends then; a signal could find it ended already, before asyncio has noticed that
        try:
            async with asyncio.timeout(GRACE):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def on_meta(self, data: bytes) -> None:
        """Note that the guest left. Anything else is ignored: no address is opened, and no file is sent."""
        if LINE.read_object(data).get("type") == "exit":
            self._was_left = True

    async def on_packed(self, payload: bytes) -> None:
        """Ignore parts of files."""

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        made = super()._build_environment(width, height)
        own = {name: value for name, value in made.items() if name in PASSED or name.startswith(("LC_", "TEXTUAL_"))}
        shown = {name: made[name] for name in ("TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLUMNS", "ROWS")}
        hidden = {"LOGNAME": NOBODY}  # what the host is called on this machine is no guest's business
        return own | shown | hidden | {HOME_VARIABLE: str(self._folder)}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        self._process = process = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=PIPE,
            stdout=PIPE,
            stderr=None,  # what goes wrong is said to the host; textual-serve would print it among the results of games
            env=self._build_environment(*bounded(width, height)),
            start_new_session=os.name != "nt",  # Ctrl+C is for the program that started it
        )
        process.stderr = asyncio.StreamReader()  # which textual-serve reads
        process.stderr.feed_eof()
        assert process.stdin is not None
        self._stdin = process.stdin
        self._stdin.write(self.encode_packet(b"M", ORDERS.write_text(self._order).encode()))
        return process

    async def _leave(self) -> None:
        """Textual's way to close the page, which :meth:`on_meta` replaces."""


def bounded(width: int, height: int) -> tuple[int, int]:
    """The size of a window in columns and rows, at least 1 by 1 and at most :data:`WIDEST` by :data:`HIGHEST`."""
    return min(max(width, 1), WIDEST), min(max(height, 1), HIGHEST)


async def _drop(_: str) -> None:
    """Send nothing."""
