"""The model of a table: what one player sees of a game, and what that player has selected."""

from enum import StrEnum
from typing import Any, Generic, Literal, NamedTuple, TypeAlias

from clockspades.cards import Card
from clockspades.engine.actions import Action
from clockspades.engine.game import AnyGame, Game
from clockspades.engine.rules import EventT, StateT
from clockspades.engine.seating import bot_label, seat_tint
from clockspades.engine.session import AnySession
from clockspades.engine.text import printable
from clockspades.engine.wording import Meaning, Names
from clockspades.saved.series import Series, series_of
from clockspades.table.history import observed_history, observed_meanings, whole_history
from clockspades.table.moments import Moment
from clockspades.table.widget_models import Tints


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
    active: bool
    """Whether the player at the near side decides now."""
    caption: str = ""
    """Text in place of the game's prompt, as in a replay."""
    remarks: tuple[tuple[int, str], ...] = ()
    """Points and remarks on them: the notes in a saved game."""
    practice: bool = False
    """Whether the game does not count: a move was changed after a peek, or a player sees all cards."""
    repeat: bool = False
    """Whether the deal was played before, so that the game does not count."""
    series: Series | None = None
    """The games before this one, if it is part of a series."""
    thinker: str = ""
    """The name of the bot that is choosing now; empty if none is."""
    meanings: tuple[Meaning | None, ...] = ()
    """By point from the first on, what the action that led to it showed everyone; None if it showed nothing."""
    tints: tuple[int, ...] = ()
    """For each seat the number of its character's tint; 0 for a person, and for a bot with another name."""

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
        """What the player must do and why, in the game's words; or which bot is thinking."""
        return self._thinking or self.game.words.prompt(self.view, self.names)

    @property
    def task(self) -> str:
        """What the player must do, in the game's words; or which bot is thinking."""
        return self._thinking or self.game.words.task(self.view, self.names)

    @property
    def _thinking(self) -> str:
        return f"{self.thinker} is thinking." if self.thinker else ""


AnyPlayerView: TypeAlias = PlayerView[Any, Any]


def player_view(
    session: AnySession, near: int, eyes: int | None, *, active: bool, all_open: bool = False
) -> AnyPlayerView:
    """The point that a session shows, with seat ``near`` at the near side, as the seat ``eyes`` observes it.

    None observes what all players see. Once a game of several players is over, all hands are open.
    """
    is_open = all_open or (session.outcome is not None and len(session.seats) > 1)
    return PlayerView(
        game=session.game,
        view=session.state if is_open else session.view(eyes),
        seat=near,
        names=session.names,
        bots=tuple(printable(bot_label(session.game, seat)) for seat in session.seats),
        history=whole_history(session) if all_open else observed_history(session, eyes),
        active=active,
        series=series_of(session),
        meanings=observed_meanings(session),
        practice=session.is_practice,
        repeat=session.is_repeat,
        tints=tuple(map(seat_tint, session.seats)),
    )


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
    """What the cursor is on."""
    picked: Card | None = None
    """The card in hand that waits for its place."""
    carried: bool = False
    """Whether that card follows the pointer: the next key or click, or letting it go, ends that."""
    placed: tuple[Card, ...] = ()
    """The cards put down so far of an incomplete play."""
    confirming: Target | None = None
    """What is played or taken when the player confirms it."""
    note: str = ""
    """A remark on the thing pointed at or tried, in place of the prompt."""
    shown_trick: int | None = None
    """The number of a finished trick that is still on the table, or there again."""
    in_flight: bool = False
    """Whether the card that was played last is still on its way."""
    typed: bool = False
    """Whether a digit put the cursor where it is, so that a second digit can follow."""


class TableModel(NamedTuple, Generic[StateT, EventT]):
    """Everything that the widgets of a table draw from."""

    player: PlayerView[StateT, EventT]
    selection: Selection
    moment: Moment | None = None
    """What is celebrated now, and how much of that is over."""

    @property
    def view(self) -> StateT:
        """The observed state."""
        return self.player.view

    @property
    def cursor(self) -> Target | None:
        """What the cursor is on."""
        return self.selection.cursor


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
