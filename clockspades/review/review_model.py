"""The charts of a review: luck and skill as bars, and the win chance as a curve."""

from collections.abc import Sequence
from itertools import count
from typing import Final, NamedTuple

from clockspades.language import pgettext
from clockspades.review.review import Review
from clockspades.review.review_words import rounded, signed_percent, skill_words

STEPS: Final = (1, 2, 5)
"""The steps between two numbers below the curve, and these times 10, 100 and so on."""


class BarModel(NamedTuple):
    """A bar from one chance to win to another."""

    name: str
    amount: str
    """What it adds to the chance, in words."""
    start: int
    """The first of its cells."""
    cells: int
    is_gain: bool


class CurveModel(NamedTuple):
    """The win chance at each point, from 0 to 1, with the points of the mistakes and the one that is chosen."""

    values: tuple[float, ...] = (0.5,)
    mistakes: tuple[int, ...] = ()
    point: int = 0


def bars(review: Review, cells: int) -> tuple[BarModel, BarModel]:
    """Luck from the chance before the deal on, and skill from there to the result, on the same scale."""
    _, luck, skill = rounded(review)
    start, end = review.start.value, review.result
    between = end - review.skill
    low, high = min(0.0, between), max(1.0, between)

    def bar(name: str, amount: str, tenths: int, one: float, other: float) -> BarModel:
        first, last = (round((value - low) / (high - low) * cells) for value in sorted((one, other)))
        length = max(last - first, 1) if tenths else 0
        return BarModel(name, amount, min(first, cells - length), length, tenths > 0)

    return (
        bar(pgettext("part of a result", "luck"), signed_percent(luck), luck, start, between),
        bar(pgettext("part of a result", "skill"), skill_words(skill), skill, between, end),
    )


def curve_model(review: Review, point: int) -> CurveModel:
    """The curve of a review with a point chosen."""
    values = tuple(turn.value for turn in review.all_turns)
    return CurveModel(values, tuple(turn.point for turn in review.mistakes), point)


def column(point: int, last: int, columns: int) -> int:
    """The first column of a point."""
    return min(-(-point * columns // (last + 1)), columns - 1)


def point_at(at: int, last: int, columns: int) -> int:
    """The point in a column; each has about as many columns as the others."""
    return at * (last + 1) // columns


def curve(values: Sequence[float], columns: int, rows: int, levels: str) -> tuple[str, ...]:
    """The rows of the curve from the top, its cells filled from below with ``levels``, from empty to full."""
    shown = [values[point_at(at, len(values) - 1, columns)] for at in range(columns)]
    return tuple(reversed(filled(shown, rows, levels, least=1)))


def filled(shares: Sequence[float], rows: int, levels: str, least: int = 0) -> list[str]:
    """The rows from the line at 0 on, in which columns fill these shares of the height, and at least so many levels."""
    full = len(levels) - 1
    heights = [max(least, round(share * rows * full)) for share in shares]
    return ["".join(levels[min(max(height - row * full, 0), full)] for height in heights) for row in range(rows)]


def ruler(last: int, columns: int) -> str:
    """The numbers of points below the curve, as many as have room."""
    steps = (step * 10**power for power in count() for step in STEPS)
    step = next(step for step in steps if column(step, last, columns) >= len(str(last)) + 3 or step > last)
    row = [" "] * columns
    for point in range(0, last + 1, step):
        at = column(point, last, columns)
        if at + len(str(point)) <= columns:
            row[at : at + len(str(point))] = str(point)
    return "".join(row)
