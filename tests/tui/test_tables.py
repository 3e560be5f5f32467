"""The tables by the names of their games: each is there, and none is imported before it is needed."""

import subprocess
import sys

import pytest

from clockspades.games.catalogue import GAMES, game_names, table_rules
from clockspades.table.parts import each_part
from clockspades.tui.tables import table_of

PROBE = """
import sys
import clockspades.tui.screens.table_screen
from clockspades.tui.tables import table_of
table_of({name!r})
print(*sorted(module for module in sys.modules if "clockspades.games." in module or "tui.tables." in module))
"""


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_table_that_draws_each_of_its_parts(name: str) -> None:
    table, parts = table_of(name), list(each_part(table_rules(name).parts))
    assert table.rules is table_rules(name)
    assert {part.kind for part in parts} <= table.widgets.keys()
    assert len({part.id for part in parts}) == len(parts)


@pytest.mark.parametrize("name", game_names())
def test_the_stylesheet_of_a_game_lays_out_no_other_table(name: str) -> None:
    layout = table_rules(name).layout
    others = {game.name for game in GAMES} - {name}
    assert not {other for other in others if f".{other} " in layout}
    selectors = [line for line in layout.splitlines() if "#" in line and not line.strip().startswith(("/*", "&"))]
    assert all(f".{name} #" in part for line in selectors for part in line.split("{")[0].strip(" ,").split(","))


@pytest.mark.parametrize(
    ("name", "folder"), [("clockwork-spades", "clockwork"), ("clock", "clock"), ("german-clock", "german_clock")]
)
def test_a_table_imports_no_other_game_and_no_other_table(name: str, folder: str) -> None:
    code = PROBE.replace("{name!r}", repr(name))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = done.stdout.split()
    games = {module.split(".")[2] for module in modules if module.startswith("clockspades.games.")}
    assert games - {"catalogue", "dial_table", "dial_words"} == {folder}
    tables = {module.rpartition(".")[2] for module in modules if module.startswith("clockspades.tui.tables.")}
    assert tables == {"table", "dial_table"}
