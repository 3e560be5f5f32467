"""Whole games over TLS between processes, of which the server and the clients are killed at any moment."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
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
                sys.executable, "-m", "tests.network.kill_games", self.name,
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


async def play(game: AnyGame, kills: Sequence[Kill], home: Path) -> None:
    """A whole game with these kills; AssertionError if it does not come to its end with the same log for all.

    The host plays in this process, its server and all others in their own.
    """
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
    assert path is not None, "the host has no log"
    assert (host.table.log_fault, load(path, find_game).fault, own.result().doubts) == ("", None, ())
    assert {moves(each.result()) for each in others} == {moves(path.read_text(encoding="utf-8"))}
    assert joins > 1 or due, "the host has not come back"


async def _be_friend(name: str) -> int:
    player = Player.join(read(sys.stdin.readline()), name)
    client = await player.play()
    if player.table.log_path is None or client.doubts:
        print(player.table.log_fault, *client.doubts, client.farewell, file=sys.stderr)
        return 1
    print(player.table.log_path)
    return 0


def play_at_random(game: AnyGame, seed: int) -> None:
    """A game for several people with some kills; AssertionError if anything is not as it must be."""
    game = game if game in TOGETHER else TOGETHER[seed % len(TOGETHER)]
    rng, seats = Random(seed), game.seats(game.configure({**SHORT.get(game.name, {})}))
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(play(game, draw_kills(rng, seats, rng.randrange(1, 5), 22 if game is GAMES[0] else 60), Path(home)))


if __name__ == "__main__":
    raise SystemExit(asyncio.run(_be_friend(sys.argv[1])))
