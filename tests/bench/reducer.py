"""Random games of Clockwork Spades through the public interface, against OpenSpiel's block dominoes in Python.

    python tests/bench/reducer.py --script ../shared/bench/peer_playouts.py --peers /tmp/peers

``--peers`` is a virtual environment that holds open-spiel. The script plays the peer's games there, and counts:
a decision is an action of a seat, for which the legal actions are asked for, one is chosen, and it is applied;
deals take time and do not count. Short slices of both take turns on one core, so that a slow moment of the
machine hits both, and each pair of slices gives a ratio.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from subprocess import PIPE, Popen
from time import perf_counter
from typing import Any

from clockspades.engine.game import Game
from clockspades.games.catalogue import find_game

PEER = "python_block_dominoes"

PEER_LOOP = """
import importlib.util, random, sys
spec = importlib.util.spec_from_file_location("peer_playouts", sys.argv[1])
playouts = importlib.util.module_from_spec(spec)
spec.loader.exec_module(playouts)
game, rng = playouts.OpenSpielGame(sys.argv[2]), random.Random(playouts.SEED)
for line in sys.stdin:
    part = playouts.timed_playouts(game, rng, float(line))
    print(part.decisions / part.seconds, flush=True)
"""


def decisions_a_second(game: Game[Any, Any, Any], options: dict[str, Any], rng: Random, seconds: float) -> float:
    """Whole random games until the time is up, counted as the script counts the peer's."""
    decisions = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        state = game.initial(options)
        while True:
            if game.deal_due(state):
                state = game.reduce(state, game.deal(state, rng)).state
            elif legal := game.legal_actions(state):
                state = game.reduce(state, rng.choice(legal)).state
                decisions += 1
            else:
                break
    return decisions / (perf_counter() - start)


@contextmanager
def peer(script: Path, environment: Path) -> Iterator[Callable[[float], float]]:
    """The peer in a process of its own: call it with seconds, and it plays so long and tells the figure."""
    command = [str(environment / "bin" / "python"), "-c", PEER_LOOP, str(script), PEER]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore", "OMP_NUM_THREADS": "1"}
    with Popen(command, stdin=PIPE, stdout=PIPE, text=True, env=quiet) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asks, answers = process.stdin, process.stdout

        def ask(seconds: float) -> float:
            asks.write(f"{seconds}\n")
            asks.flush()
            return float(answers.readline())

        yield ask
        asks.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--script", type=Path, required=True, help="peer_playouts.py")
    parser.add_argument("--peers", type=Path, required=True, help="virtual environment with open-spiel")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.3, help="length of one slice")
    parser.add_argument("--rules", default="pagat", help="rule set of Clockwork Spades")
    args = parser.parse_args()

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # and the peer's process has the same core
    game = find_game("clockwork-spades")
    assert game is not None
    options = game.configure({"rules": args.rules})
    rng = Random(20240229)
    with peer(args.script, args.peers) as theirs_a_second:
        theirs_a_second(args.seconds)  # both warm up
        decisions_a_second(game, options, rng, args.seconds)
        pairs = [
            (decisions_a_second(game, options, rng, args.seconds), theirs_a_second(args.seconds))
            for _ in range(args.rounds)
        ]
    ratios = [ours / theirs for ours, theirs in pairs]
    low, _, high = quantiles(ratios, n=4)
    print(f"clockwork-spades, {args.rules}: {median(ours for ours, _ in pairs):,.0f} decisions a second")
    print(f"{PEER}: {median(theirs for _, theirs in pairs):,.0f}")
    print(f"ratio: median {median(ratios):.2f}, half of {args.rounds} rounds from {low:.2f} to {high:.2f}")


if __name__ == "__main__":
    main()
