"""What holds in every state of every game: 400 games of each rule set, and games that Hypothesis thinks up."""

from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.cards import PACK, Card, Rank, format_cards
from clockspades.engine.rules import Deal
from clockspades.games.clockwork.clockwork_rules import (
    KING_OF_SPADES,
    RULES,
    SPADES,
    STOCK,
    ClockworkState,
    PlayMatches,
    RuleSet,
    TakeSpade,
)
from tests.games.clockwork.retold import RetoldGame
from tests.games.clockwork.tables import initial

GAMES, CHECKED = 2000, 400
"""How many games are played, and in how many of them each state is checked."""
LONGEST_GAME = 12 + 34
"""Turns at most: twelve spades can be taken, and each play has a card drawn, of 33 in the stock and the last."""

both_rule_sets = pytest.mark.parametrize("rules", list(RuleSet), ids=[rules.value for rules in RuleSet])
Choose = Callable[[tuple[PlayMatches | TakeSpade, ...]], PlayMatches | TakeSpade]


def played(
    rules: RuleSet, first: int, deal: tuple[Card, ...], choose: Choose
) -> Iterator[tuple[ClockworkState, PlayMatches | TakeSpade]]:
    """Play a game to its end; every state in which a seat decides, with what it chose, then the last state."""
    state = RULES.reduce(initial(rules, first), Deal(deal)).state
    while actions := RULES.legal_actions(state):
        action = choose(actions)
        yield state, action
        state = RULES.reduce(state, action).state
    yield state, PlayMatches()


def check(state: ClockworkState, previous_hour: int) -> None:
    """Whatever has happened, this holds. ``previous_hour`` is the last hour of the window before."""
    covers = [card for pile in state.clock if pile for card in pile]
    on_clock = [spade for spade, pile in zip(SPADES, state.clock) if pile is not None]
    kings = state.kings[0] + state.kings[1]
    centre = [] if KING_OF_SPADES in kings else [KING_OF_SPADES]
    everything = [
        *state.hands[0], *state.hands[1], *on_clock, *covers, *state.taken[0], *state.taken[1], *kings,
        *state.discard, *state.stock, *centre,
    ]  # fmt: skip
    assert len(everything) == 52
    assert set(everything) == set(PACK)

    assert all(card.rank is not Rank.KING for hand in state.hands for card in hand)
    assert all(king.rank is Rank.KING for king in kings)
    assert all(len(hand) <= 3 for hand in state.hands)
    for hour, pile in enumerate(state.clock, 1):
        assert all(card.rank == hour for card in pile or ())
    for hand, denied in zip(state.hands, state.denied, strict=True):
        for card, mask in zip(hand, denied, strict=True):
            assert not mask >> card.rank & 1, f"the {card} is said to be no {card.rank.letter}"

    if state.outcome is None:
        clockwise = [(previous_hour + step) % 12 + 1 for step in range(12)]
        assert state.window == tuple([hour for hour in clockwise if state.clock[hour - 1] is not None][:3])
        live = {spade.rank for spade in on_clock}
        assert len(state.hands[1 - state.seat]) == 3, "who ended a turn has three cards (clockwork 8)"
        if state.rules is RuleSet.GAMERULES:
            assert len(state.hands[state.seat]) == 3, "the hand was refilled (clockwork 4)"
        else:
            assert all(card.rank in live for card in state.hands[state.seat]), "dead cards are discarded (clockwork 4)"
    else:
        assert (KING_OF_SPADES in kings) == bool(on_clock), "either the stock ends a game or the last spade"


def check_game(rules: RuleSet, first: int, deal: tuple[Card, ...], choose: Choose) -> ClockworkState:
    """Play one game, check each of its states, and compare each with the game told a second time; the last state."""
    retold = RetoldGame(rules is RuleSet.PAGAT, rules is RuleSet.GAMERULES, first, format_cards(deal))
    previous_hour = 0
    for turn, (state, action) in enumerate(played(rules, first, deal, choose), 1):
        check(state, previous_hour)
        assert_same(state, retold)
        if state.outcome is not None:
            return state
        assert state.turn == turn <= LONGEST_GAME
        if isinstance(action, PlayMatches):
            retold.play()
        else:
            retold.take(action.rank.letter)
        previous_hour = state.window[-1]
    raise AssertionError("a game that is not over has no legal action")


def assert_same(state: ClockworkState, retold: RetoldGame) -> None:
    assert [format_cards(hand).split() for hand in state.hands] == retold.hands
    assert format_cards(state.stock).split() == retold.deck
    assert format_cards(state.discard).split() == retold.discarded
    assert [format_cards(spades).split() for spades in state.taken] == retold.penalties
    assert [format_cards(kings).split() for kings in state.kings] == retold.kings
    on_clock = {
        spade.rank.letter: format_cards(pile).split() for spade, pile in zip(SPADES, state.clock) if pile is not None
    }
    assert on_clock == retold.on_clock
    if state.outcome is None:
        assert not retold.end
        assert state.seat == retold.mover
        assert [rank.letter for rank in state.window] == retold.window
        playable = retold.playable()
        actions = RULES.legal_actions(state)
        assert actions == ((PlayMatches(),) if playable else tuple(TakeSpade(rank) for rank in state.window))
    else:
        assert state.outcome.reason == retold.end
        assert state.outcome.winners == (() if retold.winner is None else (retold.winner,))
        assert state.outcome.scores == (retold.score(0), retold.score(1))


@both_rule_sets
def test_random_games_keep_to_the_rules_in_every_state(rules: RuleSet) -> None:
    reasons: Counter[str] = Counter()
    first_wins = second_wins = stock_ends = 0
    for number in range(GAMES):
        rng = Random(f"{rules.value} {number}")
        first = number % 2
        deal = tuple(rng.sample(STOCK, len(STOCK)))
        if number < CHECKED:
            last = check_game(rules, first, deal, rng.choice)
        else:
            *_, (last, _) = played(rules, first, deal, rng.choice)
        assert last.outcome is not None
        reasons[last.outcome.reason] += 1
        first_wins += last.outcome.winners == (first,)
        second_wins += last.outcome.winners == (1 - first,)
        stock_ends += KING_OF_SPADES in last.kings[0] + last.kings[1]
    if rules is RuleSet.PAGAT:
        assert_share(first_wins, 0.5)
        assert_share(stock_ends, 0.99)
        assert set(reasons) == {"king-of-spades", "four-kings", "last-spade", "drawn"}
    else:
        assert_share(first_wins, 0.35)
        assert_share(second_wins, 0.47)
        assert_share(reasons["drawn"], 0.18)
        assert_share(stock_ends, 0.999)
        assert set(reasons) - {"last-spade"} == {"fewest-spades", "four-kings", "drawn"}


def assert_share(count: int, expected: float) -> None:
    """The share is the one in docs/rules.md, within four standard errors."""
    error = sqrt(expected * (1 - expected) / GAMES)
    assert abs(count / GAMES - expected) < 4 * error + 0.005, "docs/rules.md gives the share to half a point"


@settings(max_examples=100)
@given(
    rules=st.sampled_from(RuleSet),
    first=st.sampled_from((0, 1)),
    deal=st.permutations(STOCK),
    choices=st.lists(st.integers(0, 2), min_size=LONGEST_GAME, max_size=LONGEST_GAME),
)
def test_games_thought_up_keep_to_the_rules_in_every_state(
    rules: RuleSet, first: int, deal: list[Card], choices: list[int]
) -> None:
    rest = iter(choices)
    check_game(rules, first, tuple(deal), lambda actions: actions[next(rest) % len(actions)])
