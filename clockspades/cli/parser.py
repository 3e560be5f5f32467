"""What can be typed: every command with its arguments and its help."""

from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

from clockspades import __version__
from clockspades.cli.output import complain
from clockspades.cli.status import USAGE

MOST: Final = 1_000_000_000
"""How many of something can be asked for."""


class _Parser(ArgumentParser):
    """A parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message} (`{self.prog} --help` says what can be typed)")
        self.exit(USAGE)


def make_parser(argv: Sequence[str]) -> ArgumentParser:
    """The parser for ``argv``.

    If a command comes first, it is the only one added: no help lists the others then, and each takes time to build.
    """
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
    parser.add_argument(
        "--seed", metavar="N", type=_seed, help="shuffle with this seed: the same N deals the same cards"
    )
    parser.add_argument("--code", metavar="CODE", help="the cards and options of the game that has this share code")
    parser.add_argument(
        "--best-of", metavar="N", type=_length, default=1,
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
    parser.add_argument("--json", action="store_true", help="one JSON object per point, the first before any action")


def _verify(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help="a saved game")


def _simulate(parser: ArgumentParser) -> None:
    _add_game(parser, "which game")
    parser.add_argument("--games", metavar="N", type=count, required=True, help="how many")
    parser.add_argument("--seed", metavar="S", type=_seed, help="play the same games again for the same S")
    parser.add_argument("--bots", metavar="A,B", help="the bots by seat; `clockspades games` lists them")
    _add_options(parser)
    parser.add_argument(
        "--jobs", metavar="J", type=count, default=1,
        help="processes to share the games, 1 if not given; no more than four a core are started",
    )  # fmt: skip
    parser.add_argument("--save", metavar="DIR", type=Path, help="keep the log of each game in this directory")
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")


def _stats(parser: ArgumentParser) -> None:
    _add_game(parser, "only this game", nargs="?")
    parser.add_argument("--json", action="store_true", help="one JSON object per line, one for each kind of game")


def _rules(parser: ArgumentParser) -> None:
    _add_game(parser, "which game", nargs="?")


def _games(_: ArgumentParser) -> None:
    """``games`` takes no arguments."""


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


def count(text: str) -> int:
    """How many of something, at least one; ArgumentTypeError for anything else."""
    number = _whole(text)
    if number is None or not 1 <= number <= MOST:
        raise ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST:,}")
    return number


def _seed(text: str) -> int:
    """A seed, which the header of a log can hold; ArgumentTypeError for anything else."""
    from clockspades.engine.log import LONGEST_NUMBER

    number = _whole(text)
    if number is None or abs(number) >= 10**LONGEST_NUMBER:
        raise ArgumentTypeError(f"{text!r} is not a whole number of at most {LONGEST_NUMBER} digits")
    return number


def _length(text: str) -> int:
    """How many games a series has at most; ArgumentTypeError for anything else."""
    number = _whole(text)
    if number not in (1, 3, 5, 7):
        raise ArgumentTypeError(f"{text!r} is not 1, 3, 5 or 7")
    return number


def _whole(text: str) -> int | None:
    """The whole number that a text is; None if it is none, or has thousands of digits."""
    try:
        return int(text)
    except ValueError:
        return None


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
bots, are counted apart. A game that was played on from before what its player had seen is assisted, and is
not counted as played or won.

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
