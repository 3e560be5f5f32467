"""The tables: how each game is laid out and played on the screen."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from clockspades.tui.tables.clockwork import ClockworkTable
from clockspades.tui.tables.clockwork_result import clockwork_result
from clockspades.tui.tables.result import ResultFace
from clockspades.tui.tables.table import Table

TABLES: Final[Mapping[str, type[Table]]] = {"clockwork-spades": ClockworkTable}
"""The table of each game, by the game's name."""

RESULTS: Final[Mapping[str, Callable[[Any], ResultFace]]] = {"clockwork-spades": clockwork_result}
"""What is shown of each game when it is over, by the game's name."""
