"""Imports point down only, and what needs no screen loads none: each is tried in a fresh process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ANA, TICK, logged, played

PROBE = """
import sys
from clockspades.cli import main
try:
    status = main(sys.argv[1:])
finally:
    print(*sorted(name for name in sys.modules if name.partition(".")[0] in {heavy!r}), file=sys.stderr)
raise SystemExit(status)
"""

SCREENS = ("textual", "rich")


def loaded_by(*arguments: str | Path, heavy: tuple[str, ...] = SCREENS) -> str:
    """Which modules of the ``heavy`` packages a command imports."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.replace("{heavy!r}", repr(heavy)), *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "TERM": "xterm"},
        check=True,
    )
    return done.stderr.strip()


@pytest.mark.parametrize(
    "module",
    ["clockspades", "clockspades.cli", "clockspades.games.catalogue", "clockspades.saved.archive",
     "clockspades.simulation.simulate", "clockspades.statistics.records", "clockspades.cli.screens",
     "clockspades.routes", "clockspades.saved.settings"],
)  # fmt: skip
def test_importing_loads_no_screen(module: str) -> None:
    code = f"import sys, {module}; print(*sorted({{'textual', 'rich'}} & {{*sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_version_loads_nothing_but_the_command_line() -> None:
    ours = loaded_by("--version", heavy=("clockspades", *SCREENS)).split()
    assert set(ours) <= {
        "clockspades", "clockspades.cli", "clockspades.cli.entry", "clockspades.cli.output", "clockspades.cli.parser",
        "clockspades.engine", "clockspades.engine.text",
    }  # fmt: skip


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("games",), ("rules",), ("stats",), ("simulate", "clockwork-spades", "--games", "3", "--jobs", "2")],
)
def test_commands_load_no_screen(arguments: tuple[str, ...]) -> None:
    assert loaded_by(*arguments) == ""


def test_simulating_in_one_process_loads_nothing_for_several() -> None:
    heavy = ("asyncio", "concurrent", "distributed", "logging", "multiprocessing")
    assert loaded_by("simulate", "clock", "--games", "1", heavy=heavy) == ""


def test_playing_in_line_mode_loads_no_screen(tmp_path: Path) -> None:
    assert loaded_by("play", "--plain") == ""
    assert loaded_by("resume", "--plain") == ""


def test_reading_a_game_loads_no_screen(tmp_path: Path) -> None:
    finished = tmp_path / "finished.cslog"
    finished.write_text(logged(played([ANA, TICK])), encoding="utf-8")
    assert loaded_by("verify", finished) == ""
    assert loaded_by("show", finished) == ""
    assert loaded_by("show", "--json", finished) == ""
    assert loaded_by("review", finished) == ""


@pytest.mark.parametrize(
    "module",
    ["clockspades.cli.screens", "clockspades.cli.plain", "clockspades.tui.app", "clockspades.tui.screens.title",
     "clockspades.tui.screens.game_screen", "clockspades.simulation.simulate"],
)  # fmt: skip
def test_nothing_of_the_network_is_loaded_before_it_is_needed(module: str) -> None:
    code = f"""
import sys, {module}
heavy = {{"websockets", "cryptography", "zeroconf", "cattrs"}}
print(*(name for name in sys.modules if name in heavy or name.startswith("clockspades.network")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_only_the_server_of_a_table_loads_what_makes_certificates() -> None:
    for module in ("clockspades.network.client.connection", "clockspades.cli.join", "clockspades.cli.host"):
        code = f"import sys, {module}; print(*({{'cryptography', 'zeroconf', 'textual'}} & {{*sys.modules}}))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "", module


def test_imports_point_down_only() -> None:
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
