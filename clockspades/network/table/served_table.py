"""A table over a network: what is kept of it, what belongs to connections, its inputs and its effects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from clockspades.engine.rules import Action
from clockspades.network.table.kept import KeptTable, Record
from clockspades.network.wire.messages import FinishAsked, Shuffle, TakebackAsked, ToClient, ToHost

MOST_WATCHERS: Final = 16
"""People who can watch a table."""
IDLE_AFTER: Final = 180.0
"""Seconds for which a table waits for a person who is here, before the others may vote as if that person were gone."""
JUST_CAME: Final = 10.0
"""Seconds after a join in which no bot takes a seat: a share or a move may be on its way."""
SILENT_AFTER: Final = 240.0
"""Seconds after which a person who has sent nothing and not voted is not waited for in a vote."""
REMOVED_FOR: Final = 600.0
"""Seconds for which somebody whom the host has removed can't sit down again."""
TICK: Final = 15.0
"""Seconds from one :class:`Ticked` to the next."""
POINTS_AT_ONCE: Final = 50
"""Points that a connection is sent at once. More follow after a :class:`More`, so that other tables have their turn."""


class JoinedLine(NamedTuple):
    """A connection that joined, and how much of the game it was sent."""

    seat: int | None
    """None for a spectator."""
    following: int = 0
    """The number of the next point to send."""
    view: Any = None
    """The view that was sent last; None if the next point must have all of it."""
    has_log: bool = False
    came: float = 0.0
    more: bool = False
    """Whether it can be sent what a list of its view has more than before, in place of the whole list."""
    program: str = ""
    attempt: int = 0
    name: str = ""
    """As its join said; empty for a spectator without one."""
    told: tuple[Shuffle, bool] | None = None
    """The last that it was told of the shuffle, and whether it was told all promises."""


class Awaited(NamedTuple):
    """What a table waits for: a point of one epoch, and whether a deal that is due there waits for shares."""

    epoch: int
    at: int
    is_closed: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class Live:
    """What a table forgets when its process ends."""

    lines: Mapping[str, JoinedLine] = field(default_factory=dict)
    """By connection. A seat has one at most."""
    question: TakebackAsked | FinishAsked | None = None
    """What somebody asks all others."""
    votes: Mapping[tuple[int, int], bool] = field(default_factory=dict)
    """By the seat of a person who is gone, and a seat that votes: whether a bot should play."""
    again: tuple[int, ...] = ()
    """The seats that want another game."""
    asked: Awaited | None = None
    timed: Awaited | None = None
    """The point for which a timer was last started."""
    late: Awaited | None = None
    """The point at which a person's time is up."""
    since: float = 0.0
    """When the last point was made, or the last promises for a deal."""
    came: Mapping[int, float] = field(default_factory=dict)
    """By seat when it first came back since then."""
    heard: Mapping[int, float] = field(default_factory=dict)
    """By seat when it last sent something."""
    idle: tuple[int, ...] = ()
    """The seats of people who are here, for whom the table has waited for :data:`IDLE_AFTER`."""
    ready: frozenset[str] = frozenset()
    """The SHA-256 of the key of each person who is ready for the game to begin."""
    removed: Mapping[str, float] = field(default_factory=dict)
    """By the SHA-256 of a key when the host removed that person."""
    said: Mapping[int, float] = field(default_factory=dict)
    asked_at: Mapping[int, float] = field(default_factory=dict)

    @property
    def here(self) -> tuple[int, ...]:
        """The seats that are connected, in rising order."""
        return tuple(sorted(line.seat for line in self.lines.values() if line.seat is not None))


@dataclass(frozen=True, slots=True)
class ServedTable:
    """A table over a network. :func:`clockspades.network.table.table_server.serve` makes the next one."""

    kept: KeptTable
    live: Live = field(default_factory=Live)


class Restored(NamedTuple):
    """The table was opened, or its process was started again: give it once, before anything else."""


class Received(NamedTuple):
    """A message came over a connection. The first one of a connection is ``join``."""

    connection: str
    """What the shell calls it. It never calls two connections the same while a process runs."""
    message: ToHost


class Left(NamedTuple):
    """A connection has ended, by itself or after :class:`Close`. It may be told twice, and late."""

    connection: str


class BotAnswered(NamedTuple):
    """The answer to :class:`CallBot`."""

    epoch: int
    at: int
    action: Action


class TimeUp(NamedTuple):
    """The time for the move at a point, or for the promises or the shares of a deal, is over."""

    epoch: int
    at: int
    is_closed: bool = False
    """Whether it was for the shares."""


class Ticked(NamedTuple):
    """Some time has passed. Give it to each table where people are, every :data:`TICK` seconds."""


class More(NamedTuple):
    """A connection can be sent more points."""

    connection: str


class NotStored(NamedTuple):
    """The disk refused records. The table goes on from what is kept, and all connections end."""

    kept: KeptTable
    """What the records on the disk say."""
    words: str
    """What went wrong, as the end of a sentence: ``No space left on device``."""
    connections: tuple[str, ...]
    """All that are open: some may have been told nothing yet of why they were to end."""


ServerInput: TypeAlias = Restored | Received | Left | BotAnswered | TimeUp | Ticked | More | NotStored


class Send(NamedTuple):
    """Send a message over these connections. It waits for the records before it."""

    to: tuple[str, ...]
    message: ToClient


class Close(NamedTuple):
    """Send ``goodbye`` with these words over a connection, and end it. It waits for the records before it."""

    connection: str
    words: str
    final: bool = True
    """Whether it makes no sense to connect again."""
    is_break_in: bool = False
    """Whether the code was wrong: such attempts are slowed down."""


class Store(NamedTuple):
    """Keep a record on the disk. What follows it waits until it is there."""

    record: Record


class CallBot(NamedTuple):
    """Let a bot choose, and answer with :class:`BotAnswered`, in time. It waits for the records before it.

    So no bot chooses at a point that the disk then refuses, which would be another one the next time.
    """

    epoch: int
    at: int
    seat: int
    bot: str
    view: Any
    """What it chooses by: what the seat observes, or the state if the bot sees all cards."""
    seed: str
    """For the bot's generator: it follows from the table's secret and the point."""


class GiveLater(NamedTuple):
    """Give this input after so many seconds. Timers that are late, or of an earlier point, do nothing."""

    timer: TimeUp | More
    seconds: float


ServerEffect: TypeAlias = Send | Close | Store | CallBot | GiveLater
"""What the shell does, one after the other in their order."""
