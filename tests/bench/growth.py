"""How a club grows: tables, processes and stores, compared in one run on this machine.

    python tests/bench/growth.py
    python tests/bench/growth.py --tables 20 40 --fast 8 --seconds 3 --rounds 1
    python tests/bench/growth.py --stores files --tables 100 1600 --seconds 15

The servers are real ones, `clockspades serve`, with tables of Spades that clients open over the protocol. Clients are
cheap (tests/bench/cheap_clients.py), in processes of their own. At human pace each player thinks for 2 to 6 seconds;
"fast" is without a pause. Rounds go through all combinations, so that a slow moment of the machine hits all of them.
Each figure is the median of the rounds. Ratios are to the first combination, within a round: the median, the least
and the greatest.

- Actions for each second of the servers' processors do not suffer when the clients or other programs take the other
  cores, so they are what to reckon with.
- Latency is from sending an action until the last person at the table has the new state. It does suffer: where the
  machine had less than a tenth of its cores to spare, or a process of the clients was busy for more than half of the
  time, the line has a star, and its latency is an upper bound.
- Memory is that of the servers for each table (PSS), above that of servers without tables.
- Two processes share a Redis. A connection goes to one of them at random, as with a load balancer, and those that are
  not at the owner of their table are carried to it. "by table": everybody at a table goes to one process.

It prints the tables of docs/deploy.md, in Markdown: what was measured, and what one table takes.

Each action is on the disk (fsync) before anyone hears of it, unless --folder is in memory. It needs Linux. Redis needs
redis-server or valkey-server.
"""

import argparse
import asyncio
import json
import os
import resource
import shutil
import signal
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import socket
from statistics import median, quantiles
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter, sleep
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

FILES, REDIS = "files", "redis"
PATIENCE: Final = 60.0
"""Seconds that a process has to start."""
SECONDS_TO_END: Final = 15.0
"""Seconds that a process has to end."""
PACE: Final = (2.0, 6.0)
"""Seconds that a player thinks at human pace."""
SETTLING: Final = 3.0
"""Seconds of play before each measurement."""
SEATS: Final = 4
BOT_TABLES: Final = 8
"""Tables with one person and three bots: bots take much more of a processor than tables do."""
GAME: Final = 600
"""Actions of a game: ten deals of 52 cards, with their bids and shuffles."""
OPEN: Final = "open"
_TICK: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Setting:
    """Servers with a store, at which more and more tables are opened."""

    name: str
    tables: tuple[int, ...]
    """How many there are at each measurement."""
    store: str = FILES
    processes: int = 1
    is_fast: bool = False
    is_encrypted: bool = False
    is_together: bool = False
    """Whether everybody at a table goes to one process."""
    bots: int = 0
    """How many of the four seats have the best bot."""

    @property
    def rows(self) -> list[str]:
        return [f"{self.name}, {tables} tables" for tables in self.tables]


# -- processes ---------------------------------------------------------------------------------------------


def cpu_of(process: int) -> float:
    """Seconds of a processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for path in found for child in path.read_text().split()]


def memory_of(process: int) -> float:
    """Bytes of memory that a process takes; what it shares with others counts in part (PSS)."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024.0


def idle_seconds() -> float:
    """Seconds that the processors of this machine had nothing to do, all together."""
    return int(Path("/proc/stat").read_text().split()[4]) / _TICK


def free_port() -> int:
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(process: "Popen[Any]", port: int, what: str) -> None:
    """Wait until a process listens at a port; the program ends if it does not."""
    latest = monotonic() + PATIENCE
    while monotonic() < latest and process.poll() is None:
        with socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        sleep(0.02)
    end(f"{what} does not start")


def end(words: str) -> None:
    print(f"growth.py: {words}", file=sys.stderr)
    raise SystemExit(2)


@contextmanager
def running(command: list[str], **more: Any) -> "Iterator[Popen[Any]]":
    """A process, which is ended after that."""
    with Popen(command, **more) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(SECONDS_TO_END)
            except TimeoutExpired:
                process.kill()


class Store:
    """The store of the servers, and what it has cost."""

    def __init__(self, folder: Path, redis: "Popen[Any] | None" = None, port: int = 0) -> None:
        self.folder, self.redis, self.port = folder, redis, port

    @property
    def cpu(self) -> float:
        return 0.0 if self.redis is None else cpu_of(self.redis.pid)

    @property
    def bytes(self) -> int:
        """Bytes of its files."""
        return sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())

    def memory_a_record(self) -> float:
        """Bytes of memory that Redis takes for each record."""
        from redis import Redis

        with Redis(port=self.port) as client:
            keys = [key for key in client.scan_iter(count=1000) if key.endswith(b":records")]
            records: int = sum(client.xlen(key) for key in keys)
            taken: int = sum(client.memory_usage(key, samples=0) or 0 for key in keys)
            return taken / max(1, records)


