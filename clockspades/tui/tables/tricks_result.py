"""The results of games of tricks: everyone's points."""

from clockspades.games.phrases import count
from clockspades.games.tricks import TrickView
from clockspades.tui.tables.result import ResultFace


def clogs_result(state: TrickView) -> ResultFace:
    """The points of each player."""
    return ResultFace(counts=tuple(count(points, "point") for points in state.scores))


def spades_result(state: TrickView) -> ResultFace:
    """By seat the score of its side."""
    return ResultFace(counts=tuple(f"{state.scores[side]} points" for side in state.sides))
