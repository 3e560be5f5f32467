"""What a game is, and so what it counts for: the only place that says whether a game counts, and why not.

A log tells it in its header, under the keys here, and in the note :data:`ASSISTED`.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Annotated, Final, NamedTuple

from clockspades.engine.codec import LENIENT, Codec, CodecError, Must
from clockspades.engine.days import read_day
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Header, Seat
from clockspades.engine.options import Json
from clockspades.language import N_, NC_, _, pgettext

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

ASSISTED: Final = N_("Assisted: cards that had been turned up were taken back.")
"""The note in the log of a game whose player went on from before a card that had been turned up: it is practice."""
PRACTICE: Final = N_("Practice: this game does not count.")
"""Said of a game that is practice."""
PEEKED: Final = N_("You have seen what comes: another move makes this game practice, which does not count.")
"""Said after an undo that makes the game practice if its player goes on otherwise."""
NOW_PRACTICE: Final = N_("Practice: this game no longer counts.")
"""Said when the player has gone on otherwise."""
REPEAT: Final = N_("A repeat of a deal that was played before: this game does not count.")
AGAIN: Final = N_("The same deal again: this game does not count.")
OTHER_SIDE: Final = N_("The same deal from the other side: this game does not count.")
LOOKS_AHEAD: Final = N_("If you deal these cards here, your unfinished deal of the day will not count.")
RECEIVED: Final = N_("A friend's game, received in a duel: it does not count.")


class Standing(NamedTuple):
    """What a game is, as far as that decides what it counts for."""

    people: tuple[int, ...] = ()
    """The seats of those who played here: all people, but in a game over a network only who keeps the log."""
    is_lesson: bool = False
    """Whether it explains itself."""
    is_branch: bool = False
    """Whether it was played on from a replay of another game."""
    is_received: bool = False
    """Whether a friend played it, and sent it in a line of a duel."""
    is_repeat: bool = False
    """Whether the deal was played before here."""
    is_assisted: bool = False
    """Whether a move was changed after its player saw what it revealed."""
    sees_all: bool = False
    """Whether one of the players sees all cards."""
    day: date | None = None
    """The day whose deal it is."""

    @classmethod
    def of(
        cls,
        told: Mapping[str, Json],
        seats: Sequence[Seat] = (),
        game: AnyGame | None = None,
        *,
        is_assisted: bool = False,
    ) -> "Standing":
        """The standing of a game by its header, in which nobody has checked what these keys have.

        Without ``seats`` and their game it only has what the header says.
        """
        people = tuple(number for number, seat in enumerate(seats) if seat.is_human)
        match told.get(NETWORK_KEY):
            case {"seat": int(seat)} if seat in people:
                people = (int(seat),)
            case {"seat": None}:
                people = ()
        branch, duel = told.get(BRANCH_KEY), told.get(DUEL_KEY)
        return cls(
            people,
            is_lesson=told.get(LESSON_KEY) is True,
            is_branch=branch is True or isinstance(branch, dict),
            is_received=isinstance(duel, dict) and "received" in duel,
            is_repeat=told.get(REPEAT_KEY) is True,
            is_assisted=is_assisted,
            sees_all=game is not None and any(game.sees_all(seat.bot) for seat in seats),
            day=read_day(told.get(DAILY_KEY)),
        )

    @property
    def counts(self) -> bool:
        """Whether it counts once it is finished: in statistics and practice, for its day, for milestones, in a duel."""
        return self.is_recorded and self.in_series and not self.is_practice

    @property
    def is_recorded(self) -> bool:
        """Whether statistics mention it, even if it does not count: one person played it here."""
        return len(self.people) == 1 and not self.is_apart

    @property
    def is_apart(self) -> bool:
        """Whether it is none of the games that were played here from their start. No series goes on after it."""
        return self.is_lesson or self.is_branch or self.is_received

    @property
    def in_series(self) -> bool:
        """Whether its result changes the score of a series."""
        return not self.is_apart and not self.is_repeat

    @property
    def is_practice(self) -> bool:
        return self.is_assisted or self.sees_all

    @property
    def marks(self) -> tuple[str, ...]:
        """Why it does not count, in a word for each reason, as its table shows them all the time."""
        marks = (pgettext("mark of a game", "practice"),) * self.is_practice
        return marks + (pgettext("mark of a game", "repeat"),) * self.is_repeat

    @property
    def listed(self) -> tuple[str, str] | None:
        """Why it does not count, in a word and in a sentence, as lists of games say it; None if it does."""
        if self.is_branch:
            return pgettext("mark of a game", "branch"), _("Played on from a replay.")
        if self.is_received:
            return pgettext("mark of a game", "friend's"), _(RECEIVED)
        if not self.marks:
            return None
        return self.marks[0], _("Practice: it does not count." if self.is_practice else "A repeat: it does not count.")

    def reasons(self) -> Iterator[str]:
        """Why it does not count, in a sentence for each reason that it can have at a table."""
        if self.is_repeat:
            yield _(REPEAT)
        if self.is_assisted:
            yield _("This is practice: a move was taken back after it had shown cards, so the game does not count.")
        elif self.sees_all:
            yield _("This is practice: a player sees all cards, so the game does not count.")


class Origin(NamedTuple):
    """What the header of a branch says of where it comes from, under the key ``branch``."""

    of: str
    """The name of the file of the game or branch that was played on from."""
    point: Annotated[int, Must(lambda point: point > 0, NC_("must be", "a number from 1"))]
    """The point of that game from which it was played on."""
    name: str


ORIGINS: Final = Codec(Origin, LENIENT)


def origin_of(header: Header) -> Origin | None:
    """Where a branch comes from; None for other games, and for branches whose header does not say."""
    with suppress(CodecError):
        return ORIGINS.read(header.extra.get(BRANCH_KEY))
    return None
