"""The man page, made from the commands and the catalogue of games."""

import re
from collections.abc import Iterator
from typing import Final

from clockspades import __version__
from clockspades.cli import INTERRUPTED
from clockspades.cli.command_line import Argument, ShellCommand, commands
from clockspades.cli.entry import DEBUG_VARIABLE
from clockspades.cli.output import BROKEN_PIPE, SOFTWARE, USAGE
from clockspades.cli.parser import ABOUT, EXAMPLES
from clockspades.engine.phrases import span
from clockspades.games.catalogue import offers
from clockspades.language import SOURCE
from clockspades.practice import schedule
from clockspades.saved import settings, setup_choices
from clockspades.saved.archive import HOME_VARIABLE


def file_of(language: str) -> str:
    """Where the page in a language is installed."""
    return f"share/man/{'' if language == SOURCE else f'{language}/'}man1/clockspades.1"


FILES: Final = {
    "~/.local/share/clockspades/games/": "saved games, one file each, and their reviews",
    f"~/.local/share/clockspades/{schedule.FILE}": "which mistakes and puzzles you have practised",
    f"~/.local/share/clockspades/{setup_choices.FILE}": "what you chose on the setup screen the last time",
    f"~/.config/clockspades/{settings.FILE}": "settings: the settings screen writes them, and you can edit them",
}
ENVIRONMENT: Final = {
    HOME_VARIABLE: "the folder for everything that is saved, instead of the usual ones",
    DEBUG_VARIABLE: "if set, an internal error shows where it comes from",
    "NO_COLOR": "if set, screens show colours as greys, and reports have none",
    "PAGER": "what shows a report that is longer than the window, instead of `less`; `cat` prints it",
    "TEXTUAL_ANIMATIONS": "`none` turns animation off",
    "LANGUAGE, LC_ALL, LC_MESSAGES, LANG": "the language, unless the settings choose one; the first that is set counts",
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
    return "\n".join([*_lines(), ""])


def _lines() -> Iterator[str]:
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
    yield _text("Every command has `--help`, and `--language CODE`, which speaks a language this time.")
    for name, command in commands().items():
        yield from _command(name, command)
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


def _command(name: str, command: ShellCommand) -> Iterator[str]:
    """The section of one command: how it is typed, what it does, its arguments and examples."""
    yield f".SS {name}"
    yield f'.SY "clockspades {name}"'
    for argument in sorted(command.arguments, key=lambda argument: not argument.flag):
        yield _in_synopsis(argument)
    yield ".YS"
    for paragraph in (command.does, *command.paragraphs):
        yield from (".P", _text(paragraph))
    yield from _list({_named(each): each.words for each in command.arguments})
    heading = "Examples:" if len(command.examples) > 1 else "Example:"
    yield from (".P", heading, ".EX", *(f"  {_text(example)}" for example in command.examples), ".EE")


def _in_synopsis(argument: Argument) -> str:
    flag, value = _text(argument.flag), _text(argument.value)
    if argument.flag:
        return rf".BI {flag} \~{value}" if argument.is_required else f".OP {flag} {value}".rstrip()
    if argument.is_optional:
        return f".RI [ {value} ]"
    return rf".IR {value} \~.\|.\|." if argument.is_several else f".I {value}"


def _named(argument: Argument) -> str:
    """An argument as it is typed, with its option in bold."""
    return argument.typed.replace(argument.flag, f"`{argument.flag}`") if argument.flag else argument.typed


def _list(entries: dict[str, str]) -> Iterator[str]:
    """Words with what they mean."""
    for words, meaning in entries.items():
        yield from (".TP", _text(words) if "`" in words else rf"\fB{_text(words)}\fR", _text(meaning))


def _text(text: str) -> str:
    """Text for the macros, with what stands in backticks in bold."""
    text = text.strip("\n").replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    return re.sub("^\\.", r"\\&.", re.sub("`([^`]+)`", r"\\fB\1\\fR", text), flags=re.MULTILINE)
