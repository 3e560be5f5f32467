"""A bot that samples where the hidden cards lie, solves each sample with open cards, and goes by the average.

The field calls this determinization, or perfect information Monte Carlo search.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, Generic

from clockspades.engine.game import ActionT, Game, StateT


class SamplingBot(ABC, Generic[StateT, ActionT]):
    """What is the same for every game; a subclass knows one.

    Time plays no part, so that the same generator chooses the same on every machine. All that is random comes
    from that generator, and a bot holds nothing else: one of its own can think in a thread.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: StateT) -> ActionT:
        """The legal action with the highest share; of several the one preferred; of several still, any."""
        legal = self.legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        merits = {action: (share, self.prefer(view, action)) for action, share in self.evaluate(view).items()}
        best = max(merits.values())
        return self._rng.choice([action for action in legal if merits[action] == best])

    def evaluate(self, view: StateT, care: float = 1.0) -> Mapping[ActionT, float]:
        """For each legal action the share of the samples that it wins, from 0 to 1, a draw counting half.

        ``care`` is how many samples are taken, one at least, as a share of those taken in play.
        """
        totals = dict.fromkeys(self.legal_actions(view), 0.0)
        if not totals:
            return {}
        samples = max(1, round(self.samples(view) * care))
        for _ in range(samples):
            for action, share in self.solve(self.sample(view, self._rng)).items():
                totals[action] += share
        return {action: total / samples for action, total in totals.items()}

    @abstractmethod
    def legal_actions(self, view: StateT) -> tuple[ActionT, ...]:
        """What the seat to act may do, in a fixed order."""

    @abstractmethod
    def samples(self, view: StateT) -> int:
        """How many samples to average over, at least one; it follows from the view alone."""

    @abstractmethod
    def sample(self, view: StateT, rng: Random) -> StateT:
        """The state with every hidden card in a place where it may be, each such deal as likely."""

    @abstractmethod
    def solve(self, state: StateT) -> Mapping[ActionT, float]:
        """What each legal action is worth with all cards open, from 0, a loss, to 1, a win."""

    def prefer(self, view: StateT, action: ActionT) -> float:
        """How much to like an action among those with the same share."""
        return 0.0


def sampling_bot(game: Game[Any, Any, Any], rng: Random) -> SamplingBot[Any, Any] | None:
    """The best bot of a game, if it can say what it thinks of each action."""
    bot = list(game.bots.values())[-1](rng)
    return bot if isinstance(bot, SamplingBot) else None
