"""What every table is: it shows a game as one seat sees it, and tells what its player decides.

The screen holds the game and gives the table a :class:`Sight`; the table adds the player's attention, and its
widgets draw from the :class:`Scene` that both make. A table knows how its game looks and is handled. What is
legal it asks of the game.
"""

from collections.abc import Sequence
from typing import Any, Final

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

FLYERS: Final = 6
"""How many cards can be in the air before more have to be made."""


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
        attention = Attention() if moved else self.attention
        self.scene = Scene(after, attention)
        self.attention = attention
        if before is not None and len(after.history) == len(before.history) + 1:
            self._launch(self.flights(before, after))

    def watch_attention(self, attention: Attention) -> None:
        """Show what the player points at."""
        if self.sight is not None and (self.scene is None or self.scene.attention != attention):
            self.scene = Scene(self.sight, attention)

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: AnySight, after: AnySight) -> list[Flight]:
        """The ways that cards took from one point to the next."""
        raise NotImplementedError

    def _launch(self, flights: list[Flight]) -> None:
        """Show cards on their way, unless movement is off."""
        self.land()
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
        """End every flight: whoever acts need not wait for a card."""
        for flyer in self.query(Flyer):
            flyer.land()

    # -- what the screen asks of it --------------------------------------------------------------------

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
