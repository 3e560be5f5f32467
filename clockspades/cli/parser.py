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


_NAMES: Final = {"GAME": "game_name", "FILE": "path"}
"""What the functions of the commands call arguments that have another name in the help."""


class _Parser(ArgumentParser):
    """A parser whose complaint is one sentence, about the game if its name is wrong too."""

    def __init__(self, **arguments: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, **arguments)
        self.add_argument("-h", "--help", action="help", help="show this help")
        self.color = False  # from Python 3.14 on, argparse has colours of its own
        self.game: str | None = None
        """The name of a game, as soon as it was read."""

    def add(self, form: str, words: str, *, group: Any = None, **more: Any) -> None:
        """Add an argument, and what its help says; a ``group`` is one of arguments that exclude each other.

        ``form`` is as usage lines write it: ``--watch``, ``--seed N``, ``GAME``, ``[FILE]`` or ``--svg [OUT]`` if there
        need be none, ``FILE...`` or ``--seat NAME...`` if there can be several.
        """
        name, _, value = form.partition(" ") if form.startswith("--") else ("", "", form)
        is_optional, several = value.startswith("["), value.strip("[]").endswith("...")
        if value:
            more["metavar"] = metavar = (value[1:-1] if is_optional else value).removesuffix("...")
        if is_optional:
            more |= {"nargs": "?", "const": "" if name else None}
        if not name:
            more = {"dest": _NAMES.get(metavar, metavar.lower()), **more}
            if several:
                more["nargs"] = "*" if is_optional else "+"
            if metavar == "GAME":
                more["action"] = _ReadGame
        elif several:
            more |= {"action": "append", "default": []}
        elif not value and "choices" not in more:
            more["action"] = "store_true"
        (group or self).add_argument(*filter(None, [name]), help=words, **more)

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

    named = getattr(typed, "game_name", None)
    offer = None if named is None else find_offer(" ".join([named, *unknown]))
    return "" if offer is None else f": write the game as {offer.preset.name}"


def make_parsers(argv: Sequence[str] = ()) -> tuple[_Parser, Mapping[str, _Parser]]:
    """The parser for ``argv``, and those of its commands by name.

    If a command comes first, it is the only one added: no help lists the others then, and each takes time to build.
    """
    parser = _MainParser(prog="clockspades", description=ABOUT)
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", prog="clockspades", parser_class=_Parser)
    commands = {}
    for name in argv[:1] if argv and argv[0] in _COMMANDS else _COMMANDS:
        does, run, more, add_arguments = _COMMANDS[name]
        commands[name] = subparsers.add_parser(
            name, help=does, description=f"{does[0].upper()}{does[1:]}.", epilog=more,
            formatter_class=RawDescriptionHelpFormatter,
        )  # fmt: skip
        commands[name].set_defaults(run=run)
        add_arguments(commands[name])
    parser.set_defaults(run="screens.title")
    parser.add_argument("--version", action="version", version=f"clockspades {__version__}", help="show the version")
    return parser, commands


def _play(parser: _Parser) -> None:
    parser.add("[GAME]", "the game to play (default: clockwork-spades)")
    _add_options(parser)
    parser.add(
        "--seat NAME[=KIND]...",
        "add a player, in seat order; KIND is human (default) or bot:BOT, as in bot:random",
        dest="seats",
    )
    parser.add("--seed N", "shuffle with this seed: the same N, the same cards", type=_seed)
    parser.add("--code CODE", "play the deal with this share code")
    parser.add("--deal N", "play the deal with this number; everyone gets the same cards")
    parser.add("--best-of N", "play a best of 3, 5 or 7 games", type=_length, default=1)
    _add_plain(parser)


