"""What the programs share that compare two bots: pairs of games on the same cards, and estimates with their errors.

A pair is the same deal twice, the second time with the seats swapped. Its two games are not independent, so every
standard error is that of the pairs.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial
from math import nan, sqrt
from operator import itemgetter
from statistics import fmean, stdev
from typing import NamedTuple, TypeVar

from clockspades.cli.arguments import parse_game, parse_options
from clockspades.cli.parser import count
from clockspades.engine.game import AnyGame
from clockspades.engine.options import Options
from clockspades.engine.text import UserError
from clockspades.simulation.simulate import hire

ResultT = TypeVar("ResultT")


class Estimate(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    def __format__(self, form: str) -> str:
        """Both numbers in the form of one; a percent sign stands only behind the mean: ``55.8 % ± 0.2``."""
        mean, error = f"{self.mean:{form}}", f"{self.error:{form.lstrip('+')}}"
        if form.endswith("%"):
            return f"{mean[:-1]} % ± {error[:-1]}"
        return f"{mean} ± {error}"


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of what the pairs brought, and its standard error, which one pair cannot tell."""
    return Estimate(fmean(values), stdev(values) / sqrt(len(values)) if len(values) > 1 else nan)


def add_arguments(parser: argparse.ArgumentParser, pairs: int) -> None:
    """Add what :func:`play` takes; ``pairs`` is how many are played by default."""
    number = parser.add_mutually_exclusive_group()
    number.add_argument("--pairs", metavar="N", type=count, default=pairs, help=f"(default: {pairs})")
    number.add_argument("--games", metavar="N", dest="pairs", type=_pairs, help="two games are a pair")
    parser.add_argument("--seed", metavar="S", type=int, default=1, help="the same seed deals the same cards")
    add_workers(parser)


def add_game(parser: argparse.ArgumentParser, name: str = "clockwork-spades") -> None:
    """Add what :func:`chosen_game` reads; ``name`` is the game by default."""
    parser.add_argument("game", nargs="?", default=name, help="or a preset (default: %(default)s)")
    parser.add_argument("--option", action="append", default=[], help="KEY=VALUE")


def chosen_game(parser: argparse.ArgumentParser, args: argparse.Namespace) -> tuple[AnyGame, Options]:
    """The game and its options; ends the program with a sentence if there are none of that name."""
    try:
        offer = parse_game(args.game)
        return offer.game, parse_options(offer, args.option)
    except (UserError, ValueError) as error:
        parser.error(str(error))


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add what :func:`spread` takes."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", metavar="J", type=count, default=1, help="how many processes to use (default: 1)")
    where.add_argument("--cluster", metavar="ADDRESS", help="work on this Dask cluster, which needs these programs too")


def play(pair: Callable[[int], ResultT], args: argparse.Namespace) -> list[ResultT]:
    """What comes of each pair, in order of their numbers."""
    return spread(pair, args.pairs, args)


def spread(task: Callable[[int], ResultT], number: int, args: argparse.Namespace) -> list[ResultT]:
    """What comes of each task, in order of their numbers, wherever they are done."""
    try:
        with hire(args.jobs, args.cluster) as workers:
            if workers is None:
                return [task(index) for index in range(number)]
            parts = sorted(workers.results(partial(_work, task), number), key=itemgetter(0))
            return [found for _, part in parts for found in part]
    except UserError as error:
        sys.exit(str(error))


def _work(task: Callable[[int], ResultT], numbers: range) -> tuple[int, list[ResultT]]:
    """The number of the first task of a part, and what comes of them all."""
    return numbers.start, [task(number) for number in numbers]


def _pairs(games: str) -> int:
    return (count(games) + 1) // 2
