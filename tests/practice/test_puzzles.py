"""The puzzles that come with the program: every proof, and what a reader gets to see."""

import json
from collections import Counter

import pytest

from clockspades.engine.log import dump
from clockspades.games.clogs.rules import TurnClog
from clockspades.practice.exercise import question
from clockspades.practice.goals import parse_goal
from clockspades.practice.make_puzzles import FORMS, SEED, Form, puzzles_of_game
from clockspades.practice.possible_deals import possible_deals
from clockspades.practice.proof import alike, choices, prove
from clockspades.practice.puzzles import GRADES, Puzzle, puzzles, read_puzzles

PUZZLES = read_puzzles()
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.key for puzzle in PUZZLES])


def test_there_are_a_hundred_as_many_of_each_grade() -> None:
    assert Counter(puzzle.grade for puzzle in PUZZLES) == dict.fromkeys(range(1, GRADES + 1), 20)
    assert [puzzle.grade for puzzle in PUZZLES] == sorted(puzzle.grade for puzzle in PUZZLES)


def test_all_have_names_and_positions_of_their_own() -> None:
    assert len({puzzle.key for puzzle in PUZZLES}) == len(PUZZLES)
    assert len({str(puzzle.actions) for puzzle in PUZZLES}) == len(PUZZLES)


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
    assert all(alike(action, next(iter(proof.reach))) for action in solution.right)


@every_puzzle
def test_its_reader_sees_the_same_in_every_deal_that_is_possible(puzzle: Puzzle) -> None:
    session = puzzle.session()
    view, observe = session.view(puzzle.solver), session.game.rules.observe
    assert all(observe(deal, puzzle.solver) == view for deal in possible_deals(view, puzzle.solver))


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


def asked_and_told(key: str) -> tuple[str, str]:
    """The question and the solution of a puzzle."""
    exercise = next(exercise for exercise in puzzles() if exercise.key == key)
    session = exercise.open()
    return question(exercise, session).partition(": ")[2], exercise.solve(session).why


def test_a_solution_tells_the_proof_in_words() -> None:
    assert asked_and_told("clockwork-spades-pagat-244-20") == (
        "win the game. Which spade?",
        "If you take 9♠, you win the game in all 36 deals that fit what you have seen, whatever North does. Any other"
        " choice fails in at least 2 of them against best play, even if you see all cards.",
    )
    assert asked_and_told("spades-45-52") == (
        "make your contract. Which card?",
        "Only one deal fits what you have seen. If you play 6♠, you make your contract in it, whatever the others do."
        " Any other choice fails against best play.",
    )
    assert asked_and_told("clock-watch-70-48") == (
        "win the game. Which card for the king?",
        "If you exchange the king for the 2nd card at 7 o'clock, you win the game in 12 of 24 possible orders of the"
        " face-down cards. The next best choice wins in 6.",
    )


def test_any_clog_is_right_where_one_is_best() -> None:
    [puzzle] = (puzzle for puzzle in PUZZLES if puzzle.key == "clogs-3-3-33")
    session = puzzle.session()
    clogs = [action for action in session.game.rules.legal_actions(session.state) if isinstance(action, TurnClog)]
    assert len(clogs) == 2
    other = puzzle._replace(reach=puzzle.reach[::-1])  # as if the clog were better than the card
    assert [*other.solution(session).right] == clogs


@pytest.mark.parametrize("form", [form for form in FORMS if form.game.startswith("clock")], ids=str)
def test_the_program_makes_them_again(form: Form) -> None:
    """The first of each form: others take long, or depend on how well bots play."""
    key = "-".join(map(str, (form.game, *form.options.values(), "")))
    first = min(
        (puzzle for puzzle in PUZZLES if puzzle.key.startswith(key)), key=lambda puzzle: number_of_game(puzzle.key)
    )
    made = next(iter(puzzles_of_game(form, SEED, number_of_game(first.key))))
    assert json.loads(dump(made._asdict())) == json.loads(dump(first._asdict()))


def number_of_game(key: str) -> int:
    return int(key.split("-")[-2])
