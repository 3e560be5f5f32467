"""The core of the playouts follows the rules action by action, and its random play is that of the rules."""

from collections.abc import Iterator
from random import Random
from statistics import fmean

import pytest

from clockspades.cards import Rank, shuffled
from clockspades.engine.actions import Deal
from clockspades.games.clockwork.clockwork_playouts import (
    DRAW,
    HOURS,
    LOSS,
    WIN,
    OpenGame,
    OpenPosition,
    Window,
    card_set,
)
from clockspades.games.clockwork.clockwork_rules import (
    RULES,
    SPADES,
    STOCK,
    ClockworkState,
    PlayMatches,
    RuleSet,
    TakeSpade,
    next_window,
)
from tests.games.clockwork.tables import initial, share_at_random

both_rule_sets = pytest.mark.parametrize("rules", list(RuleSet), ids=[rules.value for rules in RuleSet])


def random_game(rules: RuleSet, rng: Random) -> Iterator[tuple[ClockworkState, PlayMatches | TakeSpade]]:
    """Each state of a game in which a seat decides, and what it chose."""
    state = RULES.reduce(initial(rules, rng.randrange(2)), Deal(shuffled(STOCK, rng))).state
    while actions := RULES.legal_actions(state):
        action = rng.choice(actions)
        yield state, action
        state = RULES.reduce(state, action).state


def worth(state: ClockworkState, seat: int) -> int:
    """What a finished game is worth to a seat."""
    assert state.outcome is not None
    return DRAW if not state.outcome.winners else WIN if seat in state.outcome.winners else LOSS


def as_position(state: ClockworkState, drawn: int) -> OpenPosition:
    """The state as the core has it, where the core keeps what the state says."""
    me, you = state.seat, 1 - state.seat
    left = sum(hour for hour, pile in zip(HOURS, state.clock) if pile is not None)
    hours = tuple(HOURS[rank - 1] for rank in state.window)
    return (
        left, Window(hours, sum(hours), state.window[-1]), drawn,
        card_set(state.hands[me]), card_set(state.hands[you]),
        len(state.kings[me]), len(state.taken[me]) - len(state.taken[you]),
    )  # fmt: skip


def not_kings(state: ClockworkState) -> int:
    return sum(card.rank is not Rank.KING for card in state.stock)


@both_rule_sets
def test_the_core_follows_the_rules_action_by_action(rules: RuleSet) -> None:
    rng = Random(f"core {rules}")
    ends = {WIN: 0, DRAW: 0, LOSS: 0}
    for _ in range(700):
        game: OpenGame | None = None
        position: OpenPosition | int = 0
        first = 0
        for state, action in random_game(rules, rng):
            if game is None:
                game, first = OpenGame(state), not_kings(state)
                position = game.start
            assert not isinstance(position, int), "the core ended a game that goes on"
            assert position == as_position(state, first - not_kings(state))
            actor = state.seat
            position = (
                game.play(position) if isinstance(action, PlayMatches) else game.take(position, HOURS[action.rank - 1])
            )
            last = RULES.reduce(state, action).state
        assert position == worth(last, actor)
        ends[position] += 1
    assert min(ends[WIN], ends[LOSS]) > 50


@both_rule_sets
def test_a_core_that_begins_in_the_middle_is_the_one_that_was_played_to_there(rules: RuleSet) -> None:
    for state, _ in random_game(rules, Random(f"middle {rules}")):
        assert OpenGame(state).start == as_position(state, 0)


@both_rule_sets
def test_a_playout_goes_turn_by_turn_as_the_core_does(rules: RuleSet) -> None:
    rng = Random(f"turns {rules}")
    ends = set()
    for number, state in enumerate(
        (*late_positions(rules, rng, 100), *(nearly_empty_clock(rules, rng) for _ in range(200)))
    ):
        game, random = OpenGame(state), Random(number).random
        position: OpenPosition | int = game.start
        sign = -1
        while not isinstance(position, int):
            window, hand, sign = position[1], position[3], -sign
            if hand & window.cards:
                position = game.play(position)
            else:
                position = game.take(position, window.hours[int(random() * len(window.hours))])
        assert game.play_out(game.start, Random(number).random) == sign * position
        ends.add(sign * position)
    assert len(ends) >= 2


@both_rule_sets
def test_playouts_win_as_often_as_random_play_by_the_rules(rules: RuleSet) -> None:
    rng = Random(f"playouts {rules}")
    met = set()
    for state in (*late_positions(rules, rng, 40), *(nearly_empty_clock(rules, rng) for _ in range(40))):
        game = OpenGame(state)
        for action in RULES.legal_actions(state):
            exact = share_at_random(RULES.reduce(state, action).state, state.seat)
            found = [game.play_out_after(action, rng.random) for _ in range(200 if 0 < exact < 1 else 5)]
            assert (fmean(found) + 1) / 2 == pytest.approx(exact, abs=0.18), "five standard errors"
            met |= {*found}
    assert met == {WIN, DRAW, LOSS}


def late_positions(rules: RuleSet, rng: Random, number: int) -> Iterator[ClockworkState]:
    """The first position near its end of each of some games."""
    for _ in range(number):
        yield next(
            state
            for state, _ in random_game(rules, rng)
            if len(state.stock) <= 6 or sum(pile is not None for pile in state.clock) <= 4
        )


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
