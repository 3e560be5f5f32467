"""The bots of German Clock. Each is given what its seat observes, and a random generator of its own."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Final

from clockspades.bots.random_bot import RandomBot
from clockspades.bots.sampling import SamplingBot
from clockspades.cards import UNKNOWN, shuffled
from clockspades.engine.game import MakeBot
from clockspades.games.german_clock.rules import (
    RULES,
    GermanClockAction,
    Place,
    State,
    is_choice,
    unseen_cards,
)
from clockspades.games.german_clock.solver import wins_somehow, wins_watchfully

SAMPLES: Final = 100
"""Orders of the stock that are imagined for a choice."""


class WatchfulBot:
    """Places every card that goes on the clock, and so misses none."""

    def choose(self, view: State) -> GermanClockAction:
        """Placing, which is the last of the legal actions, or else the only one that there is."""
        return RULES.legal_actions(view)[-1]


class SteadyBot(SamplingBot[State, GermanClockAction]):
    """Places a card as soon as it fits, but evaluates which suit to make the second.

    It leaves a card that would settle the second suit on the waste where more orders of the stock are then won,
    were they to be played on with open cards. :meth:`evaluate` says what a choice is worth if nobody peeks: every card
    after it is placed as soon as it fits.
    """

    def __init__(self, rng: Random, samples: int = SAMPLES) -> None:
        super().__init__(rng)
        self._samples = samples

    def choose(self, view: State) -> GermanClockAction:
        """Placing where that is best for certain, else what wins most often with open cards."""
        legal = RULES.legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        if not (view.suits and is_choice(view)):
            return Place()
        return self.pick(view, self.evaluate_samples(RULES.observe(view, 0), _worth_if_seen).shares)

    def legal_actions(self, view: State) -> tuple[GermanClockAction, ...]:
        return RULES.legal_actions(view)

    def samples(self, view: State) -> int:
        return self._samples if UNKNOWN in view.stock or RULES.deal_due(view) else 1

    def sampler(self, view: State, seat: int | None = None) -> Callable[[Random], State]:
        if RULES.deal_due(view):
            return lambda rng: RULES.reduce(view, RULES.deal(view, rng)).state
        if UNKNOWN not in view.stock:
            return lambda _: view
        unseen = unseen_cards(view)
        return lambda rng: view._replace(stock=shuffled(unseen, rng))

    def evaluate_open(self, state: State) -> Mapping[GermanClockAction, float]:
        win = wins_watchfully if state.stock else wins_somehow  # the waste lies open
        return {action: float(win(RULES.reduce(state, action).state)) for action in RULES.legal_actions(state)}

    def play_on(self, state: State, seat: int) -> float:
        return float(wins_watchfully(state) if state.stock else wins_somehow(state))

    def prefer(self, view: State, action: GermanClockAction) -> float:
        return float(isinstance(action, Place))


def _worth_if_seen(state: State) -> Mapping[GermanClockAction, float]:
    """What each action is worth to a player who sees the stock after it. To choose by that wins a little more often."""
    return {action: float(wins_somehow(RULES.reduce(state, action).state)) for action in RULES.legal_actions(state)}


BOTS: Final[Mapping[str, MakeBot[State, GermanClockAction]]] = {
    "random": partial(RandomBot, RULES.legal_actions),
    "watchful": lambda _: WatchfulBot(),
    "steady": SteadyBot,
}
"""Every bot by its id, in the order of ``Game.bots``."""
