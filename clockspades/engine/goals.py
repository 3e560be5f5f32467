"""Goals in a game: its milestones, and what its puzzles ask for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from clockspades.engine.options import Json, Options
from clockspades.engine.rules import Outcome


class End(NamedTuple):
    """How a finished game ended for the person who played it."""

    options: Options
    outcome: Outcome
    seat: int
    won: bool


@dataclass(frozen=True, eq=False)
class GameMilestone:
    """Something to reach in one finished game."""

    title: str
    how: str
    """One sentence."""
    at_end: Callable[[End], bool]
    """Whether a game with this end reaches it. If there is :attr:`in_state`, that must hold too."""
    own_line: Mapping[str, Json] = field(default_factory=dict)
    """What an action of the person in the log has, where only a game with such an action may reach it."""
    in_state: Callable[[Any, int], bool] | None = None
    """Whether the last state of the game, with all its cards, reaches it for a seat.

    To get this state, the log is played again. So it is asked last, and once for each file.
    """


class Win(NamedTuple):
    """Win the game."""

    allies: tuple[int, ...]
    """The seats that want it: the player, and the partner if there is one."""

    def reached(self, state: Any) -> bool | None:
        """Whether it is reached; None before the game is over."""
        return None if state.outcome is None else self.allies[0] in state.outcome.winners


class Tricks(NamedTuple):
    """See to it that some seats take a number of tricks in this deal."""

    allies: tuple[int, ...]
    """The seats that want it."""
    takers: tuple[int, ...]
    """The seats whose tricks count."""
    least: int
    """How many they are to take together, those that they have taken included."""
    most: int

    def reached(self, state: Any) -> bool | None:
        """True once it is certain, False once it is out of reach, None until then.

        ``state`` is that of a trick-taking game: it has the tricks that are over, and how many are left.
        """
        taken, left = sum(trick.winner in self.takers for trick in state.tricks), state.tricks_left
        if taken > self.most or taken + left < self.least:
            return False
        return True if self.least <= taken and taken + left <= self.most else None


Goal: TypeAlias = Win | Tricks


def goal_as_json(goal: Goal) -> dict[str, Json]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in goal._asdict().items()}


def parse_goal(data: Mapping[str, Any]) -> Goal:
    """The goal in :func:`goal_as_json`."""
    allies = tuple(data["allies"])
    return Tricks(allies, tuple(data["takers"]), data["least"], data["most"]) if "takers" in data else Win(allies)
