"""How much better one bot of Clockwork Spades plays than another, over paired deals with the seats swapped.

    python tests/bench/strength.py --games 4000 --jobs 2

Each deal is played twice, each bot in each seat once. The share of a bot is what it won, a draw counting half.
The two games of a deal are not independent, so the standard error is that of the pairs. Also the time of a choice.
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev
from time import perf_counter
from typing import Any

from clockspades.engine.game import Game
from clockspades.engine.session import AnySession
from clockspades.engine.simulate import Simulation
from clockspades.games.catalogue import find_game


def clockwork() -> Game[Any, Any, Any]:
    game = find_game("clockwork-spades")
    assert game is not None
    return game


def share(session: AnySession, seat: int) -> float:
    """What a seat won of a finished game."""
    outcome = session.outcome
    assert outcome is not None
    return float(seat in outcome.winners) if outcome.winners else 0.5


def pair(bots: tuple[str, str], rules: str, seed: int, index: int) -> float:
    """The first bot's share of the two games of a deal."""
    options = clockwork().configure({"rules": rules})
    here = Simulation(clockwork(), options, bots, seed).play(index)
    there = Simulation(clockwork(), options, bots[::-1], seed).play(index)
    return (share(here, 0) + share(there, 1)) / 2


def choice_seconds(bot: str, rules: str, seed: int, games: int) -> Iterator[float]:
    """How long the bot takes over each real choice of games that were played at random."""
    game = clockwork()
    setup = Simulation(game, game.configure({"rules": rules}), ("random", "random"), seed)
    for index in range(games):
        player = game.bots[bot](Random(index))
        for position in setup.play(index).positions:
            seat = game.to_act(position.state)
            if seat is not None and len(game.legal_actions(position.state)) > 1:
                view = game.observe(position.state, seat)
                start = perf_counter()
                player.choose(view)
                yield perf_counter() - start


def report(title: str, shares: Sequence[float]) -> None:
    error = stdev(shares) / math.sqrt(len(shares))
    above = (mean(shares) - 0.5) / error
    print(f"{title}: {mean(shares):.4f} ± {error:.4f} over {2 * len(shares)} games, {above:+.1f} standard errors")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="steady,random", help="the first bot's share is told")
    parser.add_argument("--rules", default="pagat")
    args = parser.parse_args()

    first, _, second = args.bots.partition(",")
    times = sorted(choice_seconds(first, args.rules, args.seed, 50))
    print(
        f"a choice of {first}: median {times[len(times) // 2] * 1000:.0f} ms, mean {mean(times) * 1000:.0f} ms,"
        f" 99 of 100 under {times[int(len(times) * 0.99)] * 1000:.0f} ms, longest {times[-1] * 1000:.0f} ms",
        flush=True,
    )
    play = partial(pair, (first, second), args.rules, args.seed)
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        shares = list(pool.map(play, range(args.games // 2), chunksize=10))
    report(f"{first} against {second}, {args.rules}", shares)


if __name__ == "__main__":
    main()
