"""Settings in a terminal: changed by keys, kept, and there at the next launch."""

import tomllib
from pathlib import Path

from clockspades.saved.settings import FILE, TABLE
from clockspades.saved.writing import BROKEN
from tests.pty.terminal import Terminal

PAPER = b"48;2;232;225;209m"
"""The ground of the theme of that name."""


def test_what_is_set_is_there_at_the_next_launch(home: Path) -> None:
    with Terminal() as terminal:
        terminal.wait_for("Settings", "Quit")
        terminal.press("s")
        terminal.wait_for("The colours of the table.")
        terminal.press("\x1b[D" * 3)
        terminal.wait_for("Ink on light paper.")
        terminal.wait_until("its ground", lambda: PAPER in terminal.written)
        terminal.press("\x1b[B" * [setting.key for setting in TABLE].index("sound") + "\x1b[C")
        terminal.wait_for("The bell rings.")
        assert b"\x07" in terminal.written
        terminal.press("\x1b")
        terminal.wait_for("Quit")
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    kept = tomllib.loads((home / FILE).read_text("utf-8"))
    assert (kept["theme"], kept["sound"]) == ("paper", True)
    with Terminal("play", "--seat", "Ana") as terminal:
        terminal.wait_for("turn 1")
        assert PAPER in terminal.written


def test_a_broken_file_is_reported_on_the_first_screen(home: Path) -> None:
    home.mkdir()
    (home / FILE).write_bytes(b"\xff\xfe")
    with Terminal() as terminal:
        terminal.wait_for("defaults", f"{FILE}{BROKEN}.")  # the end is there, wherever the lines break
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert [path.name for path in home.iterdir()] == [FILE + BROKEN]
