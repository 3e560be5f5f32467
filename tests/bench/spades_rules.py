"""Compares the rules of Spades with the reference of the tests over many random games with any options.

    python tests/bench/spades_rules.py --games 100000 --jobs 2

Every choice, score and result is compared, the table after each trick, and in one state of a hundred what each seat
sees. A game ends after one deal if it has no end before, and every twentieth goes on for twenty. The program stops at
the first difference. It prints how many games had each value of each option, and why they ended.
"""

import argparse
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cli.parser import count
from tests.bench.pairs import add_workers, spread
from tests.games.spades.both import VALUES, play, random_options


class Played(NamedTuple):
    """A game in which both agreed."""

    options: dict[str, Any]
    deals: int
    reason: str


def compared(first: int, number: int) -> Played:
    """The game with this number; an error that names it if both differ."""
    rng = Random(first + number)
    options = random_options(rng)
    try:
        state = play(options, rng, deals=1 if number % 20 else 20, views=0.01)
    except AssertionError as difference:
        raise AssertionError(f"game {first + number} with {options}: {difference}") from difference
    return Played(options, state.number, str(state.outcome.reason) if state.outcome else "not ended")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", metavar="N", type=count, default=1000)
    parser.add_argument("--seed", metavar="S", type=int, default=0, help="the number of the first game")
    add_workers(parser)
    args = parser.parse_args()
    began = perf_counter()
    games = spread(partial(compared, args.seed), args.games, args)
    for key, values in VALUES.items():
        drawn = Counter(game.options[key] for game in games)
        print(f"{key}: " + ", ".join(f"{value} {drawn[value]:,}" for value in values))
    ended = Counter(game.reason for game in games)
    print("ended by: " + ", ".join(f"{reason} {times:,}" for reason, times in sorted(ended.items())))
    deals = sum(game.deals for game in games)
    print(f"{len(games):,} games, {deals:,} deals, no difference, {perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
