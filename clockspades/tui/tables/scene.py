"""What a table shows: what one seat sees of a game, and what its player points at."""

from typing import Any, Generic, NamedTuple, TypeAlias

from clockspades.cards import Card
from clockspades.engine.game import EventT, Game, Names, StateT
from clockspades.engine.series import Series, series_of
from clockspades.engine.session import AnySession
from clockspades.tui.tables.history import observed_history, whole_history


class Sight(NamedTuple, Generic[StateT, EventT]):
    """A game at one point, as one seat observes it; nothing in it is hidden from that seat."""

    game: Game[StateT, Any, EventT]
    view: StateT
    seat: int
    """The seat at the near side of the table."""
    names: Names
    bots: tuple[str, ...]
    """For each seat the bot that plays it, empty for a person."""
    history: tuple[tuple[EventT, ...], ...]
    """What happened on the way to each point from the first on, as observed."""
    active: bool
    """Whether the player at the near side is to decide now."""
    caption: str = ""
    """What is said in the place of the game's prompt, as in a replay."""
    remarks: tuple[tuple[int, str], ...] = ()
    """What others have to say at a point: the notes in a saved game."""
    assisted: bool = False
    """Whether it was played on from before a card that had been turned up."""
    series: Series | None = None
    """The games before this one, where it is played in a series."""
    thinker: str = ""
    """The name of the bot that is choosing now; empty if none is."""

    @property
    def prompt(self) -> str:
        """What the player must do and why, in the game's words; or which bot is thinking."""
        return self._thinking or self.game.prompt(self.view, self.names)

    @property
    def task(self) -> str:
        """What the player must do, in the game's words; or which bot is thinking."""
        return self._thinking or self.game.task(self.view, self.names)

    @property
    def _thinking(self) -> str:
        return f"{self.thinker} is thinking." if self.thinker else ""


AnySight: TypeAlias = Sight[Any, Any]


def sight_of(session: AnySession, near: int, eyes: int | None, *, active: bool, all_open: bool = False) -> AnySight:
    """The point a session shows, with seat ``near`` at the near side, seen with the eyes of a seat or of all.

    Once a game of several players is over, all hands are open.
    """
    is_open = all_open or (session.outcome is not None and len(session.seats) > 1)
    return Sight(
        game=session.game,
        view=session.state if is_open else session.view(eyes),
        seat=near,
        names=session.names,
        bots=tuple(seat.bot for seat in session.seats),
        history=whole_history(session) if all_open else observed_history(session, eyes),
        active=active,
        series=series_of(session),
        assisted=session.assisted,
    )


class Target(NamedTuple):
    """Something on a table that can be pointed at: its kind and its number."""

    kind: str
    number: int
    depth: int = 0
    """How deep in it a card lies, from 1; 0 for the whole."""


class Attention(NamedTuple):
    """What the player at the table is about to do; none of it is in the game's state."""

    pointed: Target | None = None
    """Where the cursor is."""
    picked: Card | None = None
    """The card in hand that waits for its place."""
    placed: tuple[Card, ...] = ()
    """The cards laid down so far of a play that is not complete."""
    asked: Target | None = None
    """What is taken if it is asked for once more."""
    note: str = ""
    """What is said of the thing pointed at or tried, in the place of the prompt."""
    looked: int | None = None
    """The number of a trick that is over and lies on the table still, or again."""
    aloft: bool = False
    """Whether the card that was played last is on its way still."""


class Scene(NamedTuple, Generic[StateT, EventT]):
    """All that the widgets of a table draw from."""

    sight: Sight[StateT, EventT]
    attention: Attention

    @property
    def view(self) -> StateT:
        """The observed state."""
        return self.sight.view

    @property
    def pointed(self) -> Target | None:
        """Where the cursor is."""
        return self.attention.pointed


AnyScene: TypeAlias = Scene[Any, Any]
