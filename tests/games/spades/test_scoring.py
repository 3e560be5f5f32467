"""Contracts, nils, bags and the end of the game (spades 10 to 15), with the examples of the source."""

from dataclasses import replace
from random import Random

import pytest

from clockspades.cards import PACK, shuffled
from clockspades.engine.rules import Deal, Ended, Outcome
from clockspades.games.spades.scoring import (
    Bid,
    ScoreLine,
    Scoring,
    SpadesReason,
    is_counted,
    outcome_after,
    score_side,
    tricks_towards,
)
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import MakeBid, NilSettled, SideScored, SpadesPhase, SpadesState
from clockspades.games.tricks import DealScored
from tests.games.spades.tables import scored, start

LONG = Scoring(target=500, bags=10, bag_penalty=100, failed_nil_helps=False, floor=None)
SHORT = Scoring(target=250, bags=5, bag_penalty=50, failed_nil_helps=False, floor=None)
HELPING = replace(LONG, failed_nil_helps=True)
FLOORED = replace(LONG, floor=-200)
NIL, BLIND = Bid(0), Bid(0, blind=True)
PARTNERS = (0, 1, 0, 1)


def line(
    bids: tuple[Bid | int, ...], taken: tuple[int, ...], score: int = 0, bags: int = 0, scoring: Scoring = LONG
) -> ScoreLine:
    """What a side with these bids and tricks brings home."""
    return score_side(scoring, [bid if isinstance(bid, Bid) else Bid(bid) for bid in bids], taken, score, bags)


# -- contracts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("taken", "points"), [(5, 50), (6, 51), (7, 52), (8, 53), (13, 58)])
def test_spades_10_a_contract_made_is_10_a_trick_bid_and_1_for_each_over_it(taken: int, points: int) -> None:
    made = line((5,), (taken,))
    assert (made.points, made.bags, made.is_made) == (points, taken - 5, True)


def test_spades_10_partners_make_their_bids_together() -> None:
    """The source's table: Alex 4 and Charlie 2 need six, Beth 3 and David 2 need five, whoever takes them."""
    assert line((4, 2), (6, 0)).points == 60
    assert line((4, 2), (0, 6)).points == 60
    assert line((4, 2), (3, 2)).points == -60
    assert line((3, 2), (1, 6)).points == 52, "Beth and David bid five and won seven"


@pytest.mark.parametrize("taken", [0, 3, 5])
def test_spades_11_a_contract_failed_costs_10_a_trick_bid_however_many_are_missing(taken: int) -> None:
    failed = line((6,), (taken,))
    assert (failed.points, failed.bags, failed.is_made) == (-60, 0, False)


# -- nils ------------------------------------------------------------------------------------------------


def test_spades_12_a_nil_is_worth_100_made_and_costs_100_failed() -> None:
    assert line((NIL,), (0,)).points == 100
    assert line((NIL, 4), (0, 4)).points == 140
    assert line((NIL,), (1,)).nil_points == -100


def test_spades_12_a_blind_nil_is_200() -> None:
    assert line((BLIND, 4), (0, 4)).points == 240
    assert line((BLIND,), (3,)).nil_points == -200


@pytest.mark.parametrize(
    ("bids", "taken", "points"),
    [
        ((NIL, NIL), (0, 0), 200),
        ((BLIND, BLIND), (0, 0), 400),
        ((NIL, NIL), (1, 2), -200),
        ((BLIND, BLIND), (1, 2), -400),
        ((NIL, NIL), (0, 2), 0),
        ((BLIND, BLIND), (4, 0), 0),
        ((NIL, BLIND), (0, 1), -100),
    ],
)
def test_spades_12_each_nil_of_a_partnership_is_settled_by_itself(
    bids: tuple[Bid, Bid], taken: tuple[int, int], points: int
) -> None:
    assert line(bids, taken).nil_points == points


def test_spades_12_a_failed_nil_beside_a_contract_of_five_made_is_minus_50() -> None:
    """The source's example; the nil's own trick is a bag, and as such a point, unless it helps."""
    assert line((NIL, 5), (1, 4), scoring=HELPING).points == -50
    assert line((NIL, 5), (1, 5)).points == -50 + 1


def test_spades_13_the_tricks_of_a_failed_nil_do_not_help_and_are_bags() -> None:
    failed = line((NIL, 4), (2, 3))
    assert (failed.is_made, failed.tricks, failed.bags) == (False, 3, 2)
    assert failed.points == -100 - 40 + 2
    made = line((NIL, 4), (2, 5))
    assert (made.is_made, made.bags, made.points) == (True, 3, -100 + 40 + 3)


