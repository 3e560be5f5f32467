"""What a server notices while it runs, for whoever watches it: metrics, a log, a program that started it.

No notice has a code, a key, a share or a card. The table in a notice has some: it can be counted, but not shown.
"""

from typing import NamedTuple, TypeAlias

from clockspades.network.table.served_table import ServedTable


class TableOpened(NamedTuple):
    """A new table is on the disk."""

    table: ServedTable


class TableRemoved(NamedTuple):
    """A table was removed: nobody will ask for it again, or whoever runs the server removed it."""

    table: ServedTable


class TableDamaged(NamedTuple):
    """A table can't be brought back, as its records make none. They stay where they are."""

    table: str
    """Its name."""
    where: str
    """What is wrong with which of its records, without its values."""


class StoreDamaged(NamedTuple):
    """What the store keeps was damaged, and is mended as far as that can be done."""

    words: str
    """What is lost, or where the damaged file is, in a sentence."""


class ActionSaved(NamedTuple):
    """An action is on the disk."""

    game: str
    seconds: float
    """How long that took, from when the table took it."""


class GameOver(NamedTuple):
    """A game at a table is over, and on the disk."""

    table: ServedTable


class BotThought(NamedTuple):
    """A bot has chosen."""

    game: str
    seconds: float
    """How long that took, with the time that it waited for a free process."""


class BotsHere(NamedTuple):
    """Bots choose in the server itself, as no process can be started for them."""

    words: str
    """Why, in a sentence."""


class TurnedAway(NamedTuple):
    """A connection ended without a seat, or for what it sent."""

    reason: str
    """One word: ``code``, ``access``, ``full``, ``form``, ``late``, ``fast`` or ``ending``."""
    address: str
    """The address that it came from."""


class DiskRefused(NamedTuple):
    """The disk refused the records of a table."""

    words: str
    """Why, as the system says it."""


class Fault(NamedTuple):
    """The program failed somewhere."""

    kind: str
    """The name of the exception."""
    places: tuple[str, ...]
    """Functions, files and lines, the innermost first, and no values: they may be cards or keys."""


ServerNotice: TypeAlias = (
    TableOpened
    | TableRemoved
    | TableDamaged
    | StoreDamaged
    | ActionSaved
    | GameOver
    | BotThought
    | BotsHere
    | TurnedAway
    | DiskRefused
    | Fault
)
