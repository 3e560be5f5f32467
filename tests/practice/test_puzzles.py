"""The puzzles that come with the program: every proof, and what a reader gets to see."""

import json
from collections import Counter
from itertools import chain, count
from typing import Any

import pytest

from clockspades.cards import Rank
from clockspades.engine.actions import Action
from clockspades.engine.goals import Goal, parse_goal
from clockspades.engine.rules import Rules
from clockspades.games.clock.clock_rules import ExchangeKing
from clockspades.games.clockwork.clockwork_rules import TakeSpade
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.practice.exercise import question
from clockspades.practice.make_puzzles import FORMS, SEED, Form, key_of, puzzles_of_game
from clockspades.practice.proof import choices, prove
from clockspades.practice.puzzles import GRADES, Puzzle, puzzles, read_puzzles
from clockspades.saved.log import dump

PUZZLES = read_puzzles()
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.key for puzzle in PUZZLES])


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
    deals = list(rules.possible_deals(view, puzzle.solver))
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
    deals = list(rules.possible_deals(view, puzzle.solver))
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
    assert all(observe(deal, puzzle.solver) == view for deal in session.game.rules.possible_deals(view, puzzle.solver))


def test_they_are_exercises_in_which_south_decides() -> None:
    exercises = puzzles()
    assert [exercise.grade for exercise in exercises] == [puzzle.grade for puzzle in PUZZLES]
    assert len({exercise.key for exercise in exercises}) == len(exercises)
    for exercise in exercises:
        session = exercise.open()
        assert session is not exercise.open()
        assert session.to_act is not None
        assert session.humans == (session.to_act,)
        assert session.names[session.to_act] == "South"


def first_of(game: str, **options: object) -> Puzzle:
    """The first puzzle of a form of a game."""
    return next(puzzle for puzzle in PUZZLES if puzzle.game == game and puzzle.options == options)


def why(puzzle: Puzzle, deals: int, *reach: tuple[Action, int]) -> str:
    """What a solution tells, as if these choices reached the goal in so many deals."""
    counted = [(action.as_json(), reached) for action, reached in reach]
    return puzzle._replace(deals=deals, reach=counted).solution(puzzle.session()).why


def test_a_puzzle_says_what_to_reach() -> None:
    puzzle = first_of("clockwork-spades", rules="pagat")
    exercise = puzzles()[PUZZLES.index(puzzle)]
    assert question(exercise, exercise.open()).endswith(": win the game. Which spade?")


def test_a_solution_tells_the_proof_in_words() -> None:
    puzzle = first_of("clockwork-spades", rules="pagat")
    assert why(puzzle, 36, (TakeSpade(Rank.NINE), 36), (TakeSpade(Rank.SIX), 34), (TakeSpade(Rank.TEN), 0)) == (
        "If you take the 9♠, you win the game in all 36 deals that fit what you have seen, whatever North does."
        " Any other choice fails in at least 2 of them against best play, even if you see all cards."
    )
    assert why(puzzle, 6, (TakeSpade(Rank.NINE), 6), (TakeSpade(Rank.SIX), 0), (TakeSpade(Rank.TEN), 0)) == (
        "If you take the 9♠, you win the game in all 6 deals that fit what you have seen, whatever North does."
        " Any other choice fails in all of them against best play, even if you see all cards."
    )
    puzzle = first_of("clogs", players=3)._replace(aim="take 1 more trick")
    assert why(puzzle, 1, (TurnClog(3), 1), (TurnClog(4), 0)) == (
        "Only one deal fits what you have seen. If you turn up a clog, you take 1 more trick in it, whatever the others"
        " do. Any other choice fails against best play."
    )


def test_a_solution_of_watch_tells_the_odds() -> None:
    puzzle = first_of("clock", variant="watch")
    assert why(puzzle, 24, (ExchangeKing(7, 2), 12), (ExchangeKing(1, 1), 6), (ExchangeKing(7, 1), 0)) == (
        "If you exchange the king for the second card at 7 o'clock, you win the game in 12 of 24 possible orders of the"
        " face-down cards. The next best choice wins in 6."
    )
    assert why(puzzle, 2, (ExchangeKing(7, 2), 2), (ExchangeKing(7, 1), 0)).endswith(
        "The next best choice wins in none."
    )
    chances = puzzle.solution(puzzle.session()).chances
    assert [*chances.values()] == [deals / puzzle.deals for _, deals in puzzle.reach]


def test_any_clog_is_right_where_one_is_best() -> None:
    puzzle, clogs = next(
        (puzzle, clogs) for puzzle in PUZZLES if puzzle.game == "clogs" and len(clogs := clogs_of(puzzle)) > 1
    )
    best = puzzle._replace(reach=[(clogs[0].as_json(), puzzle.deals), *puzzle.reach])
    assert [*best.solution(puzzle.session()).right] == clogs


def clogs_of(puzzle: Puzzle) -> list[TurnClog]:
    """The clogs that can be turned up."""
    session = puzzle.session()
    return [action for action in session.game.rules.legal_actions(session.state) if isinstance(action, TurnClog)]


@pytest.mark.parametrize("form", FORMS[:2], ids=str)
def test_the_program_makes_them_again(form: Form) -> None:
    """The first of two forms that are quick to make, and that no better bot will change."""
    games = (puzzles_of_game(form, SEED, index) for index in count())
    made = next(puzzle for puzzle in chain.from_iterable(games) if form.wanted[puzzle.grade - 1])
    assert json.loads(dump(made._asdict())) in [json.loads(dump(puzzle._asdict())) for puzzle in PUZZLES]
