"""A lesson: the first game of a new player, in which short notes explain a game as it goes."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias

from clockspades.engine.actions import Deal
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import EventT, StateT
from clockspades.engine.seating import fill_seats, name_bots
from clockspades.engine.session import AnySession, Session
from clockspades.engine.wording import Names
from clockspades.table.parts import Place

NAMED_BY: Final = 14
"""The deal that names the bots of every lesson: Hora, after whom the best level is called, sits in the second seat."""


class Note(NamedTuple):
    """One short sentence, and what it speaks of."""

    words: str
    about: Place


class Lesson(ABC, Generic[StateT, EventT]):
    """The lesson of a game on a dial. The player who learns is at the near side."""

    options: ClassVar[Mapping[str, OptionValue]]
    """The options that are chosen."""
    deal: ClassVar[Deal]
    """The cards of the game, always the same."""

    def begin(self, game: AnyGame, person: Seat) -> AnySession:
        """The first game of a person, dealt; it is kept nowhere."""
        options = game.configure(self.options)
        seats = name_bots(game, fill_seats(game, options, [person]), NAMED_BY)
        session: AnySession = Session(game, options, seats)
        session.act(self.deal)
        return session

    @abstractmethod
    def notes(self, view: StateT, history: Sequence[Sequence[EventT]], seat: int, names: Names) -> tuple[Note, ...]:
        """The notes for ``seat`` at the point that ``view`` shows, in order; each appears once a game.

        ``history`` has the events on the way to every point up to this one, as ``seat`` observed them.
        """

    @abstractmethod
    def is_over(self, view: StateT, history: Sequence[Sequence[EventT]], seat: int) -> bool:
        """Whether every note appeared before this point; the arguments are those of :meth:`notes`."""


AnyLesson: TypeAlias = Lesson[Any, Any]
"""Any lesson, if the types of its game do not matter."""
