"""The results of games of tricks: the scores, the best first."""

from clockspades.games.tricks import TrickView
from clockspades.table.result_model import ResultModel, SideScore


def trick_result(state: TrickView) -> ResultModel:
    """The score of each side."""
    seats = range(len(state.sides))
    sides = [
        SideScore(tuple(seat for seat in seats if state.sides[seat] == side), score)
        for side, score in enumerate(state.scores)
    ]
    return ResultModel(sides=tuple(sorted(sides, key=lambda side: -side.score)))
