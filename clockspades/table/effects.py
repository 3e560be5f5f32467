"""What a table asks its screen to do, as data."""

from dataclasses import dataclass
from typing import TypeAlias

from clockspades.engine.game import Action
from clockspades.table.model import AnyPlayerView


@dataclass(frozen=True, slots=True)
class Observe:
    """Answer at once with what the seat ``eyes`` sees of the point, with ``near`` at the near side.

    None sees what all see.
    """

    near: int
    eyes: int | None


@dataclass(frozen=True, slots=True)
class Act:
    """Take an action; the session moves or refuses."""

    action: Action


@dataclass(frozen=True, slots=True)
class ActWhileForced:
    """Take the only action offered until there is a choice; the session moves or refuses."""


@dataclass(frozen=True, slots=True)
class MakeDeal:
    """Make the deal that is due; the session moves or refuses."""


@dataclass(frozen=True, slots=True)
class Travel:
    """Go to another decision; the session moves or refuses."""

    forward: bool
    over_forced: bool
    """Whether to go on over moves that are forced."""


@dataclass(frozen=True, slots=True)
class AskBot:
    """Let a bot choose, and answer not before ``seconds`` have passed."""

    seat: int
    seconds: float


@dataclass(frozen=True, slots=True)
class DismissBot:
    """Ignore what a bot will choose."""

    seat: int


@dataclass(frozen=True, slots=True)
class StartTimer:
    """Answer with a tick of this number after ``seconds``."""

    timer: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Animate:
    """Show cards on their way from one point to the next."""

    before: AnyPlayerView
    after: AnyPlayerView


@dataclass(frozen=True, slots=True)
class GatherTrick:
    """Show the last trick on its way to its winner."""


@dataclass(frozen=True, slots=True)
class Land:
    """End every movement."""


@dataclass(frozen=True, slots=True)
class RaiseCurtain:
    """Cover the table until the player of a seat is ready."""

    seat: int


@dataclass(frozen=True, slots=True)
class OpenResult:
    """Leave the table for the result."""


@dataclass(frozen=True, slots=True)
class LeaveTable:
    """Leave the table."""


@dataclass(frozen=True, slots=True)
class Ring:
    """Ring the bell."""


Effect: TypeAlias = (
    Observe | Act | ActWhileForced | MakeDeal | Travel | AskBot | DismissBot | StartTimer
    | Animate | GatherTrick | Land | RaiseCurtain | OpenResult | LeaveTable | Ring
)  # fmt: skip
