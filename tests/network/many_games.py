"""Play many games over a faulty network, and report each that goes wrong: ``python -m tests.network.many_games``.

    python -m tests.network.many_games --games 2000 --seed 1

The same seed plays the same games on every machine. The exit status is 1 if one went wrong.
"""

import argparse
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final
from unittest.mock import patch

from clockspades.engine.game import AnyGame
from clockspades.engine.options import OptionValue
from clockspades.games.catalogue import GAMES
from clockspades.network.client import client
from tests.conformance.playing import BRIEF, option_sets
from tests.network.world import World

RATES: Final = (0.003, 0.01, 0.03, 0.1)
"""Faults for each thing that happens."""
ENDING: Final[Mapping[str, Mapping[str, OptionValue]]] = {"spades": {"floor": -200}}
"""By game the options without which bids at random might never end it: every score falls."""


def world_of(game: AnyGame, seed: int, folder: Path | None = None) -> World:
    """A table of a game: with other options, people and terms for each seed."""
    rng = Random(f"{game.name} {seed}")
    brief = game.configure(BRIEF.get(game.name, {}))
    options = game.configure(
        {**(brief if rng.random() < 0.5 else rng.choice(_short(game))), **ENDING.get(game.name, {})}
    )
    return World(
        game,
        options,
        rng.randint(1, game.seats(options)),
        f"{game.name} {seed}",
        limit=rng.choice((None, None, 20)),
        watchers=rng.randrange(2),
        games=rng.choice((1, 1, 2)),
        headless=rng.random() < 0.3,
        leaving=rng.random() < 0.3,
        folder=folder,
    )


def _short(game: AnyGame) -> list[dict[str, OptionValue]]:
    """The option sets of a game but the defaults, which can make it long."""
    sets = option_sets(game)
    return sets[1:] or sets


def undrawn() -> AbstractContextManager[object]:
    """Let clients draw no points: it takes most of their time, and other tests show that it can be done."""
    return patch.object(client, "check_drawable")


def play(game: AnyGame, seed: int) -> World:
    """Play one game with faults to its end; AssertionError if anything is not as it must be."""
    with TemporaryDirectory() as folder:
        world = world_of(game, seed, Path(folder))
        world.play_with_faults(Random(f"{seed}").choice(RATES))
        world.finish()
    return world


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="how many tables of each game")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first table")
    parser.add_argument("--only", help="one game by its name")
    given = parser.parse_args()
    faults = 0
    with undrawn():
        for game in GAMES:
            if given.only in (None, game.name):
                faults += _play_all(game, range(given.seed, given.seed + given.games))
    return 1 if faults else 0


def _play_all(game: AnyGame, seeds: range) -> int:
    """Play one table for each seed, say how it went, and return how many went wrong."""
    start, points, steps, faults = monotonic(), 0, 0, 0
    for seed in seeds:
        try:
            world = play(game, seed)
        except Exception as error:
            faults += 1
            sys.stdout.write(f"{game.name} {seed}: {type(error).__name__}: {error}\n")
        else:
            points += world.disk_kept.last
            steps += world.steps
    seconds = monotonic() - start
    sys.stdout.write(
        f"{game.name}: {len(seeds)} tables, {faults} went wrong, {points:,} points in the last games, "
        f"{steps:,} steps, {seconds:.0f} s\n"
    )
    sys.stdout.flush()
    return faults


if __name__ == "__main__":
    sys.exit(main())
