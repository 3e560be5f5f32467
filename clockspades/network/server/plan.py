"""What a server process is told through a pipe, and what it answers: each one line of JSON.

Nothing of it is in the arguments or the environment, which every user of the machine can read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from clockspades.engine.options import Json, OptionValue
from clockspades.network.wire.codec import Codec, Named


class Line(Named):
    """A line through a pipe."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NewTable(Line):
    """Open a table."""

    word: ClassVar[str] = "open"
    game: str
    options: Mapping[str, OptionValue]
    kinds: tuple[str, ...]
    """For each seat ``open`` or ``bot:`` and the bot's id."""
    bot: str
    """The id of the bot that plays for people who are gone."""
    host: str | None
    """The SHA-256 of the key with which the host joins; None for a table without a host at it."""
    host_name: str = ""
    """The name under which the table is announced on the same network; empty if it is not."""
    address: str | None = None
    """Where to listen; None for everywhere."""
    port: int | None = None
    certificate: str | None = None
    """The path of a PEM file; None for a certificate made for this table."""
    key: str | None = None
    insecure: bool = False
    best_of: int | None = None
    limit: int | None = None
    free_words: bool = False


@dataclass(frozen=True, slots=True)
class OldTable(Line):
    """Bring a table back."""

    word: ClassVar[str] = "bring-back"
    journal: str
    """The path of its journal."""


@dataclass(frozen=True, slots=True)
class Ready(Line):
    """The table can be joined."""

    word: ClassVar[str] = "ready"
    table: str
    invitation: str
    local: str
    """The invitation for the host's own client on the same machine."""
    journal: str
    open_to_others: bool
    encrypted: bool
    way_back: str
    """The code of the way back to the table for guests who reach it with a short code."""


@dataclass(frozen=True, slots=True)
class NotReady(Line):
    """The table can't be opened."""

    word: ClassVar[str] = "failed"
    words: str
    """Why, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class Ended(Line):
    """A game is over, and on the disk."""

    word: ClassVar[str] = "over"
    game: str
    number: int
    """How many games went before it at this table."""
    seats: tuple[Mapping[str, Json], ...]
    """Name and kind of each seat."""
    result: Mapping[str, Json]
    """The result, as the last line of a log has it."""
    actions: int


PLANS: Final = Codec[Line]([NewTable, OldTable])
"""What a server process is told."""
ANSWERS: Final = Codec[Line]([Ready, NotReady, Ended])
"""What it answers."""
