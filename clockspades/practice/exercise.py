"""An exercise: a position of a game in which the player to act must find the best choice."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from clockspades.engine.phrases import capital
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession
from clockspades.language import headed


class Solution(NamedTuple):
    """Which answers to an exercise are right, and why."""

    right: tuple[Action, ...]
    """The actions that count as right, the best first."""
    why: str
    """One sentence or more, shown after the answer. It may tell what the review of the game tells."""
    chances: Mapping[Action, float] = {}
    """By action the chance to win, 0 to 1; empty if that is not known."""
    played: Action | None = None
    """What the player did in the game; None in a puzzle."""


class Exercise(NamedTuple):
    """A position to practice with. Nothing is read or built before it is opened."""

    key: str
    """Names the exercise for good: game and point, or the id of a puzzle. No two exercises share one."""
    title: str
    """Where the position is from, without a full stop: ``12 November``, ``Puzzle 12``."""
    open: Callable[[], AnySession]
    """A session that shows the position, in which a person decides. LogError if it cannot be read."""
    solve: Callable[[AnySession], Solution]
    """The solution for the session that ``open`` gave. It may take seconds, so call it in a thread."""
    aim: str = ""
    """What a puzzle asks for, without a full stop: ``make your contract``. Empty if it is to win the game."""
    grade: int = 0
    """How difficult a puzzle is, from 1; 0 for a position from an own game."""
    log: Path | None = None
    """The saved game that the position is from; None in a puzzle."""
    older_key: str = ""
    """Its key in older versions, by the file of the game."""


def question(exercise: Exercise, session: AnySession) -> str:
    """What is asked at the position that a session shows: ``12 November, turn 7: which spade?``"""
    words, view = session.game.words, session.view(session.to_act)
    asked = words.question(view)
    if exercise.aim:
        return headed(exercise.title, f"{exercise.aim}. {capital(asked)}")
    return headed(f"{exercise.title}, {words.progress(view)}", asked)
