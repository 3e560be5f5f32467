"""What can be typed: every command with its arguments and its help."""

from argparse import Action, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from clockspades import __version__
from clockspades.cli.output import USAGE, complain, present

MOST: Final = 1_000_000_000
"""How many of something can be asked for."""
SMALLEST: Final = (60, 18)
LARGEST: Final = (300, 100)
"""Columns and rows of what can be exported."""
SLOWEST: Final = 0.1
FASTEST: Final = 20.0


class _Parser(ArgumentParser):
    """A parser whose complaint is one sentence, about the game if its name is wrong too."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.color = False  # from Python 3.14 on, argparse has colours of its own
        self.game: str | None = None
        """The name of a game, as soon as it was read."""

    def print_help(self, file: object = None) -> None:
        """Print the help on standard output, the only place where it is asked for; on a terminal in colour."""
        present(self.format_help().rstrip("\n"))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and end the program; UsageError if the name of the game is: the rest depends on it."""
        if self.game is not None:
            from clockspades.cli.arguments import parse_game

            parse_game(self.game)
        self.refuse(message)

    def refuse(self, message: str) -> NoReturn:
        """Say what is wrong and end the program."""
        complain(f"{self.prog}: {message} (see `{self.prog} --help`)")
        self.exit(USAGE)


class _ReadGame(Action):
    """Keeps the name of a game, for its parser too."""

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: Any, option_string: str | None = None
    ) -> None:
        setattr(namespace, self.dest, values)
        if isinstance(parser, _Parser):
            parser.game = values


class _MainParser(_Parser):
    """The parser of the whole command line. Its help fits one screen, so the commands stand in two columns."""

    def format_help(self) -> str:
        cells = [f"{name:10} {command.does}" for name, command in _COMMANDS.items()]
        rows = (len(cells) + 1) // 2
        columns = zip_longest(cells[:rows], cells[rows:], fillvalue="")
        return _HELP.format(
            commands="\n".join(f"  {left:38}  {right}".rstrip() for left, right in columns),
            examples="\n".join(f"  {example:40}  {words}" for example, words in EXAMPLES.items()),
        )


def parse(argv: Sequence[str]) -> Namespace:
    """What was typed; SystemExit after the help, the version, or one sentence about what is wrong."""
    if argv and not argv[0].startswith("-") and argv[0] not in _COMMANDS:
        _Parser(prog="clockspades").refuse(f"there is no command {argv[0]!r}{_meant(argv[0])}")
    parser, commands = make_parsers(argv)
    typed, unknown = parser.parse_known_args(argv)
    if unknown:
        remedy, asked = _remedy(typed, unknown), commands.get(typed.command, parser)
        complaint = f"unexpected argument {unknown[0]!r}{remedy}"
        if remedy:
            asked.refuse(complaint)
        asked.error(complaint)
    return typed


def _meant(typed: str) -> str:
    """A suggestion for a mistyped command, as the end of a sentence; empty if nothing is close."""
    from difflib import get_close_matches

    from clockspades.games.catalogue import find_offer, near_offer

    near = [] if find_offer(typed) is not None else get_close_matches(typed.casefold(), _COMMANDS, 1)
    if not near and (offer := near_offer(typed)) is not None:
        near = [f"play {offer.preset.name}"]
    return f": did you mean `clockspades {near[0]}`?" if near else ""


def _remedy(typed: Namespace, unknown: Sequence[str]) -> str:
    """What to do about arguments that a command does not take, as the end of a sentence; empty if that is unclear."""
    if unknown[0].startswith("-"):
        return ""
    if typed.command == "simulate" and typed.bots:
        return ": put commas between bots, as in --bots steady,random"
    from clockspades.games.catalogue import find_offer

    named = getattr(typed, "game", None)
    offer = None if named is None else find_offer(" ".join([named, *unknown]))
    return "" if offer is None else f": write the game as {offer.preset.name}"


