"""The first line of a saved game: which game it is, with which options, who sits where, and when it began."""

from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple

from clockspades.engine.codec import LENIENT, REQUIRED, Codec, Must
from clockspades.engine.options import Json, OptionValue, known_options
from clockspades.language import NC_

FORMAT: Final = 2
"""The version of the log format that is written, and the newest that is read."""
WITHOUT_UNDO: Final = 1
"""The version before it, which has no undo."""
HUMAN: Final = "human"
"""The kind of a seat that a person plays."""
BOT: Final = "bot:"
"""How the kind of a seat begins that a bot plays; the bot's name follows."""


TIME_FORMAT: Final = "%Y-%m-%dT%H:%M:%SZ"
"""How a log writes when a game began, in UTC."""


class Seat(NamedTuple):
    """Who sits in a seat: a name, and ``human`` or ``bot:`` and the bot's name."""

    name: str
    kind: Annotated[
        str,
        Must(lambda kind: kind == HUMAN or kind[: len(BOT)] == BOT != kind, NC_("must be", '"human" or "bot:NAME"')),
        REQUIRED,
    ] = HUMAN

    @property
    def is_human(self) -> bool:
        return self.kind == HUMAN

    @property
    def bot(self) -> str:
        """The name of the bot, empty for a person."""
        return self.kind.removeprefix(BOT) if self.kind.startswith(BOT) else ""


class Header(NamedTuple):
    """The game, its options and seats, when it began, and what other writers added."""

    game: str
    options: Mapping[str, OptionValue]
    seats: tuple[Seat, ...]
    started: str
    """When the game began, in UTC, as ``2026-11-21T10:00:00Z``."""
    extra: Mapping[str, Json] = {}
    version: int = FORMAT
    added: Mapping[str, OptionValue] = {}
    """The :attr:`Game.added_options`."""

    def as_json(self) -> dict[str, Json]:
        """The header as a log has it (docs/log-format.md, "Header")."""
        line = HeaderLine(self.version, self.game, known_options(self.options, self.added), self.seats, self.started)
        return {**HEADERS.write(line), **self.extra}


class HeaderLine(NamedTuple):
    """What every header has in a log."""

    clockspades: Annotated[
        int, Must(lambda version: version > 0, NC_("must be", "the format version, a number from 1"))
    ]
    game: str
    options: Mapping[str, Json]
    seats: tuple[Seat, ...]
    started: str


HEADERS: Final = Codec(HeaderLine, LENIENT, what=NC_("subject", "the header"))
