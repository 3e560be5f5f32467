"""The bots see only what they may, sample every deal that fits as likely, and find the spade to take."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from random import Random
from statistics import fmean

import pytest

from clockspades.cards import Card, Rank, shuffled
from clockspades.engine.rules import Deal
from clockspades.games.clockwork.clockwork_bots import ClockworkSteadyBot, deal_sampler
from clockspades.games.clockwork.clockwork_rules import RULES, STOCK, ClockworkState, RuleSet, TakeSpade, unseen_cards
from tests.games.clockwork.tables import initial, share_at_random

both_rule_sets = pytest.mark.parametrize("rules", list(RuleSet), ids=[rules.value for rules in RuleSet])


def random_states(rules: RuleSet, games: int, seed: str) -> Iterator[ClockworkState]:
    """Every state of some games in which a seat decides."""
    rng = Random(f"{seed} {rules}")
    for _ in range(games):
        state = RULES.reduce(initial(rules, rng.randrange(2)), Deal(shuffled(STOCK, rng))).state
        while actions := RULES.legal_actions(state):
            yield state
            state = RULES.reduce(state, rng.choice(actions)).state


def choices(rules: RuleSet, games: int, seed: str) -> Iterator[ClockworkState]:
    """Those of them in which there is something to choose."""
    return (state for state in random_states(rules, games, seed) if len(RULES.legal_actions(state)) > 1)


def hidden(state: ClockworkState) -> tuple[Card, ...]:
    """The cards that the seat to act cannot see, the other hand first."""
    return state.hands[1 - state.seat] + state.stock


def fits(state: ClockworkState, hand: tuple[Card, ...]) -> bool:
    """Whether the other seat may hold these cards, for all that the seat to act has seen."""
    denied = state.denied[1 - state.seat]
    return all(card.rank is not Rank.KING and not mask >> card.rank & 1 for card, mask in zip(hand, denied))


def filled(state: ClockworkState, cards: tuple[Card, ...]) -> ClockworkState:
    """The state with its hidden cards replaced by ``cards``, in the order of :func:`hidden`."""
    held = len(state.hands[1 - state.seat])
    mine = state.hands[state.seat]
    hands = (mine, cards[:held]) if state.seat == 0 else (cards[:held], mine)
    return state._replace(hands=hands, stock=cards[held:])


@both_rule_sets
def test_what_everyone_knows_of_a_card_is_true_and_known_of_those_held_longer_too(rules: RuleSet) -> None:
    """The first is what sampling relies on to be right, the second to be even."""
    for state in random_states(rules, 300, "known"):
        assert fits(state, state.hands[1 - state.seat])
        for denied in state.denied:
            assert all(longer & newer == newer for longer, newer in pairwise(denied))


@both_rule_sets
def test_a_sample_is_a_deal_that_fits(rules: RuleSet) -> None:
    rng = Random(3)
    for state in random_states(rules, 100, "fits"):
        view = RULES.observe(state, state.seat)
        sample = deal_sampler(view)(rng)
        assert RULES.observe(sample, state.seat) == view
        assert Counter(hidden(sample)) == Counter(hidden(state)) == Counter(unseen_cards(view))
        assert fits(state, sample.hands[1 - state.seat])


@both_rule_sets
def test_hands_are_sampled_evenly(rules: RuleSet) -> None:
    """Chi-square over every hand that fits, where little is hidden and something is known of it."""
    rng, tried = Random(5), 0
    for state in choices(rules, 2000, "even"):
        if len(state.stock) > 5 or not any(state.denied[1 - state.seat]):
            continue
        cards = hidden(state)
        hands = [hand for hand in permutations(cards, len(state.hands[1 - state.seat])) if fits(state, hand)]
        if not 10 <= len(hands) < len(list(permutations(cards, len(hands[0])))):
            continue
        tried += 1
        samples = 60 * len(hands)
        found = Counter(deal_sampler(state)(rng).hands[1 - state.seat] for _ in range(samples))
        assert set(found) <= set(hands)
        square = sum((found[hand] - 60) ** 2 / 60 for hand in hands)
        degrees = len(hands) - 1
        assert square < degrees + 4 * (2 * degrees) ** 0.5, "beyond four standard deviations of chi-square"
        if tried == 12:
            return
    pytest.fail(f"only {tried} positions were tried")


@both_rule_sets
def test_the_shares_are_those_over_every_deal_that_fits(rules: RuleSet) -> None:
    tried = 0
    for state in choices(rules, 3000, "shares"):
        if len(hidden(state)) > 5:
            continue
        deals = [
            filled(state, cards)
            for cards in permutations(hidden(state))
            if fits(state, cards[: len(state.hands[1 - state.seat])])
        ]
        exact = {
            action: fmean(share_at_random(RULES.reduce(deal, action).state, state.seat) for deal in deals)
            for action in RULES.legal_actions(state)
        }
        if len(set(exact.values())) == 1:
            continue
        tried += 1
        view = RULES.observe(state, state.seat)
        shares = ClockworkSteadyBot(Random(tried)).evaluate(view).shares
        for action, share in exact.items():
            assert shares[action] == pytest.approx(share, abs=0.07), "over four standard errors"
        best = max(exact.values())
        if best - sorted(exact.values())[-2] > 0.2:
            chosen = ClockworkSteadyBot(Random(tried)).choose(view)
            assert exact[chosen] == best
        if tried == 10:
            return
    pytest.fail(f"only {tried} positions were tried")


def test_of_spades_that_win_as_many_the_one_that_kills_the_fewest_cards_is_taken() -> None:
    """Where the stock is out it is often settled already, whatever is taken."""
    tried = 0
    for state in choices(RuleSet.PAGAT, 2000, "ties"):
        view = RULES.observe(state, state.seat)
        dead = {
            action: sum(card.rank == action.rank for card in unseen_cards(view))
            for action in RULES.legal_actions(view)
            if isinstance(action, TakeSpade)
        }
        if (
            state.stock
            or len(set(dead.values())) == 1
            or len(set(ClockworkSteadyBot(Random(1)).evaluate(view).shares.values())) > 1
        ):
            continue
        tried += 1
        chosen = {ClockworkSteadyBot(Random(seed), samples=2).choose(view) for seed in range(10)}
        assert chosen <= {action for action, count in dead.items() if count == min(dead.values())}
        if tried == 24:
            return
    pytest.fail(f"only {tried} positions were tried")
