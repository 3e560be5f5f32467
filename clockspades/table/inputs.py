"""What can happen to a table: keys, the pointer, timers, and what the session and the bots answer."""

from typing import NamedTuple, TypeAlias

from clockspades.engine.rules import Action
from clockspades.table.effects import Effect
from clockspades.table.model import AnyPlayerView, Direction, TableAdvice, Target, TargetKind
from clockspades.table.state import Cause, Point, Preferences

# -- from the session, the bots and the clock ----------------------------------------------------------------


class SessionMoved(NamedTuple):
    """The session is at another point."""

    point: Point
    cause: Cause


class Observed(NamedTuple):
    """What the eyes at the table see of the point; the answer to :class:`~clockspades.table.effects.Observe`."""

    player: AnyPlayerView


class SessionRefused(NamedTuple):
    """The session stays where it is, and why."""

    words: str
    again: Effect | None = None
    """What can be tried again, because it only could not be saved; None if the rules refuse it."""


class ShowNote(NamedTuple):
    """Something to say in the place of the prompt."""

    words: str
    is_refusal: bool = False
    """Whether it says why something was not done. What is to be done is then said after it."""


class BotChose(NamedTuple):
    """A bot has made its choice."""

    action: Action


class Advised(NamedTuple):
    """The choices that a player has are compared; the answer to :class:`~clockspades.table.effects.Advise`."""

    player: AnyPlayerView
    advice: TableAdvice


class Judged(NamedTuple):
    """A verdict on a choice at the point that is shown, where nobody chooses any more."""

    verdict: TableAdvice


class Tick(NamedTuple):
    """A timer ended."""

    timer: int


# -- from the player -----------------------------------------------------------------------------------------


class KeyPressed(NamedTuple):
    """A key went down. What it does follows as another input."""

    gives: "Input | None" = None
    """The input that the command of the key gives to the table; None if it has none."""


class MouseDown(NamedTuple):
    """A mouse button went down. What the click does follows as other inputs."""

    is_on_table: bool


class Clicked(NamedTuple):
    """A click is over, and has done what it does."""


class Chose(NamedTuple):
    """The person who decides has named an action, as by typing its words, without pointing at anything."""

    action: Action


class Confirm(NamedTuple):
    """Enter: do what the cursor is on, go on, or play what is announced."""


class Space(NamedTuple):
    """The space bar: a smaller step than Enter, where the game has one."""


class Digit(NamedTuple):
    """A digit key."""

    number: int


class ArrowPressed(NamedTuple):
    """An arrow key; ``nearest`` is what lies that way on the screen, which the screen adds."""

    direction: Direction
    nearest: Target | None = None


class PointAt(NamedTuple):
    """A letter key that stands for a target."""

    target: Target


class Pressed(NamedTuple):
    """A click on a target."""

    target: Target


class Hovered(NamedTuple):
    """The pointer is on a target, or has left those of a kind."""

    kind: TargetKind
    target: Target | None


class Carried(NamedTuple):
    """A card is dragged."""

    target: Target


class Dropped(NamedTuple):
    """A dragged card was let go: on a target, or on nothing."""

    target: Target | None


class Cancel(NamedTuple):
    """Escape."""


class LookBack(NamedTuple):
    """Show the last trick again, or no longer."""


class AskUnseen(NamedTuple):
    """Say which cards the player at the near side has not seen."""


class AskMeaning(NamedTuple):
    """Explain an action."""

    about: Target | int | None = None
    """What was clicked: a target that shows the action, or a line of the log, by the point that the action led to.

    None for a key: then it is what the pointer or the cursor is on, or the last action of another player.
    """


class AskAdvice(NamedTuple):
    """Show which choices are good."""


class Undo(NamedTuple):
    """Take back to the decision before."""


class Redo(NamedTuple):
    """Go on to the decision after."""


class Run(NamedTuple):
    """Let cards turn by themselves: at a speed from 1, faster or slower than now, or at the next speed."""

    speed: int | None = None
    by: int = 0


class Finish(NamedTuple):
    """Play out what cannot change any more, for everybody."""


class Concede(NamedTuple):
    """Give up the rest of a deal; it is asked for a second time."""


class PlaysOut(NamedTuple):
    """The host of a table elsewhere plays out the rest of the deal for everybody."""


class Stop(NamedTuple):
    """End what moves by itself, or is about to."""


# -- from the screen -----------------------------------------------------------------------------------------


class Landed(NamedTuple):
    """No card is in the air any more."""


class CurtainLifted(NamedTuple):
    """The next player is ready."""


class AskedToTakeBack(NamedTuple):
    """Behind the curtain, the last person who moved asks to take that back."""


class Answered(NamedTuple):
    """The person who was asked agrees to take a move back, or does not."""

    agrees: bool


class Covered(NamedTuple):
    """Something lies over the table."""


class Uncovered(NamedTuple):
    """The table is in view again."""


class PreferencesChanged(NamedTuple):
    """The settings or the terminal ask for something else."""

    preferences: Preferences


Input: TypeAlias = (
    SessionMoved | Observed | SessionRefused | ShowNote | BotChose | Advised | Judged | Tick
    | KeyPressed | MouseDown | Clicked | Chose | Confirm | Space | Digit | ArrowPressed | PointAt | Pressed | Hovered
    | Carried | Dropped | Cancel | LookBack | AskUnseen | AskMeaning | AskAdvice | Undo | Redo | Run | Finish
    | PlaysOut
    | Concede | Stop | Landed | CurtainLifted | AskedToTakeBack | Answered | Covered | Uncovered | PreferencesChanged
)  # fmt: skip
