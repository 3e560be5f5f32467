"""The model of a table: what one player sees of a game, and what that player has selected."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from clockspades.cards import Card
from clockspades.engine.game import AnyGame, Game
from clockspades.engine.header import Seat
from clockspades.engine.rules import Action, EventT, StateT
from clockspades.engine.seating import bot_label, seat_tint
from clockspades.engine.session import AnySession, Position
from clockspades.engine.story import meaning
from clockspades.engine.text import printable
from clockspades.engine.wording import Meaning, Names, Stakes
from clockspades.language import _
from clockspades.saved.series import Series, series_before
from clockspades.table.glyphs import USUAL, Terminal
from clockspades.table.moments import Moment
from clockspades.table.widget_models import Tints, Tone

if TYPE_CHECKING:
    from clockspades.bots.adviser import Advice


class PlayerView(NamedTuple, Generic[StateT, EventT]):
    """A game at one point, as one seat observes it; nothing in it is hidden from that seat."""

    game: Game[StateT, Any, EventT]
    view: StateT
    seat: int
    """The seat at the near side of the table."""
    names: Names
    bots: tuple[str, ...]
    """For each seat what to say of its bot, as :func:`bot_label` has it; empty for a person."""
    history: tuple[tuple[EventT, ...], ...]
    """By point from the first on, the events that led to it, as observed."""
    legal: tuple[Action, ...] = ()
    """What the player at the near side may do now; empty unless they decide."""
    caption: str = ""
    """Text in place of the game's prompt, as in a replay."""
    remarks: tuple[tuple[int, str], ...] = ()
    """Points and remarks on them: the notes in a saved game."""
    marks: tuple[str, ...] = ()
    """Why the game does not count, as :attr:`Standing.marks` has it."""
    series: Series | None = None
    """The games before this one, if it is part of a series."""
    thinker: str = ""
    """The name of the bot that is choosing now; empty if none is."""
    meanings: tuple[Meaning | None, ...] = ()
    """By point from the first on, what the action that led to it showed everyone; None if it showed nothing."""
    tints: tuple[int, ...] = ()
    """For each seat the number of its character's tint; 0 for a person, and for a bot with another name."""

    @property
    def active(self) -> bool:
        """Whether the player at the near side decides now."""
        return bool(self.legal)

    def deciding(self, active: bool = True) -> "PlayerView[StateT, EventT]":
        """The same while the player at the near side decides, or while they do not."""
        return self._replace(legal=self.game.rules.legal_actions(self.view) if active else ())

    def why_not(self, action: Action) -> str:
        """Why the player at the near side cannot do this now, in a sentence; empty if they can."""
        if not self.active:
            return self.prompt
        return "" if action in self.legal else self.game.rules.why_not(self.view, action)

    @property
    def tinted(self) -> Tints:
        """The names that have a colour of their own."""
        return tuple((name, tint) for name, tint in zip(self.names, self.tints) if tint)

    @property
    def happened(self) -> tuple[EventT, ...]:
        """The events that led to this point; none before the first deal."""
        return self.history[-1] if self.history else ()

    @property
    def prompt(self) -> str:
        """What the player must do, in the game's words, as the table shows the rest; or who thinks, or how it ended."""
        words, view = self.game.words, self.view
        if view.outcome is not None:
            return words.ending([*chain(*self.history)], view, self.names, self.seat)
        return _("{name} is thinking.", name=self.thinker) if self.thinker else words.task(view, self.names)


AnyPlayerView: TypeAlias = PlayerView[Any, Any]


def player_view(
    session: AnySession,
    near: int,
    eyes: int | None,
    *,
    active: bool,
    all_open: bool = False,
    in_play: bool = False,
    names: Names | None = None,
) -> AnyPlayerView:
    """The point that a session shows, with seat ``near`` at the near side, as the seat ``eyes`` observes it.

    None observes what all players see. Once a game of several players is over, all hands are open. While a game is
    ``in_play`` here it says "you"; else ``names`` can have other names than those of the seats.
    """
    names = session.names_at_table if in_play else names or session.names
    return PlayerView(
        session.game,
        session.state if all_open else seen_state(session.game, session.state, eyes, len(session.seats)),
        near,
        names,
        bot_labels(session.game, session.seats),
        tuple(position.events for position in session.positions[1 : session.at + 1])
        if all_open
        else _each_point(session, eyes, lambda point: session.events(point, eyes)),
        meanings=observed_meanings(session, names),
        series=series_before(session.header) if in_play else None,
        marks=session.standing.marks,
        tints=tuple(map(seat_tint, session.seats)),
    ).deciding(active)


def bot_labels(game: AnyGame, seats: Sequence[Seat]) -> tuple[str, ...]:
    """For each seat what to say of its bot; empty for a person."""
    return tuple(printable(bot_label(game, seat)) for seat in seats)


def seen_state(game: AnyGame, state: Any, eyes: int | None, seats: int) -> Any:
    """A state of a game of so many seats as ``eyes`` observe it. Once one of several is over, all hands are open."""
    return state if state.outcome is not None and seats > 1 else game.rules.observe(state, eyes)


def only_choice(game: AnyGame, view: Any, seat: int) -> Action | None:
    """The one action that a seat is offered in what it sees; None if it is offered several, or does not decide."""
    if game.rules.to_act(view) != seat:
        return None
    offered = game.rules.offered(view)
    return offered[0] if len(offered) == 1 else None


