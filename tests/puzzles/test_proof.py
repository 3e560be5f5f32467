"""What counts as proved, in endings that are small enough to check by hand."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from clockspades.engine.rules import Action, Rules
from clockspades.games.clock import clock_rules as clock
from clockspades.games.clock.clock_bots import exchange_chance
from clockspades.games.clock.clock_rules import ExchangeKing, Variant
from clockspades.games.clogs import clogs_rules as clogs
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.games.spades import spades_rules as spades
from clockspades.games.spades.spades_state import SpadesState
from puzzles.endings import Goal, Tricks, Win, goal_as_json, parse_goal, possible_deals
from puzzles.proof import GoalProof, NoProofError, choices, prove
from tests.games.clock.tables import exchange_of
from tests.games.spades.tables import playing, start


def proof_of(rules: Rules[Any, Any, Any], state: Any, goal: Goal, *, is_alone: bool = False) -> GoalProof:
    """The proof for the seat to act, from what it sees."""
    seat = rules.to_act(state)
    assert seat is not None
    view = rules.observe(state, seat)
    return prove(rules, view, list(possible_deals(view, seat)), goal, is_alone=is_alone)


def in_words(reach: Any) -> dict[str, int]:
    """Each card that may be played, and the deals in which it reaches the goal."""
    return {action.card.text: deals for action, deals in reach.items()}


# -- trick-taking games: seat 0 is to play last to 5♥ 9♥ J♥ with Q♥ and A♥, and K♥, 4♦ and 6♣ are hidden ---


def two_hearts(mode: str) -> SpadesState:
    return playing(
        {0: ".AQ..", 1: ".K..", 2: "..4.", 3: "...6"}, "5H 9H JH", "7 1 2 1", leader=1, taken=(7, 4, 0, 0),
        state=start(mode=mode, blind_nil="off"),
    )  # fmt: skip


def test_a_card_is_best_if_it_reaches_the_goal_in_every_deal() -> None:
    proof = proof_of(spades.RULES, two_hearts("cutthroat"), Tricks((0,), (0,), 9, 13))
    assert proof.deals == 6
    assert in_words(proof.reach) == {"QH": 6, "AH": 0}  # after the ace, the king beats the queen


def test_the_partner_helps_where_another_card_is_tried() -> None:
    proof = proof_of(spades.RULES, two_hearts("partners"), Tricks((0, 2), (0, 2), 9, 13))
    assert in_words(proof.reach) == {"QH": 6, "AH": 2}  # the partner has the king in two of six deals


def test_nothing_is_proved_where_both_cards_reach_the_goal() -> None:
    with pytest.raises(NoProofError, match="no action, or more than one"):
        proof_of(spades.RULES, two_hearts("cutthroat"), Tricks((0,), (0,), 8, 13))


def test_nothing_is_proved_where_no_card_reaches_the_goal() -> None:
    with pytest.raises(NoProofError, match="no action, or more than one"):
        proof_of(spades.RULES, two_hearts("cutthroat"), Tricks((0,), (0,), 10, 13))


def test_a_card_that_needs_a_look_at_hidden_cards_is_not_certain() -> None:
    """After A♦ alone there is a trick to win in all 20 deals, but with which spade depends on where the others are."""
    state = playing(
        {0: "Q9..A.", 1: "KT..Q.", 2: "J..3.9"}, "", "1 1 1", leader=0, taken=(0, 7, 7),
        state=start(mode="cutthroat", players=3),
    )  # fmt: skip
    with pytest.raises(NoProofError, match="must see hidden cards"):
        proof_of(spades.RULES, state, Tricks((0,), (0,), 1, 17))


def test_a_goal_of_tricks_is_decided_as_soon_as_it_can_be() -> None:
    state = two_hearts("cutthroat")
    assert Tricks((0,), (0,), 7, 13).reached(state) is True
    assert Tricks((0,), (0,), 8, 13).reached(state) is None
    assert Tricks((0,), (0,), 10, 13).reached(state) is False
    assert Tricks((0,), (0,), 0, 6).reached(state) is False
    assert Tricks((0,), (1,), 0, 6).reached(state) is True


@pytest.mark.parametrize("goal", [Win((1,)), Tricks((1, 3), (0, 2), 0, 4)])
def test_a_goal_is_read_as_it_was_written(goal: Goal) -> None:
    assert parse_goal(goal_as_json(goal)) == goal


def test_face_down_clogs_are_one_choice() -> None:
    assert clogs.RULES.alike(TurnClog(0), TurnClog(3))
    state = clogs.RULES.initial({"players": 4, "target": 50, "dealer": 3})
    state = clogs.RULES.reduce(state, clogs.RULES.deal(state, Random(1))).state
    assert len(clogs.RULES.legal_actions(state)) == 13
    assert len(choices(clogs.RULES, state)) == 9


# -- one player ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_what_is_counted_in_watch_is_the_exact_chance(seed: int) -> None:
    state = exchange_of(Variant.WATCH, Random(seed), 5)
    view = clock.RULES.observe(state, 0)
    chances: dict[Action, Fraction] = {
        action: exchange_chance(view, action.pile, action.depth) for action in exchanges(view)
    }
    most = max(chances.values())
    if [*chances.values()].count(most) > 1:
        with pytest.raises(NoProofError, match="no action is better"):
            proof_of(clock.RULES, state, Win((0,)), is_alone=True)
        return
    proof = proof_of(clock.RULES, state, Win((0,)), is_alone=True)
    assert {action: Fraction(deals, proof.deals) for action, deals in proof.reach.items()} == chances
    assert chances[next(iter(proof.reach))] == most


def exchanges(view: clock.ClockState) -> list[ExchangeKing]:
    return [action for action in clock.RULES.legal_actions(view) if isinstance(action, ExchangeKing)]
