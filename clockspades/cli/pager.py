"""Reading what is longer than the window in the reader's pager: ``PAGER``, or ``less``, as git does.

The pager of pydoc, which rich uses, does not tell ``less`` to show colours, gives them to pagers that show their codes,
and loses the text if ``PAGER`` cannot be run.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from clockspades.engine.text import is_dumb

DEFAULT: Final = "less"
LOOKS: Final = {"LESS": ("FRX", "-R {}"), "LV": ("-c", "-c {}")}
"""What tells the pagers to show colours: alone, and in front of what the reader has set, which may end with a prompt.

``F`` and ``X`` end ``less`` where the text fits the window after all, and leave the text there.
"""
COLOURED: Final = {"less", "more", "lv", "cat", "bat", "batcat", "moar", "moor", "ov"}
"""Pagers that show colours. Others may show the sequences that make them."""

LIBRARIES: Final = "LD_LIBRARY_PATH"
"""Where Linux looks for libraries first."""


def pager(environment: Mapping[str, str]) -> str:
    """The command that shows long texts; empty if there is none, or the terminal can't turn pages."""
    command = environment.get("PAGER")
    if command is None:
        command = DEFAULT if shutil.which(DEFAULT) else ""
    return "" if command.strip() in ("", "cat") or is_dumb(environment) else command


def shows_colours(command: str, environment: Mapping[str, str]) -> bool:
    """Whether a pager can show colours. If its name is a link, the program behind it decides."""
    program = shutil.which((command.split() or [""])[0])
    is_told_not_to = "+R" in command or "+R" in environment.get("LESS", "")
    return program is not None and Path(program).resolve().name in COLOURED and not is_told_not_to


def environment_of_others() -> dict[str, str]:
    """The environment for other programs. A binary looks for libraries in itself first, and they must not."""
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        environment.pop(LIBRARIES, None)
        before = environment.pop(f"{LIBRARIES}_ORIG", None)
        if before is not None:
            environment[LIBRARIES] = before
    return environment


def is_longer_than_window(text: str) -> bool:
    """Whether a text has more lines than the terminal shows above its prompt; long lines take several rows."""
    columns, rows = shutil.get_terminal_size()
    lines = text.split("\n")
    return sum(max(1, -(-len(line) // columns)) for line in lines) >= rows


def page(plain: bytes, painted: bytes) -> bool:
    """Show a text in the pager until its reader has had enough; whether there was a pager that could be run.

    It is ``painted`` where the pager shows colours.
    """
    command, environment = pager(os.environ), environment_of_others()
    if not command:
        return False
    text = painted if shows_colours(command, environment) else plain
    for name, (alone, ahead) in LOOKS.items():
        environment[name] = ahead.format(environment[name]) if name in environment else alone
    try:
        process = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C belongs to the pager, as in git
    try:
        process.communicate(text)  # a pager that is left early is no error
    finally:
        signal.signal(signal.SIGINT, before)
    return process.returncode not in (126, 127)  # a shell that cannot run a command
