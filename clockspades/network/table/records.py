"""The records of a table: facts in their order, which the host keeps on its disk before anyone hears of them.

A table is what its records make of it: :func:`clockspades.network.table.history.restore`.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from clockspades.engine.options import Json, OptionValue
from clockspades.network.wire.frames import Codec, Named, WireError


class Record(Named):
    """A fact about a table."""


class Opened(Record, word="opened"):
    """The table was opened: the first record."""

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


class Sat(Record, word="sat"):
    """A person sat down."""

    seat: int
    name: str
    key: str
    """The SHA-256 of the seat's key."""


class Moved(Record, word="moved"):
    """A person moved to an open seat."""

    seat: int
    to: int


class Placed(Record, word="placed"):
    """A seat was opened, or a bot was put on it."""

    seat: int
    kind: str


class Began(Record, word="began"):
    """A game began: the first, or the next one."""

    started: str
    """When, in UTC, as the header of a log has it."""


class Committed(Record, word="committed"):
    """A seat promised a share."""

    seat: int
    commit: str


class Closed(Record, word="closed"):
    """All promises for the deal are there: seats without one take no part in it."""


class Shared(Record, word="shared"):
    """A seat sent the share that it had promised."""

    seat: int
    share: str


class Acted(Record, word="acted"):
    """An action of a seat, or the deal."""

    seat: int | None
    action: Mapping[str, Json]
    """As a log has it, without the seat."""
    late: bool = False
    """Whether a bot chose it because the person's time was up."""


class TookBack(Record, word="took-back"):
    """All agreed to go back to a point."""

    point: int


class Replaced(Record, word="replaced"):
    """A bot plays for a person who is gone."""

    seat: int


class Returned(Record, word="returned"):
    """A person for whom a bot played is back."""

    seat: int


RECORDS: Final = Codec(Record)
"""Writes each record as one line of JSON without its end, and reads it."""


def opening(records: Sequence[Any]) -> Opened | None:
    """The first record of a table, whose records are these as JSON has them; None if it does not open the table."""
    with suppress(WireError):
        first = RECORDS.from_json(records[0]) if records else None
        return first if isinstance(first, Opened) else None
    return None