def make_parsers(argv: Sequence[str] = ()) -> tuple[_Parser, Mapping[str, _Parser]]:
    """The parser for ``argv``, and those of its commands by name.

    If a command comes first, it is the only one added: no help lists the others then, and each takes time to build.
    """
    parser = _MainParser(prog="clockspades", description=ABOUT, add_help=False, allow_abbrev=False)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", prog="clockspades", parser_class=_Parser)
    commands = {}
    for name in argv[:1] if argv and argv[0] in _COMMANDS else _COMMANDS:
        does, more, add_arguments = _COMMANDS[name]
        commands[name] = subparsers.add_parser(
            name, help=does, description=f"{does[0].upper()}{does[1:]}.", epilog=more,
            formatter_class=RawDescriptionHelpFormatter, add_help=False, allow_abbrev=False,
        )  # fmt: skip
        _add_help(commands[name])
        add_arguments(commands[name])
    _add_help(parser)
    parser.add_argument("--version", action="version", version=f"clockspades {__version__}", help="show the version")
    return parser, commands


def _add_help(parser: ArgumentParser) -> None:
    parser.add_argument("-h", "--help", action="help", help="show this help")


def _play(parser: ArgumentParser) -> None:
    _add_game(parser, "the game to play (default: clockwork-spades)", nargs="?")
    _add_options(parser)
    parser.add_argument(
        "--seat", metavar="NAME[=KIND]", action="append", default=[],
        help="add a player, in seat order; KIND is human (default) or bot:BOT, as in bot:random",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="N", type=_seed, help="shuffle with this seed: the same N, the same cards")
    parser.add_argument("--code", metavar="CODE", help="play the deal with this share code")
    parser.add_argument("--deal", metavar="N", help="play the deal with this number; everyone gets the same cards")
    parser.add_argument("--best-of", metavar="N", type=_length, default=1, help="play a best of 3, 5 or 7 games")
    _add_plain(parser)


def _host(parser: ArgumentParser) -> None:
    _add_game(parser, "the game to play (default: bring back the table that you hosted last)", nargs="?")
    _add_options(parser)
    parser.add_argument(
        "--seat", metavar="N=bot:BOT", action="append", default=[],
        help="put a bot on seat N, from 0; people take the other seats",
    )  # fmt: skip
    parser.add_argument("--best-of", metavar="N", type=_length, default=1, help="play a best of 3, 5 or 7 games")
    parser.add_argument("--limit", metavar="SECONDS", type=count, help="let a bot make a move that takes longer")
    parser.add_argument(
        "--listen", metavar="ADDRESS:PORT",
        help="where to listen (default: everywhere, port 7420)",
    )  # fmt: skip
    parser.add_argument("--tls-cert", metavar="PEM", type=Path, help="use this certificate")
    parser.add_argument("--tls-key", metavar="PEM", type=Path, help="the private key of the certificate")
    parser.add_argument("--insecure", action="store_true", help="do not encrypt: for a tunnel that does it itself")
    parser.add_argument("--code", action="store_true", help="invite friends with short codes, on any network")
    parser.add_argument(
        "--headless", action="store_true",
        help="don't sit at the table: print the invitation, and one JSON object a game",
    )  # fmt: skip
    parser.add_argument(
        "--at", metavar="ADDRESS", nargs="?", const="",
        help="open the table at the club with this address, not here (without ADDRESS: the club of last time)",
    )  # fmt: skip


def _serve(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--folder", metavar="FOLDER", type=Path, help="where the tables are kept (default: with your saved games)"
    )
    parser.add_argument(
        "--listen", metavar="ADDRESS:PORT", help="where to listen (default: everywhere, port 7420 if it is free)"
    )
    parser.add_argument(
        "--public", metavar="ADDRESS",
        help="the address that people use, if it is another one, as wss://club.example.org",
    )  # fmt: skip
    parser.add_argument("--tls-cert", metavar="PEM", type=Path, help="use this certificate, which others trust")
    parser.add_argument("--tls-key", metavar="PEM", type=Path, help="the private key of the certificate")
    parser.add_argument("--insecure", action="store_true", help="do not encrypt: for a proxy that does it itself")
    parser.add_argument(
        "--key", metavar="FILE", type=Path, help="the file with the access word (default: made in the folder)"
    )
    parser.add_argument("--open", action="store_true", help="let everyone open tables, without an access word")
    parser.add_argument("--games", metavar="NAMES", help="the games, with commas (default: all for two or more)")
    parser.add_argument("--tables", metavar="N", type=count, default=500, help="tables at most (default: 500)")
    parser.add_argument(
        "--tables-per-address", metavar="N", type=count, default=60,
        help="tables that one address can open in an hour (default: 60)",
    )  # fmt: skip
    parser.add_argument(
        "--connections", metavar="N", type=count, default=4096, help="connections at most (default: 4096)"
    )
    parser.add_argument(
        "--keep-unfinished", metavar="DAYS", type=count, default=30,
        help="keep a game that nobody visits for so long (default: 30)",
    )  # fmt: skip
    parser.add_argument(
        "--keep-finished", metavar="DAYS", type=count, default=7,
        help="keep a table for so long once its game is over (default: 7)",
    )  # fmt: skip
    parser.add_argument(
        "--metrics", metavar="ADDRESS:PORT",
        help="where /health and /metrics are (default: 127.0.0.1:7421)",
    )  # fmt: skip
    parser.add_argument(
        "--store", metavar="ADDRESS",
        help="keep the tables in the Redis at this address, which servers share",
    )  # fmt: skip
    parser.add_argument(
        "--inside", metavar="ADDRESS:PORT",
        help="where those servers reach this one (default: 127.0.0.1, any port)",
    )  # fmt: skip
    parser.add_argument("--log", choices=("json", "text"), default="json", help="how to log (default: json)")
    parser.add_argument(
        "--log-level", choices=("info", "warning", "error"), default="info", help="the least to log (default: info)"
    )
    parser.add_argument(
        "--log-addresses", action="store_true", help="log whole addresses of clients, not only their networks"
    )


