"""Proofs that one action in an ending is the best, over every deal that fits what its player has seen.

They play by the rules alone, with :meth:`Rules.reduce` and :meth:`Rules.observe`, and count deals in whole numbers.
What others hold and how they play is not estimated: every deal and every play is tried.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from clockspades.engine.rules import Action, Rules
from puzzles.endings import Goal

MOST_STEPS: Final = 60_000
"""Actions that a proof tries, at most: less than a second."""


class NoProofError(Exception):
    """No action can be proved to be the best; the message says why."""


class GoalProof(NamedTuple):
    """In how many of the possible deals each action reaches the goal."""

    deals: int
    """How many deals fit what the player has seen."""
    reach: Mapping[Action, int]
    """By legal action the deals in which it reaches the goal, the best action first.

    For a single player: the most deals that any way to play on reaches. With others: the best action reaches the goal
    in all deals, whatever they do, and its player needs to see no hidden card for that. For any other action all cards
    are open, the player and the partner play their best and the others theirs. So it fails in the rest of the deals
    even then.

    One face-down clog stands for all.
    """
    steps: int
    """The actions that were tried."""


def prove(rules: Rules[Any, Any, Any], view: Any, deals: Sequence[Any], goal: Goal, *, is_alone: bool) -> GoalProof:
    """The proof that one action of the seat to act is the best.

    ``view`` is what this seat observes, ``deals`` are all deals that fit it, and ``is_alone`` says that nobody else
    plays. NoProofError if no action is the best, or that cannot be proved, or takes too many steps.
    """
    seat = rules.to_act(view)
    assert seat is not None, "a seat decides"
    search = _Search(rules, seat, goal)
    reach = search.odds(choices(rules, view), deals) if is_alone else search.certainty(choices(rules, view), deals)
    return GoalProof(len(deals), reach, search.steps)


def choices(rules: Rules[Any, Any, Any], view: Any) -> Sequence[Action]:
    """The actions of the seat to act, only the first of those that are alike."""
    found: list[Action] = []
    for action in rules.legal_actions(view):
        if not any(rules.alike(action, other) for other in found):
            found.append(action)
    return found


class _Search:
    """The search for one player and goal, which counts its steps."""

    def __init__(self, rules: Rules[Any, Any, Any], seat: int, goal: Goal) -> None:
        self._rules = rules
        self._seat = seat
        self._goal = goal
        self.steps = 0

    def odds(self, actions: Sequence[Action], deals: Sequence[Any]) -> Mapping[Action, int]:
        """In how many deals each action of a single player reaches the goal."""
        reach = {action: self._most_reached(self._after(deals, action)) for action in actions}
        ordered = sorted(actions, key=reach.__getitem__, reverse=True)
        if [*reach.values()].count(reach[ordered[0]]) > 1:
            raise NoProofError("no action is better than all others")
        return {action: reach[action] for action in ordered}

    def certainty(self, actions: Sequence[Action], deals: Sequence[Any]) -> Mapping[Action, int]:
        """In how many deals each action reaches the goal: one in all for certain, the others with all cards open."""
        certain = [action for action in actions if all(self._is_reached(self._step(deal, action)) for deal in deals)]
        if len(certain) != 1:
            raise NoProofError("no action, or more than one, reaches the goal in all deals")
        if not self._is_certain(self._after(deals, certain[0])):
            raise NoProofError("the player must see hidden cards to go on well")
        reach = {
            action: sum(map(self._is_reached, self._after(deals, action)))
            for action in actions
            if action not in certain
        }
        return dict.fromkeys(certain, len(deals)) | dict(sorted(reach.items(), key=lambda item: -item[1]))

    def _after(self, states: Sequence[Any], action: Action) -> list[Any]:
        return [self._step(state, action) for state in states]

    def _is_reached(self, state: Any) -> bool:
        """Whether the goal is reached with all cards open and everyone playing their best."""
        reached = self._goal.reached(state)
        if reached is not None:
            return reached
        rules = self._rules
        ends = (self._is_reached(self._step(state, action)) for action in rules.legal_actions(state))
        return any(ends) if rules.to_act(state) in self._goal.allies else all(ends)

    def _is_certain(self, states: Sequence[Any]) -> bool:
        """Whether the player can reach the goal in all of these states, which look the same, whatever others do."""
        turns: defaultdict[Any, list[Any]] = defaultdict(list)
        waiting = [*states]
        while waiting:
            state = waiting.pop()
            reached = self._goal.reached(state)
            if reached is None and self._rules.to_act(state) != self._seat:
                waiting += [self._step(state, action) for action in self._rules.legal_actions(state)]
            elif reached is None:
                turns[self._rules.observe(state, self._seat)].append(state)
            elif not reached:
                return False
        return all(
            any(self._is_certain(self._after(alike, action)) for action in choices(self._rules, view))
            for view, alike in turns.items()
        )

    def _most_reached(self, states: Sequence[Any]) -> int:
        """In how many of these states, which look the same, a single player can reach the goal."""
        count = 0
        turns: defaultdict[Any, list[Any]] = defaultdict(list)
        for state in states:
            reached = self._goal.reached(state)
            if reached is None:
                turns[self._rules.observe(state, self._seat)].append(state)
            else:
                count += reached
        return count + sum(
            max(self._most_reached(self._after(alike, action)) for action in choices(self._rules, view))
            for view, alike in turns.items()
        )

    def _step(self, state: Any, action: Action) -> Any:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise NoProofError(f"the proof takes more than {MOST_STEPS} steps")
        return self._rules.reduce(state, action).state
