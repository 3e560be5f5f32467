"""The parser of the command line, made from the commands. It says in one sentence what is wrong."""

import argparse
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from clockspades import __version__
from clockspades.cli.command_line import IN_THE_LIST, Argument, ShellCommand, commands
from clockspades.cli.output import USAGE, complain, present, prose_width
from clockspades.language import N_, _, grouped, locale, marked, pgettext

ValueT = TypeVar("ValueT")

MOST: Final = 1_000_000_000
"""How many of something can be asked for."""
MOST_DIGITS: Final = 1000
"""Digits of a seed: the header of a log has room for no more."""
SMALLEST: Final = (60, 18)
LARGEST: Final = (300, 100)
"""Columns and rows of what can be exported."""
SLOWEST: Final = 0.1
FASTEST: Final = 20.0


def _checked(
    read: Callable[[str], ValueT], allows: Callable[[ValueT], bool], fault: str, **words: object
) -> Callable[[str], ValueT]:
    """A function that reads a value, and raises ArgumentTypeError for text that is not an allowed one."""

    def check(text: str) -> ValueT:
        with suppress(ValueError):  # it is no number, or has thousands of digits
            value = read(text)
            if allows(value):
                return value
        raise ArgumentTypeError(_(fault, text=repr(text), **{"most": grouped(MOST), **words}))

    return check


def _is_size(sides: tuple[int, ...]) -> bool:
    return len(sides) == 2 and all(least <= side <= most for least, side, most in zip(SMALLEST, sides, LARGEST))


count: Final = _checked(int, range(1, MOST + 1).__contains__, N_("{text} is not a number from 1 to {most}"))
"""How many of something, at least one."""

_FROM_0: Final = range(MOST + 1).__contains__
_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    **dict.fromkeys(("A", "B", "DIR", "FILE", "FILE|LINE", "FOLDER", "OTHER", "PEM"), Path),
    **dict.fromkeys(("COUNT", "DAYS", "J", "SECONDS"), count),
    "GAMES": _checked(int, (1, 3, 5, 7).__contains__, N_("{text} is not 1, 3, 5 or 7")),
    "SEAT": _checked(int, _FROM_0, N_("{text} is not a seat: the first one is 0")),
    "SEED": _checked(
        int, lambda seed: abs(seed) < 10**MOST_DIGITS, N_("{text} is not a whole number of at most {most} digits"),
        most=MOST_DIGITS,
    ),
    "STEP": _checked(int, _FROM_0, N_("{text} is not a step: the first one is 0")),
    "COLUMNSxROWS": _checked(
        lambda text: tuple(map(int, text.casefold().split("x"))), _is_size,
        N_("{text} is not a size from {least} to {most}"),
        least="{}x{}".format(*SMALLEST), most="{}x{}".format(*LARGEST),
    ),
    "FACTOR": _checked(
        float, lambda speed: SLOWEST <= speed <= FASTEST, N_("{text} is not a speed from {slowest} to {fastest}"),
        slowest=f"{SLOWEST:g}", fastest=f"{FASTEST:g}",
    ),
}  # fmt: skip
"""How to read the values with these names; all others are text."""
_CALLED: Final = {
    "A": "one", "B": "other", "FILE": "path", "FILE...": "paths", "FILE|LINE...": "words", "GAME": "game_name",
    "INVITATION...": "words", "bash|zsh|fish": "shell", "--from STEP": "first", "--json": "as_json",
    "--milestones": "of_milestones", "--option KEY=VALUE...": "options", "--review": "reviewing",
    "--seat N=bot:BOT...": "seats", "--seat NAME[=KIND]...": "seats", "--to STEP": "last",
}  # fmt: skip
"""What the functions of the commands call arguments whose own name would not do."""
_ONE_OF: Final = (("--verbose", "--json"), ("--list", "--remove TABLE"), ("--jobs J", "--cluster ADDRESS"))
"""Options of a command of which only one can be typed."""


_WORDS: Final = (
    *marked("before a colon and what is wrong", "argument %(argument_name)s"),
    N_("usage:"), N_("options"), N_("positional arguments"), N_("expected one argument"),
    N_("expected at least one argument"), N_("ignored explicit argument %r"), N_("not allowed with argument %s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"), N_("the following arguments are required: %s"),
)  # fmt: skip
"""What argparse says, by itself in English."""


