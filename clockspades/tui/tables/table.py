"""What every table is: it shows a game as one seat sees it, and tells what its player decides.

The screen holds the game and gives the table a :class:`Sight`; the table adds the player's attention, and its
widgets draw from the :class:`Scene` that both make. A table knows how its game looks and is handled. What is
legal it asks of the game.
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
from clockspades.tui.layout.cells import Direction, nearest
from clockspades.tui.look import Look
from clockspades.tui.mounted import MountedOnly
from clockspades.tui.tables.scene import AnyScene, AnySight, Attention, Scene, Sight, Target
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.key_line import Key
from clockspades.tui.widgets.mark import Mark

if TYPE_CHECKING:
    from clockspades.tui.tables.result import ResultFace
    from clockspades.tui.widgets.sheet import SheetFace

FLYERS: Final = 6
"""How many cards can be in the air before more have to be made."""
OPTIONAL_ACTIONS: Final = ("zero", "last_trick", "sheet")
"""Actions of a screen that only some tables have: each says in :attr:`Table.screen_actions` which."""


class Table(MountedOnly, Widget, Generic[StateT, EventT], can_focus=False, inherit_bindings=False):
    """A game on the screen. One that has keys of its own binds them, and is given the focus while it is played."""

    app = getters.app(Look)

    sight: var[AnySight | None] = var(None)
    attention: var[Attention] = var(Attention())
    scene: var[AnyScene | None] = var(None)
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
    def shown(self) -> Scene[StateT, EventT]:
        """The scene, for whatever is done only once there is one."""
        assert self.scene is not None, "a table is played only once it shows a game"
        return self.scene

    def watch_sight(self, before: Sight[StateT, EventT] | None, after: Sight[StateT, EventT] | None) -> None:
        """Begin with fresh attention at each new point."""
        if after is None:
            return
        moved = before is None or before.view != after.view or before.active != after.active
        if before is None or len(after.history) != len(before.history):
            self.land()  # a flight goes on when only the player to act changes
        is_next = before is not None and len(after.history) == len(before.history) + 1
        attention = self.attention_at(before if is_next else None, after) if moved else self.attention
        self.scene = Scene(after, attention)
        self.attention = attention
        if before is not None and is_next:
            self._launch(self.flights(before, after))

    def attention_at(self, before: Sight[StateT, EventT] | None, after: Sight[StateT, EventT]) -> Attention:
        """The attention at a new point; ``before`` is the point just before it, if that was shown."""
        return Attention()

    def watch_attention(self, attention: Attention) -> None:
        """Show what the player points at."""
        if self.sight is not None and (self.scene is None or self.scene.attention != attention):
            self.scene = Scene(self.sight, attention)

    # -- cards in the air ------------------------------------------------------------------------------

    @abstractmethod
    def flights(self, before: Sight[StateT, EventT], after: Sight[StateT, EventT]) -> list[Flight]:
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
        self.attention = self.attention._replace(note=words)

    def point_at(self, target: Target) -> None:
        """Put the cursor on something, and say what it is."""
        self.attention = self.attention._replace(pointed=target, asked=None, note=self.explain(target))

    def hover(self, kind: str, number: int | None) -> None:
        """Explain what the pointer is on; that it left something else can be heard of after that."""
        if number is not None:
            if self._hovered != (target := Target(kind, number)):
                self._hovered = target
                self.say(self.explain(target))
        elif self._hovered is not None and self._hovered.kind == kind:
            self._hovered = None
            self.say(self.reminder(self.attention))

    def attend(self, attention: Attention) -> None:
        """Show what the player is about to do, and say what is left to do of it."""
        self.attention = attention._replace(note=self.reminder(attention))

    def decide(self, action: Action, target: Target | None = None) -> None:
        """Choose an action, or say why the rules refuse it.

        One that is done to ``target`` is asked for a second time where that is set.
        """
        if reason := self.shown.sight.game.why_not(self.shown.view, action):
            self.say(reason)
        elif target is not None and self.app.settings.confirm and self.attention.asked != target:
            self.attend(Attention(target, asked=target))
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
    def sheet(scene: Scene[StateT, EventT]) -> "SheetFace | None":
        """The score sheet, in a game that has one."""
        return None

    def seconds_for(self, sight: Sight[StateT, EventT]) -> float:
        """How long what happened last takes to be seen at the full tempo."""
        return 0.0

    def sums_up(self, sight: Sight[StateT, EventT]) -> bool:
        """Whether a deal that is over is summed up on the table, to be read before the next one is made."""
        return False

    def announce(self, sight: Sight[StateT, EventT], action: Action) -> str:
        """What is said for a moment before a forced move is played."""
        return f"You {sight.game.phrase(action)}."

    @abstractmethod
    def keys(self, sight: Sight[StateT, EventT]) -> tuple[Key, ...]:
        """The keys of this table that do something now."""

    @abstractmethod
    def marks(self, history: Sequence[Sequence[EventT]]) -> tuple[Mark, ...]:
        """The moments that a replay's timeline marks; ``history`` is what all saw on the way to each point."""

    @abstractmethod
    def log_lines(self, scene: Scene[StateT, EventT]) -> tuple[LogLine, ...]:
        """The game so far in words."""

    @staticmethod
    @abstractmethod
    def result(state: StateT) -> "ResultFace":
        """What the result screen shows of a finished game."""

    def reminder(self, attention: Attention) -> str:
        """A remark on what the player has begun to do; empty if there is none."""
        return ""

    def let_go(self) -> bool:
        """Forget what was pointed at, picked or placed; False if there was nothing."""
        had_any = self.attention != Attention(note=self.attention.note)
        self.attention = Attention()
        return had_any

    @abstractmethod
    def choose(self, number: int) -> None:
        """Point at what the digit ``number`` stands for."""

    def move(self, direction: Direction) -> None:
        """Move the cursor to what lies that way on the screen; it appears on the first thing that can be chosen now."""
        places, pointed = self.places(), self.attention.pointed
        target = nearest(places, pointed, direction) if pointed in places else self.first_target()
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
