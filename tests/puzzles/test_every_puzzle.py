"""The puzzles that come with the program: every proof."""

from collections import Counter
from itertools import chain, count
from typing import Any

import pytest

from clockspades.engine.rules import Rules
from clockspades.practice.puzzles import PUZZLES as CODEC
from clockspades.practice.puzzles import Puzzle, read_puzzles
from puzzles.endings import Goal, parse_goal, possible_deals
from puzzles.make import FORMS, GRADES, SEED, Form, key_of, puzzles_of_game
from puzzles.proof import choices, prove

PUZZLES = read_puzzles()
every_puzzle = pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(puzzle, id=puzzle.key, marks=[pytest.mark.thorough] * (number % 5 > 0))
        for number, puzzle in enumerate(PUZZLES)
    ],
)


def test_there_are_a_hundred_as_many_of_each_grade() -> None:
    assert Counter(puzzle.grade for puzzle in PUZZLES) == dict.fromkeys(range(1, GRADES + 1), 20)
    assert [puzzle.grade for puzzle in PUZZLES] == sorted(puzzle.grade for puzzle in PUZZLES)


def test_all_have_names_and_positions_of_their_own() -> None:
    assert len({puzzle.key for puzzle in PUZZLES}) == len(PUZZLES)
    assert len({str(puzzle.actions) for puzzle in PUZZLES}) == len(PUZZLES)
    assert all(puzzle.key == key_of(puzzle) for puzzle in PUZZLES)


@every_puzzle
def test_its_proof_holds(puzzle: Puzzle) -> None:
    session = puzzle.session()
    rules = session.game.rules
    view = session.view(puzzle.solver)
    assert rules.to_act(session.state) == puzzle.solver
    deals = list(possible_deals(view, puzzle.solver))
    proof = prove(rules, view, deals, parse_goal(puzzle.goal), is_alone=len(session.seats) == 1)
    assert (proof.deals, proof.reach) == (puzzle.deals, puzzle.proof(session))
    assert {*proof.reach} == {*choices(rules, view)}
    best, second, *_ = proof.reach.values()
    assert best > second
    solution = puzzle.solution(session)
    assert solution.right
    assert all(rules.alike(action, next(iter(proof.reach))) for action in solution.right)


SMALL = [puzzle for puzzle in PUZZLES if puzzle.grade < 3 and puzzle.game != "clock" and len(puzzle.reach) <= 3]
"""Puzzles in which all plans can be searched: with five choices that takes as long as for all the others."""


@pytest.mark.parametrize("puzzle", SMALL)
def test_one_way_to_play_reaches_the_goal_in_every_deal(puzzle: Puzzle) -> None:
    """In small puzzles, a plan for all that the player can come to see is found in another way."""
    session = puzzle.session()
    rules, goal = session.game.rules, parse_goal(puzzle.goal)
    view = session.view(puzzle.solver)
    deals = list(possible_deals(view, puzzle.solver))
    works = {
        choice: has_plan(rules, goal, [rules.reduce(deal, choice).state for deal in deals], {})
        for choice in choices(rules, view)
    }
    assert [choice for choice, does in works.items() if does] == [next(iter(puzzle.proof(session)))]


def has_plan(rules: Rules[Any, Any, Any], goal: Goal, states: list[Any], plan: dict[Any, Any]) -> bool:
    """Whether a plan, which has an action for each view of the player, reaches the goal however these states go on."""
    player = goal.allies[0]
    states = [*states]
    while states:
        state = states.pop()
        reached = goal.reached(state)
        if reached is False:
            return False
        if reached is None and rules.to_act(state) != player:
            states += [rules.reduce(state, action).state for action in rules.legal_actions(state)]
        elif reached is None:
            view = rules.observe(state, player)
            actions = [plan[view]] if view in plan else choices(rules, view)
            return any(
                has_plan(rules, goal, [*states, rules.reduce(state, action).state], {**plan, view: action})
                for action in actions
            )
    return True


@every_puzzle
def test_its_reader_sees_the_same_in_every_deal_that_is_possible(puzzle: Puzzle) -> None:
    session = puzzle.session()
    view, observe = session.view(puzzle.solver), session.game.rules.observe
    assert all(observe(deal, puzzle.solver) == view for deal in possible_deals(view, puzzle.solver))


@pytest.mark.thorough
@pytest.mark.parametrize("form", FORMS[:2], ids=str)
def test_the_program_makes_them_again(form: Form) -> None:
    """The first of two forms that are quick to make, and that no better bot will change."""
    games = (puzzles_of_game(form, SEED, index) for index in count())
    made = next(puzzle for puzzle in chain.from_iterable(games) if form.wanted[puzzle.grade - 1])
    assert CODEC.read_text(CODEC.write_text(made)) in PUZZLES
