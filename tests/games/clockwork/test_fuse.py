"""The fuse: what it foretells of the last cards, from what a seat sees."""

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.cards import UNKNOWN, Rank
from clockspades.engine.wording import NamesForYou
from clockspades.games.clockwork import clockwork_rules as rules
from clockspades.games.clockwork.clockwork_bots import deal_sampler
from clockspades.games.clockwork.clockwork_fuse import LONGEST, Fuse, fuse
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import RULES, ClockworkAction, ClockworkState, RuleSet, TakeSpade
from clockspades.games.clockwork.clockwork_table import ClockworkTableRules, dial_model
from clockspades.games.clockwork.clockwork_words import ClockworkWords
from clockspades.table.glyphs import PLAIN, Terminal
from clockspades.table.model import PlayerView, Selection, TableModel, Target, TargetKind
from tests.games.clockwork.tables import initial

both_rule_sets = pytest.mark.parametrize("rule_set", list(RuleSet), ids=[rule_set.value for rule_set in RuleSet])
seeds = st.integers(0, 1 << 32)


def near_the_end(rule_set: RuleSet, rng: Random) -> Iterator[tuple[ClockworkState, ClockworkAction]]:
    """A random game from its last cards on: each state, and what is done in it."""
    state = initial(rule_set, rng.randrange(2))
    state = RULES.reduce(state, RULES.deal(state, rng)).state
    while actions := RULES.legal_actions(state):
        action = rng.choice(actions)
        if len(state.stock) <= LONGEST:
            yield state, action
        state = RULES.reduce(state, action).state


def foretold(state: ClockworkState, action: ClockworkAction, seat: int) -> Fuse | None:
    """The fuse that a seat sees if this is done."""
    return fuse(RULES.observe(state, seat), action.rank if isinstance(action, TakeSpade) else None)


def played_out(state: ClockworkState, action: ClockworkAction, rng: Random) -> tuple[list[tuple[int, int]], bool]:
    """What each turn from here on draws and keeps, both choosing at random; and whether the last king was drawn."""
    turns, is_drawn = [(state.seat, 0)], False
    while state.outcome is None:
        state, events = RULES.reduce(state, action)
        for event in events:
            match event:
                case rules.TurnBegan(_, seat):
                    turns.append((seat, 0))
                case rules.Drew(_, cards):
                    turns[-1] = (turns[-1][0], turns[-1][1] + len(cards))
                case rules.DrewKingOfSpades():
                    is_drawn = True
        action = rng.choice(RULES.legal_actions(state) or (action,))
    return turns, is_drawn


@both_rule_sets
def test_clockwork_10_the_fuse_comes_true_if_every_turn_draws_what_it_says(rule_set: RuleSet) -> None:
    true = [0]

    @given(seeds)
    def check(seed: int) -> None:
        rng = Random(seed)
        for state, action in near_the_end(rule_set, rng):
            told, deal = foretold(state, action, state.seat), deal_sampler(RULES.observe(state, state.seat))
            for _ in range(4):
                if told is None:
                    continue
                turns, is_drawn = played_out(deal(rng), action, rng)
                assert turns[0] == told.turns[0], "what this turn draws is certain"
                if is_drawn and turns[:-1] == [*told.turns[:-1]]:
                    assert turns[-1] == told.turns[-1]
                    true[0] += 1

    check()
    assert true[0] > 100


@both_rule_sets
@given(seed=seeds)
def test_clockwork_13_the_fuse_is_the_same_in_all_deals_that_a_seat_cannot_tell_apart(
    rule_set: RuleSet, seed: int
) -> None:
    rng = Random(seed)
    for state, action in near_the_end(rule_set, rng):
        for seat in (0, 1):
            told, deal = foretold(state, action, seat), deal_sampler(RULES.observe(state, seat), seat)
            assert foretold(deal(rng), action, seat) == told
            if told is not None:
                kings = sum(card.rank is rules.KING_OF_SPADES.rank for card in state.stock)
                assert len(told.drawers) == len(state.stock) - kings


