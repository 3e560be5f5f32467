"""A player's own mistakes as exercises: the choices that the reviews of their games call significantly wrong."""

from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from clockspades.bots.adviser import ERRORS
from clockspades.bots.evaluation import LEAST, Evaluation
from clockspades.engine.days import day, day_of
from clockspades.engine.phrases import sentence
from clockspades.engine.session import AnySession
from clockspades.engine.text import printable
from clockspades.language import _
from clockspades.practice.exercise import Exercise, Solution
from clockspades.review.review import Review, can_be_reviewed, evaluate_choice
from clockspades.saved.archive import Archive
from clockspades.saved.log import FindGame, LogError, load
from clockspades.statistics.progress import own_reviews, review_own
from clockspades.statistics.records import OwnGame


class OwnMistakes(NamedTuple):
    exercises: tuple[Exercise, ...] = ()
    """Those of the newest game first; of one game, the costliest first."""
    games: int = 0
    """The games that can be reviewed."""
    reviewed: int = 0


def own_mistakes(
    archive: Archive, today: date, tell: Callable[[float], bool] = lambda share: True
) -> Iterator[OwnMistakes]:
    """The mistakes in the games that are reviewed; then again after each game that is reviewed now, the newest first.

    A review takes seconds. ``tell`` is given the share of it that is done, from 0 to 1; if it says no, this ends.
    """
    games = [(own, review) for own, review in own_reviews(archive) if review is not None or can_be_reviewed(own.game)]
    found = [
        None if review is None else tuple(mistakes_in(own, review, archive.find_game, today)) for own, review in games
    ]
    yield _known(found)
    for number, (own, __) in enumerate(games):
        if found[number] is None:
            review = review_own(archive, own, tell)
            if review is None and not tell(1.0):
                return
            found[number] = () if review is None else tuple(mistakes_in(own, review, archive.find_game, today))
            yield _known(found)


def _known(found: list[tuple[Exercise, ...] | None]) -> OwnMistakes:
    known = [exercises for exercises in found if exercises is not None]
    return OwnMistakes(tuple(chain(*known)), len(found), len(known))


def mistakes_in(own: OwnGame, review: Review, find_game: FindGame, today: date) -> Iterator[Exercise]:
    """The mistakes of a person in one game, the costliest first."""
    began = day_of(own.header.started)
    title = printable(own.path.stem) if began is None else day(began, today)
    for turn in review.mistakes:
        point = turn.point - 1  # where the choice was made
        yield Exercise(
            key=f"{own.identity} {point}",
            older_key=f"{own.path.stem} {point}",
            title=title,
            open=partial(_open, own, point, find_game),
            solve=solve,
            log=own.path,
        )


def _open(own: OwnGame, point: int, find_game: FindGame) -> AnySession:
    """The game at a point; LogError if it cannot be read that far."""
    loaded = load(own.path, find_game)
    session = loaded.session
    if loaded.fault is not None or session.last <= point:
        raise loaded.fault or LogError(own.path, 0, _("this game was changed"))
    session.go_to(point)
    return session


def solve(session: AnySession) -> Solution:
    """What the review of a game finds out about the choice at the point shown. It takes a second or so."""
    words, after = session.game.words, session.position(session.at + 1)
    played, seat = after.action, after.seat
    assert played is not None, "a choice was made here"
    evaluation = evaluate_choice(session, session.at)
    shares = evaluation.shares
    best = max(shares, key=shares.__getitem__)
    right = (one for one in shares if one == best or (one != played and _is_as_good(evaluation, best, one)))
    told = words.regret(session.view(seat), played, best, session.names_at_table)
    return Solution(tuple(sorted(right, key=lambda one: -shares[one])), sentence(told), shares, played)


def _is_as_good(evaluation: Evaluation[Any], best: Any, other: Any) -> bool:
    """Whether a choice is worse than the best one by less than a mistake costs, or than the samples get wrong."""
    loss = evaluation.shares[best] - evaluation.shares[other]
    return loss < LEAST or loss <= ERRORS * evaluation.error(best, other)
