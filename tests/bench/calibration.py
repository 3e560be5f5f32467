"""Whether the win chances that a bot gives come true: what it expected of each of its choices, and how the game ended.

    python tests/bench/calibration.py --games 1000 --jobs 2
    python tests/bench/calibration.py clogs --option players=4 --games 100 --jobs 2

The bot plays every seat. Slope is that of the results on the expected shares: 1 where they come true, less where the
bot is too sure of itself. Brier is the mean square of the differences. The choices of a game share its end, so the
standard errors are those of the games.
"""

import argparse
import sys
from collections.abc import Mapping
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.bots.evaluation import evaluating_bot
from clockspades.cli.arguments import parse_game
from clockspades.cli.parser import count
from clockspades.engine.options import OptionValue
from clockspades.simulation.simulate import Simulation
from tests.bench.pairs import add_game, add_workers, chosen_game, spread


class Forecast(NamedTuple):
    """What a bot expected of a choice, and what came of it: 1 for a win, a half for a draw, 0 for a loss."""

    expected: float
    result: float


def forecasts(game_name: str, options: Mapping[str, OptionValue], seed: int, index: int) -> list[Forecast]:
    """Those of one game, in order."""
    game = parse_game(game_name).game
    session = Simulation(game, options, (game.best_bot,) * game.seats(options), seed).play(index)
    assert session.outcome is not None
    found = []
    for point, (position, after) in enumerate(zip(session.positions, session.positions[1:])):
        seat = after.seat
        if seat is None or len(game.rules.legal_actions(position.state)) < 2:
            continue
        bot = evaluating_bot(game, Random(f"{seed} {index} {point}"))
        assert bot is not None, f"the best bot of {game.name} cannot evaluate"
        shares = bot.evaluate(game.rules.observe(position.state, seat)).shares
        winners = session.outcome.winners
        found.append(Forecast(shares[after.action], float(seat in winners) if winners else 0.5))
    return found


def slope(games: list[list[Forecast]]) -> tuple[float, float]:
    """The slope of the results on what was expected, by least squares, and its standard error over the games."""
    everything = [one for game in games for one in game]
    mean_expected = fmean(one.expected for one in everything)
    mean_result = fmean(one.result for one in everything)
    spread = sum((one.expected - mean_expected) ** 2 for one in everything)
    found = sum((one.expected - mean_expected) * (one.result - mean_result) for one in everything) / spread
    scores = [
        sum(
            (one.expected - mean_expected) * (one.result - mean_result - found * (one.expected - mean_expected))
            for one in game
        )
        for game in games
    ]
    return found, sqrt(sum(score**2 for score in scores)) / spread


def brier(games: list[list[Forecast]]) -> tuple[float, float]:
    """The mean square of the differences, and its standard error over the games."""
    number = sum(map(len, games))
    found = sum((one.expected - one.result) ** 2 for game in games for one in game) / number
    scores = [sum((one.expected - one.result) ** 2 - found for one in game) for game in games]
    return found, sqrt(sum(score**2 for score in scores)) / number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_game(parser)
    parser.add_argument("--games", type=count, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    add_workers(parser)
    args = parser.parse_args()

    game, options = chosen_game(parser, args)
    play = partial(forecasts, game.name, options, args.seed)
    games = [found for found in spread(play, args.games, args) if found]
    print(
        f"{', '.join([game.name, *args.option])}: {sum(map(len, games))} choices in {args.games} games:"
        " slope {:.3f} ± {:.3f}, Brier {:.4f} ± {:.4f}".format(*slope(games), *brier(games))
    )


if __name__ == "__main__":
    main()
