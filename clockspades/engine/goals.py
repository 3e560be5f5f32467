"""Goals in a game: its milestones, and what its puzzles ask for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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
    reached: str = ""
    """The news for the player who reaches it: a sentence without its full stop. If empty, the title is said."""
