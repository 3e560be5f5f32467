"""The process of a guest: ``clockspades.cli.guest``, with the packets of Textual's web driver on its pipes."""

import asyncio
import logging
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Final

from aiohttp import WSMsgType
from aiohttp.web import WebSocketResponse
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from clockspades.engine.codec import LINE
from clockspades.guests.program import GuestOrder, GuestProgram, bounded
from clockspades.guests.visitors import Visitor
from clockspades.language import N_, _, spoken
from clockspades.network.meeting.invitation import Invitation

logging.getLogger("textual-serve").addHandler(logging.NullHandler())
logging.getLogger(
    "textual-serve"
).propagate = False  # a process that ends while it starts is no error: a page was closed

SHOWN = ("TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLUMNS", "ROWS")
"""The variables of textual-serve that it gets, with those that begin with ``TEXTUAL_``."""


STUCK: Final = 20.0
"""Seconds after which a process that takes no input is ended."""

TOLD: Final = 4000
"""A page that is closed with this code says why and stays closed. After any other code it connects again."""
LEFT: Final = N_("You have left the table.")
FAILED: Final = N_("The table could not be shown. Its host may know more.")


class GuestProcess(AppService):
    """A process, and the browser that it is shown in."""

    def __init__(
        self, command: Sequence[str], invitation: Invitation, visitor: Visitor, websocket: WebSocketResponse
    ) -> None:
        super().__init__(
            command[0], write_bytes=websocket.send_bytes, write_str=self._ignore, close=self._ignore,
            download_manager=DownloadManager(),
        )  # fmt: skip
        self._arguments, self._websocket = command, websocket
        self._order = GuestOrder(str(invitation), visitor.name, visitor.watches)
        self._folder = visitor.folder
        self._was_left = False
        self._program: GuestProgram | None = None
        self.is_gone = asyncio.Event()
        """Set once it has ended, and its seat can be taken again."""

    async def run(self) -> None:
        """Send the browser what the process draws, until it ends, and then say why nothing more comes."""
        await super().run()
        if not self._websocket.closed:
            await self.close(TOLD, _(LEFT if self._was_left else FAILED))

    async def close(self, code: int, words: str) -> None:
        """Close the connection to the browser, which the end of the process follows."""
        await self._websocket.close(code=code, message=words.encode())

    async def pass_on(self) -> None:
        """Pass on what the browser sends until it is gone. What makes no sense ends that.

        TimeoutError if the process takes nothing any more.
        """
        async for message in self._websocket:
            if message.type is not WSMsgType.TEXT:
                break
            try:
                given = LINE.read(message.data)
            except ValueError:
                break
            async with asyncio.timeout(STUCK):
                match given:
                    case ["stdin", str(data)]:
                        await self.send_bytes(data.encode("utf-8", "replace"))
                    case ["resize", {"width": int(width), "height": int(height)}]:
                        await self.set_terminal_size(*bounded(width, height))
                    case ["ping", str(data)]:
                        await self._websocket.send_json(["pong", data])
                    case ["focus", *_]:
                        await self.focus()
                    case ["blur", *_]:
                        await self.blur()
                    case _:
                        return

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

    async def _ignore(self, *_things: object) -> None:
        """Send nothing else, and close no page: :meth:`on_meta` replaces that."""

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
            shown={name: value for name, value in made.items() if name in SHOWN or name.startswith("TEXTUAL_")}
            | {"LANGUAGE": spoken()},
        )
        self._process = process = program.process
        process.stderr = asyncio.StreamReader()  # which textual-serve reads
        process.stderr.feed_eof()
        assert process.stdin is not None
        self._stdin = process.stdin
        return process
