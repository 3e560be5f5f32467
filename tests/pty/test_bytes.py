"""Bytes that are no key, in a real terminal: none of them plays, leaves, or ends the program."""

import pytest

from tests.pty.terminal import Terminal
from tests.tui.textual_fixes.test_terminal_parser import STRANGE

PLAY = ("play", "--seed", "1", "--seat", "Ana", "--seat", "Tick=bot:random")
NO_TEXT = b"\xfc\xff\xfe\x80\xe9\xf0\x9f\x83\xed\xa0\x80\xc0\x80"


@pytest.mark.usefixtures("asked")
def test_what_is_no_key_changes_nothing() -> None:
    with Terminal(*PLAY) as terminal:
        terminal.wait_for("▸ You")
        before = terminal.settle()
        for answer in STRANGE:
            terminal.send(NO_TEXT + answer.encode())
            terminal.send(answer.encode("latin-1"))
        terminal.send(b"\x1b]" + b"q" * 100_000 + b"\x07")
        assert terminal.settle(0.5) == before
        terminal.send(b"\x1b[1081::113;;1081u")
        assert terminal.wait_for_end() == 0
    assert b"Traceback" not in terminal.written
