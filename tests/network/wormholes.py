"""A mailbox and a relay of magic-wormhole on this machine, and a proxy in front of either that can be cut."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from clockspades.network.meeting.short_codes import Exchange

LOOPBACK = "127.0.0.1"
PATIENCE = 60
"""Seconds that a server has to start, on a slow machine too."""


def free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _served(folder: Path, plugin: str, *arguments: str) -> Iterator[int]:
    """A server of Twisted in a process of its own; its port."""
    port = free_port()
    command = [sys.executable, "-W", "ignore", "-m", "twisted", plugin, f"--port=tcp:{port}:interface={LOOPBACK}"]
    process = subprocess.Popen(
        [*command, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        until = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, f"{plugin} ended"
            assert time.monotonic() < until, f"{plugin} did not start"
            with suppress(OSError), socket.create_connection((LOOPBACK, port)):
                break
            time.sleep(0.05)
        yield port
    finally:
        process.kill()
        process.wait()


@contextmanager
def exchange(folder: Path, *, direct: bool = False) -> Iterator[Exchange]:
    """A mailbox and a relay."""
    with (
        _served(folder, "wormhole-mailbox", "--channel-db=:memory:") as mailbox,
        _served(folder, "transitrelay") as relay,
    ):
        yield Exchange(f"ws://{LOOPBACK}:{mailbox}/v1", f"tcp:{LOOPBACK}:{relay}", direct)


class Cable:
    """A way to a port that can be cut: what runs over it ends, and nothing answers until it is mended."""

    def __init__(self, port: int) -> None:
        self.port = 0
        self.passed = 0
        """Bytes that went through."""
        self._to = port
        self._is_cut = False
        self._ends: set[asyncio.StreamWriter] = set()

    def cut(self) -> None:
        self._is_cut = True
        for end in tuple(self._ends):
            end.transport.abort()

    def mend(self) -> None:
        self._is_cut = False

    async def attend(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if self._is_cut:
            back.transport.abort()
            return
        far, there = await asyncio.open_connection(LOOPBACK, self._to)
        self._ends |= {back, there}
        try:
            await asyncio.gather(self._carry(near, there), self._carry(far, back))
        finally:
            self._ends -= {back, there}
            for end in (back, there):
                end.transport.abort()

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(1 << 16):
                self.passed += len(data)
                sink.write(data)
                await sink.drain()
        sink.transport.abort()


@asynccontextmanager
async def cable(port: int) -> AsyncIterator[Cable]:
    """A cable to a port of this machine."""
    laid = Cable(port)
    server = await asyncio.start_server(laid.attend, LOOPBACK, 0)
    laid.port = server.sockets[0].getsockname()[1]
    try:
        yield laid
    finally:
        laid.cut()
        server.close()
