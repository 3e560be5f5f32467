"""A bot that samples where the hidden cards are, evaluates its choices with open cards, and takes the average.

The field calls this determinization, or perfect information Monte Carlo search.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from random import Random

from clockspades.bots.evaluation import EvaluatingBot
from clockspades.engine.rules import ActionT, StateT


class SamplingBot(EvaluatingBot[StateT, ActionT]):
    """The part that is the same for every game; a subclass knows one."""

    def evaluate(self, view: StateT, effort: float = 1.0) -> Mapping[ActionT, float]:
        """For each legal action the share of the samples that it wins, from 0 to 1, a draw counting half.

        ``effort`` is how many samples are taken, one at least, as a share of those taken in play.
        """
        return self.average(view, self.evaluate_open, effort)

    def average(
        self, view: StateT, evaluate_open: Callable[[StateT], Mapping[ActionT, float]], effort: float = 1.0
    ) -> Mapping[ActionT, float]:
        """For each legal action the average of what ``evaluate_open`` gives it over the samples."""
        totals = dict.fromkeys(self.legal_actions(view), 0.0)
        if not totals:
            return {}
        samples = max(1, round(self.samples(view) * effort))
        for _ in range(samples):
            for action, worth in evaluate_open(self.sample(view, self._rng)).items():
                totals[action] += worth
        return {action: total / samples for action, total in totals.items()}

    @abstractmethod
    def samples(self, view: StateT) -> int:
        """How many samples to average over, at least one; it follows from the view alone."""

    @abstractmethod
    def sample(self, view: StateT, rng: Random) -> StateT:
        """The state with every hidden card in a place where it may be, as likely as what is seen makes it."""

    @abstractmethod
    def evaluate_open(self, state: StateT) -> Mapping[ActionT, float]:
        """What each legal action is worth with all cards open, from 0, a loss, to 1, a win."""
