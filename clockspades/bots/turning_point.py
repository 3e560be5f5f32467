"""The turning point of a finished game: the choice that cost the most of all by players who did not win."""

import heapq
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import pairwise
from operator import add, itemgetter
from random import Random
from typing import Any, Final, NamedTuple

from clockspades.bots.evaluation import evaluating_bot, is_mistake
from clockspades.engine.session import AnySession
from clockspades.engine.wording import Regret

EVALUATIONS: Final = 4
"""Evaluations of each choice: more than a bot has time for in play."""
MANY: Final = 24
"""Choices beyond which a game is long."""
FIRST_LOOK: Final = 0.25
"""The effort of a first look at a choice of a long game, as a share of that of a bot in play."""


class TurningPoint(NamedTuple):
    """A choice in a game, and what it cost."""

    point: int
    """The point of the game at which it was made."""
    seat: int
    regret: Regret[Any]


def regrets(session: AnySession, is_wanted: Callable[[], bool] = lambda: True) -> Iterator[TurningPoint]:
    """Each choice of a seat that did not win, evaluated by the game's best bot on what that seat saw then.

    Of a long game only those that cost the most at a first look are evaluated thoroughly; where people lost it,
    theirs alone. Nothing where the bot cannot evaluate. The same game gives the same result each time. It ends where
    ``is_wanted``, which is asked a few times a second, says no.
    """
    choices = list(_choices(session))
    if len(choices) > MANY:
        choices = [choice for choice in choices if session.seats[choice.seat].is_human] or choices
        looked_at = []
        for choice in choices:
            evaluated = _evaluate(session, choice, 1, is_wanted, effort=FIRST_LOOK)
            if evaluated is None:
                return
            looked_at.append((evaluated.regret.loss, choice))
        worst = heapq.nlargest(MANY, looked_at, key=itemgetter(0))
        choices = sorted(choice for _, choice in worst)
    for choice in choices:
        evaluated = _evaluate(session, choice, EVALUATIONS, is_wanted)
        if evaluated is None:
            return
        yield evaluated


class _Choice(NamedTuple):
    """Something decided by a seat that did not win."""

    point: int
    seat: int


def _choices(session: AnySession) -> Iterator[_Choice]:
    game, outcome, positions = session.game, session.outcome, session.positions
    assert outcome is not None, "the game is over"
    for point, (position, after) in enumerate(pairwise(positions)):
        seat = after.seat
        if seat is not None and seat not in outcome.winners and len(game.rules.legal_actions(position.state)) > 1:
            yield _Choice(point, seat)


def _evaluate(
    session: AnySession, choice: _Choice, times: int, is_wanted: Callable[[], bool], *, effort: float = 1.0
) -> TurningPoint | None:
    """The cost of a choice; None if it cannot be evaluated, or nobody waits for it any more."""
    game, (point, seat) = session.game, choice
    view, made = game.rules.observe(session.position(point).state, seat), session.position(point + 1).action
    evaluations = []
    for again in range(times):
        bot = evaluating_bot(game, Random(point * EVALUATIONS + again))
        if bot is None or not is_wanted():
            return None
        evaluations.append(bot.evaluate(view, effort))
    evaluation = reduce(add, evaluations)
    shares = evaluation.shares
    best = max(shares, key=shares.__getitem__)
    return TurningPoint(point, seat, Regret(made, shares[made], best, shares[best], evaluation.error(best, made)))


def turning_point(choices: Iterable[TurningPoint]) -> TurningPoint | None:
    """The choice that cost the most, the first of several; None if none is known to have cost more than a little."""
    costly = [choice for choice in choices if is_mistake(choice.regret.loss, choice.regret.error)]
    return max(costly, key=lambda choice: choice.regret.loss, default=None)
