"""``verify``: errors in saved games, and whether a game produced the line of a deal of the day."""

from collections.abc import Sequence
from pathlib import Path

from clockspades.cli.arguments import UsageError
from clockspades.cli.output import USAGE, complain, on_terminal, progress_bar, say
from clockspades.daily.daily import DailyError, check_bots, check_choices, check_line
from clockspades.engine.fair_deal import PROVED, deals_with_proof, doubts_of, faults_of_game, missing_shares
from clockspades.engine.text import printable
from clockspades.games.catalogue import find_game
from clockspades.language import N_, _, ngettext
from clockspades.saved.log import LogError, load, load_whole


def verify(paths: Sequence[Path], daily: str | None = None) -> int:
    """Check every file, and print faults, doubts told while a network game was played, and shares that are missing.

    The exit status; silence means that all is well. With ``daily``, :func:`verify_line`.
    """
    if daily is not None:
        return verify_line(paths, daily)
    faults, has_proofs = 0, False
    for path in paths:
        try:
            loaded = load(path, find_game)
            fault = loaded.fault
            if fault is None and (wrong := next(faults_of_game(loaded.session), "")):
                fault = LogError(path, 0, wrong)
        except LogError as error:
            fault = error
        if fault is not None:
            complain(str(fault))
            faults += 1
            continue
        has_proofs = has_proofs or deals_with_proof(loaded.session) > 0
        for sentence in (*doubts_of(loaded.header), *missing_shares(loaded.session)):
            say(str(LogError(path, 0, sentence)))  # as short as a fault: a name may have a megabyte
    if faults:
        return USAGE
    if on_terminal():
        say(ngettext("No errors in {number} game.", "No errors in {number} games.", len(paths)))
        if has_proofs:
            say(_(PROVED))
    return 0


def verify_line(paths: Sequence[Path], line: str) -> int:
    """Say whether a game produced the line of a deal of the day; the exit status. UsageError for several files."""
    if len(paths) > 1:
        raise UsageError(_("--daily checks one game, but you named {number} files", number=len(paths)))
    (path,) = paths
    session = load_whole(path, find_game).session
    try:
        deal = check_line(line, session)
        with progress_bar(session.last) as tell:
            check_bots(deal, session, tell)
        check_choices(line, session)
    except DailyError as error:
        complain(f"{printable(str(path))}: {error}")
        return USAGE
    told = N_("{path} is the game of this line: {game}, {day}.")
    say(_(told, path=printable(str(path)), game=deal.preset.title, day=deal.day))
    return 0
