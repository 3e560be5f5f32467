"""Made-up reviews, for tests of the screen that shows them."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from time import sleep

from clockspades.engine.session import AnySession
from clockspades.review.review import Review, ReviewedChoice, Turn
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.statistics.records import OwnGame

COSTS = (0.12, 0.004, 0.31, 0.05)
"""What the choices of a seat cost, in turn; the second is no mistake."""
ERROR = 0.01


def without_mistakes(archive: Archive, session: AnySession, *_: object) -> Review:
    """A review of a finished game in which every choice was right."""
    outcome = session.position(-1).state.outcome
    assert outcome is not None
    turns = [Turn(point, 0.5, 0.0) for point in range(1, session.last)]
    return Review(0, Turn(0, 0.5, 0.0), (*turns, Turn(session.last, float(0 in outcome.winners), 0.0)))


def endless(archive: Archive, session: AnySession, log: Path, seat: int, tell: Callable[[int], bool]) -> None:
    """A review that takes as long as somebody waits for it."""
    while tell(1):
        sleep(0.001)  # and leaves the processor to the test


def made_up(
    archive: Archive, session: AnySession, log: Path, seat: int, tell: Callable[[int], bool] = lambda point: True
) -> Review | None:
    """A review of a finished game whose numbers mean nothing, but add up."""
    rng = Random(seat)
    outcome = session.position(-1).state.outcome
    assert outcome is not None
    turns: list[Turn] = []
    made = 0
    for point in range(session.last + 1):
        choice = None
        if point:
            before, after = session.position(point - 1), session.position(point)
            legal = session.game.rules.legal_actions(before.state)
            if after.seat == seat and len(legal) > 1:
                best = next(action for action in legal if action != after.action)
                choice = ReviewedChoice(seat, after.action, best, COSTS[made % len(COSTS)], ERROR)
                made += 1
        value = float(seat in outcome.winners) if point == session.last else rng.random()
        skill = -choice.loss if choice else 0.0
        luck = value - turns[-1].value - skill if turns else 0.0
        turns.append(Turn(point, value, 0.0 if point == session.last else 0.02, luck, skill, choice))
        if not tell(point):
            return None
    return Review(seat, turns[0], tuple(turns[1:]))


def made_up_own(archive: Archive, own: OwnGame, tell: Callable[[float], bool]) -> Review | None:
    """The same of a game of the archive; it is not kept."""
    session = load(own.path, archive.find_game).session
    return made_up(archive, session, own.path, own.seat, lambda point: tell(point / session.last))
