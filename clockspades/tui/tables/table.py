"""What every table is: it shows a game as one seat sees it, and tells what its player decides.

The screen holds the game and gives the table a :class:`Sight`; the table adds the player's attention, and its
widgets draw from the :class:`Scene` that both make. A table knows how its game looks and is handled. What is
legal it asks of the game.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from clockspades.engine.game import Action
from clockspades.tui.geometry import Direction
from clockspades.tui.tables.scene import AnySight, Attention, Scene, Target
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.key_line import Key
from clockspades.tui.widgets.mark import Mark

if TYPE_CHECKING:
    from clockspades.tui.widgets.sheet import SheetFace

SOME_TABLES: Final = ("nought", "last_trick", "sheet")
"""Actions of a screen that only some tables have: each says in :attr:`Table.offers` which."""


class Table(Widget, can_focus=False, inherit_bindings=False):
    """A game on the screen."""

    sight: var[AnySight | None] = var(None)
    attention: var[Attention] = var(Attention())
    scene: var[Scene[Any, Any] | None] = var(None)

    class Decided(Message):
        """The player at the near side chose an action."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    def watch_sight(self, before: AnySight | None, after: AnySight | None) -> None:
        """Begin with fresh attention at each new point."""
        if after is None:
            return
        moved = before is None or before.view != after.view or before.active != after.active
        self.land()
        is_next = before is not None and len(after.history) == len(before.history) + 1
        attention = self.attend(before if is_next else None, after) if moved else self.attention
        self.scene = Scene(after, attention)
        self.attention = attention
        if before is not None and is_next:
            self._launch(self.flights(before, after))

    def attend(self, before: AnySight | None, after: AnySight) -> Attention:
        """What there is to attend to at a new point; ``before`` is the point just before it, if that was shown."""
        return Attention()

    def watch_attention(self, attention: Attention) -> None:
        """Show what the player points at."""
        if self.sight is not None and (self.scene is None or self.scene.attention != attention):
            self.scene = Scene(self.sight, attention)

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: AnySight, after: AnySight) -> list[Flight]:
        """The ways that cards took from one point to the next."""
        raise NotImplementedError

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
        await self.mount(*(Flyer() for _ in range(len(flights) - len(self.query(Flyer)))))
        self._launch(flights)

    def land(self) -> None:
        """End every flight: whoever acts need not wait for a card."""
        for flyer in self.query(Flyer):
            flyer.land()

    # -- what the screen asks of it --------------------------------------------------------------------

    offers: ClassVar[frozenset[str]] = frozenset()
    """The actions of its screen that not every table has, and this one has."""

    @property
    def lingers(self) -> bool:
        """Whether something that is over is shown still, and is to be seen before the game goes on."""
        return False

    def go_on(self, *, gathers: bool = True) -> None:
        """Clear away what lingers; where it goes to is shown if it ``gathers``."""

    def look_back(self) -> None:
        """Show what was over last once more, or no longer."""

    def sheet_face(self) -> "SheetFace | None":
        """The score sheet, if there is one."""
        return None

    def seconds_for(self, sight: AnySight) -> float:
        """How long what happened last takes to be seen at the full tempo."""
        return 0.0

    def sums_up(self, sight: AnySight) -> bool:
        """Whether a deal that is over is summed up on the table, to be read before the next one is made."""
        return False

    def keys(self, sight: AnySight) -> tuple[Key, ...]:
        """The keys of this table that do something now."""
        raise NotImplementedError

    def marks(self, history: Sequence[Sequence[Any]]) -> tuple[Mark, ...]:
        """The moments that a replay's timeline marks; ``history`` is what all saw on the way to each point."""
        raise NotImplementedError

    def log_lines(self, scene: Scene[Any, Any]) -> tuple[LogLine, ...]:
        """The game so far in words."""
        raise NotImplementedError

    def let_go(self) -> bool:
        """Forget what was pointed at, picked or placed; False if there was nothing."""
        had_any = self.attention != Attention(note=self.attention.note)
        self.attention = Attention()
        return had_any

    def choose(self, number: int) -> None:
        """Point at what the digit ``number`` stands for."""
        raise NotImplementedError

    def move(self, direction: Direction) -> None:
        """Move the cursor."""
        raise NotImplementedError

    def confirm(self) -> None:
        """Do what is to be done: the whole of it, or what the cursor is on."""
        raise NotImplementedError

    def place(self) -> None:
        """Lay the card down that the cursor is on, or pick the thing it is on."""
        raise NotImplementedError

    def explain(self, target: Target) -> str:
        """Why something can or cannot be done now, in words."""
        raise NotImplementedError
