"""Terminals that draw suits and frames two cells wide: the program finds that out, and draws in plain letters."""

import unicodedata
from typing import Final

import pytest

from clockspades.tui.textual_fixes.driver import MEASURED
from tests.pty.terminal import Terminal

QUESTION: Final = b"\x1b[6n"
NARROW: Final = f"\x1b[2;{len(MEASURED) + 1}R"
WIDE: Final = f"\x1b[2;{2 * len(MEASURED) + 1}R"


def may_be_wide(text: str) -> set[str]:
    return {character for character in text if unicodedata.east_asian_width(character) in "AFW"}


def answer(terminal: Terminal, *answers: str) -> None:
    """Answer the question where the cursor stands."""
    terminal.wait_until("the question", lambda: QUESTION in terminal.written)
    terminal.press("".join(answers))


def test_a_wide_terminal_gets_plain_letters_everywhere() -> None:
    with Terminal("play", "--seat", "Josè “Pepe” Ñandú", "--seat", "Ana") as terminal:
        answer(terminal, WIDE)
        terminal.wait_for('Jose "Pepe" Ñandu\'s turn.')
        assert not may_be_wide(terminal.settle())
        terminal.press(" ")
        terminal.wait_for("turn 1")
        terminal.press("?")
        terminal.wait_for("close")
        assert not may_be_wide(terminal.settle())
        terminal.press("\x11")
        assert terminal.wait_for_end() == 0


@pytest.mark.parametrize("late", [WIDE, "\x1b[1;40R" + WIDE], ids=["alone", "after Shift+F3"])
def test_an_answer_that_comes_late_draws_all_anew_and_is_no_key(late: str) -> None:
    with Terminal("play") as terminal:
        before = terminal.wait_for("turn 1")
        assert may_be_wide(before)
        answer(terminal, late)
        terminal.wait_until("plain letters", lambda: not may_be_wide(terminal.text))
        after = terminal.settle()
        assert not may_be_wide(after)
        assert "< play" not in after, "Enter is no arrow to the left"
        assert "turn 1" in after
        assert [len(line) for line in after.splitlines() if "turn 1" in line] == [
            len(line) for line in before.splitlines() if "turn 1" in line
        ]


def test_other_terminals_are_drawn_on_as_before() -> None:
    with Terminal() as terminal:
        answer(terminal, "\x1b[2;80R\x1b[2;1R", NARROW)  # the first two answer what another program asked
        terminal.wait_for("Quit")
        terminal.press(WIDE)  # nobody asked for this one
        assert "╭" in terminal.settle()
        assert terminal.written.count(QUESTION) == 1


def test_a_terminal_of_plain_letters_is_not_asked() -> None:
    with Terminal(LC_ALL="C") as terminal:
        terminal.wait_for("Quit")
        assert QUESTION not in terminal.written
