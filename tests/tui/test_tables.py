"""The tables by the names of their games: each is there, and none is imported before it is needed."""

import subprocess
import sys

import pytest

from clockspades.games.catalogue import game_names, table_rules
from clockspades.table.parts import each_part
from clockspades.tui.tables import table_of

PROBE = """
import sys
import clockspades.tui.screens.table_screen
from clockspades.tui.tables import table_of
before = set()
for name in ("clockwork-spades", "clock", "german-clock"):
    table_of(name)
    print(*(module for module in {*sys.modules} - before if "clockspades.games." in module or "tui.tables." in module))
    before = {*sys.modules}
"""


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_table_that_draws_each_of_its_parts(name: str) -> None:
    table, parts = table_of(name), list(each_part(table_rules(name).parts))
    assert table.rules is table_rules(name)
    assert {part.kind for part in parts} <= table.widgets.keys()
    assert len({part.id for part in parts}) == len(parts)


def test_a_table_imports_no_other_game_and_no_other_table() -> None:
    """That none imports one before it, the contracts of imports say."""
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    found = [{*line.split()} for line in done.stdout.splitlines()]
    games = [{each.split(".")[2] for each in modules if each.startswith("clockspades.games.")} for modules in found]
    assert [folders - {"catalogue", "dial_table_rules", "dial_words"} for folders in games] == [
        {"clockwork"},
        {"clock"},
        {"german_clock"},
    ]
    tables = {each.rpartition(".")[2] for modules in found for each in modules if "tui.tables." in each}
    assert tables == {"table"}
