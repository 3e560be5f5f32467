"""The tables by the names of their games: each is there, and none is imported before it is needed."""

import subprocess
import sys

import pytest

from clockspades.games.catalogue import ENTRIES, game_names, load
from clockspades.tui.tables import table_of
from clockspades.tui.tables.table import Table

PROBE = """
import sys
import clockspades.tui.screens.table_screen
from clockspades.tui.tables import table_of
table_of({name!r})
print(*sorted(module for module in sys.modules if "clockspades.games." in module or "tui.tables." in module))
"""


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_table(name: str) -> None:
    assert issubclass(table_of(name), Table)


@pytest.mark.parametrize("name", game_names())
def test_an_entry_names_the_rules_that_its_table_is_played_by(name: str) -> None:
    assert type(table_of(name).rules) is load(ENTRIES[name].table_rules)


@pytest.mark.parametrize(
    ("name", "folder"), [("clockwork-spades", "clockwork"), ("clock", "clock"), ("german-clock", "german_clock")]
)
def test_a_table_imports_no_other_game_and_no_other_table(name: str, folder: str) -> None:
    code = PROBE.replace("{name!r}", repr(name))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = done.stdout.split()
    games = {module.split(".")[2] for module in modules if module.startswith("clockspades.games.")}
    assert games - {"catalogue"} == {folder}
    tables = {module.rpartition(".")[2] for module in modules if module.startswith("clockspades.tui.tables.")}
    assert tables == {"table", "dial_table", folder}
