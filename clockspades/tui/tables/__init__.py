"""The tables: how each game is laid out and played on the screen.

A table is imported when it is first shown, so that no game waits for another's. What styles the table of Clockwork
Spades is in the application's stylesheet, which is read in any case before that opens; the others bring their own.
"""

from typing import cast

from clockspades.games.catalogue import ENTRIES, load
from clockspades.tui.tables.table import AnyTable


def table_of(game_name: str) -> type[AnyTable]:
    """The table of a game."""
    return cast(type[AnyTable], load(ENTRIES[game_name].table))
