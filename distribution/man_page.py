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
from clockspades.engine.phrases import players
from clockspades.games.catalogue import offers
from clockspades.language import N_, SOURCE, _, marked, pgettext
from clockspades.practice import schedule
from clockspades.saved import settings, setup_choices
from clockspades.saved.archive import HOME_VARIABLE


def file_of(language: str) -> str:
    return f"share/man/{'' if language == SOURCE else f'{language}/'}man1/clockspades.1"


FILES: Final = {
    "~/.local/share/clockspades/games/": N_("saved games, one file each, and their reviews"),
    f"~/.local/share/clockspades/{schedule.FILE}": N_("which mistakes and puzzles you have practised"),
    f"~/.local/share/clockspades/{setup_choices.FILE}": N_("what you chose on the setup screen the last time"),
    f"~/.config/clockspades/{settings.FILE}": N_("settings: the settings screen writes them, and you can edit them"),
}
ENVIRONMENT: Final = {
    HOME_VARIABLE: N_("the folder for everything that is saved, instead of the usual ones"),
    DEBUG_VARIABLE: N_("if set, an internal error shows where it comes from"),
    "NO_COLOR": N_("if set, screens show colours as greys, and reports have none"),
    "PAGER": N_("what shows a report that is longer than the window, instead of `less`; `cat` prints it"),
    "TEXTUAL_ANIMATIONS": N_("`none` turns animation off"),
    "LANGUAGE, LC_ALL, LC_MESSAGES, LANG": N_("the language, unless the settings choose one: the first that is set"),
    "LC_ALL, LC_CTYPE, LANG": N_("in the locale `C`, suits and lines are drawn in plain letters"),
    "XDG_DATA_HOME, XDG_CONFIG_HOME": N_("folders to use instead of `~/.local/share` and `~/.config`"),
}
EXIT_STATUS: Final = {
    "0": N_("Everything went well."),
    f"{USAGE}": N_("Something typed, read or written is wrong. A sentence on standard error says what and where."),
    f"{SOFTWARE}": N_("The program has an internal error."),
    f"{INTERRUPTED}": N_("Ctrl+C ended the program."),
    f"{BROKEN_PIPE}": N_("The reader of standard output went away."),
}

HEADINGS: Final = marked(
    "heading of the man page",
    "NAME", "SYNOPSIS", "DESCRIPTION", "GAMES", "COMMANDS", "EXAMPLES", "FILES", "ENVIRONMENT", "EXIT STATUS",
)  # fmt: skip
"""The headings, which :func:`_heading` translates."""


def man_page() -> str:
    """The man page of ``clockspades``, in the macros of ``man``."""
    return "\n".join([*_lines(), ""])


def _lines() -> Iterator[str]:
    yield f'.TH CLOCKSPADES 1 "" "clockspades {__version__}" "{_text(_("Games"))}"'
    yield ".ad l"
    yield from (_heading("NAME"), rf"clockspades \- {_text(_('card games in the terminal, full screen'))}")
    yield from (_heading("SYNOPSIS"), ".SY clockspades", ".RI [ COMMAND ]", ".RI [ ARGUMENTS ]", ".YS")
    yield from (".SY clockspades", r".B \-\-help", ".YS", ".SY clockspades", r".B \-\-version", ".YS")
    yield from (_heading("DESCRIPTION"), _text(_(ABOUT)))
    yield _text(_("Without a command, `clockspades` opens its title screen."))
    yield _heading("GAMES")
    for game, preset in offers():
        told = f"{preset.title}, {players(game.player_counts(preset.options))}."
        yield from (".TP", f".B {_text(preset.name)}", _text(told), _text(_(preset.summary)))
    yield _heading("COMMANDS")
    yield _text(_("Every command has `--help`, and `--language CODE`, which speaks a language this time."))
    for name, command in commands().items():
        yield from _command(name, command)
    yield _heading("EXAMPLES")
    yield from _list(EXAMPLES)
    yield _heading("FILES")
    yield from _list(FILES)
    yield ".P"
    yield _text(_("On other systems than Linux, the folders are those that the system has for data and for settings."))
    yield _heading("ENVIRONMENT")
    yield from _list(ENVIRONMENT)
    yield _heading("EXIT STATUS")
    yield from _list(EXIT_STATUS)


def _heading(words: str) -> str:
    return f".SH {_text(pgettext('heading of the man page', words))}"


def _command(name: str, command: ShellCommand) -> Iterator[str]:
    """The section of one command: how it is typed, what it does, its arguments and examples."""
    yield f".SS {name}"
    yield f'.SY "clockspades {name}"'
    for argument in sorted(command.arguments, key=lambda argument: not argument.flag):
        yield _in_synopsis(argument)
    yield ".YS"
    for paragraph in (command.does, *command.paragraphs):
        yield from (".P", _text(_(paragraph)))
    yield from _list({_named(each): each.words for each in command.arguments})
    heading = _("Examples:" if len(command.examples) > 1 else "Example:")
    yield from (".P", _text(heading), ".EX", *(f"  {_text(example)}" for example in command.examples), ".EE")


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
    """Words with what they mean, in the language that is spoken."""
    for words, meaning in entries.items():
        yield from (".TP", _text(words) if "`" in words else rf"\fB{_text(words)}\fR", _text(_(meaning)))


def _text(text: str) -> str:
    """Text for the macros, with what stands in backticks in bold."""
    text = text.strip("\n").replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    text = re.sub("[^\0-~]", lambda sign: rf"\[u{ord(sign[0]):04X}]", text)
    return re.sub("^\\.", r"\\&.", re.sub("`([^`]+)`", r"\\fB\1\\fR", text), flags=re.MULTILINE)
