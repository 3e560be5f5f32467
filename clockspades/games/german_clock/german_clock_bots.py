"""The bots of German Clock. Each is given what its seat observes, and a random generator of its own."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Final

from clockspades.bots.evaluation import Evaluation
from clockspades.bots.sampling import SamplingBot
from clockspades.cards import UNKNOWN, shuffled
from clockspades.engine.game import MakeBot, PolicyBot, RandomBot
from clockspades.games.german_clock import german_clock_rules as rules
from clockspades.games.german_clock.german_clock_rules import RULES, GermanClockAction, GermanClockState
from clockspades.games.german_clock.solver import orders, wins, wins_somehow

SAMPLES: Final = 100
"""Orders of the stock that are imagined for a choice."""


def place_at_once(view: GermanClockState) -> GermanClockAction:
    """Placing, which is the last of the legal actions, or else the only one that there is: no card is missed."""
    return RULES.legal_actions(view)[-1]


class GermanClockSteadyBot(SamplingBot[GermanClockState, GermanClockAction]):
    """Places a card as soon as it fits, but evaluates which suit to make the second.

    It leaves a card that would settle the second suit on the waste where more orders of the stock are then won,
    were they to be played on with open cards.
    """

    rules = RULES

    def __init__(self, rng: Random, samples: int = SAMPLES) -> None:
        super().__init__(rng)
        self._samples = samples

    def choose(self, view: GermanClockState) -> GermanClockAction:
        """Placing where that is best for certain, else what wins most often with open cards."""
        legal = RULES.legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        if not (view.suits and rules.is_choice(view)):
            return rules.PlaceCard()
        return self.pick(view, super().evaluate(RULES.observe(view, 0)).shares)

    def samples(self, view: GermanClockState) -> int:
        return self._samples if UNKNOWN in view.stock or RULES.deal_due(view) else 1

    def sampler(self, view: GermanClockState, seat: int | None = None) -> Callable[[Random], GermanClockState]:
        if RULES.deal_due(view):
            return lambda rng: RULES.reduce(view, RULES.deal(view, rng)).state
        if UNKNOWN not in view.stock:
            return lambda _: view
        unseen = rules.unseen_cards(view)
        return lambda rng: view._replace(stock=shuffled(unseen, rng))

    def evaluate(
        self, view: GermanClockState, effort: float = 1.0, judged: GermanClockAction | None = None
    ) -> Evaluation[GermanClockAction]:
        """Evaluate the choices if nobody peeks, and one plan is kept to after each."""
        legal = RULES.legal_actions(view)
        deals = self._deals(view, 0, effort) if legal else []
        return Evaluation({action: _worths([RULES.reduce(deal, action).state for deal in deals]) for action in legal})

    def expect(self, view: GermanClockState, seat: int, effort: float = 1.0) -> Sequence[float]:
        """What the deals bring together, as the plan of each is chosen by others of them."""
        return self.play_on(self._deals(view, seat, effort), seat)

    def evaluate_open(
        self, state: GermanClockState, actions: Sequence[GermanClockAction]
    ) -> Mapping[GermanClockAction, float]:
        """What each action is worth to a player who sees the stock after it: to choose by that wins more often."""
        return {action: float(wins_somehow(RULES.reduce(state, action).state)) for action in actions}

    def play_on(self, deals: Sequence[GermanClockState], seat: int) -> Sequence[float]:
        return _worths(deals)

    def prefer(self, view: GermanClockState, action: GermanClockAction) -> float:
        return float(isinstance(action, rules.PlaceCard))


def _worths(states: Sequence[GermanClockState]) -> list[float]:
    """What each of some deals that look the same brings under one plan: to place what fits, or to wait for a suit.

    Each half of the deals says which plan is best in the other half, so that no plan looks better than it is.
    """
    suits = states[0].suits if states else ()
    plans: list[Callable[[GermanClockState], bool]] = [wins]
    if len(suits) == 1:
        plans += [partial(wins, order=order) for order in orders(suits)]
    found = [[float(plan(state)) for state in states] for plan in plans]
    if len(states) < 2:
        return max(found)
    best = [max(found, key=lambda worths: sum(worths[start::2])) for start in (1, 0)]
    return [best[place % 2][place] for place in range(len(states))]


BOTS: Final[Mapping[str, MakeBot[GermanClockState, GermanClockAction]]] = {
    "random": partial(RandomBot, RULES.legal_actions),
    "watchful": lambda _: PolicyBot(place_at_once),
    "steady": GermanClockSteadyBot,
}
"""Every bot by its id, in the order of ``Game.bots``."""
