"""The terminal that other tests read: it tells a program that is done from one that is silent."""

import sys
from typing import Final

from tests.pty.terminal import Terminal

COMPUTES: Final = """
from time import process_time
while process_time() < 0.5:
    pass
input("done")
"""


def test_a_screen_has_not_settled_while_the_program_computes() -> None:
    with Terminal(program=(sys.executable, "-c", COMPUTES)) as terminal:
        assert terminal.settle(0.01).rstrip() == "done"
