"""The results of games of tricks: the scores, the best first."""

from collections.abc import Sequence

from clockspades.engine.rules import Event
from clockspades.games.tricks import DealScored, TrickView
from clockspades.table.result_model import ResultModel, SideScore


def trick_result(state: TrickView, happened: Sequence[Event]) -> ResultModel:
    """The score of each side; ``happened`` is what the last action led to."""
    seats = range(len(state.sides))
    gained = next((event.points for event in happened if isinstance(event, DealScored)), (0,) * len(state.scores))
    sides = [
        SideScore(tuple(seat for seat in seats if state.sides[seat] == side), score, gained[side])
        for side, score in enumerate(state.scores)
    ]
    return ResultModel(sides=tuple(sorted(sides, key=lambda side: -side.score)))
