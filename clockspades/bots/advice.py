"""Advice for a hint: the choices, and what the best bot, which sees no more than the player, thinks of each."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from clockspades.bots.evaluation import EvaluatingBot, evaluating_bot
from clockspades.engine.game import AnyGame
from clockspades.engine.phrases import signed
from clockspades.engine.wording import Hint

MOST: Final = 20
"""Choices to tell at most, the best once they are evaluated."""


class Advice(NamedTuple):
    """A choice, and how likely it wins."""

    hint: Hint[Any]
    share: float
    """The share of the deals that fit what is seen which it wins, 0 to 1."""
    points: float | None = None
    """The points that the deal brings on average, where other choices win as often."""

    @property
    def percent(self) -> int:
        """The win chance as it is shown: choices with the same number count as equal."""
        return round(100 * self.share)

    @property
    def words(self) -> str:
        """The win chance in a sentence, and what tells it from equal ones."""
        chance = f"Win chance: {self.percent}%."
        return chance if self.points is None else f"{chance} Average this deal: {_signed(self.points)}."


def _signed(points: float) -> str:
    rounded = round(points)
    return f"{signed(rounded)} point{'' if abs(rounded) == 1 else 's'}"


def distinct(hints: Iterable[Hint[Any]]) -> tuple[Hint[Any], ...]:
    """The hints without those whose group has one before them."""
    found: dict[object, Hint[Any]] = {}
    for hint in hints:
        found.setdefault(hint.group or hint.action, hint)
    return tuple(found.values())


def adviser(game: AnyGame, hints: Sequence[Hint[Any]]) -> EvaluatingBot[Any, Any] | None:
    """The bot that can say more of these choices than their words do; None if there is one choice, or none to add."""
    if len(distinct(hints)) < 2 or all(hint.tells_odds for hint in hints):
        return None
    return evaluating_bot(game, Random(0))


def advise(bot: EvaluatingBot[Any, Any], view: Any, hints: Sequence[Hint[Any]]) -> tuple[Advice, ...]:
    """The choices as a bot evaluates them, the best first, and no more than :data:`MOST`.

    Where several have the same win chance in percent, the points of the deal decide, if the bot knows them.
    """
    shares = bot.evaluate(view)
    evaluated = [Advice(hint, shares[hint.action]) for hint in distinct(hints)]
    percents = Counter(advice.percent for advice in evaluated)
    points = bot.points(view) if len(percents) < len(evaluated) else {}
    told = [
        advice._replace(points=points.get(advice.hint.action)) if percents[advice.percent] > 1 else advice
        for advice in evaluated
    ]
    told.sort(key=lambda advice: (-advice.percent, -(advice.points or 0.0), -advice.share))
    return tuple(told[:MOST])