def test_spades_13_by_choice_they_help() -> None:
    made = line((NIL, 4), (2, 3), scoring=HELPING)
    assert (made.is_made, made.tricks, made.bags) == (True, 5, 1)
    assert made.points == -100 + 40 + 1
    assert line((NIL, 4), (1, 2), scoring=HELPING).points == -100 - 40


# -- bags ------------------------------------------------------------------------------------------------


def test_spades_14_every_tenth_bag_of_the_game_costs_100() -> None:
    """The source's example: 3, 3 and 4 more bags are eleven with the one before, and nine more cost again."""
    score = bags = 0
    for more, penalty in ((1, 0), (3, 0), (3, 0), (4, 100), (8, 0), (1, 100)):
        got = line((3,), (3 + more,), score, bags)
        assert (got.bags, got.penalty) == (more, penalty)
        assert got.points == 30 + more - penalty
        assert got.score == score + got.points
        score, bags = got.score, got.total_bags
    assert bags == 20


def test_spades_14_the_tenth_bag_itself_costs_and_the_eleventh_carries_over() -> None:
    assert line((3,), (4,), bags=8).penalty == 0
    assert line((3,), (4,), bags=9).penalty == 100
    assert line((3,), (5,), bags=9).total_bags == 11
    assert line((3,), (4,), bags=10).penalty == 0
    assert line((1,), (12,), bags=9).penalty == 200, "two tens in one deal"


def test_spades_14_in_the_short_game_every_fifth_costs_50() -> None:
    assert line((3,), (4,), bags=4, scoring=SHORT).penalty == 50
    assert line((3,), (4,), bags=3, scoring=SHORT).penalty == 0
    assert line((1,), (12,), scoring=SHORT).penalty == 100


# -- the end ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "outcome"),
    [
        ((499, 480), None),
        ((500, 480), Outcome((0, 2), (500, 480), SpadesReason.TARGET)),
        ((-300, 510), Outcome((1, 3), (-300, 510), SpadesReason.TARGET)),
        ((520, 541), Outcome((1, 3), (520, 541), SpadesReason.TARGET)),
        ((520, 520), None),
        ((-500, -400), None),
    ],
)
def test_spades_15_the_game_is_to_500_after_a_whole_deal(scores: tuple[int, ...], outcome: Outcome | None) -> None:
    assert outcome_after(LONG, scores, PARTNERS) == outcome


@pytest.mark.parametrize(
    ("scores", "outcome"),
    [
        ((510, 505, 0, 100), Outcome((0,), (510, 505, 0, 100), SpadesReason.TARGET)),
        ((510, 505, 510, 100), None),
        ((510, 510, 512, 0), Outcome((2,), (510, 510, 512, 0), SpadesReason.TARGET)),
    ],
)
def test_spades_15_of_several_over_it_the_highest_wins_and_equal_ones_play_another_deal(
    scores: tuple[int, ...], outcome: Outcome | None
) -> None:
    assert outcome_after(LONG, scores, (0, 1, 2, 3)) == outcome


@pytest.mark.parametrize(
    ("scores", "sides", "outcome"),
    [
        ((-199, 40), PARTNERS, None),
        ((-200, 40), PARTNERS, Outcome((1, 3), (-200, 40), SpadesReason.FLOOR)),
        ((-230, 510), PARTNERS, Outcome((1, 3), (-230, 510), SpadesReason.TARGET)),
        ((-230, -210), PARTNERS, Outcome((1, 3), (-230, -210), SpadesReason.FLOOR)),
        ((-210, -210), PARTNERS, None),
        ((-200, 40, 90, 10), (0, 1, 2, 3), Outcome((2,), (-200, 40, 90, 10), SpadesReason.FLOOR)),
        ((-200, 90, 90, 10), (0, 1, 2, 3), None),
        ((-200, -190, -250), (0, 1, 2), Outcome((1,), (-200, -190, -250), SpadesReason.FLOOR)),
    ],
)
def test_spades_15_by_choice_a_side_at_minus_200_loses_and_the_best_other_wins(
    scores: tuple[int, ...], sides: tuple[int, ...], outcome: Outcome | None
) -> None:
    assert outcome_after(FLOORED, scores, sides) == outcome
    if outcome is None or outcome.reason == "floor":
        assert outcome_after(LONG, scores, sides) is None


# -- at the table ----------------------------------------------------------------------------------------


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
