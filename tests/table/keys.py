"""Keys by name, as inputs of a table."""

from typing import Final

from clockspades.table.commands import CANCEL, ENTER, LAST_TRICK, MEANING, SPACE
from clockspades.table.inputs import KeyPressed

ACTIONS: Final = {command.keys: command.action for command in (ENTER, SPACE, CANCEL, LAST_TRICK, MEANING)}
"""The keys that do something special with what lies or moves on the table, and the actions of their commands."""


def pressed(key: str) -> KeyPressed:
    """A key goes down."""
    return KeyPressed(ACTIONS.get(key, ""))
