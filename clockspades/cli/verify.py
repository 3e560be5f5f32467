"""``verify``: errors in saved games."""

from collections.abc import Sequence
from pathlib import Path

from clockspades.cli.output import complain, on_terminal, say
from clockspades.cli.status import USAGE
from clockspades.engine.log import LogError, load
from clockspades.engine.phrases import count
from clockspades.games.catalogue import find_game


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