def _host(parser: _Parser) -> None:
    parser.add("[GAME]", "the game to play (default: bring back the table that you hosted last)")
    _add_options(parser)
    parser.add("--seat N=bot:BOT...", "put a bot on seat N, from 0; people take the other seats", dest="seats")
    parser.add("--best-of N", "play a best of 3, 5 or 7 games", type=_length, default=1)
    parser.add("--limit SECONDS", "let a bot make a move that takes longer", type=count)
    parser.add("--listen ADDRESS:PORT", "where to listen (default: everywhere, port 7420)")
    parser.add("--tls-cert PEM", "use this certificate", dest="certificate", type=Path)
    parser.add("--tls-key PEM", "the private key of the certificate", dest="key", type=Path)
    parser.add("--insecure", "do not encrypt: for a tunnel that does it itself")
    parser.add("--code", "invite friends with short codes, on any network")
    parser.add("--headless", "don't sit at the table: print the invitation, and one JSON object a game")
    parser.add(
        "--at [ADDRESS]",
        "open the table at the club with this address, not here (without ADDRESS: the club of last time)",
    )


def _serve(parser: _Parser) -> None:
    upkeep = parser.add_mutually_exclusive_group()
    parser.add("--list", "list the tables of the server that runs with this folder, and end", group=upkeep)
    parser.add("--remove TABLE", "remove the table with this name, as --list shows it, and end", group=upkeep)
    parser.add("--folder FOLDER", "where the tables are kept (default: with your saved games)", type=Path)
    parser.add("--listen ADDRESS:PORT", "where to listen (default: everywhere, port 7420 if it is free)")
    parser.add("--public ADDRESS", "the address that people use, if it is another one, as wss://club.example.org")
    parser.add("--tls-cert PEM", "use this certificate, which others trust", type=Path)
    parser.add("--tls-key PEM", "the private key of the certificate", type=Path)
    parser.add("--insecure", "do not encrypt: for a proxy that does it itself")
    parser.add("--key FILE", "the file with the access word (default: made in the folder)", type=Path)
    parser.add("--open", "let everyone open tables, without an access word")
    parser.add("--games NAMES", "the games, with commas (default: all for two or more)")
    parser.add("--tables N", "tables at most (default: 500)", type=count, default=500)
    parser.add(
        "--tables-per-address N", "tables that one address can open in an hour (default: 60)", type=count, default=60
    )
    parser.add(
        "--tables-per-network N", "tables that one network can open in an hour (default: 240)", type=count, default=240
    )
    parser.add("--connections N", "connections at most (default: 4096)", type=count, default=4096)
    parser.add(
        "--keep-unfinished DAYS", "keep a game that nobody visits for so long (default: 30)", type=count, default=30
    )
    parser.add(
        "--keep-finished DAYS", "keep a table for so long once its game is over (default: 7)", type=count, default=7
    )
    parser.add("--metrics ADDRESS:PORT", "where /health and /metrics are (default: 127.0.0.1:7421)")
    parser.add("--store ADDRESS", "keep the tables in the Redis at this address, which servers share")
    parser.add("--inside ADDRESS:PORT", "where those servers reach this one (default: 127.0.0.1, any port)")
    parser.add("--log", "how to log (default: json)", choices=("json", "text"), default="json")
    parser.add("--log-level", "the least to log (default: info)", choices=("info", "warning", "error"), default="info")
    parser.add("--log-addresses", "log whole addresses of clients, not only their networks")


def _join(parser: _Parser) -> None:
    parser.add(
        "[INVITATION...]",
        "what your friend has sent you, or a short code (default: sit down again where you sat last)",
        dest="words",
    )
    parser.add("--watch", "look on, and see what everyone may see")
    parser.add("--name NAME", "what you are called at the table")
    parser.add("--insecure", "join a table that is not encrypted")


def _browser(parser: _Parser) -> None:
    parser.add("[INVITATION]", "the invitation to the table (default: the first line of standard input)")
    parser.add("--listen ADDRESS:PORT", "where to listen (default: on this machine alone, port 7480)")
    parser.add("--url URL", "the address of the page, if a proxy or a tunnel leads there")
    parser.add("--guests N", "how many can be there at once (default: 8)", type=count, default=8)
    parser.add("--insecure", "allow a page or a table that is not encrypted")


