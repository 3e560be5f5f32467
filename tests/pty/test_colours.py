"""The colours that a terminal gets: all it can show, or its own sixteen."""

import re
from pathlib import Path

import pytest

from tests.pty.terminal import Terminal

TRUE_COLOUR = re.compile(rb"\x1b\[[0-9;]*[34]8;2;")


@pytest.mark.parametrize(
    ("kind", "colour_terminal", "has_true_colour"),
    [("xterm-256color", "truecolor", True), ("xterm", "", False)],
    ids=["all colours", "sixteen colours"],
)
def test_a_terminal_gets_the_colours_that_it_has(
    home: Path, kind: str, colour_terminal: str, has_true_colour: bool
) -> None:
    with Terminal("play", "--seed", "1", TERM=kind, COLORTERM=colour_terminal) as terminal:
        terminal.wait_for("turn 1")
        assert bool(TRUE_COLOUR.search(terminal.written)) is has_true_colour
