"""The state of a table: what its player sees and has selected, and the phase that the turn is in."""

from enum import Enum, auto
from typing import Any, Generic, NamedTuple, TypeAlias

from clockspades.engine.rules import Action, EventT, StateT
from clockspades.engine.session import AnySession, Takeback
from clockspades.engine.wording import Stakes
from clockspades.saved.settings import ForcedPlays
from clockspades.table.effects import Effect
from clockspades.table.glyphs import USUAL, Terminal
from clockspades.table.model import PlayerView, Selection, TableAdvice, TableModel, Target


class Preferences(NamedTuple):
    """What the settings and the terminal ask of a table. Times are in seconds."""

    confirms: bool = False
    """Whether a choice is asked for twice."""
    forced_plays: ForcedPlays = "last card"
    rings: bool = False
    """Whether a person's turn, and a moment, rings the bell."""
    bot_seconds: float = 0.0
    """The least time that a bot takes."""
    forced_seconds: float = 0.0
    """How long a forced move is announced."""
    trick_seconds: float | None = 0.0
    """How long a finished trick stays on the table; None until a key is pressed."""
    tempo: float = 1.0
    """The factor on the time that cards take to move; 0 if they do not move."""
    is_still: bool = False
    """Whether the environment, not the player, has turned all movement off: then nothing pauses."""
    tells_stakes: bool = False
    """Whether it is said that a choice counts, or that any will do."""
    shows_chance: bool = False
    """Whether the win chance is shown all the time."""
    terminal: Terminal = USUAL


class Point(NamedTuple):
    """Where a session stands, as far as everybody at the table knows."""

    number: int
    """The number of the point, from 0."""
    to_act: int | None
    """The seat that decides now; None where a deal is due or the game is over."""
    is_over: bool
    can_undo: bool = False
    can_redo: bool = False
    would_be_assisted: bool = False
    """Whether another choice here makes the game practice."""
    is_practice: bool = False
    """Whether the game does not count."""
    takebacks: tuple[Takeback, ...] = ()
    """The moves that one of several people can ask the others to take back, the last mover first."""

    def takeback_of(self, seat: int | None) -> Takeback | None:
        """What a person can ask the others to take back; None if that is nothing."""
        return next((takeback for takeback in self.takebacks if takeback.seat == seat), None)


def point_of(session: AnySession) -> Point:
    takebacks, people = session.takebacks, len(session.humans)
    return Point(
        session.at,
        session.to_act,
        is_over=session.outcome is not None,
        can_undo=any(takeback.seat == session.to_act for takeback in takebacks) if people > 1 else session.can_undo,
        can_redo=session.at < session.last,
        would_be_assisted=session.would_be_assisted,
        is_practice=session.standing.is_practice,
        takebacks=takebacks,
    )


class Cause(Enum):
    """Why the session is at another point."""

    OPENED = auto()
    """The table shows it for the first time."""
    ACTED = auto()
    """A person or a bot took an action, or chance did."""
    ADVANCED = auto()
    """Several moves came at once, or a deal was made."""
    TRAVELLED = auto()
    """Undo or redo."""


# -- phases ------------------------------------------------------------------------------------------------
# States are compared to see what changed, and named tuples without fields would all be equal.


