"""Keys by name, as inputs of a table."""

from typing import Final

from clockspades.table.commands import CANCEL, CONCEDE, ENTER, LAST_TRICK, MEANING, SPACE
from clockspades.table.inputs import KeyPressed

INPUTS: Final = {command.keys: command.does for command in (ENTER, SPACE, CANCEL, CONCEDE, LAST_TRICK, MEANING)}
"""The keys that do something special with what lies or moves on the table, and what they give."""


def pressed(key: str) -> KeyPressed:
    """A key goes down."""
    given = INPUTS.get(key)
    return KeyPressed(None if isinstance(given, str) else given)
