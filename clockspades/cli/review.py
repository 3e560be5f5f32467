"""``review``: how much of the result of a finished game was luck, how much was skill, and what the mistakes cost."""

from pathlib import Path

from clockspades.branches.branches import check_branch
from clockspades.cli.arguments import UsageError
from clockspades.cli.output import progress_bar, say_json
from clockspades.cli.voice import reader
from clockspades.games.catalogue import find_game
from clockspades.language import N_, _
from clockspades.review.kept_reviews import kept_review
from clockspades.review.review_words import describe
from clockspades.saved.archive import Archive
from clockspades.saved.log import load_whole


def review(path: Path, seat: int | None, *, verbose: bool = False, as_json: bool = False) -> int:
    """Print the review of a game for a seat, by default the first person's; the exit status.

    With ``verbose``, figures have their standard errors.

    LogError if the log is faulty, UsageError if the game cannot be reviewed or has no such seat.
    """
    check_branch(path, find_game)
    session = load_whole(path, find_game).session
    if session.outcome is None:
        raise UsageError(f"{path}: {_('this game is not over yet, and only finished games can be reviewed')}")
    reviewed = next(iter(session.humans), 0) if seat is None else seat
    if not 0 <= reviewed < len(session.seats):
        complaint, last = N_("there is no seat {seat}, as this game has seats 0 to {last}"), len(session.seats) - 1
        complaint = complaint if last else N_("there is no seat {seat}, as this game has seat 0 only")
        raise UsageError(f"{path}: {_(complaint, seat=reviewed, last=last)}")
    with progress_bar(session.last) as tell:
        found = kept_review(Archive(find_game), session, path, reviewed, lambda done: tell(done) is None)
    if found is None:
        raise UsageError(f"{path}: {_('{game} has no bot that can evaluate a game', game=session.title)}")
    if as_json:
        say_json(found.as_json())
    else:
        reader()("\n".join(describe(session, found, with_errors=verbose)))
    return 0
