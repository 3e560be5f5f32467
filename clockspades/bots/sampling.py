"""A bot that samples where the hidden cards are, evaluates its choices with open cards, and takes the average.

The field calls this determinization, or perfect information Monte Carlo search.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from clockspades.bots.evaluation import EXACT, EvaluatingBot, Evaluation, mean_and_error
from clockspades.cards import Card
from clockspades.engine.rules import ActionT, StateT

LEAST: Final = 12
"""Samples that are taken at least, however little the effort."""
PARTS: Final = 6
"""Parts in which samples are taken, as later ones may not be needed,"""
PART: Final = 16
"""and samples of a part at least."""


class SamplingBot(EvaluatingBot[StateT, ActionT]):
    """The part that is the same for every game; a subclass knows one."""

    def evaluate(self, view: StateT, effort: float = 1.0, judged: ActionT | None = None) -> Evaluation[ActionT]:
        """Evaluate the legal actions over samples: ``effort`` times as many as in play, and no fewer than a few."""
        sample, left = self.sampler(view), self.legal_actions(view)
        worths: dict[ActionT, list[float]] = {action: [] for action in left}
        for number in self._parts(view, effort) if left else ():
            for _ in range(number):
                for action, worth in self.evaluate_open(sample(self._rng), left).items():
                    worths[action].append(worth)
            if judged is not None:
                left = tuple(Evaluation(worths).undecided(judged))
                if not left:
                    break
        return Evaluation(worths)

    def expect(self, view: StateT, seat: int, effort: float = 1.0) -> Sequence[float]:
        sample, found = self.sampler(view, seat), list[float]()
        for number in self._parts(view, effort):
            found += self.play_on([sample(self._rng) for _ in range(number)], seat)
            if mean_and_error(found)[1] <= EXACT:
                break
        return found

    def _deals(self, view: StateT, seat: int, effort: float) -> list[StateT]:
        """Samples of what a seat sees."""
        sample = self.sampler(view, seat)
        return [sample(self._rng) for _ in range(self._count(view, effort))]

    def _parts(self, view: StateT, effort: float) -> Iterator[int]:
        """The sizes of the parts in which the samples for an effort are taken."""
        count = self._count(view, effort)
        size = max(PART, round(count / PARTS))
        return (min(size, count - start) for start in range(0, count, size))

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
    def evaluate_open(self, state: StateT, actions: Sequence[ActionT]) -> Mapping[ActionT, float]:
        """The worth of each of these legal actions with all cards open, from 0 for a loss to 1 for a win."""

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
