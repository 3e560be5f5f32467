"""Random games of Clockwork Spades through the public interface, against OpenSpiel's block dominoes in Python.

    python tests/bench/reducer.py

It needs OpenSpiel, which ``pip install -e '.[test]'`` installs. A decision is an action of a seat, for which the legal
actions are asked for, one is chosen, and it is applied; deals take time and do not count. Short slices of both games
take turns on one core, so that a slow moment of the machine hits both, and each pair of slices gives a ratio.
"""

import argparse
import os
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from clockspades.cli.arguments import parse_game, parse_options
from clockspades.cli.parser import count
from clockspades.engine.options import Options
from clockspades.engine.rules import Rules

PEER = "python_block_dominoes"
SEED = 20240229


def play_ours(rules: Rules[Any, Any, Any], options: Options, rng: Random) -> int:
    """One random game; how many decisions it took."""
    decisions, state = 0, rules.initial(options)
    while True:
        if rules.deal_due(state):
            state = rules.reduce(state, rules.deal(state, rng)).state
        elif legal := rules.legal_actions(state):
            state = rules.reduce(state, rng.choice(legal)).state
            decisions += 1
        else:
            return decisions


def play_theirs(game: Any, rng: Random) -> int:
    """One random game of OpenSpiel's; how many decisions it took."""
    decisions, state = 0, game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def decisions_a_second(play: Callable[[], int], seconds: float) -> float:
    """Whole games until the time is up."""
    decisions, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        decisions += play()
    return decisions / (perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=count, default=40)
    parser.add_argument("--seconds", type=float, default=0.3, help="length of one slice")
    parser.add_argument("--rules", choices=("pagat", "gamerules"), default="pagat", help="of Clockwork Spades")
    args = parser.parse_args()
    try:
        pyspiel = import_module("pyspiel")
        import_module("open_spiel.python.games.block_dominoes")  # OpenSpiel knows the game from then on
    except ModuleNotFoundError:
        parser.error("OpenSpiel is not installed here: `pip install -e '.[test]'` installs it")

    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    game = parse_game("clockwork-spades")
    options = parse_options(game, [f"rules={args.rules}"])
    peer, ours_rng, their_rng = pyspiel.load_game(PEER), Random(SEED), Random(SEED)

    def ours() -> int:
        return play_ours(game.rules, options, ours_rng)

    def theirs() -> int:
        return play_theirs(peer, their_rng)

    both = (ours, theirs)
    for play in both:
        decisions_a_second(play, args.seconds)  # both warm up
    pairs = [[decisions_a_second(play, args.seconds) for play in both] for _ in range(args.rounds)]
    ratios = [one / other for one, other in pairs]
    low, _, high = quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    print(f"clockwork-spades, {args.rules}: {median(one for one, _ in pairs):,.0f} decisions a second")
    print(f"{PEER}: {median(other for _, other in pairs):,.0f}")
    print(f"ratio: median {median(ratios):.2f}, half of {len(ratios)} rounds from {low:.2f} to {high:.2f}")


if __name__ == "__main__":
    main()
