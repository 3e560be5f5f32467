"""The puzzles that come with the program, and what a reader gets to see."""

from clockspades.cards import Rank
from clockspades.engine.rules import Action
from clockspades.games.clock.clock_rules import ExchangeKing
from clockspades.games.clockwork.clockwork_rules import TakeSpade
from clockspades.games.clogs.clogs_rules import TurnClog
from clockspades.practice.exercise import question
from clockspades.practice.puzzles import AIMS, Puzzle, puzzles, read_puzzles
from tests.pseudo import faults, spoken

PUZZLES = read_puzzles()


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


def test_they_ask_for_what_can_be_asked_in_every_language() -> None:
    assert {puzzle.aim for puzzle in PUZZLES} == {*AIMS}
    with spoken():
        for exercise in puzzles():
            assert faults(f"{exercise.title}: {exercise.aim}") == []
            assert faults(" ".join(exercise.open().names)) == []
    assert puzzles()[0].title == "Puzzle 1"


def first_of(game: str, **options: object) -> Puzzle:
    """The first puzzle of a form of a game."""
    return next(puzzle for puzzle in PUZZLES if puzzle.game == game and puzzle.options == options)


def why(puzzle: Puzzle, deals: int, *reach: tuple[Action, int]) -> str:
    """What a solution tells, as if these choices reached the goal in so many deals."""
    counted = tuple((action.as_json(), reached) for action, reached in reach)
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
    best = puzzle._replace(reach=((clogs[0].as_json(), puzzle.deals), *puzzle.reach))
    assert [*best.solution(puzzle.session()).right] == clogs


def clogs_of(puzzle: Puzzle) -> list[TurnClog]:
    """The clogs that can be turned up."""
    session = puzzle.session()
    return [action for action in session.game.rules.legal_actions(session.state) if isinstance(action, TurnClog)]
