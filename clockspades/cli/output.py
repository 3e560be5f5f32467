"""What the commands print: plain text that no terminal, pipe or encoding chokes on."""

import codecs
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import TextIOWrapper
from typing import Final, TextIO

from clockspades.engine.text import printable, shows_signs

LONGEST_SENTENCE: Final = 1000
"""Characters of a complaint that are printed, half of them its end: a word of a log may have a megabyte."""

_ERRORS: Final = "clockspades-plain"
_PLAIN: Final = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "…": "...", "–": "-", "−": "-", "·": "-", "’": "'", "±": "+-"}
)


def prepare() -> None:
    """Make both streams take any text: what their encoding lacks is printed as letters, or as ``?``."""
    codecs.register_error(_ERRORS, _in_plain_letters)
    if sys.stdout is None:  # the caller closed it
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (as long as the program)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (as long as the program)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_ERRORS)


class OutputError(Exception):
    """Standard output takes no more; the message is the system's."""


def say(text: str) -> None:
    """Print a line, or several, on standard output; where the locale has no signs, suits are letters.

    OutputError if it cannot be written there, and BrokenPipeError if nobody reads it any more.
    """
    text = text if shows_signs(os.environ) else text.translate(_PLAIN)
    _send(partial(sys.stdout.write, text + "\n"))


def print_by_lines() -> None:
    """Send each line at once, in a pipe too: the reader must be able to answer it."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def complain(sentence: str) -> None:
    """Print one line on standard error, after all that was said before it; errors as :func:`say`.

    Where standard error takes nothing, the exit status alone tells.
    """
    flush()
    if len(sentence) > LONGEST_SENTENCE:
        sentence = f"{sentence[: LONGEST_SENTENCE // 2]}…{sentence[-LONGEST_SENTENCE // 2 :]}"
    try:
        sys.stderr.write(printable(sentence) + "\n")
        sys.stderr.flush()
    except OSError:
        _abandon(sys.stderr)


def flush() -> None:
    """Send all that was said; errors as :func:`say`."""
    _send(sys.stdout.flush)


def abandon() -> None:
    """Throw away what standard output could not take, so that the end of the program does not try again."""
    _abandon(sys.stdout)


def forget_size() -> None:
    """Let the terminal itself say how large it is: ``COLUMNS`` and ``LINES`` may be stale, or no numbers at all."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)


def on_terminal() -> bool:
    """Whether a person reads standard output as it comes."""
    return sys.stdout.isatty()


def _abandon(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _send(write: Callable[[], object]) -> None:
    try:
        write()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror) from error


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end].translate(_PLAIN)
    return "".join(char if char.isascii() else "?" for char in lacking), error.end


USAGE: Final = 2
"""The exit status when something typed, read or written is wrong."""
SOFTWARE: Final = 70
"""The exit status when the program itself is wrong."""
BROKEN_PIPE: Final = 141
"""The exit status when the reader of standard output is gone."""


@contextlib.contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], None] | None]:
    """A bar, and what is told how many of ``total`` steps are done; None if no person is there to see it."""
    if not sys.stderr.isatty():
        yield None
        return
    forget_size()
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)