def _join(parser: ArgumentParser) -> None:
    parser.add_argument(
        "invitation", metavar="INVITATION", nargs="?",
        help="what your friend has sent you, or a short code (default: sit down again where you sat last)",
    )  # fmt: skip
    parser.add_argument("--watch", action="store_true", help="look on, and see what everyone may see")
    parser.add_argument("--name", metavar="NAME", help="what you are called at the table")
    parser.add_argument("--insecure", action="store_true", help="join a table that is not encrypted")


def _browser(parser: ArgumentParser) -> None:
    parser.add_argument(
        "invitation", metavar="INVITATION", nargs="?",
        help="the invitation to the table (default: the first line of standard input)",
    )  # fmt: skip
    parser.add_argument(
        "--listen", metavar="ADDRESS:PORT",
        help="where to listen (default: on this machine alone, port 7480)",
    )  # fmt: skip
    parser.add_argument("--url", metavar="URL", help="the address of the page, if a proxy or a tunnel leads there")
    parser.add_argument(
        "--guests", metavar="N", type=count, default=8, help="how many can be there at once (default: 8)"
    )
    parser.add_argument("--insecure", action="store_true", help="allow a page or a table that is not encrypted")


def _resume(parser: ArgumentParser) -> None:
    _add_file(parser, "the saved game to continue (default: the one you played last)", nargs="?")
    _add_plain(parser)


def _replay(parser: ArgumentParser) -> None:
    _add_file(parser, "a saved game")
    parser.add_argument(
        "other", metavar="OTHER", type=Path, nargs="?",
        help="another game of the same deal, to see both side by side",
    )  # fmt: skip


def _show(parser: ArgumentParser) -> None:
    _add_file(parser, "a saved game")
    parser.add_argument("--json", action="store_true", help="print a JSON object for the start and for each action")


def _export(parser: ArgumentParser) -> None:
    _add_file(parser, "a saved game")
    parser.add_argument(
        "--svg", metavar="OUT", nargs="?", const="",
        help="make a picture that moves, for web pages (default of OUT: next to FILE)",
    )  # fmt: skip
    parser.add_argument(
        "--cast", metavar="OUT", nargs="?", const="",
        help="make an asciicast, which asciinema and agg play (default of OUT: next to FILE)",
    )  # fmt: skip
    parser.add_argument("--overwrite", action="store_true", help="replace files that exist")
    parser.add_argument(
        "--size", metavar="COLUMNSxROWS", type=_size, default=(80, 24),
        help="the size of the terminal (default: 80x24)",
    )  # fmt: skip
    parser.add_argument("--speed", metavar="X", type=_speed, default=1.0, help="play X times as fast (default: 1)")
    parser.add_argument(
        "--seat", metavar="N",
        help="show what the player of this seat saw, from 0; all shows all cards, none only those that were open"
        " (default: as in the replay)",
    )  # fmt: skip
    parser.add_argument(
        "--from", metavar="STEP", dest="first", type=_step, default=0, help="begin with this step (default: 0)"
    )
    parser.add_argument(
        "--to", metavar="STEP", dest="last", type=_step, help="end with this step (default: the last one)"
    )


