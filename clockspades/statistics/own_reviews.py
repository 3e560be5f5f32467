"""The reviews of all games that a person played here: those that are kept, and computing the others one by one."""

from collections.abc import Callable, Iterator

from clockspades.review.kept_reviews import find_review, kept_review
from clockspades.review.review import Review
from clockspades.saved.archive import Archive
from clockspades.saved.log import LogError, load
from clockspades.statistics.records import OwnGame, own_games


def own_reviews(archive: Archive) -> Iterator[tuple[OwnGame, Review | None]]:
    """Each game that counts, the newest first, with its review for the person; None if it is not computed yet.

    No log is played again. Reviews are read one by one, as they are long.
    """
    for own in reversed([*own_games(archive)]):
        if own.counts:
            yield own, find_review(own.game, own.path, own.seat)


def review_own(archive: Archive, own: OwnGame, tell: Callable[[float], bool] = lambda share: True) -> Review | None:
    """Compute and keep the review of a game that has none yet; it takes seconds, so call it in a thread.

    ``tell`` is given the share that is done, from 0 to 1. None if it says no, if the log is faulty, or if the game
    cannot be reviewed.
    """
    try:
        loaded = load(own.path, archive.find_game)
    except LogError:
        return None
    session = loaded.session
    if loaded.fault is not None or session.outcome is None:
        return None
    return kept_review(archive, session, own.path, own.seat, lambda point: tell(point / session.last))
