"""Where the program begins: a command is parsed and run, and every error becomes one sentence and an exit status.

A command's module is imported when it runs: ``--version`` and ``verify`` start in the time of plain Python,
and a screen is imported only to be opened.
"""

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Final

from clockspades.cli import output
from clockspades.cli.output import BROKEN_PIPE, SOFTWARE, USAGE, OutputError
from clockspades.cli.parser import parse

DEBUG_VARIABLE: Final = "CLOCKSPADES_DEBUG"
"""The environment variable that shows where an unexpected error came from."""

OPENING: Final = (None, "play", "host", "join", "resume", "replay", "daily", "duel", "practice")
"""The commands that open a screen."""


def run(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status. Every error is one sentence, never a traceback."""
    output.prepare()
    try:
        status = _attempt(argv)
        output.flush()
    except BrokenPipeError:
        output.abandon()
        return BROKEN_PIPE
    except OutputError as error:
        output.abandon()
        output.complain(f"clockspades: standard output: {error}")
        return USAGE
    return status


def _attempt(argv: Sequence[str] | None) -> int:
    """Do what was typed, or say in one sentence why not."""
    try:
        typed = sys.argv[1:] if argv is None else argv
        return _run(parse(typed))
    except SystemExit as stop:  # argparse has printed its help, the version or what is wrong
        return stop.code if isinstance(stop.code, int) else USAGE
    except (BrokenPipeError, OutputError):
        raise
    except Exception as error:
        if _is_expected(error):
            output.complain(f"clockspades: {error}")
            return USAGE
        if os.environ.get(DEBUG_VARIABLE):
            raise
        output.complain(
            f"clockspades: internal error, please report it: {type(error).__name__}: {error}"
            f" (set {DEBUG_VARIABLE}=1 to see where)"
        )
        return SOFTWARE


def _is_expected(error: Exception) -> bool:
    """Whether an error says what is wrong with what was typed, read or written."""
    from clockspades.cli.arguments import UsageError
    from clockspades.duel.packing import DuelError
    from clockspades.engine.options import OptionError
    from clockspades.engine.seating import SeatError
    from clockspades.engine.share import CodeError
    from clockspades.saved.archive import HomeError
    from clockspades.saved.log import LogError

    return isinstance(error, CodeError | DuelError | HomeError | LogError | OptionError | SeatError | UsageError)


def _run(typed: Namespace) -> int:
    """Import the command that was typed and run it; the exit status."""
    if typed.command in OPENING:
        gc.disable()  # nothing loaded for the first frame is garbage; the application turns it on again
    match typed.command:
        case None:
            from clockspades.cli import screens

            return screens.title()
        case "play":
            from clockspades.cli import screens

            return screens.play(
                typed.game, typed.option, typed.seat,
                seed=typed.seed, code=typed.code, deal=typed.deal, best_of=typed.best_of, plain=typed.plain,
            )  # fmt: skip
        case "host":
            from clockspades.cli.host import host

            return host(
                typed.game, typed.option, typed.seat,
                best_of=typed.best_of, limit=typed.limit, listen=typed.listen, certificate=typed.tls_cert,
                key=typed.tls_key, insecure=typed.insecure, code=typed.code, headless=typed.headless, at=typed.at,
            )  # fmt: skip
        case "serve":
            from clockspades.cli.serve import serve

            return serve(typed)
        case "join":
            from clockspades.cli.join import join

            return join(typed.invitation, typed.name, watch=typed.watch, insecure=typed.insecure)
        case "browser":
            from clockspades.cli.browser import browser

            return browser(
                typed.invitation, listen=typed.listen, url=typed.url, guests=typed.guests, insecure=typed.insecure
            )
        case "resume":
            from clockspades.cli import screens

            return screens.resume(typed.file, plain=typed.plain)
        case "replay":
            from clockspades.cli import screens

            return screens.replay(typed.file, typed.other)
        case "daily":
            from clockspades.cli import screens

            return screens.daily(typed.game, typed.date, plain=typed.plain)
        case "duel":
            from clockspades.cli import screens

            return screens.duel(typed.words, plain=typed.plain)
        case "practice":
            from clockspades.cli import screens

            return screens.practice(plain=typed.plain)
        case "show":
            from clockspades.cli.show import show

            return show(typed.file, as_lines_of_json=typed.json)
        case "export":
            from clockspades.cli.export import export

            return export(
                typed.file, svg=typed.svg, cast=typed.cast, overwrite=typed.overwrite, size=typed.size,
                speed=typed.speed, seat=typed.seat, first=typed.first, last=typed.last,
            )  # fmt: skip
        case "review":
            from clockspades.cli.review import review

            return review(typed.file, typed.seat, verbose=typed.verbose, as_json=typed.json)
        case "compare":
            from clockspades.cli.compare import compare

            return compare(typed.first, typed.second, as_json=typed.json)
        case "verify":
            from clockspades.cli.verify import verify, verify_line

            return verify(typed.files) if typed.daily is None else verify_line(typed.files, typed.daily)
        case "simulate":
            from clockspades.cli.simulate import simulate

            return simulate(
                typed.game, typed.option, typed.bots,
                games=typed.games, seed=typed.seed, jobs=typed.jobs, cluster=typed.cluster,
                save=typed.save, as_json=typed.json,
            )  # fmt: skip
        case "stats":
            from clockspades.cli.stats import list_milestones, stats

            tell = list_milestones if typed.milestones else stats
            return tell(typed.game, reviewing=typed.review, as_json=typed.json)
        case "rules":
            from clockspades.cli.games import show_rules

            return show_rules(typed.game)
        case "games":
            from clockspades.cli.games import list_games

            return list_games()
        case "completion":
            from clockspades.cli.completion import print_completion

            return print_completion(typed.shell)
    raise AssertionError(f"the parser knows {typed.command!r}, and nothing runs it")