def _resume(parser: _Parser) -> None:
    parser.add("[FILE]", "the saved game to continue (default: the one you played last)", type=Path)
    _add_plain(parser)


def _replay(parser: _Parser) -> None:
    parser.add("FILE", "a saved game", type=Path)
    parser.add("[OTHER]", "another game of the same deal, to see both side by side", type=Path)


def _show(parser: _Parser) -> None:
    parser.add("FILE", "a saved game", type=Path)
    parser.add("--json", "print a JSON object for the start and for each action", dest="as_json")


def _export(parser: _Parser) -> None:
    parser.add("FILE", "a saved game", type=Path)
    parser.add("--svg [OUT]", "make a picture that moves, for web pages (default of OUT: next to FILE)")
    parser.add("--cast [OUT]", "make an asciicast, which asciinema and agg play (default of OUT: next to FILE)")
    parser.add("--overwrite", "replace files that exist")
    parser.add("--size COLUMNSxROWS", "the size of the terminal (default: 80x24)", type=_size, default=(80, 24))
    parser.add("--speed X", "play X times as fast (default: 1)", type=_speed, default=1.0)
    parser.add(
        "--seat N",
        "show what the player of this seat saw, from 0; all shows all cards, none only those that were open"
        " (default: as in the replay)",
    )
    parser.add("--from STEP", "begin with this step (default: 0)", dest="first", type=_place("step"), default=0)
    parser.add("--to STEP", "end with this step (default: the last one)", dest="last", type=_place("step"))


def _review(parser: _Parser) -> None:
    parser.add("FILE", "a saved game that is finished", type=Path)
    parser.add(
        "--seat N", "review the game for this seat, from 0 (default: the first human player)", type=_place("seat")
    )
    form = parser.add_mutually_exclusive_group()
    parser.add("--verbose", "add the standard error of each figure", group=form)
    parser.add("--json", "print the review as one JSON object", dest="as_json", group=form)


def _compare(parser: _Parser) -> None:
    parser.add("A", "a saved game that is finished", dest="one", type=Path)
    parser.add("B", "another finished game of the same deal", dest="other", type=Path)
    parser.add("--json", "print the comparison as one JSON object", dest="as_json")


def _practice(parser: _Parser) -> None:
    _add_plain(parser)


def _daily(parser: _Parser) -> None:
    parser.add("[GAME]", "the game whose deal to play (default: choose one)")
    parser.add("--date DATE", "the day, as 2026-11-22 (default: today in UTC)", dest="when")
    _add_plain(parser)


def _duel(parser: _Parser) -> None:
    parser.add(
        "FILE|LINE...",
        "a finished game to challenge a friend with, or a line that a friend sent you",
        dest="words",
        type=Path,
    )
    _add_plain(parser)


def _verify(parser: _Parser) -> None:
    parser.add("FILE...", "a saved game", dest="paths", type=Path)
    parser.add("--daily LINE", "say whether the game produced this line of a deal of the day", dest="line")


def _simulate(parser: _Parser) -> None:
    parser.add("GAME", "the game to play")
    parser.add("--games N", "how many games to play", type=count, required=True)
    parser.add("--seed S", "the same seed plays the same games", type=_seed)
    parser.add("--bots A,B", "one bot for all seats, or a bot for each seat (default: the best bot)")
    _add_options(parser)
    where = parser.add_mutually_exclusive_group()
    parser.add(
        "--jobs J", "how many processes to use (default: 1; at most 4 per core)", type=count, default=1, group=where
    )
    parser.add(
        "--cluster ADDRESS",
        "play on the Dask cluster whose scheduler has this address (needs the package distributed)",
        group=where,
    )
    parser.add("--save DIR", "save every game in this directory", type=Path)
    parser.add("--json", "print the results as one JSON object", dest="as_json")


def _stats(parser: _Parser) -> None:
    parser.add("[GAME]", "show only this game")
    parser.add("--review", "first review the games that have no review yet", dest="reviewing")
    parser.add("--milestones", "show which milestones are reached, and by which game", dest="of_milestones")
    parser.add("--json", "print one JSON object per kind of game or milestone", dest="as_json")


