"""The results of games of tricks: the scores, the best first."""

from clockspades.games.tricks import TrickView
from clockspades.tui.tables.result import ResultFace, SideScore


def tricks_result(state: TrickView) -> ResultFace:
    """The score of each side."""
    seats = range(len(state.sides))
    sides = [
        SideScore(tuple(seat for seat in seats if state.sides[seat] == side), score)
        for side, score in enumerate(state.scores)
    ]
    return ResultFace(sides=tuple(sorted(sides, key=lambda side: -side.score)))
