"""The tables: how each game is laid out and played on the screen.

A table is imported when it is first shown, so that no game waits for another's. What styles the table of Clockwork
Spades is in the application's stylesheet, which is read in any case before that opens; the others bring their own.
"""

from importlib import import_module
from typing import Final, cast

from clockspades.tui.tables.table import AnyTable

_WHERE: Final = {
    "clockwork-spades": "clockwork:ClockworkTable",
    "clock": "clock:ClockTable",
    "german-clock": "german_clock:GermanClockTable",
    "clogs": "clogs:ClogsTable",
    "spades": "spades:SpadesTable",
}
"""For each game, by its name, the module in this package and the class in it."""


def table_of(game_name: str) -> type[AnyTable]:
    """The table of a game."""
    module, _, table = _WHERE[game_name].partition(":")
    return cast(type[AnyTable], getattr(import_module(f"{__package__}.{module}"), table))
