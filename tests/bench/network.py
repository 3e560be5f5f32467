"""How fast a table server is, and how much memory a table takes: Spades with four sockets a table on this machine.

    python tests/bench/network.py
    python tests/bench/network.py --tables 1 50 400 --seconds 20
    python tests/bench/network.py --peer

The server is one process and uses one core, all clients are another. Latency is from sending an action until the last
seat has the point that follows, in milliseconds. At human pace each player thinks for 2 to 6 seconds. "Bare" is the
same traffic without a game: a server that sends what it gets to the four sockets of a table, without a disk. Every
action is on the disk before anyone hears of it, unless --folder is in memory. It needs Linux.

--peer plays at full speed here and at tables of boardgame.io, in turn. That is a library for Node, which npm installs
into a temporary folder. It plays Spades too (tests/bench/boardgame), with a state like ours, over sockets of socket.io:
as many tables and clients, one process for the server, another for all clients, no encryption. What differs:

- Ours waits for the disk (fsync) before anyone hears of an action. Theirs keeps everything in memory.
- Ours deals with a share from each player, and proves it. Theirs shuffles by itself.
- Ours sends each seat what changed, what happened, and what it can do: 640 bytes on average. Theirs sends the whole
  state, 1,980 bytes, as it does unless told otherwise: with the patches of its deltaState it was three times as slow.
- Our clients are Python, theirs are Node. "Per core-second" counts the server's processor alone.
- Each measurement begins after a warm-up of 3 seconds, as Node compiles what runs often.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from secrets import token_bytes, token_hex
from statistics import median, quantiles
from subprocess import PIPE, Popen, run
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

SEATS: Final = 4
PORT_TRIES: Final = 200
PEER: Final = "boardgame.io"
PEER_FOLDER: Final = Path(__file__).with_name("boardgame")
WARM_UP: Final = 3.0
"""Seconds of play before each measurement that is compared."""
_NUMBER: Final = re.compile(r'"n":(\d+)')


# -- the server --------------------------------------------------------------------------------------------


async def serve(folder: Path, *, tls: bool) -> None:
    """Serve tables; each line on standard input says how many more to open, and the answer has their codes."""
    from clockspades.games.catalogue import find_game
    from clockspades.network.meeting.certificate import make_certificate, save_memory, server_context
    from clockspades.network.meeting.invitation import draw_code
    from clockspades.network.server.bot_pool import BotPool
    from clockspades.network.server.hosting import Host
    from clockspades.network.server.listening import Limits, listen, open_door
    from clockspades.network.server.server_process import collect_seldom
    from clockspades.network.stores.sqlite_store import SqliteStore
    from clockspades.network.table.kept import OpenedTable
    from clockspades.network.wire.messages import OPEN
    from clockspades.network.wire.secrecy import digest

    collect_seldom()
    game = find_game("spades")
    assert game is not None
    context, limits = None, Limits(1 << 20, 1 << 20, 1 << 20, frames_a_second=1e9, burst=1e9)
    if tls:
        save_memory()
        (folder / "key.pem").write_bytes(make_certificate())
        context, _ = server_context(folder / "key.pem")
    door = open_door(("127.0.0.1", 0), limits)
    host = Host(SqliteStore.create(folder / "bench.db"), BotPool(), limits, joined=door.has_joined)
    await listen(door, host.attend, context, limits)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        codes = []
        for _ in range(int(line)):
            codes.append(draw_code())
            kinds = (OPEN,) * SEATS
            terms = (token_hex(16), game.name, game.configure({}), token_bytes(32), digest(codes[-1]), None, kinds)
            await host.open(OpenedTable(*terms, bot=game.best_bot))
        print(json.dumps({"port": door.getsockname()[1], "codes": codes, **_used()}), flush=True)


async def serve_bare() -> None:
    """Send each frame to everyone at the same table."""
    from websockets.asyncio.server import ServerConnection, broadcast
    from websockets.asyncio.server import serve as listen

    tables: dict[str, list[ServerConnection]] = {}

    async def attend(connection: ServerConnection) -> None:
        table = tables.setdefault(str(await connection.recv()), [])
        table.append(connection)
        async for frame in connection:
            broadcast(table, frame)

    server = await listen(attend, "127.0.0.1", 0, compression=None, ping_interval=None)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        codes = [token_hex(5) for _ in range(int(line))]
        port = server.sockets[0].getsockname()[1]
        print(json.dumps({"port": port, "codes": codes, **_used()}), flush=True)


def _used() -> dict[str, float]:
    """What this process has used: seconds of a processor, and bytes of memory now."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {"cpu": usage.ru_utime + usage.ru_stime, "memory": pages * resource.getpagesize()}


