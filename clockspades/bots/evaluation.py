"""A bot that evaluates each action, and chooses by that."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, Generic

from clockspades.engine.game import AnyGame
from clockspades.engine.rules import ActionT, StateT


class EvaluatingBot(ABC, Generic[StateT, ActionT]):
    """The part that is the same for every game; a subclass knows one.

    Time plays no part, so that the same generator chooses the same on every machine. All that is random comes
    from that generator, and a bot holds nothing else: it can think in a thread, and is asked nothing more meanwhile.
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

    @abstractmethod
    def legal_actions(self, view: StateT) -> tuple[ActionT, ...]:
        """What the seat to act may do, in a fixed order."""

    @abstractmethod
    def evaluate(self, view: StateT, effort: float = 1.0) -> Mapping[ActionT, float]:
        """For each legal action the share of the deals that fit what is seen which it wins; a draw counts half.

        ``effort`` is how much work goes into it, as a share of that in play, if more work makes it more exact.
        """

    def points(self, view: StateT) -> Mapping[ActionT, float]:
        """For each legal action the points that the deal brings its player on average; empty if that is not known."""
        return {}

    def prefer(self, view: StateT, action: ActionT) -> float:
        """How much to like an action among those with the same share."""
        return 0.0


def evaluating_bot(game: AnyGame, rng: Random) -> EvaluatingBot[Any, Any] | None:
    """The best bot of a game, if it can say what it thinks of each action."""
    bot = game.make_bot(game.best_bot, rng)
    return bot if isinstance(bot, EvaluatingBot) else None
