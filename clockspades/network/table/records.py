"""The records of a table: facts in their order, which the host keeps on its disk before anyone hears of them.

A table is what its records make of it: :func:`clockspades.network.table.history.restore`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from clockspades.engine.options import Json, OptionValue
from clockspades.network.wire.codec import Codec, Named


class Record(Named):
    """A fact about a table."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Opened(Record):
    """The table was opened: the first record."""

    word: ClassVar[str] = "opened"
    table: str
    """What identifies the table: 1 to 56 letters, digits, hyphens and underscores. It is no secret."""
    game: str
    options: Mapping[str, OptionValue]
    """A value for every option of the game."""
    secret: str
    """64 hexadecimal digits: 256 random bits, from which the host's shares and the seeds of bots follow."""
    code: str
    """The SHA-256 of the code, as :func:`digest` has it."""
    host: str | None
    """The SHA-256 of the key with which the host joins; None for a table that starts when its seats are taken."""
    kinds: tuple[str, ...]
    """For each seat ``open`` or ``bot:`` and the bot's id."""
    bot: str
    """The id of the bot that plays for people who are gone."""
    best_of: int | None = None
    limit: int | None = None
    """Seconds that a move may take before a bot chooses it; None if nobody is hurried."""
    free_words: bool = False
    """Whether people can say anything."""


@dataclass(frozen=True, slots=True)
class Sat(Record):
    """A person sat down."""

    word: ClassVar[str] = "sat"
    seat: int
    name: str
    key: str
    """The SHA-256 of the seat's key."""


@dataclass(frozen=True, slots=True)
class Moved(Record):
    """A person moved to an open seat."""

    word: ClassVar[str] = "moved"
    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Placed(Record):
    """A seat was opened, or a bot was put on it."""

    word: ClassVar[str] = "placed"
    seat: int
    kind: str


@dataclass(frozen=True, slots=True)
class Began(Record):
    """A game began: the first, or the next one."""

    word: ClassVar[str] = "began"
    started: str
    """When, in UTC, as the header of a log has it."""


@dataclass(frozen=True, slots=True)
class Committed(Record):
    """A seat promised a share."""

    word: ClassVar[str] = "committed"
    seat: int
    commit: str


@dataclass(frozen=True, slots=True)
class Closed(Record):
    """All promises for the deal are there: seats without one take no part in it."""

    word: ClassVar[str] = "closed"


@dataclass(frozen=True, slots=True)
class Shared(Record):
    """A seat sent the share that it had promised."""

    word: ClassVar[str] = "shared"
    seat: int
    share: str


@dataclass(frozen=True, slots=True)
class Acted(Record):
    """An action of a seat, or the deal."""

    word: ClassVar[str] = "acted"
    seat: int | None
    action: Mapping[str, Json]
    """As a log has it, without the seat."""
    late: bool = False
    """Whether a bot chose it because the person's time was up."""


@dataclass(frozen=True, slots=True)
class TookBack(Record):
    """All agreed to go back to a point."""

    word: ClassVar[str] = "took-back"
    point: int


@dataclass(frozen=True, slots=True)
class Replaced(Record):
    """A bot plays for a person who is gone."""

    word: ClassVar[str] = "replaced"
    seat: int


@dataclass(frozen=True, slots=True)
class Returned(Record):
    """A person for whom a bot played is back."""

    word: ClassVar[str] = "returned"
    seat: int


RECORDS: Final = Codec[Record](
    [Opened, Sat, Moved, Placed, Began, Committed, Closed, Shared, Acted, TookBack, Replaced, Returned]
)
"""Writes each record as one line of JSON without its end, and reads it."""
