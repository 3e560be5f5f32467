"""The first line of a saved game: which game it is, with which options, who sits where, and when it began."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from clockspades.engine.options import Json, OptionValue

FORMAT: Final = 1
"""The version of the log format that is written, and the newest that is read."""
HUMAN: Final = "human"
"""The kind of a seat that a person plays."""
BOT: Final = "bot:"
"""How the kind of a seat begins that a bot plays; the bot's name follows."""
REPEAT_KEY: Final = "repeat"
"""The key under which a header says that the deal was played before here: the game does not count."""

DAILY_KEY: Final = "daily"
"""The key under which a header has the day whose deal the game is, as ``2026-11-22``."""
NETWORK_KEY: Final = "network"
"""The key under which a header says that the game was played over a network, and which seat its keeper had.

Its value is an object: ``{"seat": 2}``, or ``{"seat": null}`` in the log of somebody who looked on. It also has what
their program knew of the shuffles (docs/log-format.md, "Header").
"""
LESSON_KEY: Final = "lesson"
"""The key under which a header says that the game is a lesson, one that explains itself."""
DUEL_KEY: Final = "duel"
"""The key under which a header has the part of a game in a duel by message (docs/duel.md)."""
BRANCH_KEY: Final = "branch"
"""The key under which a header says that the game was played on from a replay of another one.

Its value is an object, as :class:`Origin` writes it, or ``true`` in older logs.
"""


class Seat(NamedTuple):
    """Who sits in a seat: a name, and ``human`` or ``bot:`` and the bot's name."""

    name: str
    kind: str = HUMAN

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

    @property
    def is_repeat(self) -> bool:
        """Whether the deal was played before here, so that the game does not count."""
        return self.extra.get(REPEAT_KEY) is True

    @property
    def is_received(self) -> bool:
        """Whether a friend played the game, and sent it in a line of a duel."""
        return is_received(self.extra)

    @property
    def people_here(self) -> tuple[int, ...]:
        """The seats of those who played here: all people, but in a game over a network only who keeps the log."""
        people = tuple(number for number, seat in enumerate(self.seats) if seat.is_human)
        match self.extra.get(NETWORK_KEY):
            case {"seat": int(seat)} if seat in people:
                return (seat,)
            case {"seat": None}:
                return ()
        return people

    def as_json(self) -> dict[str, Json]:
        """The header as a log has it (docs/log-format.md, "Header")."""
        return {
            "clockspades": FORMAT,
            "game": self.game,
            "options": dict(self.options),
            "seats": [{"name": seat.name, "kind": seat.kind} for seat in self.seats],
            "started": self.started,
            **self.extra,
        }


def is_received(header: Mapping[str, Json]) -> bool:
    """Whether the unchecked header of a log says that a friend sent the game in a duel."""
    told = header.get(DUEL_KEY)
    return isinstance(told, dict) and "received" in told


class Origin(NamedTuple):
    """What the header of a branch says of where it comes from, under the key ``branch``."""

    of: str
    """The name of the file of the game or branch that was played on from."""
    point: int
    """The point of that game from which it was played on."""
    name: str
    """What the branch is called."""


def origin_of(header: Header) -> Origin | None:
    """Where a branch comes from; None for other games, and for branches whose header does not say."""
    match header.extra.get(BRANCH_KEY):
        case {"of": str(of), "point": int(point), "name": str(name)} if point > 0:
            return Origin(of, point, name)
    return None
