"""Imports point down only, and what needs no screen loads none: each is tried in a fresh process."""

import ast
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import clockspades
from clockspades.games.catalogue import GAMES
from tests.cli.conftest import logged
from tests.conformance.playing import random_game

PROBE = """
import sys
from clockspades.cli import main
for command in {commands!r}:
    try:
        status = main(command)
    except SystemExit as end:
        status = end.code
    assert not status, (command, status)
    loaded = sorted(name for name in sys.modules if name.partition(".")[0] in {heavy!r})
    if loaded:
        print(command, "loads", *loaded, file=sys.stderr)
        break
"""

SCREENS = ("textual", "rich")


def loaded_by(*commands: Sequence[str | Path], heavy: tuple[str, ...] = SCREENS) -> str:
    """Which modules of the ``heavy`` packages are imported by commands that one process runs in turn."""
    code = PROBE.format(commands=[[*map(str, command)] for command in commands], heavy=heavy)
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "TERM": "xterm"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr.strip()


def imported_by(*modules: str, heavy: tuple[str, ...] = SCREENS) -> str:
    """Which modules of the ``heavy`` packages are imported when one process imports modules in turn."""
    code = f"""
import sys
from importlib import import_module
for module in {modules!r}:
    import_module(module)
    loaded = sorted(name for name in sys.modules if name.startswith({heavy!r}))
    if loaded:
        print(module, "loads", *loaded)
        break
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_importing_loads_no_screen() -> None:
    modules = (
        "clockspades", "clockspades.cli", "clockspades.games.catalogue", "clockspades.saved.archive",
        "clockspades.simulation.simulate", "clockspades.statistics.records", "clockspades.cli.screens",
        "clockspades.routes", "clockspades.saved.settings",
    )  # fmt: skip
    assert imported_by(*modules) == ""


def test_the_version_loads_nothing_but_the_command_line_and_the_folders_of_a_core_that_it_looks_for() -> None:
    ours = loaded_by(["--version"], heavy=("clockspades", *SCREENS)).partition(" loads ")[2].split()
    assert set(ours) == {
        "clockspades", "clockspades.cli", "clockspades.cli.command_line", "clockspades.cli.entry",
        "clockspades.cli.output", "clockspades.cli.parser", "clockspades.engine", "clockspades.engine.text",
        "clockspades.games", "clockspades.games.spades", "clockspades.language", "clockspades.locale_data",
        "clockspades.saved", "clockspades.saved.writing",
    }  # fmt: skip


def test_simulating_in_one_process_loads_nothing_for_several() -> None:
    heavy = ("asyncio", "concurrent", "distributed", "logging", "multiprocessing")
    assert loaded_by(["simulate", "clock", "--games", "1"], heavy=heavy) == ""


def test_commands_load_no_screen(tmp_path: Path) -> None:
    """They read, simulate and play in line mode."""
    finished = tmp_path / "finished.cslog"
    clock = GAMES[1]
    finished.write_text(logged(random_game(clock, clock.configure({}), 1)), encoding="utf-8")
    told = loaded_by(
        ["--help"], ["games"], ["rules"], ["stats"], ["play", "--plain"], ["resume", "--plain"],
        ["simulate", "clock", "--games", "3", "--jobs", "2"],
        ["verify", finished], ["show", finished], ["show", "--json", finished], ["review", finished],
    )  # fmt: skip
    assert told == ""


def test_nothing_of_the_network_is_loaded_before_it_is_needed() -> None:
    modules = (
        "clockspades.cli.screens", "clockspades.cli.plain", "clockspades.simulation.simulate", "clockspades.tui.app",
        "clockspades.tui.screens.title", "clockspades.tui.screens.game_screen",
    )  # fmt: skip
    heavy = ("websockets", "cryptography", "zeroconf", "clockspades.network")
    assert imported_by(*modules, heavy=heavy) == ""


def test_only_the_server_of_a_table_loads_what_makes_certificates() -> None:
    modules = ("clockspades.network.client.connection", "clockspades.cli.join", "clockspades.cli.host")
    assert imported_by(*modules, heavy=("cryptography", "zeroconf", "textual")) == ""


def test_only_the_shells_ask_for_the_glyphs_and_the_keys_of_the_terminal() -> None:
    """Selectors, lessons and all else that is pure get them as arguments, or in their model."""
    package, found = Path(clockspades.__file__).parent, set[str]()
    asked = {("clockspades.table.glyphs", "glyphs"), ("clockspades.table.keys", "terminal")}
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        nodes = ast.walk(ast.parse(text)) if "table.glyphs" in text or "table.keys" in text else ()
        imports = (node for node in nodes if isinstance(node, ast.ImportFrom))
        if asked & {(node.module or "", alias.name) for node in imports for alias in node.names}:
            found.add(path.relative_to(package).as_posix())
    shells = ("cli/", "plain/", "tui/", "table/keys.py")
    assert "tui/app.py" in found
    assert [path for path in sorted(found) if not path.startswith(shells)] == []
