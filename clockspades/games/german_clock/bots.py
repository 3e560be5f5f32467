"""The bots of German Clock. Each is given what its seat observes, and a random generator of its own."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Final

from clockspades.bots.random_bot import RandomBot
from clockspades.bots.sampling import SamplingBot
from clockspades.cards import shuffled
from clockspades.engine.game import MakeBot
from clockspades.games.german_clock.rules import (
    RULES,
    GermanClockAction,
    Place,
    State,
    can_place,
    is_choice,
    unseen_cards,
)
from clockspades.games.german_clock.solver import orders, wins

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
    were they to be played on with open cards.
    """

    def __init__(self, rng: Random, samples: int = SAMPLES) -> None:
        super().__init__(rng)
        self._samples = samples

    def choose(self, view: State) -> GermanClockAction:
        """Placing where that is best for certain, else what :meth:`SamplingBot.choose` finds."""
        if can_place(view) and not (view.suits and is_choice(view)):
            return Place()
        return super().choose(view)

    def legal_actions(self, view: State) -> tuple[GermanClockAction, ...]:
        return RULES.legal_actions(view)

    def samples(self, view: State) -> int:
        return self._samples if view.stock else 1

    def sampler(self, view: State) -> Callable[[Random], State]:
        unseen = unseen_cards(view)
        return lambda rng: view._replace(stock=shuffled(unseen, rng))

    def evaluate_open(self, state: State) -> Mapping[GermanClockAction, float]:
        return {action: _best(RULES.reduce(state, action).state) for action in RULES.legal_actions(state)}

    def prefer(self, view: State, action: GermanClockAction) -> float:
        return float(isinstance(action, Place))


def _best(state: State) -> float:
    """1 if an order of suits wins from here, else 0; where no suit is settled, one that begins with the next card's.

    Before any card is placed no suit promises more than another, and to wait costs cards. Whoever knew the stock
    could wait for the suit that happens to win; to count that would make waiting look best.
    """
    suits = state.suits
    if not suits:
        suits = ((state.waste[-1] if state.waste else state.stock[0]).suit,)
    return float(any(wins(state, order) for order in orders(suits)))


BOTS: Final[Mapping[str, MakeBot[State, GermanClockAction]]] = {
    "random": partial(RandomBot, RULES.legal_actions),
    "watchful": lambda _: WatchfulBot(),
    "steady": SteadyBot,
}
"""Every bot by its id, in the order of ``Game.bots``."""
