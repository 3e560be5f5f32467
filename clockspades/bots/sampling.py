"""A bot that samples where the hidden cards are, evaluates its choices with open cards, and takes the average.

The field calls this determinization, or perfect information Monte Carlo search.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Final

from clockspades.bots.evaluation import EvaluatingBot, Evaluation
from clockspades.cards import Card
from clockspades.engine.rules import ActionT, StateT

LEAST: Final = 12
"""Samples that are taken at least, however little the effort."""


class SamplingBot(EvaluatingBot[StateT, ActionT]):
    """The part that is the same for every game; a subclass knows one."""

    def evaluate(self, view: StateT, effort: float = 1.0) -> Evaluation[ActionT]:
        """Evaluate the legal actions over samples: ``effort`` times as many as in play, and no fewer than a few."""
        return self.evaluate_samples(view, self.evaluate_open, effort)

    def evaluate_samples(
        self, view: StateT, evaluate_open: Callable[[StateT], Mapping[ActionT, float]], effort: float = 1.0
    ) -> Evaluation[ActionT]:
        """What ``evaluate_open`` gives each legal action in each of the samples."""
        legal = self.legal_actions(view)
        sample = self.sampler(view)
        found = [evaluate_open(sample(self._rng)) for _ in range(self._count(view, effort) if legal else 0)]
        return Evaluation({action: [worth[action] for worth in found] for action in legal})

    def expect(self, view: StateT, seat: int, effort: float = 1.0) -> Sequence[float]:
        return self.play_on(self._deals(view, seat, effort), seat)

    def _deals(self, view: StateT, seat: int, effort: float) -> list[StateT]:
        """Samples of what a seat sees."""
        sample = self.sampler(view, seat)
        return [sample(self._rng) for _ in range(self._count(view, effort))]

    def _count(self, view: StateT, effort: float) -> int:
        """The number of samples for an effort: enough to estimate their error, unless one sample is exact."""
        samples = self.samples(view)
        return max(round(samples * effort), min(samples, LEAST))

    @abstractmethod
    def samples(self, view: StateT) -> int:
        """The number of samples to average over; 1 if that is exact. It depends on the view alone."""

    @abstractmethod
    def sampler(self, view: StateT, seat: int | None = None) -> Callable[[Random], StateT]:
        """A function that puts every hidden card in a place where it may be, as likely as what is seen makes it.

        It works out once for all samples what they have in common. ``view`` is what ``seat`` sees, or if that is None
        the seat to act.
        """

    @abstractmethod
    def evaluate_open(self, state: StateT) -> Mapping[ActionT, float]:
        """What each legal action is worth with all cards open, from 0, a loss, to 1, a win."""

    @abstractmethod
    def play_on(self, deals: Sequence[StateT], seat: int) -> Sequence[float]:
        """What each of some deals that fit one view brings a seat, from 0 to 1, when all play on by a plain policy."""


def mixed(cards: Iterable[Card], random: Callable[[], float]) -> list[Card]:
    """The cards in random order, in half the time that :meth:`Random.shuffle` takes."""
    order = [*cards]
    for place in range(len(order) - 1, 0, -1):
        other = int(random() * (place + 1))
        order[place], order[other] = order[other], order[place]
    return order
