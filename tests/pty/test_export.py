"""``export`` in a terminal, and the films that it makes in asciinema's own player."""

import os
import sys
from pathlib import Path

import pytest

from clockspades.cli import INTERRUPTED
from tests.cli.conftest import ANA, TICK, logged, played
from tests.pty.terminal import Terminal

LONG = Path(__file__).parents[1] / "logs" / "spades" / "defaults-target.cslog"
"""A game that takes a minute to export."""


def test_it_shows_how_far_it_is_and_stops_at_once_without_a_file(tmp_path: Path) -> None:
    out = tmp_path / "film.svg"
    with Terminal("export", LONG, "--svg", out) as terminal:
        terminal.wait_for("━", "/1688")
        terminal.press("\x03")
        assert terminal.wait_for_end() == INTERRUPTED
    assert terminal.text.strip() == "^C" or not terminal.text.strip(), "nothing is said"
    assert not out.exists()


def test_asciinema_plays_what_it_wrote(tmp_path: Path) -> None:
    asciinema = Path(sys.executable).with_name("asciinema")
    if not asciinema.exists():
        (pytest.fail if os.environ.get("CI") else pytest.skip)("asciinema is not installed here")
    game, out = tmp_path / "game.cslog", tmp_path / "film.cast"
    game.write_text(logged(played([ANA, TICK])), encoding="utf-8")
    with Terminal("export", game, "--cast", out, "--speed", "20", "--to", "4") as terminal:
        assert terminal.wait_for_end() == 0
    assert terminal.text.startswith(f"{out}: "[:80])
    program = (sys.executable, asciinema, "play", out)
    with Terminal(program=program, LC_ALL="C.UTF-8", ASCIINEMA_CONFIG_HOME=str(tmp_path)) as terminal:
        assert terminal.wait_for_end() == 0
    assert terminal.text.splitlines()[0].endswith("Clockwork Spades  turn 4")
    assert "←→ step" not in terminal.text  # nobody can press the keys of a film
    assert terminal.shows_cursor