def _review(parser: ArgumentParser) -> None:
    _add_file(parser, "a saved game that is finished")
    parser.add_argument(
        "--seat", metavar="N", type=_seat,
        help="review the game for this seat, from 0 (default: the first human player)",
    )  # fmt: skip
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--verbose", action="store_true", help="add the standard error of each figure")
    form.add_argument("--json", action="store_true", help="print the review as one JSON object")


def _compare(parser: ArgumentParser) -> None:
    parser.add_argument("first", metavar="A", type=Path, help="a saved game that is finished")
    parser.add_argument("second", metavar="B", type=Path, help="another finished game of the same deal")
    parser.add_argument("--json", action="store_true", help="print the comparison as one JSON object")


def _practice(parser: ArgumentParser) -> None:
    _add_plain(parser)


def _daily(parser: ArgumentParser) -> None:
    _add_game(parser, "the game whose deal to play (default: choose one)", nargs="?")
    parser.add_argument("--date", metavar="DATE", help="the day, as 2026-11-22 (default: today in UTC)")
    _add_plain(parser)


def _duel(parser: ArgumentParser) -> None:
    parser.add_argument(
        "words", metavar="FILE|LINE", type=Path, nargs="+",
        help="a finished game to challenge a friend with, or a line that a friend sent you",
    )  # fmt: skip
    _add_plain(parser)


def _verify(parser: ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", type=Path, nargs="+", help="a saved game")
    parser.add_argument("--daily", metavar="LINE", help="say whether the game produced this line of a deal of the day")


def _simulate(parser: ArgumentParser) -> None:
    _add_game(parser, "the game to play")
    parser.add_argument("--games", metavar="N", type=count, required=True, help="how many games to play")
    parser.add_argument("--seed", metavar="S", type=_seed, help="the same seed plays the same games")
    parser.add_argument(
        "--bots", metavar="A,B",
        help="one bot for all seats, or a bot for each seat (default: the best bot)",
    )  # fmt: skip
    _add_options(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs", metavar="J", type=count, default=1,
        help="how many processes to use (default: 1; at most 4 per core)",
    )  # fmt: skip
    where.add_argument(
        "--cluster", metavar="ADDRESS",
        help="play on the Dask cluster whose scheduler has this address (needs clockspades[cluster])",
    )  # fmt: skip
    parser.add_argument("--save", metavar="DIR", type=Path, help="save every game in this directory")
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")


def _stats(parser: ArgumentParser) -> None:
    _add_game(parser, "show only this game", nargs="?")
    parser.add_argument("--review", action="store_true", help="first review the games that have no review yet")
    parser.add_argument(
        "--milestones", action="store_true", help="show which milestones are reached, and by which game"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per kind of game or milestone")


def _rules(parser: ArgumentParser) -> None:
    _add_game(parser, "the game (default: clockwork-spades)", nargs="?")


def _games(_: ArgumentParser) -> None:
    """``games`` takes no arguments."""


def _completion(parser: ArgumentParser) -> None:
    parser.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish")


def _add_game(parser: ArgumentParser, words: str, nargs: str | None = None) -> None:
    parser.add_argument("game", metavar="GAME", nargs=nargs, action=_ReadGame, help=words)


def _add_file(parser: ArgumentParser, words: str, nargs: str | None = None) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, nargs=nargs, help=words)


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--option", metavar="KEY=VALUE", action="append", default=[],
        help="set a game option; repeat it to set more",
    )  # fmt: skip


def _add_plain(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--plain", action="store_true",
        help="play in lines of text, without a full screen: for screen readers, simple terminals and pipes",
    )  # fmt: skip


def count(text: str) -> int:
    """How many of something, at least one; ArgumentTypeError for anything else."""
    number = _whole(text)
    if number is None or not 1 <= number <= MOST:
        raise ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST:,}")
    return number


def _seed(text: str) -> int:
    """A seed, which the header of a log can hold; ArgumentTypeError for anything else."""
    from clockspades.saved.log import LONGEST_NUMBER

    number = _whole(text)
    if number is None or abs(number) >= 10**LONGEST_NUMBER:
        raise ArgumentTypeError(f"{text!r} is not a whole number of at most {LONGEST_NUMBER} digits")
    return number


def _seat(text: str) -> int:
    """The number of a seat; ArgumentTypeError for anything else."""
    number = _whole(text)
    if number is None or not 0 <= number <= MOST:
        raise ArgumentTypeError(f"{text!r} is not a seat: the first one is 0")
    return number


