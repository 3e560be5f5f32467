"""A bot that sees all cards: it searches the true deal, for people who want to practise against it.

The search is a Monte Carlo tree search in which every seat plays for itself. Each try goes down the tree by what did
well so far, adds one state, and plays out the deal from there.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, log, sqrt
from random import Random
from typing import Any, Final, Generic

from clockspades.engine.rules import ActionT, Rules, StateT

TRIES: Final = 500
"""Deals that are played out for a choice."""
CURIOSITY: Final = 0.3
"""How much weight a try gives to choices that were tried less often, if shares reach from 0 to 1."""


@dataclass(slots=True)
class _Node:
    """A state in the tree, and what was found below it."""

    state: Any
    seat: int | None
    untried: list[Any]
    tries: int = 0
    total: float = 0.0
    """The sum of the shares of the seat that led here."""
    children: dict[Any, "_Node"] = field(default_factory=dict)


class OpenCardsBot(ABC, Generic[StateT, ActionT]):
    """The part that is the same for every game; a subclass knows one. It needs the state with all cards known."""

    def __init__(self, rules: Rules[StateT, ActionT, Any], rng: Random, tries: int = TRIES) -> None:
        self._rules, self._rng, self._tries = rules, rng, tries

    def choose(self, state: StateT) -> ActionT:
        """The legal action that was tried most often, as it did best."""
        legal = self._rules.legal_actions(state)
        if len(legal) == 1:
            return legal[0]
        root, low, high = self._node(state), inf, -inf
        for _ in range(self._tries):
            path = self._descend(root, low, high)
            shares = self.play_out(path[-1].state, self._rng)
            low, high = min(low, *shares), max(high, *shares)
            root.tries += 1
            for parent, node in pairwise(path):
                assert parent.seat is not None, "somebody chose to go on from there"
                node.tries += 1
                node.total += shares[parent.seat]
        return max(legal, key=lambda action: root.children[action].tries if action in root.children else 0)

    def _node(self, state: StateT) -> _Node:
        seat = self._rules.to_act(state)
        untried = [] if seat is None else [*self._rules.legal_actions(state)]
        self._rng.shuffle(untried)
        return _Node(state, seat, untried)

    def _descend(self, node: _Node, low: float, high: float) -> list[_Node]:
        """The nodes of one try, from the root to a new one, or to the end of the deal."""
        path = [node]
        while node.seat is not None and not node.untried:
            node = self._most_promising(node, low, high)
            path.append(node)
        if node.untried:
            action = node.untried.pop()
            node.children[action] = self._node(self._rules.reduce(node.state, action).state)
            path.append(node.children[action])
        return path

    def _most_promising(self, node: _Node, low: float, high: float) -> _Node:
        """The child with the highest upper bound (UCB1); shares count by where they are between the extremes."""
        spread, curiosity = (high - low) or 1.0, CURIOSITY * sqrt(log(node.tries + 1))
        return max(
            node.children.values(),
            key=lambda child: (child.total / child.tries - low) / spread + curiosity / sqrt(child.tries),
        )

    @abstractmethod
    def play_out(self, state: StateT, rng: Random) -> Sequence[float]:
        """By seat the chance to win the game, 0 to 1, once the deal is played out by a plain policy, or is over."""
