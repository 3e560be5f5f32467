"""What the commands print: text that no terminal, pipe or encoding chokes on.

Line mode and pipes get plain text. A report on a terminal is in colour, and in a pager if it is longer than the window.
"""

import codecs
import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from io import TextIOWrapper
from typing import Final, TextIO, TypeAlias

from clockspades.engine.text import printable, reason_of, shows_signs

Paint: TypeAlias = Callable[[str, Mapping[str, str]], str]
"""Adds colours to a text; those of the suits by their signs are given."""

LONGEST_SENTENCE: Final = 1000
"""Characters of a complaint that are printed, half of them its end: a word of a log may have a megabyte."""

WIDEST: Final = 80
"""Columns beyond which a line of prose is hard to read."""

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
    _send(partial(sys.stdout.write, _in_signs(text) + "\n"))


def say_json(value: object) -> None:
    say(json.dumps(value))


def present(text: str, paint: Paint | None = None) -> None:
    """Print a whole report: as :func:`say` does in a pipe, in colour and in a pager on a terminal; errors as there.

    ``paint`` adds the colours; without it, the text is painted as a report.
    """
    if not on_terminal():
        say(text)
        return
    from clockspades.cli.pager import is_longer_than_window, page

    is_long = is_longer_than_window(text)
    painted = _painted(text, paint)
    flush()
    plain_and_painted = (f"{_in_signs(each)}\n".encode(sys.stdout.encoding, _ERRORS) for each in (text, painted))
    if not is_long or not page(*plain_and_painted):
        say(painted)


def send_file(content: str) -> None:
    """Print the content of a file as it is, in UTF-8 whatever the locale is; errors as :func:`say`."""
    flush()
    _send(partial(sys.stdout.buffer.write, content.encode()))


def facts(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Indented lines, each a label and what there is to say of it; there is at least one.

    On a terminal they are a table of two columns, and if each fact begins with a number, the numbers are in line too.
    """
    rows = [(f"{label}:", *words.partition(" ")) for label, words in pairs]
    width = digits = 0
    if on_terminal():
        width = max(len(label) for label, *_ in rows)
        numbers = [word for _, word, *_ in rows]
        digits = max(map(len, numbers)) if all(word.replace(",", "").isdecimal() for word in numbers) else 0
    return (f"  {label:{width}} {word:>{digits}}{blank}{rest}" for label, word, blank, rest in rows)


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
        abandon(sys.stderr)


def explain(words: str) -> None:
    """Say what the line just printed is for, if that was on a terminal; errors as :func:`say`."""
    if on_terminal():
        complain(f"clockspades: {words.rstrip()}")


def flush() -> None:
    _send(sys.stdout.flush)


def forget_size() -> None:
    """Let the terminal itself say how large it is: ``COLUMNS`` and ``LINES`` may be stale, or no numbers at all."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)


def prose_width() -> int:
    """Columns to which prose is set: those of the window, unless it is wide."""
    from shutil import get_terminal_size

    return min(get_terminal_size().columns, WIDEST)


def on_terminal() -> bool:
    """Whether a person reads standard output as it comes."""
    return sys.stdout.isatty()


def _painted(text: str, paint: Paint | None) -> str:
    from clockspades.cli.painting import FOUR_COLOURS, TWO_COLOURS, has_colours, paint_report

    if not has_colours(os.environ):
        return text
    paint = paint or paint_report
    if TWO_COLOURS.keys().isdisjoint(text):
        return paint(text, TWO_COLOURS)
    from clockspades.saved.settings import load

    if load(sets_aside=False).settings.four_colour:
        return paint(text, FOUR_COLOURS)
    return paint(text, TWO_COLOURS)


def _in_signs(text: str) -> str:
    return text if shows_signs(os.environ) else text.translate(_PLAIN)


def abandon(stream: TextIO) -> None:
    """Throw away what a stream could not take, so that the end of the program does not try again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _send(write: Callable[[], object]) -> None:
    try:
        write()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(reason_of(error)) from error


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
def progress_bar(total: int) -> Iterator[Callable[[int], None]]:
    """A bar if a person is there to see it, and what is told how many of ``total`` steps are done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    forget_size()
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.update(task, completed=done)