def _step(text: str) -> int:
    """The number of a step; ArgumentTypeError for anything else."""
    number = _whole(text)
    if number is None or not 0 <= number <= MOST:
        raise ArgumentTypeError(f"{text!r} is not a step: the first one is 0")
    return number


def _size(text: str) -> tuple[int, int]:
    """Columns and rows of a terminal; ArgumentTypeError for anything else."""
    columns, _, rows = text.casefold().partition("x")
    size = _whole(columns) or 0, _whole(rows) or 0
    if not all(least <= side <= most for least, side, most in zip(SMALLEST, size, LARGEST)):
        smallest, largest = ("x".join(map(str, each)) for each in (SMALLEST, LARGEST))
        raise ArgumentTypeError(f"{text!r} is not a size from {smallest} to {largest}")
    return size


def _speed(text: str) -> float:
    """How many times as fast; ArgumentTypeError for anything else."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not SLOWEST <= speed <= FASTEST:
        raise ArgumentTypeError(f"{text!r} is not a speed from {SLOWEST:g} to {FASTEST:g}")
    return speed


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


ABOUT: Final = """\
A card table for your terminal: Clockwork Spades, Clock, German Clock, Clogs and
Spades, against bots or with friends, here or elsewhere.
"""

EXAMPLES: Final = {
    "clockspades play spades": "play Spades with and against bots",
    "CLOCKSPADES_HOME=DIR clockspades": "keep games and settings in DIR",
}
"""Example commands, and what they do."""

_HELP: Final = f"""\
usage: clockspades [COMMAND] [ARGUMENTS]

{ABOUT}
commands (without one, the title screen opens):
{{commands}}

options:
  -h, --help  show this help; after a command, its arguments and examples
  --version   show the version

examples:
{{examples}}
"""

_PLAY: Final = """\
You take the first seat unless you use --seat. The best bot plays every empty
seat, under a name that follows from the deal. `clockspades games` lists the
games with their options and bots, and says how well each bot plays. Games with
bot:open, which sees all cards, are practice.

GAME is a game as the program offers it, such as watch or spades-for-two, with
the options that make it that game. --option changes them.

A share code has the game, its options and the deal. --deal deals the same cards
to everyone who chooses the same game and options. If you have played the deal
before, you are told first, and the game does not count.

examples:
  clockspades play
  clockspades play spades-for-two --option target=200
  clockspades play clockwork-spades --option rules=gamerules --option first=1
  clockspades play --seat Ana --seat Pip=bot:random --seed 7
  clockspades play --code K13J-Z9J7-Q8C6
  clockspades play spades --deal 12345
  clockspades play clogs --best-of 5
  clockspades play clock --plain
"""

_HOST: Final = """\
Friends join from their own terminals with the line that you send them. All
seats are for people unless you put bots on them; at the table, bots can fill
open seats too. The table stays on your disk: if your machine fails,
`clockspades host` without a game brings it back, and your friends return by
themselves.

The connection is encrypted, and the invitation has a fingerprint, so that
nobody can pose as you. --insecure leaves that to a tunnel: docs/network.md says
how.

With --code, friends type a short code such as 5-hemisphere-crowfoot, and reach
you from any network. Each code lets one friend in. It needs magic-wormhole:
`pip install 'clockspades[friends]'`.

examples:
  clockspades host spades
  clockspades host spades --code
  clockspades host spades --seat 1=bot:steady --seat 3=bot:steady
  clockspades host clogs --best-of 3 --listen 192.0.2.7:7420
  clockspades host spades --headless
  clockspades host spades --at wss://club.example.org/#R4NDW0RDAX
  clockspades host
"""

_SERVE: Final = """\
A club, a school or a family runs many tables in one process. Whoever has the
address of the club opens tables with `clockspades host GAME --at ADDRESS`, and
invites others as usual. The address has an access word. It stands in the file
`address` of the folder, and is shown at the start in a terminal. All tables are
on the disk, and come back when the server starts again.

A log goes to standard error, and names no person, code or card.
docs/deploy.md says how to set up a machine.

examples:
  clockspades serve
  clockspades serve --games spades,clogs --tables 50
  clockspades serve --listen 127.0.0.1:7420 --insecure --public wss://YOUR.NAME
