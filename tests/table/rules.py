"""The rules of every game for its table."""

from typing import Any, Final

from clockspades.games.clock.table import ClockRules
from clockspades.games.clockwork.table import ClockworkRules
from clockspades.games.clogs.table import ClogsRules
from clockspades.games.german_clock.table import GermanClockRules
from clockspades.games.spades.table import SpadesRules
from clockspades.table.rules import TableRules

RULES: Final[dict[str, TableRules[Any, Any]]] = {
    "clockwork-spades": ClockworkRules(),
    "clock": ClockRules(),
    "german-clock": GermanClockRules(),
    "clogs": ClogsRules(),
    "spades": SpadesRules(),
}
