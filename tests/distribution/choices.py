"""Print every choice of the bots in some games, and what they think of each, for a comparison to the last digit.

python -P -m tests.distribution.choices ACTIONS EFFORT
"""

import pickle
import sys
from random import Random

from clockspades.bots.evaluation import EvaluatingBot
from clockspades.cli.parser import version
from clockspades.games.catalogue import offers


def print_choices(actions: int, effort: float) -> None:
    """Play so many actions of a game of each kind, with bots that put so much effort into each choice."""
    print(version())
    for number, offer in enumerate(offers()):
        game, options, rng = offer.game, offer.game.configure(offer.preset.options), Random(number)
        bot = game.make_bot(game.best_bot, rng)
        if not isinstance(bot, EvaluatingBot) or game.seats(options) == 1:
            continue
        state = game.rules.initial(options)
        for _ in range(actions):
            if state.outcome is not None:
                break
            if game.rules.deal_due(state):
                state = game.rules.reduce(state, game.rules.deal(state, rng)).state
                continue
            assert pickle.loads(pickle.dumps(state)) == state, "it can go to another process"
            view = game.sight(state, state.seat, game.best_bot)
            shares = bot.evaluate(view, effort).shares
            action = bot.pick(view, shares)
            print(offer.preset.name, action, list(shares.values()), bot.expect(view, state.seat, effort))
            state = game.rules.reduce(state, action).state


if __name__ == "__main__":
    print_choices(int(sys.argv[1]), float(sys.argv[2]))
