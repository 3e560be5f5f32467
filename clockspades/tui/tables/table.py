"""What every table is: it shows a game as one seat sees it, and tells what its player decides.

The screen holds the game and gives the table a :class:`Sight`; the table adds the player's attention, and its
widgets draw from the :class:`Scene` that both make. A table knows how its game looks and is handled. What is
legal it asks of the game.
"""

from typing import Any

from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from clockspades.engine.game import Action
from clockspades.tui.geometry import Direction
from clockspades.tui.tables.scene import AnySight, Attention, Scene, Target
from clockspades.tui.widgets.key_line import Key


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

    def watch_attention(self, attention: Attention) -> None:
        """Show what the player points at."""
        if self.sight is not None and (self.scene is None or self.scene.attention != attention):
            self.scene = Scene(self.sight, attention)

    def keys(self, sight: AnySight) -> tuple[Key, ...]:
        """The keys of this table that do something now."""
        raise NotImplementedError

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
