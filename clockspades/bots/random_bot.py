"""A bot that plays at random, for any game."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic

from clockspades.engine.rules import ActionT, StateT


class RandomBot(Generic[StateT, ActionT]):
    """Any legal action, all equally likely."""

    def __init__(self, legal_actions: Callable[[StateT], Sequence[ActionT]], rng: Random) -> None:
        self._legal_actions, self._rng = legal_actions, rng

    def choose(self, view: StateT) -> ActionT:
        """One of the legal actions."""
        return self._rng.choice(self._legal_actions(view))
