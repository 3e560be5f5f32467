"""The odds of Clock and Watch are exact: counted over every arrangement of the face-down cards."""

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.games.clock.clock_bots import chance, chance_before_the_deal, exchange_chance
from clockspades.games.clock.clock_rules import RULES, ClockState, ExchangeKing, Variant, cards_down, is_exchange_due
from tests.games.clock.tables import arrangements, dealt, exchange_of, turned_on, wins, wins_after

CLOCK, WATCH = Variant.CLOCK, Variant.WATCH
FEW = 6
"""Cards of which every order is tried: 720."""

seeds = st.integers(0, 1 << 32)


def exchanges(state: ClockState) -> list[ExchangeKing]:
    return [action for action in RULES.legal_actions(state) if isinstance(action, ExchangeKing)]


def shares(state: ClockState) -> dict[ExchangeKing, Fraction]:
    """For each exchange the share of the arrangements that it wins."""
    won: Counter[ExchangeKing] = Counter()
    count = 0
    for other in arrangements(state):
        count += 1
        for exchange in exchanges(state):
            won[exchange] += wins_after(other, exchange)
    return {exchange: Fraction(won[exchange], count) for exchange in exchanges(state)}


@settings(max_examples=25)
@given(seeds)
def test_an_exchange_wins_the_share_of_the_arrangements_that_is_told(seed: int) -> None:
    state = exchange_of(WATCH, Random(seed), 5)
    view = RULES.observe(state, 0)
    for exchange, share in shares(state).items():
        assert exchange_chance(view, exchange.pile, exchange.depth) == share


@settings(max_examples=40)
@given(st.sampled_from(Variant), seeds)
def test_the_chance_at_a_turn_is_that_over_every_arrangement(variant: Variant, seed: int) -> None:
    """In Watch whoever plays sees only what is face up, and makes the best exchange there."""
    state = near_the_end(variant, Random(seed))
    view = RULES.observe(state, 0)
    total = count = 0
    for other in arrangements(state):
        count += 1
        total += won_with_the_best_exchange(other)
    assert chance(view) == Fraction(total, count)


def near_the_end(variant: Variant, rng: Random) -> ClockState:
    """A game a few turns before its end, or before the exchange, or after one made anywhere."""
    while True:
        state = dealt(variant, rng)
        past = [state]
        while RULES.legal_actions(state):
            state = RULES.reduce(state, rng.choice(RULES.legal_actions(state))).state
            past.append(state)
        few = [at for at in past if at.outcome is None and cards_down(at) - at.exchanged <= FEW]
        if few:
            return rng.choice(few)


def won_with_the_best_exchange(state: ClockState) -> bool:
    end = turned_on(state)
    if not is_exchange_due(end):
        return wins(end)
    tallest = max(range(1, 13), key=lambda pile: len(end.face_down[pile - 1]))
    return wins_after(end, ExchangeKing(tallest, len(end.face_down[tallest - 1])))


@pytest.mark.parametrize("variant", list(Variant), ids=[variant.value for variant in Variant])
def test_the_chance_at_the_end_is_how_it_ended(variant: Variant) -> None:
    rng = Random(2)
    ends: set[Fraction] = set()
    while len(ends) < 2:
        state = turned_on(dealt(variant, rng))
        if state.outcome is not None:
            ends.add(chance(state))
            assert chance(state) == len(state.outcome.winners)
        elif is_exchange_due(state):
            ends.add(Fraction(wins_after(state, exchanges(state)[0])))
    assert ends == {0, 1}


def test_clock_5_the_chance_of_a_win_is_1_in_13() -> None:
    assert chance_before_the_deal(CLOCK) == Fraction(1, 13)


@pytest.mark.parametrize("variant", list(Variant), ids=[variant.value for variant in Variant])
def test_what_is_expected_stays_the_same_when_a_card_is_turned_up(variant: Variant) -> None:
    """The chance before the deal is the mean of those after it: the first card is a king in 1 game of 13."""
    rng = Random(3)
    after: dict[bool, Fraction] = {}
    while len(after) < 2:
        state = RULES.observe(dealt(variant, rng), 0)
        assert state.in_hand is not None
        after[state.in_hand.rank == 13] = chance(state)
    assert (after[True] + 12 * after[False]) / 13 == chance_before_the_deal(variant)


def test_clock_6_is_won_in_37_games_of_100_with_the_best_exchange_and_in_28_with_any() -> None:
    """The shares that docs/rules.md gives."""
    best = chance_before_the_deal(WATCH)
    assert float(best) == pytest.approx(0.374, abs=0.0005)
    assert float(best) == pytest.approx(0.37382, abs=0.00001)
    # one card of all is right for each pile, and each pile then wins as many of all as it has cards
    left = {cards: Fraction(comb(51 - cards, 3), comb(52, 4)) for cards in range(1, 49)}
    any_card = Fraction(1, 13) + sum(share / cards for cards, share in left.items())
    assert float(any_card) == pytest.approx(0.28, abs=0.005)
