"""The turning point of a finished game: the choice that cost whoever did not win the most."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from clockspades.bots.weighing import weighing_bot
from clockspades.engine.game import Regret
from clockspades.engine.session import AnySession

LEAST: Final = 0.05
"""The share of deals that a choice must cost at least: less is within what sampling gets wrong."""


WEIGHINGS: Final = 4
"""How often each choice is weighed: it is judged with more care than a bot has time for in play."""


class TurningPoint(NamedTuple):
    """A choice in a game, and what it cost."""

    point: int
    """The point of the game at which it was made."""
    seat: int
    regret: Regret[Any]


def regrets(session: AnySession, is_wanted: Callable[[], bool] = lambda: True) -> Iterator[TurningPoint]:
    """Each choice of a seat that did not win, weighed by the game's best bot on what that seat saw then.

    Nothing where the bot cannot weigh. The same game is weighed the same each time. It ends where ``is_wanted``,
    which is asked a few times a second, says no.
    """
    game, outcome, positions = session.game, session.outcome, session.positions
    assert outcome is not None, "the game is over"
    for point, (position, after) in enumerate(pairwise(positions)):
        seat = after.seat
        if seat is None or seat in outcome.winners or len(game.legal_actions(position.state)) < 2:
            continue
        view = game.observe(position.state, seat)
        shares = dict.fromkeys(game.legal_actions(view), 0.0)
        for again in range(WEIGHINGS):
            bot = weighing_bot(game, Random(point * WEIGHINGS + again))
            if bot is None or not is_wanted():
                return
            for action, share in bot.evaluate(view).items():
                shares[action] += share / WEIGHINGS
        best = max(shares, key=shares.__getitem__)
        yield TurningPoint(point, seat, Regret(after.action, shares[after.action], best, shares[best]))


def turning_point(choices: Iterable[TurningPoint]) -> TurningPoint | None:
    """The choice that cost the most, the first of several; None if none cost more than a little."""
    costly = [choice for choice in choices if choice.regret.loss >= LEAST]
    return max(costly, key=lambda choice: choice.regret.loss, default=None)
