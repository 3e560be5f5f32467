"""The tables: how each game is laid out and played on the screen."""

from collections.abc import Mapping
from typing import Final

from clockspades.tui.tables.clockwork import ClockworkTable
from clockspades.tui.tables.table import Table

TABLES: Final[Mapping[str, type[Table]]] = {"clockwork-spades": ClockworkTable}
"""The table of each game, by the game's name."""
