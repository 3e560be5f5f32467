"""What guests over SSH cost: memory, seconds until the first frame, and how soon a key is answered beside others.

    python tests/bench/ssh_guests.py

It opens a door, and comes to it with one guest, and then with all. Each opens a game of Spades and moves the cursor
over the bids at a person's pace: one while the others do nothing, and then all, in turns, so that their ratio says
something on a machine that is busy with other things. A key takes until the end of the next frame. Memory is the
proportional set size, which only Linux tells. It needs the extra ``ssh``.
"""

import argparse
import asyncio
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from clockspades.cli.parser import count
from tests.bench.latency import ASKED, FRAME_END, KEYS, PATIENCE, SUPPORTED

MOST = 20
"""More from one address have to wait."""
PRESSES = 10
"""Keys of each guest in a round, and half of those of the one who plays alone."""
PACE = 0.3, 0.9
"""Seconds between two keys, at least and at most."""
WAY = ((b"", b" enter deal"), (b"p", b" learn"), (b"6", b" move"), (b"s", b" play"), (b"\r", b" quit"))
"""Keys, and what is in the line of keys after each: from the title to the bids of a game of Spades."""


class Guest:
    """A client of the door."""

    def __init__(self, port: int, number: int) -> None:
        self._port, self._rng = port, Random(number)
        self.came = 0.0
        """Seconds from the connection until the first frame."""
        self._written, self._has_read = b"", asyncio.Event()

    async def come(self) -> None:
        """Connect, and open a game."""
        import asyncssh

        class Client(asyncssh.SSHClient):
            def kbdint_auth_requested(self) -> str:
                return ""

            def kbdint_challenge_received(self, *_: object) -> list[str]:
                return []

        start = perf_counter()
        connection = await asyncssh.connect(
            "127.0.0.1", self._port, username="guest", client_factory=Client, client_keys=None, known_hosts=None,
            agent_path=None, config=None,
        )  # fmt: skip
        self._process = await connection.create_process(
            term_type="xterm-256color", term_size=(100, 30), encoding=None, env={"COLORTERM": "truecolor"}
        )
        self._reading = asyncio.create_task(self._read())
        for keys, words in WAY:
            await self._press(keys, words)
            self.came = self.came or perf_counter() - start
            await asyncio.sleep(1)

    async def play(self, presses: int) -> list[float]:
        """Press so many keys; the milliseconds that each took."""
        took = []
        for number in range(presses):
            await asyncio.sleep(self._rng.uniform(*PACE))
            took.append(await self._press(KEYS[number % 2], b""))
        return took

    async def _press(self, keys: bytes, words: bytes) -> float:
        """Press keys, and wait for the end of a frame with these words; the milliseconds that it took."""
        self._written, start = b"", perf_counter()
        self._process.stdin.write(keys)
        async with asyncio.timeout(PATIENCE):
            while words not in self._written or FRAME_END not in self._written[self._written.find(words) :]:
                self._has_read.clear()
                await self._has_read.wait()
        return (perf_counter() - start) * 1000

    async def _read(self) -> None:
        while data := await self._process.stdout.read(1 << 16):
            self._written += data
            self._has_read.set()
            if ASKED in data:
                self._process.stdin.write(SUPPORTED)


def p99(times: Sequence[float]) -> float:
    return quantiles(times, n=100, method="inclusive")[98]


def memory_of(server: int) -> list[float]:
    """MiB of the server, and of each process that it has started, shared pages in parts."""

    def size(process: int) -> float:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024

    tasks = Path(f"/proc/{server}/task").iterdir()
    return [size(server), *(size(int(child)) for task in tasks for child in (task / "children").read_text().split())]


async def measure(port: int, server: int, guests: int, rounds: int) -> Iterable[str]:
    """The figures, in lines."""
    everyone = [Guest(port, number) for number in range(guests)]
    await everyone[0].come()
    await asyncio.sleep(3)
    own, one = memory_of(server)
    await asyncio.gather(*(guest.come() for guest in everyone[1:]))
    await asyncio.sleep(5)
    alone: list[float] = []
    together: list[float] = []
    for _ in range(rounds):
        alone += await everyone[0].play(2 * PRESSES)
        for took in await asyncio.gather(*(guest.play(PRESSES) for guest in everyone)):
            together += took
    _, *many = memory_of(server)
    last, ratio = max(guest.came for guest in everyone[1:]), p99(together) / p99(alone)
    return (
        f"first frame       {everyone[0].came:.1f} s alone, {last:.1f} s for the last of {guests - 1} who come at once",
        f"key, one guest    median {median(alone):.0f} ms, p99 {p99(alone):.0f} ms",
        f"key, all guests   median {median(together):.0f} ms, p99 {p99(together):.0f} ms, ratio of p99 {ratio:.2f}",
        f"memory            {one:.0f} MiB alone, {mean(many):.0f} MiB beside others; the door {own:.0f} MiB",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--guests", type=count, default=MOST, help=f"{MOST} at most")
    parser.add_argument("--rounds", type=count, default=5)
    asked = parser.parse_args()
    if not 2 <= asked.guests <= MOST:
        parser.error(f"--guests needs a number from 2 to {MOST}")
    with TemporaryDirectory() as home:
        command = [sys.executable, "-m", "clockspades", "ssh", "--listen", "127.0.0.1:0", "--guests", str(MOST)]
        environment = {**os.environ, "CLOCKSPADES_HOME": home}
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
        ) as server:
            try:
                assert server.stdout is not None
                port = int(server.stdout.readline().split()[2])
                lines = asyncio.run(measure(port, server.pid, asked.guests, asked.rounds))
            finally:
                server.terminate()
                server.wait()
    print("\n".join(lines))


if __name__ == "__main__":
    main()