"""

_JOIN: Final = """\
INVITATION is the line of your friend, with or without its first two words. Put
it into quotes if your shell takes # for a comment. It can also be a short code.
Who looks on sees what everyone may see. Your seat waits for you: without an
invitation you sit down again where you sat last.

examples:
  clockspades join wss://192.0.2.7:7420/#K7M2QX9RTA.H4VNC0S8ZB2WJ5YD7GKQ3E1XMP
  clockspades join 5-hemisphere-crowfoot
  clockspades join --watch INVITATION
  clockspades join
"""

_BROWSER: Final = """\
Friends open the page in a browser and install nothing. It prints the address to
send to them, with the code of the table. Each guest has a process of about
45 MB on this machine, which ends when they close the page; the seat waits for
them. Who opens the page again in the same browser gets the same seat.

The page is not encrypted by itself. For friends elsewhere put a tunnel or a
proxy with a certificate in front of it, and give its address with --url.
docs/deploy.md says how. This needs clockspades[browser].

examples:
  clockspades browser INVITATION
  clockspades browser INVITATION --url https://table.example.org
  clockspades host spades --headless | clockspades browser
"""

_RESUME: Final = """\
examples:
  clockspades resume
  clockspades resume GAME.cslog
"""

_REPLAY: Final = """\
With two finished games of the same deal, you see both tables side by side, or
one at a time on a screen of less than 120 columns.

examples:
  clockspades replay GAME.cslog
  clockspades replay ANA.cslog BEN.cslog
"""

_SHOW: Final = """\
A finished game is shown with all cards open, an unfinished game as its player
sees it, or as everyone does if several people play it. With --json, all cards
are always shown. If there is an error in the file, you see everything before
it, then the error, and the exit status is 2.

examples:
  clockspades show GAME.cslog
  clockspades show GAME.cslog --json | head -n 1
"""

_EXPORT: Final = """\
The film shows the replay, with the cards on their way. The SVG needs no
program: web pages and GitHub show it. It has no scripts, and plays again and
again. The asciicast has version 2 of its format.

With OUT, put it after FILE; - is standard output. A finished game is shown with
all cards open, an unfinished one as its player sees it. Steps are numbered as
in the replay. The colours are those of your settings.

examples:
  clockspades export GAME.cslog --svg
  clockspades export GAME.cslog --svg film.svg --size 100x30 --speed 2
  clockspades export GAME.cslog --svg --seat 0 --from 4 --to 12
  clockspades export GAME.cslog --cast - | asciinema play -
"""

_REVIEW: Final = """\
The result is 1 for a win, 0.5 for a draw and 0 for a loss. It is the sum of
three parts: the chance to win before the deal, luck and skill. The skill of a
choice is what it is worth less what the best one is worth, as far as its player
could tell. Luck is everything else. A mistake is a choice that cost 1% or more,
and more than three times its standard error. One game says little about a
player: compare ten or more.

The review is saved next to the log, and read from there the next time.

examples:
  clockspades review GAME.cslog
  clockspades review GAME.cslog --verbose
  clockspades review GAME.cslog --seat 1 --json
"""

_COMPARE: Final = """\
Two friends play the same deal against the same bots, and swap their saved
games. The comparison shows how both games ended, where they parted, and the
chance to win after each choice, by what its player knew. If a player later saw
exactly the same in both games and chose otherwise, you see that too.

examples:
  clockspades compare ANA.cslog BEN.cslog
  clockspades compare ANA.cslog BEN.cslog --json
"""

_PRACTICE: Final = """\
Positions of your finished games in which the review finds a mistake, and 100
puzzles. What you miss comes back after 1, 3, 7 and 21 days: practice.json,
beside the folder of your saved games, keeps when. Games without a review are
reviewed meanwhile, the newest first.

examples:
  clockspades practice
  clockspades practice --plain
"""

_DAILY: Final = """\
Everyone gets the same cards, against the best bot. The first game that you
begin on the day itself counts. If it is not finished, you continue it. You can
catch up on days that you missed, but they don't count for the streak.
`clockspades daily --plain` lists the deals with their names.

examples:
  clockspades daily
  clockspades daily watch
  clockspades daily clock --plain
  clockspades daily clogs --date 2026-11-22
"""

_DUEL: Final = """\
With FILE, prints a line to send to a friend. It deals them the same cards, and
seals your game: it shows none of your moves, and you can't change them. The
friend enters it, plays, and sends you the line of their game. You enter that
one and send back the line that you get. Then both of you see both games.