class TargetKind(StrEnum):
    """The kinds of things on a table that can be pointed at."""

    HAND = "hand"
    """A card in the hand at the near side, from 0; in Clock the card in hand."""
    BESIDE = "beside"
    """A card beside the hand: a clog, by its place."""
    CHOICE = "choice"
    """A choice on the panel, by its number."""
    PLAY = "play"
    """A card on the trick, by its player's place."""
    BADGE = "badge"
    """A player's badge, by place."""
    HOUR = "hour"
    """A station of the dial, by hour; its centre is 0, in German Clock 13."""
    PILE = "pile"
    """A pile of Clock, by its rank."""
    LOWER = "lower"
    """A card in the lower row of Clock, from 0."""
    STOCK = "stock"
    WASTE = "waste"


class Target(NamedTuple):
    """Something on a table that can be pointed at: its kind and its number."""

    kind: TargetKind
    number: int
    depth: int = 0
    """The depth of a card in it, from 1; 0 for the whole."""


Direction: TypeAlias = Literal["left", "right", "up", "down"]
"""Where an arrow key moves the cursor."""


class Selection(NamedTuple):
    """What the player at the table is about to do; none of it is in the game's state."""

    cursor: Target | None = None
    picked: Card | None = None
    """The card in hand that waits for its place."""
    carried: bool = False
    """Whether that card follows the pointer: the next key or click, or letting it go, ends that."""
    placed: tuple[Card, ...] = ()
    """The cards put down so far of an incomplete play."""
    confirming: Target | None = None
    """What is played or taken when the player confirms it."""
    note: str = ""
    """A remark on the thing pointed at, in place of the prompt."""
    refusal: str = ""
    """Why what was just tried cannot be done: said before what is to be done, until the next key or click."""
    shown_trick: int | None = None
    """The number of a finished trick that is still on the table, or there again."""
    in_flight: bool = False
    """Whether the card that was played last is still on its way."""
    typed: bool = False
    """Whether a digit put the cursor where it is, so that a second digit can follow."""


class Badge(NamedTuple):
    """A few characters on a target, which say what a choice is worth."""

    target: Target
    texts: tuple[str, ...]
    """The same in fewer and fewer cells: the first that has room is shown."""
    tone: Tone

    def text(self, width: int) -> str:
        """The longest of its texts that has room; empty if none has."""
        return next((text for text in self.texts if len(text) <= width), "")


class TableAdvice(NamedTuple):
    """Advice on the choices of the player at the near side, or a verdict on what that player chose."""

    words: str
    """What it says in place of the prompt."""
    badges: tuple[Badge, ...] = ()
    best: Action | None = None
    """The best choice; None while the choices are compared."""
    cursor: Target | None = None
    """What the cursor is on while it is shown: the best choice."""
    stakes: Stakes | None = None
    """What hangs on the choice, if that is certain."""
    chance: float | None = None
    """The win chance with the best choice, if it is known."""
    ranked: "tuple[Advice, ...]" = ()
    """What a bot thinks of each choice, the best first; empty if none was asked."""


class TableModel(NamedTuple, Generic[StateT, EventT]):
    """Everything that the widgets of a table draw from."""

    player: PlayerView[StateT, EventT]
    selection: Selection
    moment: Moment | None = None
    """What is celebrated now, and how much of that is over."""
    advice: TableAdvice | None = None
    """Advice on the choices, while it is shown."""
    terminal: Terminal = USUAL
    hovered: Target | None = None
    """What the pointer is on, unless the cursor was moved after it."""
    stakes: Stakes | None = None
    """What is said to hang on the choice."""
    chance: float | None = None
    """The win chance that is shown."""

    @property
    def view(self) -> StateT:
        return self.player.view

    @property
    def cursor(self) -> Target | None:
        return self.selection.cursor

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the player at the near side may do now; empty unless they decide."""
        return self.player.legal


AnyTableModel: TypeAlias = TableModel[Any, Any]


def points_explained(player: AnyPlayerView) -> tuple[int, ...]:
    """The points whose actions can be explained, in order."""
    return tuple(point for point, meaning in enumerate(player.meanings, 1) if meaning is not None)


def is_explained(player: AnyPlayerView, point: int) -> bool:
    """Whether the action that led to a point can be explained."""
    return 0 < point <= len(player.meanings) and player.meanings[point - 1] is not None


def last_of_others(player: AnyPlayerView) -> int | None:
    """The point of the last action of anybody but the person at the near side; None if none can be explained."""
    for point in range(len(player.meanings), 0, -1):
        meaning = player.meanings[point - 1]
        if meaning is not None and (meaning.seat != player.seat or player.bots[player.seat]):
            return point
    return None


def action_words(player: AnyPlayerView, point: int) -> str:
    """What the action that led to a point was."""
    return player.game.words.describe_first(player.history[point - 1], player.names)


# -- what happened up to a point: looked at once for each pair of eyes, for it is asked for at each action --


class _Kept(NamedTuple):
    """A point of a game, and what was made of it."""

    position: Position[Any, Any, Any]
    made: Any


_KEPT: Final[WeakKeyDictionary[AnySession, dict[object, list[_Kept]]]] = WeakKeyDictionary()
"""By session, and by what is made of its points, the points from the first action on."""


def observed_meanings(session: AnySession, names: Names) -> tuple[Meaning | None, ...]:
    """What the action that led to each point showed everyone."""
    return _each_point(session, names, partial(meaning, session, names=names))


def _each_point(session: AnySession, what: object, make: Callable[[int], Any]) -> tuple[Any, ...]:
    """What ``make`` makes of each point after the first, up to the one shown; each is made once."""
    kept = _KEPT.setdefault(session, {}).setdefault(what, [])
    positions = session.positions
    while kept and (len(kept) >= len(positions) or kept[-1].position is not positions[len(kept)]):
        kept.pop()  # it was taken back; what was kept before it is of the same game
    for point in range(len(kept) + 1, session.at + 1):
        kept.append(_Kept(positions[point], make(point)))
    return tuple(made for _, made in kept[: session.at])
