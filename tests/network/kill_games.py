"""Whole games over TLS between processes, of which the server and the clients are killed at random moments.

``python -m tests.network.kill_games --games 100`` plays many of them and says what came of it.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES, find_game
from clockspades.network.client.client import Client
from clockspades.network.client.kept_seats import sit_down
from clockspades.network.meeting.invitation import Invitation, read
from clockspades.network.server.hosted_server import HostedServer, NewTable
from clockspades.network.wire.messages import OPEN, ToClient
from clockspades.network.wire.secrecy import digest
from clockspades.saved.archive import HOME_VARIABLE
from clockspades.saved.log import load
from tests.network.choosing import SHORT
from tests.network.players import Player

TOGETHER = [game for game in GAMES if max(game.player_counts()) > 1]
PATIENCE = 240
"""Seconds for one game: its processes start many times."""
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")


class Kill(NamedTuple):
    """Somebody who is killed as soon as the host has seen so many points."""

    points: int
    seat: int | None
    """None for the server."""


@dataclass
class Outcome:
    """What came of a game."""

    log: str
    logs: list[str]
    restarts: int
    joins: int
    doubts: tuple[str, ...]
    fault: str


class _Friend:
    """A client in a process of its own, which is started again when it was killed."""

    def __init__(self, invitation: Invitation, name: str, home: Path) -> None:
        self.invitation, self.name, self.home = invitation, name, home
        self.process: asyncio.subprocess.Process | None = None
        self.kills = 0

    async def play(self) -> str:
        """Play until the log is there, whatever happens; return the log."""
        path = os.pathsep.join(filter(None, sys.path))  # an installed package before the checkout, which has the tests
        while True:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.network.kill_games", "--friend", self.name,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                env={**os.environ, HOME_VARIABLE: str(self.home), "PYTHONPATH": path},
            )  # fmt: skip
            try:
                out, _ = await self.process.communicate(f"{self.invitation}\n".encode())
            except BaseException:
                self.process.kill()
                raise
            if self.process.returncode == 0:
                return Path(out.decode().strip()).read_text(encoding="utf-8")
            assert self.kills, f"{self.name} ended by itself with {self.process.returncode}"

    def kill(self) -> None:
        """Kill the process, if it is there."""
        self.kills += 1
        if self.process is not None and self.process.returncode is None:
            self.process.kill()


def moves(log: str) -> str:
    """A log without its header, which has the seat of whoever keeps it."""
    return log.partition("\n")[2]


def draw_kills(rng: Random, seats: int, number: int, most: int = 60) -> list[Kill]:
    """So many kills, of the server every other time, in the order in which they happen."""
    victims = [None if at % 2 == 0 else rng.randrange(1, seats) for at in range(number)]
    return sorted((Kill(rng.randrange(1, most), victim) for victim in victims), key=lambda kill: kill.points)


async def play(game: AnyGame, kills: list[Kill], home: Path) -> Outcome:
    """A whole game with these kills. The host plays in this process, its server and all others in their own."""
    os.environ[HOME_VARIABLE] = str(home)
    options = game.configure({**SHORT.get(game.name, {})})
    seats = game.seats(options)
    key = os.urandom(16).hex()
    plan = NewTable(game.name, options, (OPEN,) * seats, game.best_bot, digest(key), address="127.0.0.1", port=0)
    server = await asyncio.to_thread(HostedServer, plan)
    due, joins = [*kills], 0
    invitation = read(server.ready.invitation)
    friends = [_Friend(invitation, name, home / name) for name in NAMES[1:seats]]

    async def find_server() -> Invitation:
        nonlocal joins
        joins += 1
        await asyncio.to_thread(server.revive)
        return read(server.ready.local)

    host = Player(sit_down(read(server.ready.local), NAMES[0], key=key), Random(0), find_server)
    heard = host.hear

    def hear(client: Client, message: ToClient | None) -> None:
        while due and client.last >= due[0].points:
            victim = due.pop(0).seat
            if victim is None:
                server._process.kill()
            else:
                friends[victim - 1].kill()
        heard(client, message)

    host.table._tell = hear
    try:
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            own = group.create_task(host.play())
            others = [group.create_task(friend.play()) for friend in friends]
    finally:
        await asyncio.to_thread(server.close)
    path = host.table.log_path
    log = "" if path is None else path.read_text(encoding="utf-8")
    loaded = None if path is None else load(path, find_game)
    fault = host.table.log_fault or str(None if loaded is None else loaded.fault or "")
    restarts = sum(kill.seat is None for kill in kills) - sum(kill.seat is None for kill in due)
    return Outcome(log, [each.result() for each in others], restarts, joins, own.result().doubts, fault)


async def _be_friend(name: str) -> int:
    player = Player.join(read(sys.stdin.readline()), name)
    client = await player.play()
    if player.table.log_path is None or client.doubts:
        print(player.table.log_fault, *client.doubts, client.farewell, file=sys.stderr)
        return 1
    print(player.table.log_path)
    return 0


async def _play_many(number: int, seed: int) -> int:
    bad = 0
    for at in range(number):
        game, rng = TOGETHER[at % len(TOGETHER)], Random(f"{seed} {at}")
        seats = game.seats(game.configure({**SHORT.get(game.name, {})}))
        kills, began = draw_kills(rng, seats, rng.randrange(1, 5), 22 if game is GAMES[0] else 60), monotonic()
        with tempfile.TemporaryDirectory() as home:
            try:
                outcome = await play(game, kills, Path(home))
                words = outcome.fault or " ".join(outcome.doubts) or ("" if outcome.log else "no log")
                words = words or (
                    "" if {moves(log) for log in outcome.logs} == {moves(outcome.log)} else "the logs differ"
                )
                joins, restarts = outcome.joins, outcome.restarts
            except (Exception, ExceptionGroup) as error:
                words, joins, restarts = repr(error), 0, 0
        bad += bool(words)
        print(
            f"{at + 1:3} {game.name:18} kills {len(kills)} of the server {restarts} joins of the host {joins}"
            f" {monotonic() - began:5.1f} s {words or 'ok'}", flush=True,
        )  # fmt: skip
    print(f"{number - bad} of {number} games came to their end with the same log for all")
    return 1 if bad else 0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--friend")
    typed = parser.parse_args()
    return asyncio.run(_be_friend(typed.friend) if typed.friend else _play_many(typed.games, typed.seed))


if __name__ == "__main__":
    raise SystemExit(main())
