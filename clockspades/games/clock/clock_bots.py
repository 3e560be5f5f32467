"""The bots of Clock and Watch. Each is given what its seat observes, and a random generator of its own."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from clockspades.bots.evaluation import EvaluatingBot, Evaluation
from clockspades.bots.random_bot import RandomBot
from clockspades.engine.game import MakeBot
from clockspades.games.clock.clock_rules import RULES, ClockAction, Exchange, State
from clockspades.games.clock.odds import chance, chance_before_the_deal, exchange_chance


class RandomExchangeBot(RandomBot[State, ClockAction]):
    """Makes any exchange, all equally likely. Where it can but turn it draws nothing at random."""

    def __init__(self, rng: Random) -> None:
        super().__init__(RULES.legal_actions, rng)

    def choose(self, view: State) -> ClockAction:
        """The one legal action where there is no other."""
        legal = RULES.legal_actions(view)
        return legal[0] if len(legal) == 1 else super().choose(view)


class SteadyBot(EvaluatingBot[State, ClockAction]):
    """Makes the exchange that wins the most of the deals that fit all it has seen: no player can do better."""

    def legal_actions(self, view: State) -> tuple[ClockAction, ...]:
        return RULES.legal_actions(view)

    def evaluate(self, view: State, effort: float = 1.0) -> Evaluation[ClockAction]:
        exact: dict[ClockAction, tuple[float]] = {}
        for action in RULES.legal_actions(view):
            odds = exchange_chance(view, action.pile, action.depth) if isinstance(action, Exchange) else chance(view)
            exact[action] = (float(odds),)
        return Evaluation(exact)

    def expect(self, view: State, seat: int, effort: float = 1.0) -> Sequence[float]:
        return (float(chance_before_the_deal(view.variant) if RULES.deal_due(view) else chance(view)),)


BOTS: Final[Mapping[str, MakeBot[State, ClockAction]]] = {"random": RandomExchangeBot, "steady": SteadyBot}
"""Every bot by its id, in the order of ``Game.bots``."""
