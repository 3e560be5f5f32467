"""A bot that samples where the hidden cards lie, weighs its choices with open cards, and goes by the average.

The field calls this determinization, or perfect information Monte Carlo search.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from random import Random

from clockspades.bots.weighing import WeighingBot
from clockspades.engine.game import ActionT, StateT


class SamplingBot(WeighingBot[StateT, ActionT]):
    """The part that is the same for every game; a subclass knows one."""

    def evaluate(self, view: StateT, care: float = 1.0) -> Mapping[ActionT, float]:
        """For each legal action the share of the samples that it wins, from 0 to 1, a draw counting half.

        ``care`` is how many samples are taken, one at least, as a share of those taken in play.
        """
        return self.average(view, self.weigh, care)

    def average(
        self, view: StateT, weigh: Callable[[StateT], Mapping[ActionT, float]], care: float = 1.0
    ) -> Mapping[ActionT, float]:
        """For each legal action the average of what ``weigh`` gives it over the samples."""
        totals = dict.fromkeys(self.legal_actions(view), 0.0)
        if not totals:
            return {}
        samples = max(1, round(self.samples(view) * care))
        for _ in range(samples):
            for action, worth in weigh(self.sample(view, self._rng)).items():
                totals[action] += worth
        return {action: total / samples for action, total in totals.items()}

    @abstractmethod
    def samples(self, view: StateT) -> int:
        """How many samples to average over, at least one; it follows from the view alone."""

    @abstractmethod
    def sample(self, view: StateT, rng: Random) -> StateT:
        """The state with every hidden card in a place where it may be, as likely as what is seen makes it."""

    @abstractmethod
    def weigh(self, state: StateT) -> Mapping[ActionT, float]:
        """What each legal action is worth with all cards open, from 0, a loss, to 1, a win."""
