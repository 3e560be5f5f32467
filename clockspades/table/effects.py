"""What a table asks its screen to do, as data."""

from typing import NamedTuple, TypeAlias

from clockspades.engine.rules import Action
from clockspades.engine.session import Takeback
from clockspades.table.model import AnyPlayerView
from clockspades.table.moments import Moment
from clockspades.table.parts import Move


class Observe(NamedTuple):
    """Answer at once with what the seat ``eyes`` sees of the point, with ``near`` at the near side.

    None sees what all see.
    """

    near: int
    eyes: int | None


class Act(NamedTuple):
    """Take an action; the session moves or refuses."""

    action: Action
    is_played_on: bool = False
    """Whether it is played on after a finish or a claim: undo passes over it."""


class MakeDeal(NamedTuple):
    """Make the deal that is due; the session moves or refuses."""


class Travel(NamedTuple):
    """Go to another decision; the session moves or refuses."""

    forward: bool
    over_forced: bool
    """Whether to go on over moves that are forced."""


class AskBot(NamedTuple):
    """Let a bot choose, and answer not before ``seconds`` have passed."""

    seat: int
    seconds: float
    pace: float = 0.0
    """How many of them pass even if movements are ended."""


class DismissBot(NamedTuple):
    """Ignore what the bot that is thinking will choose."""


class StartTimer(NamedTuple):
    """Answer with a tick of this number after ``seconds``."""

    timer: int
    seconds: float


class Animate(NamedTuple):
    """Show cards on their way from one point to the next, or a trick to its winner."""

    moves: tuple[Move, ...]


class Celebrate(NamedTuple):
    """Play out a moment over the state that stands already."""

    moment: Moment
    delay: float = 0.0
    """Seconds until it begins at the full tempo: cards land before."""


class Land(NamedTuple):
    """End every movement, and a moment that is played out."""


class RaiseCurtain(NamedTuple):
    """Cover the table until the player of a seat is ready, or somebody asks to take back the last move."""

    seat: int
    words: str = ""
    """What the curtain also says."""
    asker: int | None = None
    """The seat whose last move can be asked back; None if none can."""


class AskToTakeBack(NamedTuple):
    """Ask the player of a seat, behind a curtain, whether a move may be taken back."""

    seat: int
    words: str


class TakeBack(NamedTuple):
    """Take back a move as all people agreed; the session moves or refuses."""

    takeback: Takeback


class AskOthers(NamedTuple):
    """Ask the others at the table, who are elsewhere, to let the rest of the deal be played out."""

    gives_up: bool


class ShowMeaning(NamedTuple):
    """Show over the table what the action that led to a point shows."""

    point: int


class Advise(NamedTuple):
    """Compare the choices that a player has, and answer with advice on them."""

    player: AnyPlayerView


class OpenResult(NamedTuple):
    """Leave the table for the result."""


class LeaveTable(NamedTuple):
    """Leave the table."""


class Ring(NamedTuple):
    """Ring the bell."""

    is_turn: bool = True
    """Whether it calls a person whose turn it is; otherwise it rings for a moment."""


Effect: TypeAlias = (
    Observe | Act | MakeDeal | Travel | AskBot | DismissBot | StartTimer
    | Animate | Celebrate | Land | RaiseCurtain | AskToTakeBack | TakeBack | AskOthers
    | ShowMeaning | Advise | OpenResult | LeaveTable | Ring
)  # fmt: skip
