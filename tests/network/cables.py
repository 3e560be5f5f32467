"""Ways to ports of this machine, which can be cut, or lose what comes back over them."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from random import Random
from typing import Final

LOOPBACK: Final = "127.0.0.1"


def free_port() -> int:
    with socket.create_server((LOOPBACK, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


class Cable:
    """A way to a port, or to the first of several that answers."""

    def __init__(self, ports: Callable[[], Sequence[int]]) -> None:
        self.port = 0
        """Where it begins."""
        self.passed = self.lost = 0
        """Bytes that went through, and connections that lost an answer."""
        self.loses = 0
        """How many connections still end after something with these bytes was sent, before it is answered."""
        self.loses_answer_to = b""
        self._ports, self._is_cut = ports, False
        self._ends: dict[asyncio.StreamWriter, int] = {}
        """By each end of each connection the port that it leads to."""

    def cut(self) -> None:
        """End what runs over it; nothing answers until it is mended."""
        self._is_cut = True
        self.shake()

    def mend(self) -> None:
        self._is_cut = False

    def shake(self, share: float = 1.0, rng: Random | None = None, port: int | None = None) -> None:
        """End a share of the connections, or of those to one port, without a farewell."""
        for end, to in tuple(self._ends.items()):
            if port in (None, to) and (rng is None or rng.random() < share):
                end.transport.abort()

    async def attend(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            for port in () if self._is_cut else self._ports():
                with suppress(ConnectionRefusedError):
                    far, there = await asyncio.open_connection(LOOPBACK, port)
                    self._ends |= {back: port, there: port}
                    await self._carry(near, there, far, back)
                    return
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            back.transport.abort()

    async def _carry(
        self, near: asyncio.StreamReader, there: asyncio.StreamWriter, far: asyncio.StreamReader,
        back: asyncio.StreamWriter,
    ) -> None:  # fmt: skip
        is_lost = False

        async def answer() -> None:
            while data := await far.read(1 << 16):
                if is_lost:
                    self.lost += 1
                    return
                self.passed += len(data)
                back.write(data)
                await back.drain()
            back.close()  # what was written goes out first
            await back.wait_closed()

        async def ask() -> None:
            nonlocal is_lost
            while data := await near.read(1 << 16):
                if self.loses > 0 and self.loses_answer_to in data:
                    self.loses, is_lost = self.loses - 1, True
                self.passed += len(data)
                there.write(data)
                await there.drain()
            there.close()
            await there.wait_closed()

        ways = [asyncio.create_task(way) for way in (ask(), answer())]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for end in (back, there):
                del self._ends[end]
                end.transport.abort()


@asynccontextmanager
async def running(laid: Cable) -> AsyncIterator[Cable]:
    """Lay a cable."""
    server = await asyncio.start_server(laid.attend, LOOPBACK, 0, backlog=1024)
    laid.port = server.sockets[0].getsockname()[1]
    try:
        yield laid
    finally:
        laid.cut()
        server.close()


def cable(to: int) -> AbstractAsyncContextManager[Cable]:
    """A cable to a port of this machine."""
    return running(Cable(lambda: [to]))
