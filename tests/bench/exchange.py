"""How often Watch is won by each fixed rule for the exchange, beside what is exact.

    python tests/bench/exchange.py --games 40000

Every rule plays the same deals. The share of a rule has its standard error beside it.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cards import PACK, shuffled
from clockspades.engine.actions import Deal
from clockspades.games.clock.clock_bots import ClockSteadyBot, RandomExchangeBot, chance_before_the_deal
from clockspades.games.clock.clock_rules import RULES, ClockState, ExchangeKing, TurnUp, Variant
from tests.games.clock.tables import initial

Rule = Callable[[ClockState, Random], TurnUp | ExchangeKing]


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile with face-down cards."""

    number: int
    height: int


def piles(view: ClockState) -> list[Pile]:
    return [Pile(number, len(cards)) for number, cards in enumerate(view.face_down, 1) if cards]


def top_of_the_tallest(view: ClockState, rng: Random) -> ExchangeKing:
    return ExchangeKing(max(piles(view), key=lambda pile: pile.height).number, 1)


def deepest_of_the_shortest(view: ClockState, rng: Random) -> ExchangeKing:
    pile = min(piles(view), key=lambda pile: pile.height)
    return ExchangeKing(pile.number, pile.height)


def deepest_of_any(view: ClockState, rng: Random) -> ExchangeKing:
    pile = rng.choice(piles(view))
    return ExchangeKing(pile.number, pile.height)


def deepest_of_the_last_tallest(view: ClockState, rng: Random) -> ExchangeKing:
    pile = max(piles(view), key=lambda pile: (pile.height, pile.number))
    return ExchangeKing(pile.number, pile.height)


EXCHANGES: dict[str, Rule] = {
    "steady": lambda view, rng: ClockSteadyBot(rng).choose(view),
    "random": lambda view, rng: RandomExchangeBot(rng).choose(view),
    "deepest of the tallest, the last of several": deepest_of_the_last_tallest,
    "deepest of any pile": deepest_of_any,
    "deepest of the shortest": deepest_of_the_shortest,
    "top of the tallest": top_of_the_tallest,
}


def wins(state: ClockState, rule: Rule, rng: Random) -> bool:
    """Whether a game is won in which the exchange is made by ``rule``."""
    while state.outcome is None:
        forced = RULES.legal_actions(state) == (TurnUp(),)
        state = RULES.reduce(state, TurnUp() if forced else rule(RULES.observe(state, 0), rng)).state
    return bool(state.outcome.winners)


def to_the_exchange(state: ClockState) -> ClockState:
    """The game turned on until it is over or the exchange is due."""
    while RULES.legal_actions(state) == (TurnUp(),):
        state = RULES.reduce(state, TurnUp()).state
    return state


def main() -> None:
    """Play the deals by each rule and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40_000, help="how many deals")
    parser.add_argument("--seed", type=int, default=1)
    typed = parser.parse_args()
    won = dict.fromkeys(EXCHANGES, 0)
    for number in range(typed.games):
        deal = Deal(shuffled(PACK, Random(f"{typed.seed}:{number}")))
        state = to_the_exchange(RULES.reduce(initial(Variant.WATCH), deal).state)
        for name, rule in EXCHANGES.items():
            won[name] += wins(state, rule, Random(f"{typed.seed}:{number}:{name}"))
    print(f"the best that can be: {float(chance_before_the_deal(Variant.WATCH)):.3%}, exactly")
    for name, count in sorted(won.items(), key=lambda each: -each[1]):
        share = count / typed.games
        print(f"{share:.2%} ± {sqrt(share * (1 - share) / typed.games):.2%}  {name}")


if __name__ == "__main__":
    main()
