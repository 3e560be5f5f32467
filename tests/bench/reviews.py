"""What reviews say of games that a bot plays in every seat: skill, luck, mistakes, whether chances come true, time.

    python tests/bench/reviews.py --bot steady --games 50
    python tests/bench/reviews.py german-clock --option redeals=1 --bot random --games 50

Each game is reviewed for one seat, the seats in turn. A good player loses little skill. Luck is 0 on average if every
chance comes true.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.bots.evaluation import mean_and_error
from clockspades.cli.arguments import parse_game
from clockspades.engine.options import OptionValue
from clockspades.review.review import Review, review
from clockspades.simulation.simulate import Simulation
from tests.bench.pairs import add_one_bot, chosen_game, spread

PARTS = 5
"""Chances are told in so many groups: from 0 to 20 %, and so on."""


class Reviewed(NamedTuple):
    """The review of one game, and the seconds of processor time that it took."""

    review: Review
    seconds: float


def reviewed(game_name: str, options: Mapping[str, OptionValue], bot: str, seed: int, index: int) -> Reviewed:
    """The review of one game."""
    game = parse_game(game_name).game
    seats = game.seats(options)
    session = Simulation(game, options, (bot,) * seats, seed).play(index)
    start = process_time()
    found = review(session, index % seats)
    assert found is not None, "the best bot of every game evaluates"
    return Reviewed(found, process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_one_bot(parser, 50)
    args = parser.parse_args()
    game, options = chosen_game(parser, args)
    if args.bot not in game.bots:
        parser.error(f"--bot: name one of {', '.join(game.bots)}")
    work = partial(reviewed, game.name, options, args.bot, args.seed)
    found = spread(work, args.games, args)

    reviews = [one.review for one in found]
    print(f"{len(found)} games of {game.title_of(options)}, {args.bot} in every seat, seed {args.seed}")
    _tell("skill", [one.skill for one in reviews])
    _tell("luck", [one.luck for one in reviews])
    print(f"  error of the skill of a game: {fmean(one.own.error for one in reviews):.2%}")
    print(f"  mistakes in a game: {fmean(len(one.mistakes) for one in reviews):.2f} in"
          f" {fmean(one.choices for one in reviews):.1f} choices")  # fmt: skip
    for part in range(PARTS):
        told = [
            (turn.value, one.result)
            for one in reviews
            for turn in (one.start, *one.turns[:-1])
            if min(int(turn.value * PARTS), PARTS - 1) == part
        ]
        if told:
            print(f"  chances of {fmean(value for value, _ in told):6.1%} came true in"
                  f" {fmean(result for _, result in told):6.1%} of {len(told):,} points")  # fmt: skip
    seconds = [one.seconds for one in found]
    print(f"  a review took {fmean(seconds):.2f} s of processor time, the longest {max(seconds):.2f}")


def _tell(what: str, shares: Sequence[float]) -> None:
    mean, error = mean_and_error(shares)
    spread = f", spread {stdev(shares):.2%}" if len(shares) > 1 else ""
    print(f"  {what}: {mean:+.2%} ± {error:.2%} a game{spread}")


if __name__ == "__main__":
    main()
