"""Random inputs to the table of every game, without a screen: keys, clicks, ticks and whatever else can happen.

    python tests/bench/table.py

It prints how many inputs each table handles in a second of processor time. A game that is over or left makes room for
the next one.
"""

import argparse
import sys
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cli.parser import count
from clockspades.games.catalogue import GAMES, table_rules
from clockspades.table.state import Over, Preferences
from tests.table.random_inputs import check, give_any
from tests.table.runner import Runner, seated

SEED = 20240229
WANTED = Preferences(bot_seconds=0.5, forced_seconds=1.0, trick_seconds=1.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=count, default=100_000, help="inputs for each game")
    parser.add_argument("--check", action="store_true", help="check after each input what must always hold")
    args = parser.parse_args()
    for game in GAMES:
        rng = Random(SEED)
        people = range(min(2, max(game.player_counts())) + 1)
        games = 0
        runner: Runner | None = None
        start = process_time()
        for _ in range(args.inputs):
            if runner is None or runner.left or isinstance(runner.state.phase, Over):
                chosen = people[games % len(people)]
                runner = Runner(table_rules(game.name), seated(game, chosen), WANTED, rng)
                games += 1
            give_any(runner, rng)
            if args.check:
                check(runner)
        seconds = process_time() - start
        print(f"{game.name:<18} {args.inputs / seconds:>8,.0f} inputs a second   {seconds:5.1f} s   {games} games")


if __name__ == "__main__":
    main()
