"""What can happen to a table: keys, the pointer, timers, and what the session and the bots answer."""

from dataclasses import dataclass
from typing import TypeAlias

from clockspades.engine.game import Action
from clockspades.table.model import AnyPlayerView, Direction, Target, TargetKind
from clockspades.table.state import Cause, Point, Preferences

# -- from the session, the bots and the clock ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SessionMoved:
    """The session is at another point."""

    point: Point
    cause: Cause


@dataclass(frozen=True, slots=True)
class Observed:
    """What the eyes at the table see of the point; the answer to :class:`~clockspades.table.effects.Observe`."""

    player: AnyPlayerView


@dataclass(frozen=True, slots=True)
class SessionRefused:
    """The session stays where it is, and why."""

    words: str


@dataclass(frozen=True, slots=True)
class Told:
    """Something to say in the place of the prompt."""

    words: str


@dataclass(frozen=True, slots=True)
class BotChose:
    """A bot has made its choice."""

    action: Action


@dataclass(frozen=True, slots=True)
class Tick:
    """A timer ended."""

    timer: int


# -- from the player -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeyPressed:
    """A key went down. What it does follows as another input."""

    key: str


@dataclass(frozen=True, slots=True)
class MouseDown:
    """A mouse button went down. What the click does follows as other inputs."""

    is_on_table: bool


@dataclass(frozen=True, slots=True)
class Clicked:
    """A click is over, and has done what it does."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Enter: do what the cursor is on, go on, or play what is announced."""


@dataclass(frozen=True, slots=True)
class Space:
    """The space bar: a smaller step than Enter, where the game has one."""


@dataclass(frozen=True, slots=True)
class Digit:
    """A digit key."""

    number: int


@dataclass(frozen=True, slots=True)
class Move:
    """An arrow key; ``nearest`` is what lies that way on the screen."""

    direction: Direction
    nearest: Target | None


@dataclass(frozen=True, slots=True)
class PointAt:
    """A letter key that stands for a target."""

    target: Target


@dataclass(frozen=True, slots=True)
class Pressed:
    """A click on a target."""

    target: Target


@dataclass(frozen=True, slots=True)
class Hovered:
    """The pointer is on a target, or has left those of a kind."""

    kind: TargetKind
    target: Target | None


@dataclass(frozen=True, slots=True)
class Carried:
    """A card is dragged."""

    target: Target


@dataclass(frozen=True, slots=True)
class Dropped:
    """A dragged card was let go: on a target, or on nothing."""

    target: Target | None


@dataclass(frozen=True, slots=True)
class Cancel:
    """Escape."""


@dataclass(frozen=True, slots=True)
class LookBack:
    """Show the last trick again, or no longer."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back to the decision before."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Go on to the decision after."""


@dataclass(frozen=True, slots=True)
class Run:
    """Let cards turn by themselves: at a speed from 1, faster or slower than now, or at the next speed."""

    speed: int | None = None
    by: int = 0


@dataclass(frozen=True, slots=True)
class Finish:
    """Make every move that leaves no choice."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End what moves by itself, or is about to."""


# -- from the screen -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Landed:
    """No card is in the air any more."""


@dataclass(frozen=True, slots=True)
class CurtainLifted:
    """The next player is ready."""


@dataclass(frozen=True, slots=True)
class Covered:
    """Something lies over the table."""


@dataclass(frozen=True, slots=True)
class Uncovered:
    """The table is in view again."""


@dataclass(frozen=True, slots=True)
class PreferencesChanged:
    """The settings or the terminal ask for something else."""

    preferences: Preferences


Input: TypeAlias = (
    SessionMoved | Observed | SessionRefused | Told | BotChose | Tick
    | KeyPressed | MouseDown | Clicked | Confirm | Space | Digit | Move | PointAt | Pressed | Hovered
    | Carried | Dropped | Cancel | LookBack | Undo | Redo | Run | Finish | Stop
    | Landed | CurtainLifted | Covered | Uncovered | PreferencesChanged
)  # fmt: skip
