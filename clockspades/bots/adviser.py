"""Advice for a hint: the choices, and what the best bot, which sees no more than the player, thinks of each."""

from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from clockspades import language
from clockspades.bots.evaluation import LEAST, NOTABLE, EvaluatingBot, Evaluation, evaluating_bot, is_mistake
from clockspades.engine.game import AnyGame
from clockspades.engine.phrases import number_word, signed_points
from clockspades.engine.wording import Hint, Stakes
from clockspades.language import _

MOST: Final = 20
"""Choices to tell at most, the best once they are evaluated."""
ERRORS: Final = 2
"""The standard errors up to which two choices count as equal."""
SURE: Final = 0.0125
"""The standard error between the best and the worst choice up to which nothing is evaluated again."""
ROUNDS: Final = 16
"""The most evaluations of the choices. Only German Clock, whose samples are quick, needs that many."""


class Advice(NamedTuple):
    """A choice, and how likely it wins."""

    hint: Hint[Any]
    percent: int
    """The percentage that it wins of the deals that fit what is seen. Equal choices have the same."""
    points: float | None = None
    """The lead that the deal brings on average, in points, if other choices win as often."""
    stakes: Stakes | None = None
    """The stakes of the choice that it belongs to."""

    @property
    def words(self) -> str:
        """The win chance in a sentence, and what tells it from equal ones."""
        chance = _("Win chance: {chance}.", chance=language.percent(self.percent / 100))
        if self.points is None:
            return chance
        return chance + " " + _("Average lead this deal: {lead}.", lead=signed_points(self.points))


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
    evaluation, ranked = bot.evaluate(view), distinct(hints)
    for number in range(1, ROUNDS + 1):
        ranked = tuple(sorted(ranked, key=lambda hint: -evaluation.shares[hint.action]))
        best, worst = ranked[0].action, ranked[-1].action
        if number == ROUNDS or evaluation.error(best, worst) <= SURE:
            break
        evaluation += bot.evaluate(view)
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
        told = [Advice(hint, percent, known.get(hint.action)) for hint in group]
        advice += sorted(told, key=lambda one: -(one.points or 0.0))
    stakes = stakes_of(evaluation, best, worst)
    if stakes is Stakes.NOTHING and not all_equal(advice):
        stakes = None  # the points tell them apart
    return tuple(one._replace(stakes=stakes) for one in advice[:MOST])


def stakes_of(evaluation: Evaluation[Any], best: Any, worst: Any) -> Stakes | None:
    """The stakes of a choice; None if they are neither high nor nothing, or not certain."""
    loss = evaluation.loss(worst)
    if loss.loss >= NOTABLE and is_mistake(loss.loss, loss.error):
        return Stakes.MUCH
    most = evaluation.shares[best] - evaluation.shares[worst] + ERRORS * evaluation.error(best, worst)
    return Stakes.NOTHING if most <= LEAST else None


def all_equal(advice: Sequence[Advice]) -> str:
    """A sentence with the win chance of choices that are all equal; empty if they are not."""
    return equal_words(len(advice), advice[0].percent) if len({one.words for one in advice}) == 1 else ""


def equal_words(number: int, percent: int) -> str:
    """A sentence with the win chance, in percent, of so many equal choices."""
    share = language.percent(percent / 100)
    if number == 2:
        return _("Both are equal: {chance}.", chance=share)
    return _("All {number} are equal: {chance}.", number=number_word(number), chance=share)


def _are_equal(evaluation: Evaluation[Any], better: Any, worse: Any) -> bool:
    """Whether two choices differ by no more than the samples get wrong, or than a percentage shows."""
    one, other = evaluation.shares[better], evaluation.shares[worse]
    return one - other <= ERRORS * evaluation.error(better, worse) or round(100 * one) == round(100 * other)