def _rules(parser: _Parser) -> None:
    parser.add("[GAME]", "the game (default: clockwork-spades)")


def _games(_: _Parser) -> None:
    """``games`` takes no arguments."""


def _completion(parser: _Parser) -> None:
    parser.add("SHELL", "bash, zsh or fish", choices=("bash", "zsh", "fish"))


def _add_options(parser: _Parser) -> None:
    parser.add("--option KEY=VALUE...", "set a game option; repeat it to set more", dest="options")


def _add_plain(parser: _Parser) -> None:
    parser.add(
        "--plain", "play in lines of text, without a full screen: for screen readers, simple terminals and pipes"
    )


def count(text: str) -> int:
    """How many of something, at least one; ArgumentTypeError for anything else."""
    number = _whole(text)
    if number is None or not 1 <= number <= MOST:
        raise ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST:,}")
    return number


def _seed(text: str) -> int:
    """A seed, which the header of a log can hold; ArgumentTypeError for anything else."""
    from clockspades.engine.codec import LONGEST_NUMBER

    number = _whole(text)
    if number is None or abs(number) >= 10**LONGEST_NUMBER:
        raise ArgumentTypeError(f"{text!r} is not a whole number of at most {LONGEST_NUMBER} digits")
    return number


def _place(what: str) -> Callable[[str], int]:
    """A function that reads the number of a seat or a step, from 0; ArgumentTypeError for anything else."""

    def read(text: str) -> int:
        number = _whole(text)
        if number is None or not 0 <= number <= MOST:
            raise ArgumentTypeError(f"{text!r} is not a {what}: the first one is 0")
        return number

    return read


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
you from any network. Each code lets one friend in. It needs the package
magic-wormhole: if that is missing, the command says how to add it.

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
docs/deploy.md says how. This needs the package textual-serve.

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
    """A command."""

    does: str
    """What it does, in at most 27 characters."""
    run: str
    """The module and the function that run it. Its arguments have the names of the function's."""
    more: str
    """What its help says after its arguments."""
    add_arguments: Callable[[_Parser], None]


_COMMANDS: Final[Mapping[str, _Command]] = {
    "play": _Command("start a game", "screens.play", _PLAY, _play),
    "host": _Command("open a table for friends", "host.host", _HOST, _host),
    "join": _Command("join the table of a friend", "join.join", _JOIN, _join),
    "browser": _Command("show a table in a browser", "browser.browser", _BROWSER, _browser),
    "serve": _Command("run tables for a club", "serve.serve", _SERVE, _serve),
    "resume": _Command("continue an unfinished game", "screens.resume", _RESUME, _resume),
    "replay": _Command("step through a saved game", "screens.replay", _REPLAY, _replay),
    "show": _Command("print a saved game as text", "show.show", _SHOW, _show),
    "export": _Command("make a film of a game", "export.export", _EXPORT, _export),
    "review": _Command("show luck and mistakes", "review.review", _REVIEW, _review),
    "compare": _Command("compare two games of a deal", "compare.compare", _COMPARE, _compare),
    "daily": _Command("play the deal of the day", "screens.daily", _DAILY, _daily),
    "duel": _Command("duel a friend by message", "screens.duel", _DUEL, _duel),
    "practice": _Command("practice your mistakes", "screens.practice", _PRACTICE, _practice),
    "verify": _Command("check saved games", "verify.verify", _VERIFY, _verify),
    "simulate": _Command("let bots play many games", "simulate.simulate", _SIMULATE, _simulate),
    "stats": _Command("show wins, luck and skill", "stats.stats", _STATS, _stats),
    "rules": _Command("print the rules of a game", "games.show_rules", _RULES, _rules),
    "games": _Command("list games and options", "games.list_games", _GAMES, _games),
    "completion": _Command("complete commands with TAB", "completion.print_completion", _COMPLETION, _completion),
}
"""Every command by its name, in the order that the help lists them."""