class Server:
    """The process of a server."""

    def __init__(self, process: "Popen[str]", *, tls: bool) -> None:
        self.process, self.tls = process, tls
        self.port = 0

    def open(self, tables: int) -> tuple[list[str], dict[str, Any]]:
        """Open so many tables: their codes, and what the process has used."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{tables}\n")
        self.process.stdin.flush()
        told = json.loads(self.process.stdout.readline())
        self.port = told["port"]
        return told["codes"], told


@contextmanager
def started(folder: Path, kind: str) -> Iterator[Server]:
    arguments = [sys.executable, __file__, "--serve", kind, "--folder", str(folder)]
    with TemporaryDirectory(dir=folder) as place:
        arguments[-1] = place
        with Popen(arguments, stdin=PIPE, stdout=PIPE, text=True) as process:
            try:
                yield Server(process, tls=kind == "tls")
            finally:
                process.kill()


# -- the clients -------------------------------------------------------------------------------------------


class Table:
    """Four clients that play Spades, and how long each action took to reach the last of them."""

    def __init__(self, server: Server, code: str, pace: tuple[float, float] | None, rng: Random) -> None:
        self.server, self.code, self.pace, self.rng = server, code, pace, rng
        self.sent: dict[int, float] = {}
        self.arrived: dict[int, int] = {}
        self.latencies: list[float] = []
        self.actions = 0

    async def play(self) -> None:
        await asyncio.gather(*(self._sit(seat) for seat in range(SEATS)))

    async def _sit(self, seat: int) -> None:
        from websockets.asyncio.client import connect

        from tests.network.plain_client import trusting

        scheme, context = ("wss", trusting()) if self.server.tls else ("ws", None)
        address = f"{scheme}://127.0.0.1:{self.server.port}/clockspades/1"
        for _ in range(PORT_TRIES):
            try:
                socket = await connect(address, ssl=context, compression=None, ping_interval=None, proxy=None)
                break
            except OSError:
                await asyncio.sleep(0.05)
        shares: dict[tuple[str, int], bytes] = {}
        epoch = 0

        async def send(word: str, **what: Any) -> None:
            await socket.send(json.dumps({word: what}))

        await send("join", code=self.code, key=token_hex(16), name=f"Player {seat}")
        async for frame in socket:
            assert isinstance(frame, str)
            if frame.startswith('{"point"'):
                await self._point(frame, epoch, send)
                continue
            if frame.startswith(('{"done"', '{"seats"', '{"proof"')):
                continue
            ((word, told),) = json.loads(frame).items()
            match word:
                case "game":
                    epoch = told["epoch"]
                case "shuffle" if seat not in told["committed"]:
                    share = shares.setdefault((told["table"], told["deal"]), token_bytes(32))
                    await send("commit", table=told["table"], deal=told["deal"], commit=sha256(share).hexdigest())
                case "commits":
                    share = shares[told["table"], told["deal"]]
                    await send("share", table=told["table"], deal=told["deal"], share=share.hex())
                case "log" if told["last"]:
                    self.sent.clear()
                    self.arrived.clear()
                    await send("again", number=told["number"])

    async def _point(self, frame: str, epoch: int, send: Any) -> None:
        from tests.network.choosing import choose

        found = _NUMBER.search(frame)
        assert found is not None
        number = int(found[1])
        self.arrived[number] = self.arrived.get(number, 0) + 1
        if self.arrived[number] == SEATS and number in self.sent:
            self.latencies.append(perf_counter() - self.sent.pop(number))
            self.actions += 1
        if '"legal":[]' in frame:
            return
        action = choose(self.rng, json.loads(frame)["point"]["legal"])

        async def act() -> None:
            if self.pace is not None:
                await asyncio.sleep(self.rng.uniform(*self.pace))
            self.sent[number + 1] = perf_counter()
            await send("act", epoch=epoch, at=number, action=action)

        if self.pace is None:
            await act()
        else:
            self._thinking = asyncio.create_task(act())


class BareTable(Table):
    """Four sockets that get each frame that one of them sends, in turn."""

    async def _sit(self, seat: int) -> None:
        from websockets.asyncio.client import connect

        address = f"ws://127.0.0.1:{self.server.port}/"
        socket = await connect(address, compression=None, ping_interval=None, proxy=None)
        await socket.send(self.code)
        filler = "x" * 400
        if seat == SEATS - 1:
            await asyncio.sleep(0.5)
            self.sent[0] = perf_counter()
            await socket.send(f'{{"n":0,"{filler}"}}')
        async for frame in socket:
            found = _NUMBER.search(str(frame))
            assert found is not None
            number = int(found[1])
            self.arrived[number] = self.arrived.get(number, 0) + 1
            if self.arrived[number] == SEATS:
                del self.arrived[number]
                self.latencies.append(perf_counter() - self.sent.pop(number))
                self.actions += 1
            if number % SEATS == seat:
                self.sent[number + 1] = perf_counter()
                await socket.send(f'{{"n":{number + 1},"{filler}"}}')


# -- what is measured --------------------------------------------------------------------------------------


def measure(
    folder: Path, kind: str, tables: int, seconds: float, pace: tuple[float, float] | None, warm_up: float = 0.0
) -> dict[str, float]:
    """Let so many tables play for a time, after they have all begun and the warm-up is over."""
    with started(folder, kind) as server:
        table_kind = BareTable if kind == "bare" else Table

        async def play() -> tuple[list[Table], float, dict[str, Any], dict[str, Any], dict[str, Any]]:
            (code,), _ = server.open(1)
            first = table_kind(server, code, None, Random(0))  # loads what every table needs
            playing = [asyncio.create_task(first.play())]
            while first.actions < 20:
                await asyncio.sleep(0.1)
            playing[0].cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            codes, before = server.open(tables)
            found = [table_kind(server, code, pace, Random(code)) for code in codes]
            playing = [asyncio.create_task(table.play()) for table in found]
            while not all(table.actions for table in found):
                await asyncio.sleep(0.1)
            await asyncio.sleep(warm_up)
            _, begin = server.open(0)
            for table in found:
                table.latencies.clear()
                table.actions = 0
            began = perf_counter()
            await asyncio.sleep(seconds)
            took = perf_counter() - began
            _, end = server.open(0)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            return found, took, before, begin, end

        found, took, before, begin, end = asyncio.run(play())
    latencies = [latency * 1000 for table in found for latency in table.latencies]
    return _figures(latencies, took, tables, before, begin, end)


def _figures(
    latencies: list[float], took: float, tables: int, before: dict[str, Any], begin: dict[str, Any], end: dict[str, Any]
) -> dict[str, float]:
    """What a measurement shows; what the server had used before its tables, at the begin and at the end."""
    return {
        "median": median(latencies),
        "p99": quantiles(latencies, n=100)[98] if len(latencies) > 1 else latencies[0],
        "actions": len(latencies) / took,
        "per core": len(latencies) / (end["cpu"] - begin["cpu"]),
        "memory": (end["memory"] - before["memory"]) / tables / 1024,
    }


# -- the peer ----------------------------------------------------------------------------------------------


@contextmanager
def installed_peer() -> Iterator[Path]:
    """A temporary folder with boardgame.io and the programs that run it; the program ends if that fails."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        print("network.py: node or npm is not installed here, and --peer needs both", file=sys.stderr)
        raise SystemExit(2)
    with TemporaryDirectory() as place:
        folder = Path(shutil.copytree(PEER_FOLDER, place, dirs_exist_ok=True))
        install = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error"]
        if run(install, cwd=folder, stdout=sys.stderr, check=False).returncode:
            print(f"network.py: npm could not install {PEER}, as it says above", file=sys.stderr)
            raise SystemExit(2)
        yield folder


