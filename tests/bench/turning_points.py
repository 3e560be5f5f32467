"""How often the result screen shows a turning point, what it says that the choice cost, and where in the game it was.

    python tests/bench/turning_points.py --bot steady --games 200
    python tests/bench/turning_points.py clogs --option players=3 --option target=10 --games 20

The bot plays every seat, and the first one is reviewed. The choice shown is the one that seemed to cost the most, so
part of its cost may be luck: it is evaluated again, over other deals.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.bots.evaluation import evaluating_bot
from clockspades.cli.arguments import parse_game
from clockspades.engine.options import OptionValue
from clockspades.review.review import CHOICE, review, turning_point
from clockspades.simulation.simulate import Simulation
from tests.bench.pairs import add_one_bot, chosen_game, estimate, spread

PARTS = 4
"""A game is told in quarters, each with as many actions."""


class Shown(NamedTuple):
    """A turning point that the result screen shows."""

    cost: float
    """The share of deals that it says the choice cost."""
    again: float
    """The same over other deals."""
    part: int
    """The quarter of the game, from 0."""


def shown(game_name: str, options: Mapping[str, OptionValue], bot: str, seed: int, index: int) -> Shown | None:
    """The turning point of one game."""
    game = parse_game(game_name).game
    session = Simulation(game, options, (bot,) * game.seats(options), seed).play(index)
    reviewed = review(session, 0)
    assert reviewed is not None, "the best bot of every game evaluates"
    found = turning_point(session, reviewed)
    if found is None:
        return None
    choice, point = found.choice, found.point - 1
    assert choice is not None, "a turning point is a choice"
    view = game.rules.recall(session.position(point).state, choice.seat)
    evaluating = evaluating_bot(game, Random(f"{seed} {index}"))
    assert evaluating is not None, "who reviewed the game can evaluate"
    shares = evaluating.evaluate(view, CHOICE).shares
    part = PARTS * point // len(session.positions)
    return Shown(choice.loss, shares[choice.best] - shares[choice.played], part)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_one_bot(parser, 200)
    args = parser.parse_args()
    game, options = chosen_game(parser, args)
    if args.bot not in game.bots:
        parser.error(f"--bot: name one of {', '.join(game.bots)}")
    play = partial(shown, game.name, options, args.bot, args.seed)
    played = spread(play, args.games, args)
    found = [one for one in played if one is not None]
    print(f"{', '.join([game.name, *args.option])}, {args.bot}: {args.games} games, seed {args.seed}")
    print(f"  shown      {estimate([float(one is not None) for one in played]):.1%} of the games")
    if found:
        print(f"  cost       {estimate([one.cost for one in found]):.1%} of the deals")
        print(f"  again      {estimate([one.again for one in found]):.1%} over other deals")
        parts = Counter(one.part for one in found)
        print(f"  by quarter {', '.join(str(parts[part]) for part in range(PARTS))}")


if __name__ == "__main__":
    main()