def test_the_fuse_is_right_far_more_often_than_not() -> None:
    right = list[bool]()
    for seed in range(150):
        *points, (last, action) = near_the_end(RuleSet.PAGAT, Random(seed))
        end = RULES.reduce(last, action).state
        if rules.KING_OF_SPADES in (*end.kings[0], *end.kings[1]):
            drawer = 0 if rules.KING_OF_SPADES in end.kings[0] else 1
            told = (foretold(state, done, state.seat) for state, done in points if len(state.stock) <= 6)
            right += [one.last == drawer for one in told if one is not None]
    assert sum(right) / len(right) > 0.75


def test_there_is_no_fuse_before_the_last_cards_and_after_the_end() -> None:
    (state, _), *_, (last, done) = near_the_end(RuleSet.PAGAT, Random(1))
    assert fuse(state) is not None
    assert fuse(state._replace(stock=(UNKNOWN,) * (LONGEST + 1))) is None
    assert fuse(RULES.reduce(last, done).state) is None
    assert fuse(initial(RuleSet.PAGAT, 0)) is None


# -- how it is shown and said ------------------------------------------------------------------------------


def test_by_gamerules_the_last_king_is_not_spoken_of_once_nobody_can_get_all_four() -> None:
    told: dict[bool, set[bool]] = {True: set(), False: set()}
    for seed in range(20):
        for state, _ in near_the_end(RuleSet.GAMERULES, Random(seed)):
            told[all(state.kings)].add(fuse(state) is not None)
    assert told[True] == {False}
    assert True in told[False]


def contested() -> tuple[ClockworkState, dict[int, int]]:
    """What a seat sees where the spade that it takes decides who draws the king of spades: who does, by hour."""
    for seed in count():
        for state, _ in near_the_end(RuleSet.PAGAT, Random(seed)):
            view, takes = RULES.observe(state, state.seat), RULES.legal_actions(state)
            told = {take.rank: fuse(view, take.rank) for take in takes if isinstance(take, TakeSpade)}
            drawers = {int(rank): one.last for rank, one in told.items() if one is not None}
            if len(drawers) == 3 and len({*drawers.values()}) == 2:
                return view, drawers
    raise AssertionError


@pytest.mark.parametrize("by_pointer", [True, False])
def test_the_row_of_the_last_cards_changes_with_the_spade_that_is_pointed_at(by_pointer: bool) -> None:
    view, drawers = contested()
    me = view.seat
    names = NamesForYou(("Ana", "Hora") if me == 0 else ("Hora", "Ana"), me)
    tints = (0, 1) if me == 0 else (1, 0)
    player = PlayerView(ClockworkSpades(), view, me, names, ("", ""), (), tints=tints).deciding()
    now = fuse(view)
    assert now is not None
    for hour, drawer in drawers.items():
        at = Target(TargetKind.HOUR, hour)
        shown = TableModel(player, Selection() if by_pointer else Selection(at), hovered=at if by_pointer else None)
        dial, is_mine = dial_model(shown), drawer == me
        assert dial.below[-1] == (" K♠", "fuse--near" if is_mine else "fuse--1")
        assert dial.caption == f"{'You then draw' if is_mine else 'Hora then draws'} the K♠."
        told = fuse(view, Rank(hour))
        assert told is not None
        assert [sign == "▄" for sign, _ in dial.below[:-1]] == [seat == me for seat in told.drawers]
        goes = "stays with" if drawer == now.last else "moves to"
        words = f"Take the {rules.SPADES[hour - 1].symbol}, and the K♠ {goes} {'you' if is_mine else 'Hora'}."
        assert ClockworkTableRules().explain(shown, at) == words
        assert words in ClockworkWords().outlook(view, names), "line mode says it with the choices"
    plain = TableModel(player, Selection(), terminal=Terminal(PLAIN))
    assert {sign for sign, _ in dial_model(plain).below[:-1]} <= {".", "'"}
