"""Writes the golden logs: ``python -m tests.conformance.write_golden [--overwrite | --words] [GAME …]``.

For each option set of a game, the first random game that ends for each reason is kept, with its transcript; where
such games all end alike, that of the best bot too; and for each kind of action that is in none of those, the
shortest game that has it.
Logs that are there already are left alone, and the command refuses, unless ``--overwrite`` is given: a log
that changes means that the rules changed, so look at the difference and check it against docs/rules.md.
``--words`` writes only the transcripts anew, for when sentences changed and games did not.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clockspades.engine.game import Game
from clockspades.engine.header import Header
from clockspades.engine.options import OptionValue
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.log import SUFFIX, format_log, load
from tests.conformance.golden import LOGS, WORDS, transcript
from tests.conformance.playing import bot_game, name_of, option_sets, random_game

STARTED = "2026-11-21T10:00:00Z"
"""When every golden game began, as its log tells it."""
TRIES = 5000
"""Random games in which a reason of ending has to occur."""
BOT_TRIES = 20
"""Games of a bot in which it has to occur."""
MOST_ACTIONS = 100_000
"""Actions after which no more games are tried: long games are few."""


def write_logs(game: Game[Any, Any, Any], directory: Path) -> int:
    """One log for each option set and reason of ending, and for each kind of action that is in none; how many."""
    directory.mkdir(parents=True, exist_ok=True)
    kept: dict[str, AnySession] = {}
    shortest: dict[str, AnySession] = {}
    for options in option_sets(game):
        reasons: set[str] = set()
        actions = 0
        for session in _games(game, options, reasons):
            assert session.outcome is not None
            reasons.add(session.outcome.reason)
            kept.setdefault(f"{name_of(game, options)}-{session.outcome.reason}", session)
            for kind in kinds(session):
                if kind not in shortest or session.last < shortest[kind].last:
                    shortest[kind] = session
            actions += session.last
            if actions > MOST_ACTIONS:
                break
    for kind in shortest.keys() - set().union(*map(kinds, kept.values())):
        kept[f"{name_of(game, shortest[kind].options)}-{kind}"] = shortest[kind]
    for name, session in kept.items():
        path = directory / f"{name}{SUFFIX}"
        header = Header(game.name, session.options, session.seats, STARTED, added=game.added_options)
        path.write_text(format_log(header, session), encoding="utf-8", newline="")
        write_words(path)
    return len(kept)


def kinds(session: AnySession) -> set[str]:
    """The kinds of action in a game."""
    return {position.action.do for position in session.positions if position.action is not None}


def _games(game: Game[Any, Any, Any], options: dict[str, OptionValue], reasons: set[str]) -> Iterator[AnySession]:
    """The games to look through; ``reasons`` are those found so far."""
    for seed in range(TRIES):
        try:
            session = random_game(game, options, seed)
        except AssertionError:
            continue  # two players at random may lose points for ever
        yield session
    if len(reasons) == 1:
        best = game.best_bot
        yield from (bot_game(game, options, best, seed) for seed in range(BOT_TRIES))


def write_words(log: Path) -> None:
    """The transcript beside a log."""
    log.with_suffix(WORDS).write_text(transcript(load(log, find_game).session), encoding="utf-8", newline="")


def main(arguments: list[str] | None = None) -> int:
    """The command; 2 if logs are there and may not be overwritten."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance.write_golden", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="its name; every game if none is named")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--overwrite", action="store_true", help="write over the logs that are there")
    how.add_argument("--words", action="store_true", help="write only the transcripts anew")
    typed = parser.parse_args(arguments)
    for name in typed.games or [game.name for game in GAMES]:
        game = find_game(name)
        if game is None:
            parser.error(f"{name} is no game")
        directory = LOGS / name
        old = sorted(directory.glob(f"*{SUFFIX}"))
        if typed.words:
            for log in old:
                write_words(log)
            continue
        if old and not typed.overwrite:
            sys.stderr.write(f"{directory} has {len(old)} golden logs: --overwrite writes new ones\n")
            return 2
        for log in old:
            log.unlink()
            log.with_suffix(WORDS).unlink(missing_ok=True)
        sys.stdout.write(f"{write_logs(game, directory)} golden logs in {directory}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
