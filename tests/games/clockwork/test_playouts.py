"""The core of the playouts plays at random as the rules do."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from clockspades.cards import Rank, shuffled
from clockspades.engine.rules import Deal
from clockspades.games.clockwork.clockwork_playouts import DRAW, LOSS, WIN, OpenGame
from clockspades.games.clockwork.clockwork_rules import (
    RULES,
    SPADES,
    STOCK,
    ClockworkAction,
    ClockworkState,
    PlayMatches,
    RuleSet,
    next_window,
)
from tests.games.clockwork.tables import initial

both_rule_sets = pytest.mark.parametrize("rules", list(RuleSet), ids=[rules.value for rules in RuleSet])


def played_out(state: ClockworkState, random: Callable[[], float], first: ClockworkAction | None = None) -> int:
    """What random play by the rules leads to, for the seat whose turn it is."""
    seat = state.seat
    while (outcome := state.outcome) is None:
        legal = RULES.legal_actions(state)
        action = first or (legal[0] if isinstance(legal[0], PlayMatches) else legal[int(random() * len(legal))])
        state, first = RULES.reduce(state, action).state, None
    return DRAW if not outcome.winners else WIN if seat in outcome.winners else LOSS


def positions(rules: RuleSet, rng: Random) -> Iterator[ClockworkState]:
    """Every state of some games in which a seat decides, and some with few spades left."""
    for _ in range(40):
        state = RULES.reduce(initial(rules, rng.randrange(2)), Deal(shuffled(STOCK, rng))).state
        while actions := RULES.legal_actions(state):
            yield state
            state = RULES.reduce(state, rng.choice(actions)).state
    for _ in range(200):
        yield nearly_empty_clock(rules, rng)


@both_rule_sets
def test_a_playout_is_random_play_by_the_rules(rules: RuleSet) -> None:
    ends: Counter[int] = Counter()
    for number, state in enumerate(positions(rules, Random(f"core {rules}"))):
        for first in (None, *RULES.legal_actions(state)):
            found = OpenGame(state).play_out(Random(number).random, first)
            assert found == played_out(state, Random(number).random, first)
            ends[found] += 1
    assert min(ends[end] for end in (WIN, DRAW, LOSS)) > 50


def nearly_empty_clock(rules: RuleSet, rng: Random) -> ClockworkState:
    """One to four spades left, none or one card in the hand of the seat to act, and two in the other."""
    hours = rng.sample(range(12), 12)
    left, shared = rng.randrange(1, 5), rng.randrange(5, 9)
    clock = tuple(() if hour in hours[:left] else None for hour in range(12))
    alive = shuffled([card for card in STOCK if card.rank is not Rank.KING and clock[card.rank - 1] == ()], rng)
    hands = (alive[: rng.randrange(2)], alive[1:3])
    return initial(rules, 0)._replace(
        turn=12,
        window=next_window(clock, rng.randrange(12)),
        clock=clock,
        hands=hands,
        denied=((0,) * len(hands[0]), (0,) * len(hands[1])),
        taken=(tuple(SPADES[hour] for hour in hours[left:shared]), tuple(SPADES[hour] for hour in hours[shared:])),
        stock=tuple(card for card in shuffled(STOCK, rng) if card not in hands[0] + hands[1]),
    )