def _of_argparse(text: str) -> str:
    """Translate a message of argparse."""
    if text == "usage: ":
        return f"{_('usage:')} "
    place = text.removesuffix(": %(message)s")
    return _(text) if place == text else f"{pgettext('before a colon and what is wrong', place)}: %(message)s"


argparse._ = _of_argparse  # type: ignore[attr-defined] # which asks gettext for its own words


class _Parser(ArgumentParser):
    """A parser whose complaint is one sentence, about the game if its name is wrong too."""

    def __init__(self, command: ShellCommand | None = None, **arguments: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, **arguments)
        self.add_argument("-h", "--help", action="help", help=_("show this help"))
        self.color = False  # from Python 3.14 on, argparse has colours of its own
        self.game: str | None = None
        """The name of a game, as soon as it was read."""
        self._command = command
        forms = {argument.form: argument for argument in command.arguments} if command is not None else {}
        either = next((each for each in _ONE_OF if forms.keys() >= {*each}), ())
        group = self.add_mutually_exclusive_group() if either else self
        for form, argument in forms.items():
            self._add(argument, group if form in either else self)

    def _add(self, argument: Argument, group: Any) -> None:
        """Add an argument, to the parser itself or to a group of arguments that exclude each other."""
        more: dict[str, Any] = {"help": _(argument.words).replace("%", "%%"), "default": argument.default}
        form = argument.form if argument.flag else argument.form.strip("[]")
        if form in _CALLED:
            more["dest"] = _CALLED[form]
        elif not argument.flag:
            more["dest"] = argument.value.lower()
        if not argument.value:
            group.add_argument(argument.flag, action="store_true", **{**more, "default": False})
            return
        more |= {"metavar": argument.value, "type": _READ.get(argument.value), "choices": argument.choices or None}
        if argument.is_optional:
            more |= {"nargs": "?", "const": "" if argument.flag else None}
        if not argument.flag and argument.is_several:
            more["nargs"] = "*" if argument.is_optional else "+"
        elif argument.is_several:
            more |= {"action": "append", "default": []}
        elif argument.value == "GAME":
            more["type"] = self._note_game
        if argument.flag:
            group.add_argument(argument.flag, required=argument.is_required, **more)
        else:
            group.add_argument(**more)

    def _note_game(self, name: str) -> str:
        self.game = name
        return name

    def format_help(self) -> str:
        """The usage, the arguments and the text of the command, wrapped to the width of the window."""
        parts = [super().format_help().rstrip()]
        if self._command is not None:
            from textwrap import fill

            parts += [fill(_(each), prose_width(), break_on_hyphens=False) for each in self._command.paragraphs]
            parts.append("\n  ".join([_("examples:"), *self._command.examples]))
        return "\n\n".join(parts)

    def print_help(self, file: object = None) -> None:
        """Print the help on standard output, the only place where it is asked for; on a terminal in colour."""
        present(self.format_help().rstrip())

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end the program; UsageError if the name of the game is: the rest depends on it."""
        if self.game is not None:
            from clockspades.cli.arguments import parse_game

            parse_game(self.game)
        self.refuse(message)

    def refuse(self, message: str) -> NoReturn:
        more = pgettext("in parentheses, after what is wrong", "see `{command}`", command=f"{self.prog} --help")
        complain(f"{self.prog}: {message} ({more})")
        self.exit(USAGE)


class _MainParser(_Parser):
    """The parser of the whole command line. Its help fits one screen, so the commands stand in two columns."""

    def format_help(self) -> str:
        cells = [f"{name:10} {pgettext(IN_THE_LIST, command.in_the_list)}" for name, command in commands().items()]
        rows = len(cells) if max(map(len, cells)) > 38 else (len(cells) + 1) // 2
        columns = zip_longest(cells[:rows], cells[rows:], fillvalue="")
        options = {
            "-h, --help": _("show this help; after a command, its arguments and examples"),
            "--version": _("show the version"),
            "--language CODE": _("speak this language this time; every command has it"),
        }
        return "\n".join(
            [
                f"{_('usage:')} clockspades [COMMAND] [ARGUMENTS]",
                _(ABOUT),
                _("commands (without one, the title screen opens):"),
                *(f"  {left:38}  {right}".rstrip() for left, right in columns),
                f"\n{_('options')}:",
                *(f"  {option:15}  {words}" for option, words in options.items()),
                f"\n{_('examples:')}",
                *(f"  {example:40}  {_(words)}" for example, words in EXAMPLES.items()),
            ]
        )


def parse(argv: Sequence[str]) -> Namespace:
    """What was typed; SystemExit after the help, the version, or one sentence about what is wrong."""
    if argv and not argv[0].startswith("-") and argv[0] not in commands():
        _Parser(prog="clockspades").refuse(_no_command(argv))
    parser, made = make_parsers([name for name in argv[:1] if name in commands()])  # each takes time to build
    typed, unknown = parser.parse_known_args(argv)
    if unknown:
        remedy, asked = _remedy(typed, unknown), made.get(typed.command, parser)
        if remedy:
            asked.refuse(remedy)
        asked.error(_("unexpected argument {argument}", argument=repr(unknown[0])))
    return typed


def _no_command(argv: Sequence[str]) -> str:
    """Say what is wrong with a mistyped command or a pasted line, and suggest one that is close."""
    from difflib import get_close_matches

    from clockspades.games.catalogue import find_offer, near_offer

    typed = argv[0]
    near = [] if find_offer(typed) is not None else get_close_matches(typed.casefold(), commands(), 1)
    if not near and (offer := near_offer(typed)) is not None:
        near = [f"play {offer.preset.name}"]
    if near:
        meant = f"clockspades {near[0]}"
        return _("there is no command {typed}: did you mean `{command}`?", typed=repr(typed), command=meant)
    from clockspades.engine.text import UserError
    from clockspades.pasting import misplaced, read_pasted

    complaint = _("there is no command {typed}", typed=repr(typed))
    with suppress(UserError):
        return locale().semicolon.join((complaint, str(misplaced(read_pasted(" ".join(argv))))))
    return complaint


def _remedy(typed: Namespace, unknown: Sequence[str]) -> str:
    """Say what is wrong with arguments that a command does not take; empty if that is unclear."""
    if unknown[0].startswith("-"):
        return ""
    argument = repr(unknown[0])
    if typed.command == "simulate" and typed.bots:
        return _(
            "unexpected argument {argument}: put commas between bots, as in --bots steady,random", argument=argument
        )
    from clockspades.games.catalogue import find_offer

    named = getattr(typed, "game_name", None)
    offer = None if named is None else find_offer(" ".join([named, *unknown]))
    if offer is None:
        return ""
    return _("unexpected argument {argument}: write the game as {game}", argument=argument, game=offer.preset.name)


def make_parsers(names: Sequence[str] = tuple(commands())) -> tuple[_Parser, Mapping[str, _Parser]]:
    """The parser of the command line with the commands of these names, and their own parsers by name."""
    parser = _MainParser(prog="clockspades", description=ABOUT, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=version(), help=_("show the version"))
    parser.add_argument("--language", metavar="CODE", default=SUPPRESS, help=_("speak this language this time"))
    parser.set_defaults(command=None)
    if not names:
        return parser, {}
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", prog="clockspades", parser_class=_Parser)
    described = {name: commands()[name] for name in names}
    return parser, {
        name: subparsers.add_parser(name, help=_(command.does), description=_(command.does), command=command)
        for name, command in described.items()
    }


def version() -> str:
    """The version of the program, and in a sentence whether the modules of its bots are compiled."""
    core = find_spec("clockspades.games.spades.core")
    is_compiled = core is not None and isinstance(core.loader, ExtensionFileLoader)
    return f"clockspades {__version__}\n{_(COMPILED if is_compiled else PLAIN)}"


COMPILED: Final = N_("Its bots are compiled: they think faster than in plain Python, and play the same.")
PLAIN: Final = N_(
    "Its bots run in plain Python. Some downloads have them compiled: those think faster, and play the same."
)
ABOUT: Final = N_("Card games in your terminal, against bots or with friends, here or elsewhere.")

EXAMPLES: Final = {
    "clockspades play spades": N_("play Spades with and against bots"),
    "CLOCKSPADES_HOME=DIR clockspades": N_("keep games and settings in DIR"),
}
"""Example commands, and what they do."""