def measure_peer(folder: Path, tables: int, seconds: float) -> dict[str, float]:
    """What :func:`measure` does, at tables of boardgame.io and at full speed."""
    environment = os.environ | {"NODE_ENV": "production"}
    with Popen(["node", "server.js"], cwd=folder, env=environment, stdin=PIPE, stdout=PIPE, text=True) as process:

        def used() -> dict[str, Any]:
            assert process.stdin is not None
            assert process.stdout is not None
            print(file=process.stdin, flush=True)
            told: dict[str, Any] = json.loads(process.stdout.readline())
            return told

        try:
            before = used()
            command = ["node", "clients.js", *map(str, (before["port"], tables, WARM_UP, seconds))]
            with Popen(command, cwd=folder, stdout=PIPE, text=True) as clients:
                assert clients.stdout is not None
                clients.stdout.readline()  # the warm-up is over
                begin = used()
                told = json.loads(clients.stdout.readline())
                end = used()
        finally:
            process.kill()
    return _figures(told["latencies"], told["took"], tables, before, begin, end)


def compare(asked: argparse.Namespace) -> None:
    """Measure ours and theirs in turn, and print the ratios: the median of all rounds, the least and the greatest."""
    peer = json.loads((PEER_FOLDER / "package.json").read_text())["dependencies"][PEER]
    with installed_peer() as folder:
        print(f"{asked.full} tables, full speed, {asked.rounds} rounds, load of the machine {os.getloadavg()[0]:.1f}")
        _head()
        ours, theirs = [], []
        for _ in range(asked.rounds):
            row = measure(asked.folder, "plain", asked.full, asked.seconds, None, WARM_UP)
            ours.append(_shown("ours", row))
            theirs.append(_shown(f"{PEER} {peer}", measure_peer(folder, asked.full, asked.seconds)))
    print("ours / theirs:")
    for name, key in (
        ("actions/s", "actions"),
        ("per core-second", "per core"),
        ("median latency", "median"),
        ("p99 latency", "p99"),
    ):
        ratios = [one[key] / other[key] for one, other in zip(ours, theirs)]
        print(f"  {name:16} {median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})")


