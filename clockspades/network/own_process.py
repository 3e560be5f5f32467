"""Other processes of this program: they are told lines through a pipe, and end when that is closed."""

import subprocess
import sys
from contextlib import suppress
from typing import Final

GRACE: Final = 5.0
"""Seconds that a process has to end by itself."""


def own_command(module: str) -> list[str]:
    """The command that runs ``main`` of a module of this program in a process of its own, wherever the program is.

    A new Python would not find the modules of a ``.pyz`` file: it is given ``sys.path``. A binary has no Python, and
    runs the module itself: see ``distribution/frozen.py``.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, "-m", module]
    code = f"import sys; sys.path[:] = {sys.path!r}; from {module} import main; sys.exit(main())"
    return [sys.executable, "-c", code]


def start(module: str) -> "subprocess.Popen[bytes]":
    """Run ``main`` of a module with pipes to its standard input and output; OSError if no process can be started."""
    return subprocess.Popen(
        own_command(module),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=sys.platform != "win32",  # Ctrl+C is for the program that started it
    )


def give(process: "subprocess.Popen[bytes]", line: str) -> None:
    """Tell a process a line; OSError if it has ended, and ValueError if :func:`end` was called."""
    assert process.stdin is not None, "it was started with a pipe"
    process.stdin.write(line.encode() + b"\n")
    process.stdin.flush()


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process, if it has not ended, and wait until it has."""
    assert process.stdin is not None, "it was started with a pipe"
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
