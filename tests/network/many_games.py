"""Play many games of a kind, and report each that goes wrong: ``python -m tests.network.many_games KIND --games 2000``.

| kind | what goes wrong in a game |
|---|---|
| `world` | Everything, in virtual time: cut connections, kills, full disks, people who leave. |
| `secret` | The same, and every byte that the table sends is searched for secrets. |
| `owners` | Processes that share a store are cut off from it, paused, killed and ended, in virtual time. |
| `club` | Servers, Redis and clients are killed and paused, which are real processes. One such game takes minutes. |

Games are numbered by their seeds. The exit status is 1 if one went wrong.
"""

import argparse
import sys
from collections.abc import Callable
from time import monotonic
from typing import Final

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES
from tests.network import faulty_games, owner_games, secret_games, world

KINDS: Final[dict[str, Callable[[AnyGame, int], object]]] = {
    "world": world.play,
    "secret": secret_games.play,
    "owners": lambda _, seed: owner_games.play(seed),
    "club": lambda _, seed: print(faulty_games.play(seed)),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--games", type=int, default=100, help="how many games")
    parser.add_argument("--seed", type=int, default=0, help="that of the first game")
    parser.add_argument("--only", help="one game by its name")
    given = parser.parse_args()
    games, began, faults = [game for game in GAMES if given.only in (None, game.name)], monotonic(), 0
    for seed in range(given.seed, given.seed + given.games):
        game = games[seed % len(games)]
        try:
            with world.undrawn():
                KINDS[given.kind](game, seed)
        except Exception as error:
            faults += 1
            print(f"{game.name} {seed}: {type(error).__name__}: {error}", flush=True)
    print(f"{given.games} games, {faults} went wrong, {monotonic() - began:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