A line can be entered here or with e on the title screen. A friend's game is
saved, but counts in no statistics.

examples:
  clockspades duel GAME.cslog
  clockspades duel "Clockspades duel ..."
  clockspades duel --plain "Clockspades duel ..."
"""

_VERIFY: Final = """\
Each error is one line, FILE:LINE: what is wrong, and the exit status is then 2.
A game that is not finished yet is not an error.

The deals of a network game have proofs that nobody chose the cards. If one does
not fit, one sentence says why, and the exit status is 2. Missing shares are no
error, but each is one line.

With --daily there is one FILE. If its game did not produce the line, or its
bots would have made other moves in this version, one sentence says what
differs, and the exit status is 2. In a long game that can take a minute.

examples:
  clockspades verify *.cslog
  clockspades verify --daily "Clockspades daily 2026-11-22 ..." GAME.cslog
"""

_STATS: Final = """\
Counts your finished games: those with one human player. Games with other
options or other bots are listed separately: spades stands for all of them, but
cutthroat only for that one. Repeats of a deal that you had played before don't
count as played or won. Neither does practice: games in which you changed a move
after seeing new cards, and games with a bot that sees all cards.

The average is how many of these games a player wins who is as good as the
others, by the chances before the deals. Luck and skill come from the reviews
that are kept next to the games. --review computes those that are missing, as
the statistics screen does: a game takes some seconds.

examples:
  clockspades stats
  clockspades stats clockwork-spades --review
  clockspades stats watch --json
  clockspades stats --milestones
"""

_SIMULATE: Final = """\
Neither --jobs nor --cluster changes the games that a seed plays. Ctrl+C prints
what came of the games that are over; with --json, "wanted" is then how many
there should have been.

`clockspades games` lists the bots and options of each game.

examples:
  clockspades simulate clockwork-spades --games 1000 --jobs 2
  clockspades simulate clockwork-spades --games 100 --bots steady,random
  clockspades simulate clogs --games 100 --option players=6 --bots random --json
  clockspades simulate clock --games 10 --save logs
  clockspades simulate spades --games 10000 --cluster tcp://192.0.2.1:8786
"""

_RULES: Final = """\
examples:
  clockspades rules
  clockspades rules german-clock | less
"""


_COMPLETION: Final = """\
Save the script where your shell looks for it; zsh looks in the folders of
fpath. If pipx installed clockspades, bash and fish have found it already.

examples:
  clockspades completion bash >> ~/.bash_completion
  clockspades completion zsh > ~/.zfunc/_clockspades
  clockspades completion fish > ~/.config/fish/completions/clockspades.fish
"""

_GAMES: Final = """\
example:
  clockspades games
"""


class _Command(NamedTuple):
    """What a command does, in at most 27 characters, what its help says after that, and its arguments."""

    does: str
    more: str
    add_arguments: Callable[[ArgumentParser], None]


_COMMANDS: Final[Mapping[str, _Command]] = {
    "play": _Command("start a game", _PLAY, _play),
    "host": _Command("open a table for friends", _HOST, _host),
    "join": _Command("join the table of a friend", _JOIN, _join),
    "browser": _Command("show a table in a browser", _BROWSER, _browser),
    "serve": _Command("run tables for a club", _SERVE, _serve),
    "resume": _Command("continue an unfinished game", _RESUME, _resume),
    "replay": _Command("step through a saved game", _REPLAY, _replay),
    "show": _Command("print a saved game as text", _SHOW, _show),
    "export": _Command("make a film of a game", _EXPORT, _export),
    "review": _Command("show luck and mistakes", _REVIEW, _review),
    "compare": _Command("compare two games of a deal", _COMPARE, _compare),
    "daily": _Command("play the deal of the day", _DAILY, _daily),
    "duel": _Command("duel a friend by message", _DUEL, _duel),
    "practice": _Command("practice your mistakes", _PRACTICE, _practice),
    "verify": _Command("check saved games", _VERIFY, _verify),
    "simulate": _Command("let bots play many games", _SIMULATE, _simulate),
    "stats": _Command("show wins, luck and skill", _STATS, _stats),
    "rules": _Command("print the rules of a game", _RULES, _rules),
    "games": _Command("list games and options", _GAMES, _games),
    "completion": _Command("complete commands with TAB", _COMPLETION, _completion),
}
"""Every command by its name, in the order that the help lists them."""
