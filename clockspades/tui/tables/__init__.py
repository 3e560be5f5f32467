"""The tables: how each game is laid out and played on the screen.

A table is imported when its game is first shown, so that no other has to be waited for.
"""

from collections.abc import Mapping
from typing import Final

from clockspades.tui.tables.named import Named
from clockspades.tui.tables.table import Table

TABLES: Final[Mapping[str, type[Table]]] = Named(
    {
        "clockwork-spades": "clockwork:ClockworkTable",
        "clogs": "clogs:ClogsTable",
        "spades": "spades:SpadesTable",
    }
)
"""The table of each game, by the game's name."""
