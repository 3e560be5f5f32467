"""``verify``: errors in saved games, and whether a game produced the line of a deal of the day."""

from collections.abc import Sequence
from pathlib import Path

from clockspades.cli.arguments import UsageError
from clockspades.cli.output import USAGE, complain, on_terminal, progress_bar, say
from clockspades.daily.daily import DailyError, check_bots, check_line
from clockspades.engine.phrases import count
from clockspades.engine.text import printable
from clockspades.games.catalogue import find_game
from clockspades.saved.log import LogError, load


def verify(paths: Sequence[Path]) -> int:
    """Check every file and print a line for each fault; the exit status. Silence means that all is well."""
    faults = 0
    for path in paths:
        try:
            fault = load(path, find_game).fault
        except LogError as error:
            fault = error
        if fault is not None:
            complain(str(fault))
            faults += 1
    if faults:
        return USAGE
    if on_terminal():
        say(f"No errors in {count(len(paths), 'game')}.")
    return 0


def verify_line(paths: Sequence[Path], line: str) -> int:
    """Say whether a game produced the line of a deal of the day; the exit status. UsageError for several files."""
    if len(paths) > 1:
        raise UsageError(f"--daily checks one game, but you named {len(paths)} files")
    (path,) = paths
    loaded = load(path, find_game)
    if loaded.fault is not None:
        raise loaded.fault
    try:
        deal = check_line(line, loaded.header, loaded.session)
        with progress_bar(loaded.session.last) as tell:
            check_bots(deal, loaded.session, tell)
    except DailyError as error:
        complain(f"{printable(str(path))}: {error}")
        return USAGE
    say(f"{printable(str(path))} is the game of this line: {deal.preset.title}, {deal.day}.")
    return 0
