"""Bots that evaluate each action, and choose by that."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, ClassVar, Final, Generic, NamedTuple

from clockspades.engine.game import AnyGame
from clockspades.engine.rules import ActionT, Rules, StateT

LEAST: Final = 0.01
"""The chance to win that a mistake costs at least, however certain that is."""
ERRORS: Final = 3
"""The standard errors that a mistake costs at least."""
NOTABLE: Final = 0.05
"""The chance to win from which a cost is worth saying, however uncertain it is."""
CERTAIN: Final = 4
"""The standard errors of so far beyond which further samples are taken to change nothing."""
EXACT: Final = 0.01
"""The standard error of a chance with which no further samples are taken for it alone."""


def is_mistake(loss: float, error: float) -> bool:
    """Whether a choice that lost this much chance to win, with this standard error, cost something for certain."""
    return loss >= LEAST and loss > ERRORS * error


def mean_and_error(samples: Sequence[float]) -> tuple[float, float]:
    """The mean of samples, and its standard error; a single sample is exact."""
    mean, number = fmean(samples), len(samples)
    if number == 1 or min(samples) == max(samples):
        return mean, 0.0
    return mean, sqrt(sum([(sample - mean) ** 2 for sample in samples]) / (number * (number - 1)))


class Loss(NamedTuple, Generic[ActionT]):
    """The loss of an action: the share of deals won with the best action, less that with this one; from 0 to 1."""

    best: ActionT
    best_share: float
    best_error: float
    """The standard error of ``best_share``."""
    loss: float
    """``best_share`` minus the share of the action; below 0 only by sampling error."""
    error: float
    """The standard error of the loss."""


class Evaluation(Generic[ActionT]):
    """The value of each legal action, averaged over the possible deals: 0 is a loss, 1 is a win.

    ``samples`` has the values of each action in the same deals, in the same order; those of an action that could not
    be the best any more may end early. A single sample is exact.
    """

    def __init__(self, samples: Mapping[ActionT, Sequence[float]]) -> None:
        self._samples = samples
        longest = max(samples.values(), key=len, default=())
        self.shares: Mapping[ActionT, float] = {
            action: fmean(worth) if len(worth) == len(longest) else fmean(longest) - fmean(differences(longest, worth))
            for action, worth in samples.items()
        }
        """By action the share of deals that it wins; a draw counts half."""

    def share_error(self, action: ActionT) -> float:
        """The standard error of the share of an action."""
        return mean_and_error(self._samples[action])[1]

    def error(self, one: ActionT, other: ActionT) -> float:
        """The standard error of the difference between the shares of two actions."""
        return mean_and_error(differences(self._samples[one], self._samples[other]))[1]

    def loss(self, action: ActionT) -> Loss[ActionT]:
        """The loss of an action, measured against a best one that was picked by other samples.

        One half of the samples picks the best action, the other half gives its value, and then the reverse. If the same
        samples did both, the luckiest action would look best, and better than it is. ``action`` itself is picked unless
        another one looks better by more than the standard error: otherwise chance would often pick a worse one.
        """
        halves = [{one: worth[start::2] or worth for one, worth in self._samples.items()} for start in (0, 1)]
        shares: list[float] = []
        losses: list[float] = []
        for chosen_by, valued_by in zip(halves, reversed(halves)):
            best = _best(chosen_by, action)
            shares += valued_by[best]
            losses += differences(valued_by[best], valued_by[action])
        return Loss(_best(self._samples, action), *mean_and_error(shares), *mean_and_error(losses))

    @property
    def matters(self) -> bool:
        """Whether a choice here can be a mistake: whether the worst action is one, or one that was sampled less."""
        whole = _whole(self._samples)
        worst = self.loss(min(whole, key=self.shares.__getitem__))
        return is_mistake(worst.loss, worst.error) or self._mattered(whole)

    def undecided(self, judged: ActionT) -> list[ActionT]:
        """The actions to go on with until it is certain what ``judged`` cost, and whether the choice matters.

        Actions that ended early are out of it. The best is always gone on with, for its share to become exact.
        """
        whole = _whole(self._samples)
        best = max(whole, key=self.shares.__getitem__)
        behind = {action: self._behind(action, best) for action in whole}
        left = [action for action, (loss, error) in behind.items() if loss + CERTAIN * error > LEAST / 2]
        sure = [action for action in left if _is_sure(*behind[action])]
        needed: set[ActionT] = set()
        if judged not in sure or behind[judged][1] > EXACT:
            for action, (loss, error) in behind.items():
                ahead, doubt = self._behind(judged, action)
                if loss <= ERRORS * error and ahead + CERTAIN * doubt > LEAST / 2:
                    needed |= {action, judged}  # it may be the best, and better than the one judged
        if not (sure or self._mattered(whole)):
            needed.update(action for action in left if behind[action][0] + CERTAIN * behind[action][1] > LEAST)
        if not needed and self.share_error(best) <= EXACT:
            return []
        return [action for action in whole if action in needed or action == best]

    def _mattered(self, whole: Sequence[ActionT]) -> bool:
        """Whether an action ended early as a mistake; those in ``whole`` did not."""
        best = max(whole, key=self.shares.__getitem__)
        return any(is_mistake(*self._behind(action, best)) for action in self._samples if action not in whole)

    def _behind(self, action: ActionT, best: ActionT) -> tuple[float, float]:
        """What an action costs against ``best``, as a share, and the standard error of that."""
        return mean_and_error(differences(self._samples[best], self._samples[action]))

    def __add__(self, other: "Evaluation[ActionT]") -> "Evaluation[ActionT]":
        """What follows from the samples of both."""
        return Evaluation({action: (*worth, *other._samples[action]) for action, worth in self._samples.items()})


def _is_sure(loss: float, error: float) -> bool:
    """Whether a mistake stays one whatever further samples bring."""
    return loss > LEAST + CERTAIN * error


def _whole(samples: Mapping[ActionT, Sequence[float]]) -> list[ActionT]:
    """The actions whose samples did not end early."""
    number = max(map(len, samples.values()))
    return [action for action, worth in samples.items() if len(worth) == number]


def _best(samples: Mapping[ActionT, Sequence[float]], action: ActionT) -> ActionT:
    """The action with the highest mean, or this one if that is higher by no more than its standard error."""
    best = max(_whole(samples), key=lambda one: fmean(samples[one]))
    better, error = mean_and_error(differences(samples[best], samples[action]))
    return best if better > error else action


def differences(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The first samples minus the second, deal by deal."""
    return [a - b for a, b in zip(one, other)]


