"""Advice for a hint: the choices, and what the best bot, which sees no more than the player, thinks of each."""

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from clockspades.bots.evaluation import EvaluatingBot, Evaluation, evaluating_bot
from clockspades.engine.game import AnyGame
from clockspades.engine.phrases import signed_points
from clockspades.engine.wording import Hint

MOST: Final = 20
"""Choices to tell at most, the best once they are evaluated."""
ERRORS: Final = 2
"""The standard errors up to which two choices count as equal."""


class Advice(NamedTuple):
    """A choice, and how likely it wins."""

    hint: Hint[Any]
    percent: int
    """The percentage that it wins of the deals that fit what is seen. Equal choices have the same."""
    points: float | None = None
    """The lead that the deal brings on average, in points, if other choices win as often."""
    is_any: bool = False
    """Whether every choice wins as often."""

    @property
    def words(self) -> str:
        """The win chance in a sentence, and what tells it from equal ones."""
        chance = f"Win chance: {self.percent}%{', whichever you choose' if self.is_any else ''}."
        return chance if self.points is None else f"{chance} Average lead this deal: {signed_points(self.points)}."


def distinct(hints: Iterable[Hint[Any]]) -> tuple[Hint[Any], ...]:
    """The hints without those whose group has one before them."""
    found: dict[object, Hint[Any]] = {}
    for hint in hints:
        found.setdefault(hint.group or hint.action, hint)
    return tuple(found.values())


def adviser(game: AnyGame, hints: Sequence[Hint[Any]]) -> EvaluatingBot[Any, Any] | None:
    """The bot that can say more of these choices than their words do; None if there is one choice, or none to add."""
    if len(distinct(hints)) < 2 or all(hint.odds is not None for hint in hints):
        return None
    return evaluating_bot(game, Random(0))


def advise(bot: EvaluatingBot[Any, Any], view: Any, hints: Sequence[Hint[Any]]) -> tuple[Advice, ...]:
    """The choices as a bot evaluates them, the best first, and no more than :data:`MOST`.

    Of equal choices the points of the deal come first, if the bot knows them.
    """
    evaluation = bot.evaluate(view)
    ranked = sorted(distinct(hints), key=lambda hint: -evaluation.shares[hint.action])
    groups: list[list[Hint[Any]]] = []
    for hint in ranked:
        if groups and _are_equal(evaluation, groups[-1][0].action, hint.action):
            groups[-1].append(hint)
        else:
            groups.append([hint])
    actions = [hint.action for hint in ranked] if len(groups) < len(ranked) else []
    points = {action: fmean(samples) for action, samples in (bot.points(view, actions) or {}).items()}
    advice: list[Advice] = []
    for group in groups:
        percent = round(100 * fmean(evaluation.shares[hint.action] for hint in group))
        known = points if len(group) > 1 else {}
        told = [Advice(hint, percent, known.get(hint.action), len(groups) == 1 and not known) for hint in group]
        advice += sorted(told, key=lambda one: -(one.points or 0.0))
    return tuple(advice[:MOST])


def _are_equal(evaluation: Evaluation[Any], better: Any, worse: Any) -> bool:
    """Whether two choices differ by no more than the samples get wrong, or than a percentage shows."""
    one, other = evaluation.shares[better], evaluation.shares[worse]
    return one - other <= ERRORS * evaluation.error(better, worse) or round(100 * one) == round(100 * other)
