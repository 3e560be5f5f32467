"""Exercises for tests: positions of Clockwork Spades with a made-up solution."""

from random import Random

from clockspades.cards import Rank
from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession, Session
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import TakeSpade
from clockspades.practice.exercise import Exercise, Solution

GAME = ClockworkSpades()
ACE, TWO, THREE, FOUR = (TakeSpade(rank) for rank in (Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR))


def to_take() -> AnySession:
    """A position in which Ana takes the ace, the 2 or the 3 of spades."""
    for seed in range(100):
        session: AnySession = Session(GAME, GAME.configure({}), (Seat("Ana"), Seat("Pip", "bot:random")))
        session.deal(Random(seed))
        if len(GAME.rules.legal_actions(session.state)) == 3:
            return session
    raise AssertionError("in one of these deals Ana has no match")


def solve(_: AnySession) -> Solution:
    """The 2 is best, the ace as good; in the game it was the 3."""
    return Solution((TWO, ACE), "The 2 is made up.", {ACE: 0.5, TWO: 0.515, THREE: 0.2}, THREE)


def prove(_: AnySession) -> Solution:
    """As a puzzle: the 2 is best, and no chances are known."""
    return Solution((TWO,), "The proof is made up.")


def exercise(key: str, aim: str = "", grade: int = 0) -> Exercise:
    return Exercise(key, f"12 {key}", to_take, solve, aim, grade)
