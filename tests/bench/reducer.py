"""Random games of Clockwork Spades through the public interface, against OpenSpiel's block dominoes in Python.

    python tests/bench/reducer.py --script ../shared/bench/peer_playouts.py --peers /tmp/peers

``--peers`` is a virtual environment that holds open-spiel, and the script measures it there; it also defines
what is counted. A decision is an action of a seat: its legal actions are asked for, one is chosen, and it is
applied. Deals take time and do not count. Slices of both take turns on one core, and each round gives a ratio.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from clockspades.engine.game import Game
from clockspades.games.catalogue import find_game

PEER = "python_block_dominoes"
PLAIN = {**os.environ, "PYTHONWARNINGS": "ignore", "OMP_NUM_THREADS": "1"}


def decisions_a_second(game: Game[Any, Any, Any], options: dict[str, Any], rng: Random, seconds: float) -> float:
    """Whole random games until the time is up."""
    decisions = 0
    start = perf_counter()
    while (now := perf_counter()) - start < seconds:
        state = game.initial(options)
        while True:
            if game.deal_due(state):
                state = game.reduce(state, game.deal(state, rng)).state
            elif legal := game.legal_actions(state):
                state = game.reduce(state, rng.choice(legal)).state
                decisions += 1
            else:
                break
    return decisions / (now - start)


def peer_decisions_a_second(script: Path, peers: Path, seconds: float) -> float:
    """What the peers' script tells of one slice."""
    command = [str(peers / "bin" / "python"), str(script), "--peer", "openspiel", "--only", PEER]
    command += ["--reps", "1", "--seconds", str(seconds)]
    told = subprocess.run(command, env=PLAIN, check=True, capture_output=True).stdout
    report = json.loads(told)
    if report["skipped"]:
        sys.exit(f"the peer was not measured: {report['skipped']}")
    figure: float = report["games"][f"openspiel:{PEER}"]["decisions_s"]
    return figure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--script", type=Path, required=True, help="peer_playouts.py")
    parser.add_argument("--peers", type=Path, required=True, help="virtual environment with open-spiel")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one slice")
    parser.add_argument("--rules", default="pagat", help="rule set of Clockwork Spades")
    args = parser.parse_args()

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    game = find_game("clockwork-spades")
    assert game is not None
    options = game.configure({"rules": args.rules})
    rng = Random(20240229)
    decisions_a_second(game, options, rng, args.seconds / 4)  # warms up, as the peers' script does
    ratios = []
    print(f"{'decisions a second':>20}  {PEER:>24}  ratio")
    for _ in range(args.rounds):
        before = decisions_a_second(game, options, rng, args.seconds / 2)
        theirs = peer_decisions_a_second(args.script, args.peers, args.seconds)
        ours = (before + decisions_a_second(game, options, rng, args.seconds / 2)) / 2
        ratios.append(ours / theirs)
        print(f"{ours:20,.0f}  {theirs:24,.0f}  {ratios[-1]:5.2f}", flush=True)
    print(f"ratio: median {median(ratios):.2f}, from {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
