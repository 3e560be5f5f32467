"""The man page, made from the parser and the catalogue of games."""

import re
from argparse import Action, ArgumentParser
from collections.abc import Iterable, Iterator
from typing import Final

from clockspades import __version__
from clockspades.cli import INTERRUPTED
from clockspades.cli.entry import DEBUG_VARIABLE
from clockspades.cli.output import BROKEN_PIPE, SOFTWARE, USAGE
from clockspades.cli.parser import ABOUT, EXAMPLES, make_parsers
from clockspades.engine.phrases import span
from clockspades.games.catalogue import offers
from clockspades.practice import schedule
from clockspades.saved import settings, setup_choices
from clockspades.saved.archive import HOME_VARIABLE

FILE: Final = "share/man/man1/clockspades.1"
"""Where it is installed."""

FILES: Final = {
    "~/.local/share/clockspades/games/": "saved games, one file each, and their reviews",
    f"~/.local/share/clockspades/{schedule.FILE}": "which mistakes and puzzles you have practised",
    f"~/.local/share/clockspades/{setup_choices.FILE}": "what you chose on the setup screen the last time",
    f"~/.config/clockspades/{settings.FILE}": "settings: the settings screen writes them, and you can edit them",
}
ENVIRONMENT: Final = {
    HOME_VARIABLE: "the folder for everything in FILES, instead of the folders there",
    DEBUG_VARIABLE: "if set, an internal error shows where it comes from",
    "NO_COLOR": "if set, screens show colours as greys, and reports have none",
    "PAGER": "what shows a report that is longer than the window, instead of `less`; `cat` prints it",
    "TEXTUAL_ANIMATIONS": "`none` turns animation off",
    "LC_ALL, LC_CTYPE, LANG": "in the locale `C`, suits and lines are drawn in plain letters",
    "XDG_DATA_HOME, XDG_CONFIG_HOME": "folders to use instead of `~/.local/share` and `~/.config`",
}
EXIT_STATUS: Final = {
    "0": "Everything went well.",
    f"{USAGE}": "Something typed, read or written is wrong. A sentence on standard error says what and where.",
    f"{SOFTWARE}": "The program has an internal error.",
    f"{INTERRUPTED}": "Ctrl+C ended the program.",
    f"{BROKEN_PIPE}": "The reader of standard output went away.",
}


def man_page() -> str:
    """The man page of ``clockspades``, in the macros of ``man``."""
    parser, commands = make_parsers()
    return "\n".join([*_lines(parser, commands.values()), ""])


def _lines(parser: ArgumentParser, commands: Iterable[ArgumentParser]) -> Iterator[str]:
    yield f'.TH CLOCKSPADES 1 "" "clockspades {__version__}" "Games"'
    yield ".ad l"
    yield from (".SH NAME", r"clockspades \- card games in the terminal, full screen")
    yield from (".SH SYNOPSIS", ".SY clockspades", ".RI [ COMMAND ]", ".RI [ ARGUMENTS ]", ".YS")
    yield from (".SY clockspades", r".B \-\-help", ".YS", ".SY clockspades", r".B \-\-version", ".YS")
    yield from (".SH DESCRIPTION", _text(ABOUT), "Without a command,", ".B clockspades", "opens its title screen.")
    yield from (".SH GAMES",)
    for game, preset in offers():
        players = span(game.player_counts(preset.options), "player")
        yield from (".TP", f".B {_text(preset.name)}", _text(f"{preset.title}, {players}."), _text(preset.summary))
    yield ".SH COMMANDS"
    yield _text("Every command has `--help`.")
    for command in commands:
        yield from _command(command)
    yield ".SH EXAMPLES"
    yield from _list(EXAMPLES)
    yield ".SH FILES"
    yield from _list(FILES)
    yield ".P"
    yield _text("On other systems than Linux, the folders are those that the system has for data and for settings.")
    yield ".SH ENVIRONMENT"
    yield from _list(ENVIRONMENT)
    yield ".SH EXIT STATUS"
    yield from _list(EXIT_STATUS)


def _command(parser: ArgumentParser) -> Iterator[str]:
    """The section of one command: how it is typed, what it does, its arguments and examples."""
    yield f".SS {_text(parser.prog.rpartition(' ')[2])}"
    actions = [action for action in parser._actions if action.dest != "help"]
    yield f'.SY "{_text(parser.prog)}"'
    for action in sorted(actions, key=lambda action: not action.option_strings):
        yield from _in_synopsis(action)
    yield ".YS"
    about, examples = re.split(r"^examples?:\n", parser.epilog or "", flags=re.MULTILINE)
    for paragraph in [parser.description or "", *about.strip().split("\n\n")]:
        if paragraph:
            yield from (".P", _text(paragraph))
    yield from _list({_names(action): parser._get_formatter()._expand_help(action) for action in actions})
    yield from (".P", "Examples:" if examples.count("\n") > 1 else "Example:", ".EX", _text(examples.rstrip()), ".EE")


def _in_synopsis(action: Action) -> Iterator[str]:
    value = "" if action.nargs == 0 else _text(str(action.metavar))
    if action.option_strings and not action.required:
        yield f".OP {_text(action.option_strings[-1])} {value}".rstrip()
    elif action.option_strings:
        yield rf".B {_text(action.option_strings[-1])}"
        yield rf".I {value}"
    elif action.nargs == "?":
        yield f".RI [ {value} ]"
    else:
        yield rf".IR {value} \~.\|.\|." if action.nargs == "+" else rf".I {value}"


def _names(action: Action) -> str:
    """An argument as it is typed."""
    names = " or ".join(f"`{name}`" for name in action.option_strings)
    return names if action.nargs == 0 else f"{names} {action.metavar}".strip()


def _list(entries: dict[str, str]) -> Iterator[str]:
    """Words with what they mean."""
    for words, meaning in entries.items():
        yield from (".TP", _text(words) if "`" in words else rf"\fB{_text(words)}\fR", _text(meaning))


def _text(text: str) -> str:
    """Text for the macros, with what stands in backticks in bold."""
    text = text.strip("\n").replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    return re.sub("^\\.", r"\\&.", re.sub("`([^`]+)`", r"\\fB\1\\fR", text), flags=re.MULTILINE)