class EvaluatingBot(ABC, Generic[StateT, ActionT]):
    """The part that is the same for every game; a subclass knows one.

    Time plays no part, so that the same generator chooses the same on every machine. All that is random comes
    from that generator, and a bot holds nothing else: it can think in a thread, and is asked nothing more meanwhile.
    """

    rules: ClassVar[Rules[Any, Any, Any]]
    is_exact: ClassVar[bool] = False
    """Whether its shares are exact: those of best play by what the seat sees."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: StateT) -> ActionT:
        """The legal action with the highest share; of several the one preferred; of several still, any."""
        legal = self.legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        return self.pick(view, self.evaluate(view).shares)

    def pick(self, view: StateT, shares: Mapping[ActionT, float]) -> ActionT:
        """The action with the highest share; of several the one preferred; of several still, any."""
        merits = {action: (share, self.prefer(view, action)) for action, share in shares.items()}
        best = max(merits.values())
        return self._rng.choice([action for action, merit in merits.items() if merit == best])

    def legal_actions(self, view: StateT) -> tuple[ActionT, ...]:
        """What the seat to act may do, in a fixed order."""
        legal: tuple[ActionT, ...] = self.rules.legal_actions(view)
        return legal

    @abstractmethod
    def evaluate(self, view: StateT, effort: float = 1.0, judged: ActionT | None = None) -> Evaluation[ActionT]:
        """Evaluate the legal actions, in their order.

        ``effort`` is how much work goes into it, as a share of that in play, if more work makes it more exact. Work
        that would not change what is said of the action ``judged`` can be left out.
        """

    def all_alike(self, view: StateT) -> bool:
        """Whether it is clear without an evaluation that all legal actions are worth the same."""
        return False

    @abstractmethod
    def expect(self, view: StateT, seat: int, effort: float = 1.0) -> Sequence[float]:
        """What the game brings a seat, from 0 to 1, in each of the deals that fit its view, all playing on sensibly.

        A single one is exact. ``effort`` is as for :meth:`evaluate`.
        """

    def points(
        self, view: StateT, actions: Sequence[ActionT], effort: float = 1.0
    ) -> Mapping[ActionT, Sequence[float]] | None:
        """The lead in points that the current deal brings after each of some actions; None in games without points.

        That is the points of the player's side minus those of the best other, in each of the deals that fit the view.
        ``effort`` is as for :meth:`evaluate`.
        """
        return None

    def prefer(self, view: StateT, action: ActionT) -> float:
        """How much to like an action among those with the same share."""
        return 0.0


def evaluating_bot(game: AnyGame, rng: Random) -> EvaluatingBot[Any, Any] | None:
    """The best bot of a game, if it can say what it thinks of each action."""
    bot = game.make_bot(game.best_bot, rng)
    return bot if isinstance(bot, EvaluatingBot) else None
