"""A lesson: the first game of a new player, in which short notes explain a game as it goes."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias

from clockspades.engine.game import AnyGame, Preset
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.rules import Action, Deal, EventT, StateT
from clockspades.engine.seating import fill_seats, name_bots
from clockspades.engine.session import AnySession, Session
from clockspades.engine.text import likeness
from clockspades.engine.wording import Names
from clockspades.table.glyphs import USUAL, Terminal
from clockspades.table.parts import Place

NAMED_BY: Final = 14
"""The deal that names the bots of every lesson: Hora, after whom the best level is called, sits in the second seat."""


class Note(NamedTuple):
    """One idea in a sentence or two, and what it speaks of."""

    words: str
    about: Place
    asks: bool = False
    """Whether it asks for a choice, and so stands until that is made; else until it is turned."""


def ask(words: str, about: Place) -> Note:
    """A note that asks for a choice."""
    return Note(words, about, asks=True)


Topic: TypeAlias = tuple[Hashable, Note]
"""A note, and what it is about: each thing is spoken of once in a game."""


def news(points: Iterable[Iterable[Topic]]) -> tuple[Note, ...]:
    """The notes on the last of some points that are about nothing that an earlier point was about."""
    *earlier, last = [tuple(topics) for topics in points] or [()]
    known = {about for topics in earlier for about, _ in topics}
    return tuple({about: note for about, note in last if about not in known}.values())


class Course(NamedTuple, Generic[StateT, EventT]):
    """A game so far, as the player who learns saw it."""

    views: Sequence[StateT]
    """What they saw at each point."""
    history: Sequence[Sequence[EventT]]
    """The events on the way from each point to the next."""
    seat: int
    names: Names
    terminal: Terminal = USUAL


class Beginning(NamedTuple):
    """What a lesson begins with: the same each time."""

    options: Mapping[str, OptionValue]
    deal: Deal
    opening: Sequence[Action] = ()
    """What others have done before the player's first turn."""
    others: Sequence[Seat] = ()
    """Who else plays, clockwise from the player; if nobody is named, the game's best bots."""


class Lesson(ABC, Generic[StateT, EventT]):
    """The lesson of a game: one that is always dealt the same way. The player who learns is at the near side."""

    minutes: ClassVar[int]
    """About how long it takes."""

    @abstractmethod
    def beginning(self, preset: Preset | None) -> Beginning:
        """What the lesson of a preset begins with; None if no preset was chosen."""

    def begin(self, game: AnyGame, person: Seat, preset: Preset | None = None) -> AnySession:
        """The first game of a person, dealt; it is kept nowhere. ``preset`` is the one that they chose, if any."""
        chosen, deal, opening, others = self.beginning(preset)
        options = game.configure(chosen)
        taken = likeness(person.name)
        named = (seat._replace(name=f"{seat.name} II") if likeness(seat.name) == taken else seat for seat in others)
        seats = name_bots(game, fill_seats(game, options, [person, *named]), NAMED_BY)
        session: AnySession = Session(game, options, seats)
        for action in (deal, *opening):
            session.act(action)
        return session

    def teaches(self, session: AnySession) -> bool:
        """Whether a session is a game of this lesson, and not another that a file calls one."""
        game = session.game
        return session.humans == (0,) and any(
            session.options == game.configure(options)
            and [position.action for position in session.positions[1 : 2 + len(opening)]] == [deal, *opening]
            for options, deal, opening, _ in map(self.beginning, (None, *game.presets))
        )

    def kind(self, options: Mapping[str, object]) -> str:
        """The kind of game that these unchecked options make; each kind has its own lesson."""
        return ""

    @abstractmethod
    def notes(self, seen: Course[StateT, EventT]) -> tuple[Note, ...]:
        """The notes at the last point that was seen, in order; each appears once a game."""

    def is_over(self, view: StateT, history: Sequence[Sequence[EventT]], seat: int) -> bool:
        """Whether every note appeared before the point that ``view`` shows; the rest is as in :class:`Course`."""
        return False


AnyLesson: TypeAlias = Lesson[Any, Any]