# -- a setting ---------------------------------------------------------------------------------------------


class Club:
    """The servers of a setting with their store, and the clients."""

    def __init__(self, setting: Setting, folder: Path, clients: int) -> None:
        self.setting, self._stack = setting, ExitStack()
        (folder / "store").mkdir()
        self.store = self._start_redis(folder / "store") if setting.store == REDIS else Store(folder)
        self.ports = tuple(free_port() for _ in range(setting.processes))
        self.servers = [self._start_server(folder / f"{port}", port) for port in self.ports]
        for server, port in zip(self.servers, self.ports):
            wait_for(server, port, "a server")
        command = [sys.executable, __file__, "--clients-here"]
        self.clients = [
            self._stack.enter_context(running(command, stdin=PIPE, stdout=PIPE, text=True)) for _ in range(clients)
        ]
        self.report()

    def close(self) -> None:
        self._stack.close()

    def _start_redis(self, folder: Path) -> Store:
        program, port = redis_program(), free_port()
        assert program is not None, "it was looked for at the start"
        command = [
            program, "--port", f"{port}", "--bind", "127.0.0.1", "--dir", f"{folder}", "--save", "",
            "--appendonly", "yes", "--appendfsync", "always", "--auto-aof-rewrite-percentage", "0",
        ]  # fmt: skip
        redis = self._stack.enter_context(running(command, stdout=DEVNULL))
        wait_for(redis, port, "Redis")
        return Store(folder, redis, port)

    def _start_server(self, folder: Path, port: int) -> "Popen[Any]":
        tables = self.setting.tables[-1]
        command = [
            sys.executable, "-m", "clockspades", "serve", "--folder", f"{folder}", "--open",
            "--listen", f"127.0.0.1:{port}", "--metrics", "127.0.0.1:0", "--log-level", "warning",
            "--tables", f"{tables + 1}", "--tables-per-address", f"{tables + 1}",
            "--connections", f"{tables * 2 * SEATS + 64}",
        ]  # fmt: skip
        if not self.setting.is_encrypted:
            command.append("--insecure")
        if self.setting.store == REDIS:
            command += ["--store", f"redis://127.0.0.1:{self.store.port}/0"]
        return self._stack.enter_context(running(command))

    # -- clients ---------------------------------------------------------------------------------------

    def seat(self, tables: int) -> None:
        """Open so many more tables, and return when all have begun."""
        setting, count = self.setting, len(self.clients)
        shares = [tables // count + (number < tables % count) for number in range(count)]
        terms = {
            "ports": self.ports, "pace": None if setting.is_fast else PACE, "is_encrypted": setting.is_encrypted,
            "seats": [OPEN] * (SEATS - setting.bots) + [f"bot:{best_bot()}"] * setting.bots,
            "is_together": setting.is_together,
        }  # fmt: skip
        self._tell([json.dumps({"tables": share, **terms}) for share in shares])

    def report(self) -> list[dict[str, Any]]:
        """What each process of clients has seen since it was last asked."""
        return self._tell(["null"] * len(self.clients))

    def _tell(self, lines: list[str]) -> list[dict[str, Any]]:
        for client, line in zip(self.clients, lines):
            assert client.stdin is not None
            client.stdin.write(line + "\n")
            client.stdin.flush()
        answers: list[dict[str, Any]] = []
        for client in self.clients:
            assert client.stdout is not None
            answers.append(json.loads(client.stdout.readline() or "{}"))
        for answer in answers:
            if "cpu" not in answer:
                end(f"{self.setting.name}: {answer.get('fault', 'the clients have ended')}")
        return answers

    # -- figures ---------------------------------------------------------------------------------------

    @property
    def memory(self) -> float:
        return sum(memory_of(server.pid) for server in self.servers)

    @property
    def bots_cpu(self) -> float:
        return sum(cpu_of(child) for server in self.servers for child in children_of(server.pid))

    def used(self) -> dict[str, float]:
        """What has been used so far."""
        return {
            "server": sum(cpu_of(server.pid) for server in self.servers),
            "redis": self.store.cpu,
            "bots": self.bots_cpu,
            "bytes": self.store.bytes,
            "idle": idle_seconds(),
        }

    def measure(self, tables: int, seconds: float, memory: float) -> dict[str, Any]:
        """Let the tables play for a time. ``memory`` is that of the servers without tables."""
        clients = [told["cpu"] for told in self.report()]
        before = self.memory
        begin, began = self.used(), perf_counter()
        sleep(seconds)
        used, took = self.used(), perf_counter() - began
        told, after = self.report(), self.memory
        spent = {name: used[name] - begin[name] for name in used}
        latencies = [each for client in told for each in client["latencies"]]
        if len(latencies) < 2:
            end(f"{self.setting.name}: too little was played to measure; use more --seconds")
        actions = sum(client["actions"] for client in told)
        spent["server"] = max(spent["server"], 1 / _TICK)
        return {
            "actions": actions / took,
            "median": median(latencies),
            "p99": quantiles(latencies, n=100)[98],
            "per core": actions / spent["server"],
            "server": spent["server"] / took,
            "redis": spent["redis"] / took,
            "bots": spent["bots"] / took,
            "clients": max(now["cpu"] - earlier for now, earlier in zip(told, clients)) / took,
            "idle": spent["idle"] / took,
            "memory": (after - memory) / tables / 1024,
            "grown": (after - before) / actions,
            "bytes": spent["bytes"] / actions,
            "sent": sum(client["bytes"] for client in told) / actions,
        }


def best_bot() -> str:
    from clockspades.games.catalogue import find_game

    game = find_game("spades")
    assert game is not None
    return str(game.best_bot)


def redis_program() -> str | None:
    return shutil.which("redis-server") or shutil.which("valkey-server")


def measured(setting: Setting, asked: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """The rows of a setting."""
    rows: dict[str, dict[str, Any]] = {}
    with TemporaryDirectory(dir=asked.folder, prefix="clockspades-growth-") as place, ExitStack() as stack:
        club = Club(setting, Path(place), asked.clients)
        stack.callback(club.close)
        club.seat(1)  # loads what every table needs
        empty, there = club.memory, 1
        for name, tables in zip(setting.rows, setting.tables):
            before = club.used()["server"]
            club.seat(tables - there)
            opening = (club.used()["server"] - before) / (tables - there) * 1000
            there = tables
            sleep(min(SETTLING, asked.seconds))
            rows[name] = club.measure(tables, asked.seconds, empty) | {"opening": opening}
            if setting.store == REDIS:
                rows[name]["record"] = club.store.memory_a_record()
    return rows


# -- the command -------------------------------------------------------------------------------------------


def settings_of(asked: argparse.Namespace) -> list[Setting]:
    """All that is compared."""
    tables, fast, found = tuple(sorted(asked.tables)), (asked.fast,), list[Setting]()
    if FILES in asked.stores:
        found += [Setting("files, 1 process", tables), Setting("files, 1 process, fast", fast, is_fast=True)]
    if REDIS in asked.stores:
        for processes in asked.processes:
            name = f"redis, {processes} process{'es' if processes > 1 else ''}"
            terms = {"store": REDIS, "processes": processes}
            found += [Setting(name, tables, **terms), Setting(f"{name}, fast", fast, is_fast=True, **terms)]
            if processes > 1:
                found.append(Setting(f"{name}, by table, fast", fast, is_fast=True, is_together=True, **terms))
    if FILES in asked.stores:
        found.append(Setting("files, 1 process, TLS", (middle(tables),), is_encrypted=True))
        found.append(Setting("files, 1 process, TLS, fast", fast, is_encrypted=True, is_fast=True))
        found.append(Setting(f"files, 1 process, {SEATS - 1} bots", (BOT_TABLES,), bots=SEATS - 1))
    return [setting for setting in found if asked.only in setting.name]


def is_crowded(row: dict[str, Any]) -> bool:
    """Whether the latency of a measurement may be that of the clients, or of the machine."""
    return bool(row["idle"] < 0.1 * (os.cpu_count() or 1) or row["clients"] > 0.5)


def print_measured(rows: dict[str, list[dict[str, Any]]]) -> None:
    """The rows and their ratios, in Markdown."""
    first = next(iter(rows))
    heads = (
        "actions a second",
        "median",
        "p99",
        "cores of servers, of Redis",
        "actions for each second of the servers",
    )
    print(f"\n| | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")
    for name, row in medians(rows).items():
        found = [each["per core"] / other["per core"] for each, other in zip(rows[name], rows[first])]
        star = "\\*" if is_crowded(row) else ""
        print(
            f"| {name}{star} | {row['actions']:,.0f} | {row['median']:.1f} ms | {row['p99']:.1f} ms |"
            f" {row['server']:.2f}, {row['redis']:.2f} |"
            f" {row['per core']:,.0f}: {median(found):.2f} ({min(found):.2f} to {max(found):.2f}) |"
        )


def print_units(row: dict[str, dict[str, float]], tables: tuple[int, ...], fast: int) -> None:
    """What one table takes, or one action, in Markdown. Cores are shares of one."""
    most, some = tables[-1], middle(tables)
    files, shared, both = (
        row[f"{name}, {most} tables"] for name in ("files, 1 process", "redis, 1 process", "redis, 2 processes")
    )
    quick, quick_redis, quick_tls = (
        row[f"{name}, fast, {fast} tables"]
        for name in ("files, 1 process", "redis, 1 process", "files, 1 process, TLS")
    )
    plain, tls = row[f"files, 1 process, {some} tables"], row[f"files, 1 process, TLS, {some} tables"]
    bots = row[f"files, 1 process, {SEATS - 1} bots, {BOT_TABLES} tables"]
    rate = files["actions"] / most
    carried = 2 * max(0.0, both["server"] - shared["server"])  # half of the connections were carried
    memory = 2 * max(0.0, both["memory"] - shared["memory"])
    of_bots = bots["bots"] / (bots["actions"] * (SEATS - 1) / SEATS)
    lines = {
        "actions a second": f"{rate:.3f}",
        "server, files": _cores(files["server"] / most),
        "server, Redis, everybody comes to the owner of the table": _cores(shared["server"] / most),
        "… and if everybody is carried to it": _cores((shared["server"] + carried) / most),
        "… and if the server encrypts itself": f"{quick['per core'] / quick_tls['per core']:.2f} times as much",
        "Redis": _cores(both["redis"] / most),
        "Redis, without leases": _cores(rate * quick_redis["redis"] / quick_redis["actions"]),
        "memory of a server when a game begins": f"{shared['memory']:,.0f} KiB, carried {memory:,.0f} KiB more",
        "… for each action since": f"{quick['grown']:,.0f} bytes",
        "… if it encrypts itself": f"{tls['memory'] - plain['memory']:,.0f} KiB more",
        "sent to the clients for each action": f"{quick['sent']:,.0f} bytes",
        "kept in a file for each action": f"{quick['bytes']:.0f} bytes: {quick['bytes'] * GAME / 1024:,.0f} KiB a game",
        "written by Redis for each action, with leases": f"{both['bytes']:.0f} bytes",
        "memory of Redis for each action": (
            f"{quick_redis['record']:.0f} bytes: {quick_redis['record'] * GAME / 1024:,.0f} KiB a game"
        ),
        "to open a table and seat everybody": f"{files['opening']:.1f} ms of a core",
        "a choice of the best bot": f"{of_bots * 1000:.0f} ms of a core",
    }
    print("\n| a table takes | |\n|---|---|")
    for what, figure in lines.items():
        print(f"| {what} | {figure} |")


def _cores(share: float) -> str:
    time = f"{share * 1e3:.2f} ms" if share >= 1e-4 else f"{share * 1e6:.0f} µs"
    return f"{time} of a core a second: {1 / max(share, 1e-9):,.0f} tables a core"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 400, 1600], help="how many, at human pace")
    parser.add_argument("--fast", type=int, default=64, help="how many without a pause")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2], help="how many share a Redis")
    parser.add_argument("--stores", choices=(FILES, REDIS), nargs="+", default=[FILES, REDIS])
    parser.add_argument("--seconds", type=float, default=8.0, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--clients", type=int, default=2, help="processes of clients")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"), help="where the files of the stores are")
    parser.add_argument("--only", default="", help='settings with these words in their names, such as "fast"')
    parser.add_argument("--clients-here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.clients_here:
        from tests.bench.cheap_clients import run_clients

        asyncio.run(run_clients())
        return
    if REDIS in asked.stores and redis_program() is None:
        end("redis-server is not installed here: install it, or leave Redis out with --stores files")
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    most = 2 * SEATS * max(asked.tables) + 256
    if hard < most:
        end(f"{max(asked.tables)} tables need {most} open files, and this shell allows {hard}: see ulimit -Hn")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # all processes end with this one
    measure_all(asked)


def measure_all(asked: argparse.Namespace) -> None:
    settings, began = settings_of(asked), monotonic()
    if not settings:
        end(f"no setting has the words {asked.only!r} in its name")
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {asked.rounds} rounds of {asked.seconds:g} s each")
    for number in range(asked.rounds):
        for setting in settings:
            for name, row in measured(setting, asked).items():
                rows[name].append(row)
            print(f"round {number + 1}: {setting.name}, {monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    print_measured(rows)
    try:
        print_units(medians(rows), tuple(sorted(asked.tables)), asked.fast)
    except KeyError as missing:
        print(f"\nwhat one table takes is not told: {missing.args[0]} was not measured")
    print(f"\n{monotonic() - began:.0f} seconds")


def medians(rows: dict[str, list[dict[str, Any]]]) -> dict[str, dict[str, float]]:
    """The medians of the rounds."""
    return {name: {key: median(each[key] for each in rounds) for key in rounds[0]} for name, rounds in rows.items()}


def middle(tables: tuple[int, ...]) -> int:
    return tables[len(tables) // 2]


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[2])
    main()