class _Bare:
    """A phase without fields: two of a kind are equal."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


class Arriving(NamedTuple):
    """The session has moved, and what the eyes at the table see of it comes next."""

    cause: Cause
    is_after_bot: bool = False
    is_running: bool = False
    """Whether cards turned by themselves, and go on if they can."""
    note: str = ""
    """What to say in the place of the prompt."""
    catches_up: bool = False
    """Whether to show a trick that the player did not see end."""


class Dealing(_Bare):
    """A deal is due, and is made when the timer ends."""


class Summary(_Bare):
    """A deal is over and summed up on the table; the next one is made on a key."""


class BotThinking(NamedTuple):
    """A bot chooses."""

    seat: int


class Deciding(NamedTuple):
    """The person at the near side decides."""

    by_hand: bool = False
    """Whether a forced move, too, is theirs to play: after undo or redo."""
    again: Effect | None = None
    """What they chose but could not be saved: Enter tries it again, until they select something else or cancel."""


class AutoPlaying(NamedTuple):
    """A forced move is announced, and is played when the timer ends."""

    action: Action


class Running(_Bare):
    """Cards turn by themselves, one at each tick, until something has to be decided or somebody acts."""


class ShowingTrick(NamedTuple):
    """A finished trick, or the last card played, is shown until the timer ends or a key is pressed."""

    seconds: float


class HandingOver(NamedTuple):
    """The table passes to the next of several people, behind a curtain."""

    seat: int
    is_waiting: bool = False
    """Whether the curtain waits for something over the table to be closed."""
    words: str = ""
    """What the curtain also says: what became of a move that somebody asked to take back."""


class Asking(NamedTuple):
    """The other people are asked, one after the other behind a curtain, whether a move may be taken back."""

    takeback: Takeback
    waiting: tuple[int, ...]
    """The seats that have not answered; the first of them is being asked."""


class Failed(_Bare):
    """The move of a bot, or a deal, could not be kept; Enter tries again."""


class Watching(_Bare):
    """Nobody plays here: a replay."""


class Over(_Bare):
    """The game is over."""


Phase: TypeAlias = (
    Arriving | Dealing | Summary | BotThinking | Deciding | AutoPlaying | Running | ShowingTrick | HandingOver
    | Asking | Failed | Watching | Over
)  # fmt: skip


class Finishing(NamedTuple):
    """The rest is played out for everybody, up to the next deal or the end."""

    since: int
    """The point from which on it is."""
    is_proved: bool
    """Whether it goes on where the person at the near side has a choice."""
    gives_up: bool
    hurries: bool = False
    """Whether nothing is waited for any more."""
    is_elsewhere: bool = False
    """Whether the host of a table elsewhere plays for all."""


class TableState(NamedTuple, Generic[StateT, EventT]):
    """All that a table is about to do and show."""

    people: tuple[int, ...]
    """The seats that people play."""
    seats: int
    """How many play."""
    near: int = 0
    """The seat at the near side."""
    eyes: int | None = 0
    """The seat whose cards may be drawn; None while two people change places."""
    point: Point | None = None
    player: PlayerView[StateT, EventT] | None = None
    """What ``eyes`` see, once the table shows a point."""
    selection: Selection = Selection()
    phase: Phase = Arriving(Cause.OPENED)
    timer: int = 0
    """The number of the last timer that was started. The tick of an earlier one is ignored."""
    preferences: Preferences = Preferences()
    is_covered: bool = False
    """Whether something lies over the table."""
    hovered: Target | None = None
    """What the pointer is on, and was explained."""
    clears: bool = False
    """Whether the key or the mouse button that is down does no more than end what moves or lies there."""
    speed: int = 1
    """How fast cards turn by themselves, from 1."""
    declined: Takeback | None = None
    """What somebody last did not agree to take back: it is not asked for again."""
    advice: TableAdvice | None = None
    """Advice on the choices, or a verdict on one of them, while it is shown."""
    known: TableAdvice | None = None
    """The advice as far as it is known, shown or not; without a best choice while the choices are compared."""
    chance: float | None = None
    """The win chance at the last turn of the person whose cards are shown, if it is known."""
    plays_out: bool = False
    """Whether the table can play out the rest of a game: one person plays here."""
    asks_others: bool = False
    """Whether that needs the others at the table, who are elsewhere."""
    no_hints: bool = False
    """Whether the host of the table has ruled hints out."""
    settled: str = ""
    """What is certain while that person decides, in a sentence; empty if nothing is."""
    finishing: Finishing | None = None
    """How the rest is played out now; None if it is not."""

    @property
    def model(self) -> TableModel[StateT, EventT]:
        """What the widgets draw from; only once the table shows a point."""
        assert self.player is not None, "a table shows something once it was observed"
        chance = self.chance if self.shows_chance and not self.is_advised else None  # a hint says it itself
        terminal = self.preferences.terminal
        shown = TableModel(self.player, self._shown_selection, None, self.advice, terminal, self.hovered)
        return shown._replace(stakes=self.stakes, chance=chance)

    @property
    def stakes(self) -> Stakes | None:
        """What is said to hang on the choice: nothing while advice says more, or where there is nothing to weigh."""
        if self.known is None or self.player is None or not self.player.active or self.advice is not None:
            return None
        return self.known.stakes if self._weighs and isinstance(self.phase, Deciding) else None

    @property
    def _weighs(self) -> bool:
        """Whether the person at the near side has something to weigh, and is told what hangs on it."""
        assert self.player is not None, "somebody decides only at a point that is shown"
        if self.no_hints:
            return False
        return self.preferences.tells_stakes and self.player.game.rules.is_weighed(self.player.view)

    @property
    def shows_chance(self) -> bool:
        """Whether the win chance is shown all the time: where that is set, and in practice."""
        point = self.point
        if point is None or point.is_over or self.eyes is None or self.no_hints:
            return False
        return self.preferences.shows_chance or point.is_practice

    @property
    def is_to_compare(self) -> bool:
        """Whether the choices are to be compared beside play, which nobody has asked for yet."""
        if self.known is not None or self.player is None or not self.player.active:
            return False
        return isinstance(self.phase, Deciding) and (self.shows_chance or self._weighs)

    @property
    def _shown_selection(self) -> Selection:
        """The selection; while advice is shown, with the cursor on the best choice, and the advice as the note.

        In a replay a remark on the thing pointed at stands over the advice.
        """
        if self.advice is None:
            return self.selection
        note = self.selection.note if isinstance(self.phase, Watching) else ""
        return self.selection._replace(cursor=self.advice.cursor, note=note or self.advice.words)

    @property
    def is_advised(self) -> bool:
        """Whether advice is shown to somebody who decides: the next key or click answers it."""
        return self.advice is not None and not isinstance(self.phase, Watching)

    @property
    def to_act(self) -> int | None:
        """The seat that decides now; None where a deal is due, the game is over, or no session is played."""
        return None if self.point is None else self.point.to_act

    @property
    def can_try_again(self) -> bool:
        """Whether something could not be saved, and Enter tries that again."""
        return isinstance(self.phase, Failed) or (isinstance(self.phase, Deciding) and self.phase.again is not None)

    @property
    def rests(self) -> bool:
        """Whether a finished trick is shown that a key or a click clears away."""
        return isinstance(self.phase, ShowingTrick) or self.selection.shown_trick is not None


def first_state(session: AnySession) -> TableState[Any, Any]:
    """The state of the table of a session, before it shows a point. One person sees their cards at once."""
    people = session.humans
    near = people[0] if people else 0
    eyes = near if len(people) < 2 else None
    return TableState(people, len(session.seats), near, eyes, plays_out=len(people) == 1)
