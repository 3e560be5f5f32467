"""What games of tricks celebrate: scores that count up after a deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clockspades.engine.rules import Event
from clockspades.games.tricks import DealScored, Ended
from clockspades.table.model import PlayerView
from clockspades.table.moments import COUNT_SECONDS, Moment, parts_of, rolled


@dataclass(frozen=True, slots=True)
class CountUp:
    """By side the score before and after a deal."""

    before: tuple[int, ...]
    after: tuple[int, ...]


def count_up(events: Sequence[Event]) -> CountUp | None:
    """How the scores changed, if a deal was scored; None at the end of the game, as the final score is told at once."""
    if any(isinstance(event, Ended) for event in events):
        return None
    for event in events:
        if isinstance(event, DealScored):
            return CountUp(tuple(score - points for score, points in zip(event.scores, event.points)), event.scores)
    return None


def deal_moment(player: PlayerView[Any, Any]) -> Moment | None:
    """The scores that count up once a deal is played out."""
    counts = count_up(player.happened)
    return None if counts is None else Moment(COUNT_SECONDS, (counts,))


def score_shown(moment: Moment | None, side: int, score: int) -> int:
    """The score of a side while it counts up; without a moment the score itself."""
    counts = next(parts_of(moment, CountUp), None)
    return score if moment is None or counts is None else rolled(counts.before[side], counts.after[side], moment.share)
