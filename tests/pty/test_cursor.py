"""The cursor of a real terminal follows the focus, hidden or not, and costs nothing while nothing changes."""

import re
from itertools import takewhile
from pathlib import Path

import pytest

from clockspades.saved.settings import FILE, TABLE
from tests.pty.terminal import Terminal

DOWN, RIGHT = "\x1b[B", "\x1b[C"


def test_it_follows_the_focus_from_screen_to_screen(home: Path) -> None:
    with Terminal(LOGNAME="carla") as terminal:
        terminal.wait_at_cursor("Learn as you play")
        assert not terminal.shows_cursor
        terminal.press(DOWN)
        terminal.wait_at_cursor("Play")
        terminal.press("p")
        terminal.wait_at_cursor("1  Clockwork Spades")
        terminal.press(DOWN)
        terminal.wait_at_cursor("2  ")
        terminal.resize(120, 40)
        terminal.settle()
        terminal.wait_at_cursor("2  ")
        terminal.press("\r")
        terminal.wait_at_cursor("Learn as you play")
        terminal.press("s")
        terminal.wait_for("⏎ play")
        terminal.settle()
        assert terminal.at_cursor
        terminal.press("\x1b")
        terminal.wait_at_cursor("2  ")
        terminal.press("\x1b")
        terminal.wait_at_cursor("Learn as you play")
        terminal.press("s")
        terminal.wait_at_cursor("baize")
        terminal.settle()
        before = len(terminal.written)
        terminal.settle()
        assert len(terminal.written) == before, "nothing is written while nothing changes"
        for _ in [*takewhile(lambda setting: setting.key != "cursor", TABLE)][
            1:
        ]:  # one row is only for other languages
            terminal.press(DOWN)
        terminal.wait_at_cursor("hidden")
        terminal.press(RIGHT)
        terminal.wait_at_cursor("shown")
        terminal.wait_until("a visible cursor", lambda: terminal.shows_cursor)
        terminal.press("\x1b")
        terminal.wait_at_cursor("Learn as you play")
        assert terminal.shows_cursor
        terminal.press("q")
        assert terminal.wait_for_end() == 0
    assert 'cursor = "shown"' in (home / FILE).read_text("utf-8")


@pytest.mark.parametrize(
    ("game", "ready", "read"),
    [
        ("clockwork-spades", "turn 1", "[0-9AJQK]"),
        ("spades", "Your bid", r"\W*\d"),
    ],
)
def test_it_is_on_what_the_cursor_of_a_table_is_on(home: Path, game: str, ready: str, read: str) -> None:
    home.mkdir()
    (home / FILE).write_text('cursor = "shown"\nanimation = "off"\n')
    with Terminal("play", game, "--seed", "5") as terminal:
        terminal.wait_for(ready)
        terminal.settle()
        assert terminal.shows_cursor
        for key in (RIGHT, RIGHT, DOWN):
            terminal.press(key)
            terminal.settle()
        assert re.match(read, terminal.at_cursor), f"{terminal.at_cursor!r}:\n{terminal.text}"
        terminal.press("\x10")
        terminal.wait_at_cursor("Search for commands")
        terminal.press("\x1b")
        terminal.wait_until("the table again", lambda: re.match(read, terminal.at_cursor) is not None)
