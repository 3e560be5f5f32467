"""The base of every table: it shows a game as one seat sees it, and reports what its player decides.

The screen holds the game and gives the table a :class:`PlayerView`. The table adds the player's :class:`Selection`,
and its widgets draw from the :class:`TableModel` of both. A table knows how its game looks and is handled. It asks the
game what is legal.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeAlias

from textual import getters
from textual.geometry import Region
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from clockspades.engine.game import Action, EventT, StateT
from clockspades.table.model import (
    AnyPlayerView,
    AnyTableModel,
    Direction,
    PlayerView,
    Selection,
    TableModel,
    Target,
    TargetKind,
)
from clockspades.table.widget_models import Key, LogLine, Mark
from clockspades.tui.layout.cells import nearest
from clockspades.tui.mounted import MountedOnly
from clockspades.tui.themed_app import ThemedApp
from clockspades.tui.widgets.flight import Flight, Flyer

if TYPE_CHECKING:
    from clockspades.table.result_model import ResultModel
    from clockspades.table.trick_widget_models import ScoreSheetModel

FLYERS: Final = 6
"""How many cards can be in the air before more have to be made."""
OPTIONAL_ACTIONS: Final = ("zero", "last_trick", "sheet")
"""Actions of a screen that only some tables have: each says in :attr:`Table.screen_actions` which."""


class Table(MountedOnly, Widget, Generic[StateT, EventT], can_focus=False, inherit_bindings=False):
    """A game on the screen. One that has keys of its own binds them, and is given the focus while it is played."""

    app = getters.app(ThemedApp)

    player: var[AnyPlayerView | None] = var(None)
    selection: var[Selection] = var(Selection())
    model: var[AnyTableModel | None] = var(None)
    _hovered: Target | None = None
    """What the pointer is on, and was explained."""

    class Decided(Message):
        """The player at the near side chose an action."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    class Hurried(Message):
        """The player wants every play made that leaves no choice."""

    class KeysChanged(Message):
        """Other keys do something now, though the game stands where it stood."""

    @property
    def focusable(self) -> bool:
        """It can have the focus though it draws nothing itself."""
        return self.can_focus

    @property
    def shown(self) -> TableModel[StateT, EventT]:
        """The model, for methods that are called only once there is one."""
        assert self.model is not None, "a table is played only once it shows a game"
        return self.model

    def watch_player(self, before: PlayerView[StateT, EventT] | None, after: PlayerView[StateT, EventT] | None) -> None:
        """Begin with a fresh selection at each new point."""
        if after is None:
            return
        moved = before is None or before.view != after.view or before.active != after.active
        if before is None or len(after.history) != len(before.history):
            self.land()  # a flight goes on when only the player to act changes
        is_next = before is not None and len(after.history) == len(before.history) + 1
        selection = self.selection_at(before if is_next else None, after) if moved else self.selection
        self.model = TableModel(after, selection)
        self.selection = selection
        if before is not None and is_next:
            self._launch(self.flights(before, after))

    def selection_at(self, before: PlayerView[StateT, EventT] | None, after: PlayerView[StateT, EventT]) -> Selection:
        """The selection at a new point; ``before`` is the point just before it, if that was shown."""
        return Selection()

    def watch_selection(self, selection: Selection) -> None:
        """Show what the player points at."""
        if self.player is not None and (self.model is None or self.model.selection != selection):
            self.model = TableModel(self.player, selection)

    # -- cards in the air ------------------------------------------------------------------------------

    @abstractmethod
    def flights(self, before: PlayerView[StateT, EventT], after: PlayerView[StateT, EventT]) -> list[Flight]:
        """The ways that cards took from one point to the next."""

    def _launch(self, flights: list[Flight]) -> None:
        """Show cards on their way, unless movement is off; none is in the air."""
        if self.app.animation_level == "none" or not flights:
            return
        flyers = list(self.query(Flyer))
        if len(flyers) < len(flights):
            self.call_next(self._mount_and_launch, flights)
            return
        for flyer, flight in zip(flyers, flights):
            flyer.fly(flight, self.region.offset)

    async def _mount_and_launch(self, flights: list[Flight]) -> None:
        wanted = max(FLYERS, len(flights))  # several at once: each time that some come, all is painted anew
        await self.mount(*(Flyer() for _ in range(wanted - len(self.query(Flyer)))))
        self._launch(flights)

    def land(self) -> None:
        """End every flight: nobody who acts has to wait for a card."""
        for flyer in self.query(Flyer):
            flyer.land()

    def interrupt(self) -> None:
        """End everything that moves by itself, because somebody acts."""
        self.land()

    # -- what the player points at ---------------------------------------------------------------------

    def say(self, words: str) -> None:
        """Say something in the place of the prompt."""
        self.selection = self.selection._replace(note=words)

    def point_at(self, target: Target) -> None:
        """Put the cursor on something, and say what it is."""
        self.selection = self.selection._replace(cursor=target, confirming=None, note=self.explain(target))

    def hover(self, kind: TargetKind, number: int | None) -> None:
        """Explain what the pointer is on; that it left something else can be heard of after that."""
        if number is not None:
            if self._hovered != (target := Target(kind, number)):
                self._hovered = target
                self.say(self.explain(target))
        elif self._hovered is not None and self._hovered.kind == kind:
            self._hovered = None
            self.say(self.reminder(self.selection))

    def select(self, selection: Selection) -> None:
        """Show what the player is about to do, and say what is left to do of it."""
        self.selection = selection._replace(note=self.reminder(selection))

    def decide(self, action: Action, target: Target | None = None) -> None:
        """Choose an action, or say why the rules refuse it.

        One that is done to ``target`` is confirmed first, if the settings say so.
        """
        if reason := self.shown.player.game.why_not(self.shown.view, action):
            self.say(reason)
        elif target is not None and self.app.settings.confirm and self.selection.confirming != target:
            self.select(Selection(target, confirming=target))
        else:
            self.post_message(self.Decided(action))

    # -- what the screen asks of it --------------------------------------------------------------------

    screen_actions: ClassVar[frozenset[str]] = frozenset()
    """Which of :data:`OPTIONAL_ACTIONS` this table has."""

    pauses: ClassVar[bool] = False
    """Whether on this table something may be over and be seen before the game goes on."""

    @property
    def lingers(self) -> bool:
        """Whether a finished trick is still shown, for the players to see before the game goes on."""
        return False

    def go_on(self, *, gathers: bool = True) -> None:
        """Clear away what lingers; where it goes to is shown if it ``gathers``."""

    def look_back(self) -> None:
        """Show what was over last once more, or no longer."""

    def catch_up(self) -> None:
        """Show a trick that ended since the near player acted, if they did not see it end."""

    @staticmethod
    def sheet(model: TableModel[StateT, EventT]) -> "ScoreSheetModel | None":
        """The score sheet, in a game that has one."""
        return None

    def seconds_for(self, player: PlayerView[StateT, EventT]) -> float:
        """How long what happened last takes to be seen at the full tempo."""
        return 0.0

    def sums_up(self, player: PlayerView[StateT, EventT]) -> bool:
        """Whether a deal that is over is summed up on the table, to be read before the next one is made."""
        return False

    def announce(self, player: PlayerView[StateT, EventT], action: Action) -> str:
        """What is said for a moment before a forced move is played."""
        return f"You {player.game.phrase(action)}."

    @abstractmethod
    def keys(self, player: PlayerView[StateT, EventT]) -> tuple[Key, ...]:
        """The keys of this table that do something now."""

    @abstractmethod
    def marks(self, history: Sequence[Sequence[EventT]]) -> tuple[Mark, ...]:
        """The moments that a replay's timeline marks; ``history`` is what all saw on the way to each point."""

    @abstractmethod
    def log_lines(self, model: TableModel[StateT, EventT]) -> tuple[LogLine, ...]:
        """The game so far in words."""

    @staticmethod
    @abstractmethod
    def result(state: StateT) -> "ResultModel":
        """What the result screen shows of a finished game."""

    def reminder(self, selection: Selection) -> str:
        """A remark on what the player has begun to do; empty if there is none."""
        return ""

    def let_go(self) -> bool:
        """Forget what was pointed at, picked or placed; False if there was nothing."""
        had_any = self.selection != Selection(note=self.selection.note)
        self.selection = Selection()
        return had_any

    @abstractmethod
    def choose(self, number: int) -> None:
        """Point at what the digit ``number`` stands for."""

    def move(self, direction: Direction) -> None:
        """Move the cursor to what lies that way on the screen; it appears on the first thing that can be chosen now."""
        places, cursor = self.places(), self.selection.cursor
        target = nearest(places, cursor, direction) if cursor in places else self.first_target()
        if target is not None:
            self.point_at(target)

    def first_target(self) -> Target | None:
        """What the cursor appears on."""
        return next(iter(self.places()), None)

    @abstractmethod
    def places(self) -> Mapping[Target, Region]:
        """Everything that the cursor can be on, where it stands on the screen."""

    @abstractmethod
    def confirm(self) -> None:
        """What Enter does: the whole move, or what the cursor is on."""

    @abstractmethod
    def space(self) -> None:
        """What the space key does: a smaller step than Enter's, where there is one."""

    @abstractmethod
    def explain(self, target: Target) -> str:
        """Why something can or cannot be done now, in words."""


AnyTable: TypeAlias = Table[Any, Any]
