"""How much better one bot of a game plays than another, over paired deals with the seats swapped.

    python tests/bench/strength.py --games 4000 --jobs 2
    python tests/bench/strength.py clogs --option players=4 --games 40 --jobs 2

Every other seat is one bot's, and the rest the other's; each game is played twice, the second time the other way round
with the same deals. The share of a bot is what its seats won, a draw counting half. The two games of a pair are not
independent, so the standard error is that of the pairs. Also the time of a choice.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev
from time import perf_counter
from typing import Any, NamedTuple

from clockspades.cli.arguments import parse_game, parse_options
from clockspades.engine.game import Game
from clockspades.engine.options import OptionValue
from clockspades.engine.session import AnySession
from clockspades.engine.simulate import Simulation

CHOICES = 500
"""Choices that are timed."""


class Setting(NamedTuple):
    """What is played."""

    game: str
    options: dict[str, OptionValue]
    bots: tuple[str, str]
    seed: int

    def play(self, index: int, first: int) -> AnySession:
        """A game with the first bot in every other seat, from seat ``first`` on."""
        game = parse_game(self.game)
        seats = tuple(self.bots[(seat + first) % 2] for seat in range(game.seats(self.options)))
        return Simulation(game, self.options, seats, self.seed).play(index)

    def pair(self, index: int) -> float:
        """The first bot's share of the two games of a pair."""
        return sum(share(self.play(index, first), first) for first in (0, 1)) / 2


def share(session: AnySession, first: int) -> float:
    """What every other seat from the first on won of a finished game."""
    outcome = session.outcome
    assert outcome is not None
    return float(any(seat % 2 == first for seat in outcome.winners)) if outcome.winners else 0.5


def choice_seconds(game: Game[Any, Any, Any], options: dict[str, OptionValue], bot: str, seed: int) -> Iterator[float]:
    """How long the bot takes over each real choice of games that were played at random."""
    setup = Simulation(game, options, ("random",) * game.seats(options), seed)
    for index in count():
        player = game.make_bot(bot, Random(index))
        for position in setup.play(index).positions:
            seat = game.rules.to_act(position.state)
            if seat is not None and len(game.rules.legal_actions(position.state)) > 1:
                view = game.rules.observe(position.state, seat)
                start = perf_counter()
                player.choose(view)
                yield perf_counter() - start


def report(title: str, shares: Sequence[float]) -> None:
    error = stdev(shares) / math.sqrt(len(shares))
    above = f", {(mean(shares) - 0.5) / error:+.1f} standard errors" if error else ""
    print(f"{title}: {mean(shares):.4f} ± {error:.4f} over {2 * len(shares)} games{above}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="clockwork-spades")
    parser.add_argument("--option", action="append", default=[], help="KEY=VALUE")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="steady,random", help="the first bot's share is told")
    args = parser.parse_args()

    game = parse_game(args.game)
    options = parse_options(game, args.option)
    first, _, second = args.bots.partition(",")
    times = sorted(islice(choice_seconds(game, options, first, args.seed), CHOICES))
    print(
        f"a choice of {first}: median {times[len(times) // 2] * 1000:.0f} ms, mean {mean(times) * 1000:.0f} ms,"
        f" 99 of 100 under {times[int(len(times) * 0.99)] * 1000:.0f} ms, longest {times[-1] * 1000:.0f} ms",
        flush=True,
    )
    setting = Setting(game.name, options, (first, second), args.seed)
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        shares = list(pool.map(setting.pair, range(args.games // 2)))
    report(f"{first} against {second}, {', '.join([game.name, *args.option])}", shares)


if __name__ == "__main__":
    main()
