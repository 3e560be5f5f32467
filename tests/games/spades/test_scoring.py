"""The score sheet (spades 10 to 15). What deals bring, and how games end, is in test_examples.py."""

from random import Random

import pytest

from clockspades.cards import PACK, shuffled
from clockspades.engine.rules import Deal, Ended
from clockspades.games.spades.scoring import (
    Bid,
    Scoring,
    is_counted,
    score_side,
    tricks_towards,
)
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import MakeBid, NilSettled, SideScored, SpadesPhase, SpadesState
from clockspades.games.tricks import DealScored
from tests.games.spades.tables import scored, start

LONG = Scoring(target=500, bags=10, bag_penalty=100, failed_nil_helps=False, floor=None)


def test_spades_14_every_tenth_bag_of_the_game_costs_100() -> None:
    """The source's example: 3, 3 and 4 more bags are eleven with the one before, and nine more cost again."""
    score = bags = 0
    for more, penalty in ((1, 0), (3, 0), (3, 0), (4, 100), (8, 0), (1, 100)):
        got = score_side(LONG, [Bid(3)], [3 + more], score, bags)
        assert (got.bags, got.penalty) == (more, penalty)
        assert got.points == 30 + more - penalty
        assert got.score == score + got.points
        score, bags = got.score, got.total_bags
    assert bags == 20


def last_play(state: SpadesState, bids: str = "3 0 3 3", seed: int = 1) -> tuple[SpadesState, tuple[object, ...]]:
    """A deal played at random to its end: the state after it, and the events of its last card."""
    rng = Random(seed)
    players = state.settings.players
    state = RULES.reduce(state, Deal(shuffled(PACK, rng))).state
    for tricks in bids.split()[:players]:
        state = RULES.reduce(state, MakeBid(int(tricks))).state
    while True:
        step = RULES.reduce(state, rng.choice(RULES.legal_actions(state)))
        if step.state.phase is not SpadesPhase.PLAY:
            return step.state, step.events
        state = step.state


def test_spades_10_to_14_a_deal_goes_on_the_score_sheet() -> None:
    state, events = last_play(scored(start(blind_nil="off"), (40, 70), (9, 3)))
    (sheet,) = state.sheets[1:]
    assert (sheet.dealer, sheet.bids, sheet.taken) == (0, (Bid(3), Bid(3), Bid(0), Bid(3)), state.taken)
    for side, (score, bags) in enumerate(((40, 9), (70, 3))):
        bids, taken = sheet.bids[side::2], sheet.taken[side::2]
        assert sheet.lines[side] == score_side(LONG, bids, taken, score, bags)
    assert state.scores == tuple(line.score for line in sheet.lines)
    assert state.bags == tuple(line.total_bags for line in sheet.lines)
    scored_events = [event for event in events if isinstance(event, SideScored)]
    assert [(event.side, event.seats, event.line) for event in scored_events] == [
        (0, (0, 2), sheet.lines[0]),
        (1, (1, 3), sheet.lines[1]),
    ]
    (nil,) = [event for event in events if isinstance(event, NilSettled)]
    assert (nil.seat, nil.bid, nil.taken) == (2, Bid(0), state.taken[2])
    assert nil.points == (-100 if state.taken[2] else 100)
    assert DealScored(1, state.taken, tuple(line.points for line in sheet.lines), state.scores) in events


def test_spades_15_the_game_ends_after_the_deal_that_reaches_the_target() -> None:
    state, events = last_play(scored(start(), (490, 480)), "1 1 1 1")
    assert state.phase is SpadesPhase.OVER
    assert state.outcome is not None
    assert events[-1] == Ended(state.outcome)
    assert state.outcome.scores == state.scores
    assert state.outcome.reason == "target"
    assert state.dealer == 0, "nobody deals again"


def test_spades_2_in_cutthroat_everyone_has_a_line() -> None:
    state, _ = last_play(start(mode="cutthroat"), "1 1 1 1")
    assert len(state.sheets[0].lines) == len(state.scores) == 4
    for seat, scored_line in enumerate(state.sheets[0].lines):
        assert scored_line == score_side(LONG, [Bid(1)], [state.taken[seat]], 0, 0)


@pytest.mark.parametrize(("helps", "tricks"), [(False, 4), (True, 6)])
def test_spades_13_the_tricks_of_a_failed_nil_count_towards_the_contract_where_they_help(
    helps: bool, tricks: int
) -> None:
    assert tricks_towards([Bid(5), Bid(0)], [4, 2], helps) == tricks
    assert [is_counted(bid, helps) for bid in (5, 0)] == [True, helps]


def test_spades_14_bags_run_to_the_next_penalty() -> None:
    assert [LONG.bags_running(bags) for bags in (0, 9, 10, 23)] == [0, 9, 0, 3]
