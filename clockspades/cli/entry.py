"""Where the program begins: a command is parsed and run, and every error becomes one sentence and an exit status.

A command's module is imported when it runs: ``--version`` and ``verify`` start in the time of plain Python,
and a screen is imported only to be opened.
"""

import gc
import os
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

from clockspades.cli import output
from clockspades.cli.output import BROKEN_PIPE, SOFTWARE, USAGE, OutputError
from clockspades.cli.parser import parse
from clockspades.engine.text import UserError
from clockspades.language import SOURCE, _, listed, offered, pgettext, preferred
from clockspades.saved.writing import settings_path

DEBUG_VARIABLE: Final = "CLOCKSPADES_DEBUG"
"""The environment variable that shows where an unexpected error came from."""

MODULES: Final = {
    **dict.fromkeys(("daily", "duel", "play", "practice", "replay", "resume", "title"), "screens"),
    "rules": "games",
}
"""The module of each command that is not in one of its own name."""
OPENING: Final = ("screens", "host", "join")
"""The modules whose commands open a screen."""
LANGUAGE: Final = "--language"
"""The option that every command has: the language for one run."""
_NAMED: Final = re.compile(rb"""^\s*["']?language["']?\s*=\s*["'][^"']""", re.MULTILINE)
"""A language in a settings file."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status. Every error is one sentence, never a traceback."""
    output.prepare()
    try:
        status = _attempt(argv)
        output.flush()
    except BrokenPipeError:
        output.abandon(sys.stdout)
        return BROKEN_PIPE
    except OutputError as error:
        output.abandon(sys.stdout)
        output.complain(f"clockspades: {pgettext('before a colon and what is wrong', 'standard output')}: {error}")
        return USAGE
    return status


def _attempt(argv: Sequence[str] | None) -> int:
    try:
        return _run(parse(_in_language(sys.argv[1:] if argv is None else argv)))
    except SystemExit as stop:  # argparse has printed its help, the version or what is wrong
        return stop.code if isinstance(stop.code, int) else USAGE
    except (BrokenPipeError, OutputError):
        raise
    except UserError as error:
        output.complain(f"clockspades: {_named(error)}")
        return USAGE
    except Exception as error:
        from clockspades.packages import not_imported

        if isinstance(error, ImportError) and (missing := not_imported(error)):
            output.complain(f"clockspades: {missing}")
            return USAGE
        if os.environ.get(DEBUG_VARIABLE):
            raise
        told = _(
            "internal error, please report it: {error} (set {variable}=1 to see where)",
            error=f"{type(error).__name__}: {error}",
            variable=DEBUG_VARIABLE,
        )
        output.complain(f"clockspades: {told}")
        return SOFTWARE


def _in_language(typed: Sequence[str]) -> list[str]:
    """Speak the language that was typed, or else that of the settings or the system; what else was typed."""
    option = ArgumentParser(add_help=False, allow_abbrev=False)
    option.add_argument(LANGUAGE, nargs="?", const="")
    found, others = option.parse_known_args(typed)
    asked: str | None = found.language
    _speak()
    if asked is not None:
        code = re.split("[-_.@]", asked.lower())[0]
        if code not in offered():
            choices = listed(offered())
            raise UserError(
                _("there is no language {asked}: the languages are {choices}", asked=repr(asked), choices=choices)
            )
        _speak(code)
    return others


def _speak(asked: str = "") -> None:
    """Speak the language that was asked for, or that of the settings or the system; English loads nothing for it."""
    if not asked and preferred(os.environ) == SOURCE:
        try:
            if not _NAMED.search(settings_path().read_bytes()):
                return
        except (OSError, ValueError):  # there is no such file
            return
    from clockspades.saved.settings import load, speak

    speak(load(sets_aside=False).settings, os.environ, asked)


def _named(error: UserError) -> UserError:
    """The error, or what was pasted in place of a saved game that is not there."""
    path = Path(getattr(error, "path", ""))
    if path.name and path.suffix != ".cslog":
        from clockspades.pasting import misplaced, read_pasted

        with suppress(UserError, OSError):
            return error if path.exists() else misplaced(read_pasted(str(path)))
    return error


def _run(typed: Namespace) -> int:
    """Import the function of the command that was typed, which has its name, and run it; the exit status."""
    arguments = vars(typed)
    name = arguments.pop("command") or "title"
    module = MODULES.get(name, name)
    if module in OPENING:
        gc.disable()  # nothing loaded for the first frame is garbage; the application turns it on again
    status: int = getattr(import_module(f"clockspades.cli.{module}"), name)(**arguments)
    return status