# -- the command -------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 50, 400], help="how many, at human pace")
    parser.add_argument("--full", type=int, default=8, help="how many at full speed")
    parser.add_argument("--seconds", type=float, default=15.0, help="for each measurement")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"), help="where the journal is")
    parser.add_argument("--tls", action="store_true", help="measure with TLS too")
    parser.add_argument("--peer", action="store_true", help=f"compare with {PEER} instead, which npm installs")
    parser.add_argument("--rounds", type=int, default=5, help="of each, with --peer")
    parser.add_argument("--serve", choices=("plain", "tls", "bare"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve == "bare":
        asyncio.run(serve_bare())
        return
    if asked.serve:
        asyncio.run(serve(asked.folder, tls=asked.serve == "tls"))
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 8192)), hard))
    if asked.peer:
        compare(asked)
        return
    _head()
    rows: dict[str, dict[str, float]] = {}
    kinds = ("plain", "tls") if asked.tls else ("plain",)
    for kind in kinds:
        for tables in asked.tables:
            name = f"{tables} tables, human pace, {kind}"
            rows[name] = _shown(name, measure(asked.folder, kind, tables, asked.seconds, (2.0, 6.0)))
        name = f"{asked.full} tables, full speed, {kind}"
        rows[name] = _shown(name, measure(asked.folder, kind, asked.full, asked.seconds, None))
    name = f"{asked.full} tables, full speed, bare"
    bare = _shown(name, measure(asked.folder, "bare", asked.full, asked.seconds, None))
    full = rows[f"{asked.full} tables, full speed, plain"]
    print(f"full speed: {full['per core'] / bare['per core']:.2f} of what bare sockets do with a core")
    if len(asked.tables) > 1:
        first, last = (rows[f"{tables} tables, human pace, plain"] for tables in (asked.tables[0], asked.tables[-1]))
        print(f"p99 with {asked.tables[-1]} tables: {last['p99'] / first['p99']:.1f} times that with {asked.tables[0]}")


def _head() -> None:
    print(f"{'':34} median    p99   actions/s   per core-second   KiB a table", flush=True)


def _shown(name: str, row: dict[str, float]) -> dict[str, float]:
    print(
        f"{name:34} {row['median']:6.1f} {row['p99']:6.1f} {row['actions']:11,.0f} {row['per core']:17,.0f}"
        f" {row['memory']:13,.0f}",
        flush=True,
    )
    return row


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", str(Path(__file__).parents[2]))
    main()
