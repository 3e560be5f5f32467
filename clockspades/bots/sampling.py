"""A bot that samples where the hidden cards lie, solves each sample with open cards, and goes by the average.

The field calls this determinization, or perfect information Monte Carlo search.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Generic

from clockspades.engine.game import ActionT, StateT


class SamplingBot(ABC, Generic[StateT, ActionT]):
    """What is the same for every game; a subclass knows one.

    The number of samples is fixed, and time plays no part, so that the same generator chooses the same on
    every machine. All randomness is from that generator, and a bot holds nothing else.
    """

    def __init__(self, rng: Random, samples: int) -> None:
        self._rng = rng
        self._samples = samples

    def choose(self, view: StateT) -> ActionT:
        """The legal action with the highest share; of several, as :meth:`prefer` has it, then any of them."""
        legal = self.legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        shares = self.evaluate(view)
        best = max((shares[action], self.prefer(view, action)) for action in legal)
        return self._rng.choice([action for action in legal if (shares[action], self.prefer(view, action)) == best])

    def evaluate(self, view: StateT) -> Mapping[ActionT, float]:
        """For each legal action the share of the samples that it wins, from 0 to 1, a draw counting half."""
        totals = dict.fromkeys(self.legal_actions(view), 0.0)
        if not totals:
            return {}
        for _ in range(self._samples):
            for action, share in self.solve(self.sample(view, self._rng)).items():
                totals[action] += share
        return {action: total / self._samples for action, total in totals.items()}

    @abstractmethod
    def legal_actions(self, view: StateT) -> tuple[ActionT, ...]:
        """What the seat to act may do, in a fixed order."""

    @abstractmethod
    def sample(self, view: StateT, rng: Random) -> StateT:
        """The state with every hidden card in a place where it may be, each such deal as likely."""

    @abstractmethod
    def solve(self, state: StateT) -> Mapping[ActionT, float]:
        """What each legal action is worth with all cards open, from 0, a loss, to 1, a win."""

    def prefer(self, view: StateT, action: ActionT) -> float:
        """How much to like an action among those with the same share."""
        return 0.0
