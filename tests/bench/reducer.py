"""Random games of Clockwork Spades through the public interface, against OpenSpiel's block dominoes in Python.

    python tests/bench/reducer.py

It needs OpenSpiel, which ``pip install -e '.[test]'`` installs. A decision is an action of a seat, for which the legal
actions are asked for, one is chosen, and it is applied; deals take time and do not count. Short slices of both games
take turns on one core, so that a slow moment of the machine hits both, and each pair of slices gives a ratio.
"""

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cli.arguments import parse_game, parse_options
from clockspades.engine.options import Options
from clockspades.engine.rules import Rules
from tests.bench.speeds import add_slices, middle_half, open_spiel, speeds

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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_slices(parser, 0.3)
    parser.add_argument("--rules", choices=("pagat", "gamerules"), default="pagat", help="of Clockwork Spades")
    args = parser.parse_args()
    pyspiel = open_spiel(parser, "open_spiel.python.games.block_dominoes")

    offer = parse_game("clockwork-spades")
    game, options = offer.game, parse_options(offer, [f"rules={args.rules}"])
    peer, ours_rng, their_rng = pyspiel.load_game(PEER), Random(SEED), Random(SEED)

    def ours() -> int:
        return play_ours(game.rules, options, ours_rng)

    def theirs() -> int:
        return play_theirs(peer, their_rng)

    pairs = speeds((ours, theirs), args.rounds, args.seconds)
    ratios = [one / other for one, other in pairs]
    low, high = middle_half(ratios)
    print(f"clockwork-spades, {args.rules}: {median(one for one, _ in pairs):,.0f} decisions a second")
    print(f"{PEER}: {median(other for _, other in pairs):,.0f}")
    print(f"ratio: median {median(ratios):.2f}, half of {len(ratios)} rounds from {low:.2f} to {high:.2f}")


if __name__ == "__main__":
    main()
