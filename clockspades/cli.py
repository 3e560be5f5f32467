"""The command line: what can be typed, and what every error becomes.

A command's module is imported when it runs: ``--version`` and ``verify`` start in the time of plain Python,
and a screen is imported only to be opened.
"""

import gc
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from clockspades import __version__
from clockspades.commandline import output

DEBUG_VARIABLE: Final = "CLOCKSPADES_DEBUG"
"""The environment variable that shows where an unexpected error came from."""

USAGE: Final = 2
"""The exit status when something typed, read or written is wrong."""
SOFTWARE: Final = 70
"""The exit status when the program itself is wrong."""
INTERRUPTED: Final = 130
"""The exit status after Ctrl+C."""
BROKEN_PIPE: Final = 141
"""The exit status when whoever read standard output stopped listening."""


OPENING: Final = (None, "play", "resume", "replay")
"""The commands that open a screen."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status. Every error is one sentence, never a traceback."""
    output.prepare()
    try:
        status = _attempt(argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        output.abandon()
        return BROKEN_PIPE
    except OSError as error:
        output.abandon()
        output.complain(f"clockspades: standard output: {error.strerror}")
        return USAGE
    return status


def _attempt(argv: Sequence[str] | None) -> int:
    """Do what was typed, or say in one sentence why not."""
    try:
        typed = sys.argv[1:] if argv is None else argv
        return _run(_parser(typed).parse_args(typed))
    except SystemExit as stop:  # argparse has printed its help, the version or what is wrong
        return stop.code if isinstance(stop.code, int) else USAGE
    except OSError:
        raise
    except Exception as error:
        if _is_expected(error):
            output.complain(f"clockspades: {error}")
            return USAGE
        if os.environ.get(DEBUG_VARIABLE):
            raise
        output.complain(
            f"clockspades: this should not have happened, please report it: {type(error).__name__}: {error}"
            f" ({DEBUG_VARIABLE}=1 shows where)"
        )
        return SOFTWARE


def _is_expected(error: Exception) -> bool:
    """Whether an error says what is wrong with what was typed, read or written."""
    from clockspades.commandline.arguments import UsageError
    from clockspades.engine.game import OptionError
    from clockspades.engine.log import LogError
    from clockspades.engine.seating import SeatError
    from clockspades.engine.share import CodeError

    return isinstance(error, CodeError | LogError | OptionError | SeatError | UsageError)


def _run(typed: Namespace) -> int:
    """Import the command that was typed and run it; the exit status."""
    if typed.command in OPENING:
        gc.disable()  # nothing loaded for the first frame is garbage; the application turns it on again
    match typed.command:
        case None:
            from clockspades.commandline import screens

            return screens.title()
        case "play":
            from clockspades.commandline import screens

            return screens.play(
                typed.game, typed.option, typed.seat,
                seed=typed.seed, code=typed.code, best_of=typed.best_of, plain=typed.plain,
            )  # fmt: skip
        case "resume":
            from clockspades.commandline import screens

            return screens.resume(typed.file, plain=typed.plain)
        case "replay":
            from clockspades.commandline import screens

            return screens.replay(typed.file)
        case "show":
            from clockspades.commandline.show import show

            return show(typed.file, as_lines_of_json=typed.json)
        case "verify":
            from clockspades.commandline.verify import verify

            return verify(typed.files)
        case "simulate":
            from clockspades.commandline.simulate import simulate

            return simulate(
                typed.game, typed.option, typed.bots,
                games=typed.games, seed=typed.seed, jobs=typed.jobs, save=typed.save, as_json=typed.json,
            )  # fmt: skip
        case "stats":
            from clockspades.commandline.stats import stats

            return stats(typed.game, as_json=typed.json)
        case "rules":
            from clockspades.commandline.rules import show_rules

            return show_rules(typed.game)
        case "games":
            from clockspades.commandline.rules import list_games

            return list_games()
    raise AssertionError(f"the parser knows {typed.command!r}, and nothing runs it")


class _Parser(ArgumentParser):
    """A parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        output.complain(f"{self.prog}: {message} (`{self.prog} --help` says what can be typed)")
        self.exit(USAGE)


def _parser(argv: Sequence[str]) -> ArgumentParser:
    """The parser of what was typed. Where a command stands first it knows no other: no help then lists them."""
    parser = _Parser(
        prog="clockspades",
        description="A card table for the terminal. Without a command it opens the title screen.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"clockspades {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name in argv[:1] if argv and argv[0] in _COMMANDS else _COMMANDS:
        does, more, add_arguments = _COMMANDS[name]
        add_arguments(
            commands.add_parser(
                name, help=does, description=f"{does[0].upper()}{does[1:]}.", epilog=more,
                formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False,
            )
        )  # fmt: skip
    return parser


def _play(parser: ArgumentParser) -> None:
    _add_game(parser, "the first that `clockspades games` lists, if none is named", nargs="?")
    _add_options(parser)
    parser.add_argument(
        "--seat", metavar="NAME[=KIND]", action="append", default=[],
        help="who plays, in the order of the seats; KIND is human or bot:BOT, human if not given",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="N", type=int, help="shuffle with this seed: the same N deals the same cards")
    parser.add_argument("--code", metavar="CODE", help="the cards and options of the game that has this share code")
    parser.add_argument(
        "--best-of", metavar="N", type=int, choices=(1, 3, 5, 7), default=1,
        help="a series of 3, 5 or 7 games at most, won by who wins more than half of them; 1 if not given",
    )  # fmt: skip
    _add_plain(parser)


def _resume(parser: ArgumentParser) -> None:
    _add_file(parser, "another unfinished game to carry on with", nargs="?")
    _add_plain(parser)


def _replay(parser: ArgumentParser) -> None:
    _add_file(parser, "a saved game")


def _show(parser: ArgumentParser) -> None:
    _add_file(parser, "a saved game")
    parser.add_argument("--json", action="store_true", help="one JSON object a line, the first before any action")


def _verify(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help="a saved game")


def _simulate(parser: ArgumentParser) -> None:
    _add_game(parser, "which game")
    parser.add_argument("--games", metavar="N", type=_count, required=True, help="how many")
    parser.add_argument("--seed", metavar="S", type=int, help="play the same games again for the same S")
    parser.add_argument("--bots", metavar="A,B", help="the bots by seat; `clockspades games` lists them")
    _add_options(parser)
    parser.add_argument("--jobs", metavar="J", type=_count, default=1, help="processes to share the games; 1")
    parser.add_argument("--save", metavar="DIR", type=Path, help="keep the log of each game in this directory")
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")


def _stats(parser: ArgumentParser) -> None:
    _add_game(parser, "only this game", nargs="?")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each kind of game")


def _rules(parser: ArgumentParser) -> None:
    _add_game(parser, "which game", nargs="?")


def _games(_: ArgumentParser) -> None:
    """It takes nothing."""


def _add_game(parser: ArgumentParser, words: str, nargs: str | None = None) -> None:
    parser.add_argument("game", metavar="GAME", nargs=nargs, help=words)


def _add_file(parser: ArgumentParser, words: str, nargs: str | None = None) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, nargs=nargs, help=words)


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--option", metavar="KEY=VALUE", action="append", default=[],
        help="set an option of the game; `clockspades games` lists them",
    )  # fmt: skip


def _add_plain(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--plain", action="store_true",
        help="play in lines of text, without a screen: for screen readers, plain terminals and pipes",
    )  # fmt: skip


def _count(text: str) -> int:
    """A number from 1."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


_EXAMPLES: Final = """\
examples:
  clockspades                                 the title screen
  clockspades play --seat Ana --seat Ben      two people at one keyboard
  clockspades resume                          carry on where you left
  clockspades show GAME.cslog | less          a saved game in words

CLOCKSPADES_HOME names the directory that saved games and settings are kept in.
"""

_PLAY: Final = """\
Seats that are not named are played by the best bot. Without --seat you play the first seat.

examples:
  clockspades play
  clockspades play clockwork-spades --option rules=gamerules --option first=1
  clockspades play --seat Ana --seat Tick=bot:random --seed 7
  clockspades play --code K13J-Z9J7-Q8C6
  clockspades play --best-of 5
  clockspades play --plain
"""

_SHOW: Final = """\
A finished game is told with all cards open, an unfinished one as its player sees it. A faulty log is shown
as far as it is true; then the fault is named and the exit status is 2. As data every game has all its cards,
as in its log.

examples:
  clockspades show GAME.cslog
  clockspades show GAME.cslog --json | head -n 1
"""

_VERIFY: Final = """\
Nothing is printed where all is well. Each fault is one line, FILE:LINE: what is wrong, and the exit status
is then 2. An unfinished game is whole.

example:
  clockspades verify *.cslog
"""

_STATS: Final = """\
Games are counted that one person finished, alone or against bots. Those with other options, or against other
bots, are counted apart. A game in which cards that were turned up were taken back is assisted, and is not counted
as played or won.

examples:
  clockspades stats
  clockspades stats clock --json
"""

_SIMULATE: Final = """\
Without --bots the game's first bot plays every seat. The same seed plays the same games whatever --jobs.

examples:
  clockspades simulate clockwork-spades --games 1000 --jobs 2
  clockspades simulate clockwork-spades --games 100 --bots steady,random --seed 1 --json
  clockspades simulate clockwork-spades --games 10 --save logs
"""


class _Command(NamedTuple):
    """What a command does, what its help says after that, and its arguments."""

    does: str
    more: str
    add_arguments: Callable[[ArgumentParser], None]


_COMMANDS: Final[Mapping[str, _Command]] = {
    "play": _Command("begin a game and open its table", _PLAY, _play),
    "resume": _Command("carry on with the unfinished game last played", "", _resume),
    "replay": _Command("step through a saved game", "", _replay),
    "show": _Command("print a saved game as text", _SHOW, _show),
    "verify": _Command("check that saved games are whole and true", _VERIFY, _verify),
    "simulate": _Command("let bots play many games without a screen", _SIMULATE, _simulate),
    "stats": _Command("tell how the games went that were played here", _STATS, _stats),
    "rules": _Command("print the rules of a game", "", _rules),
    "games": _Command("list the games, their options and their bots", "", _games),
}
"""Every command by its name, in the order that the help lists them."""
