"""What the review screen shows: the sum of luck and skill, the win chance as a curve, and the costliest choices."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from clockspades.bots.evaluation import LEAST
from clockspades.bots.review import Choice, Review
from clockspades.engine.phrases import count

STEPS: Final = (1, 2, 5)
"""The steps between two numbers below the curve, and these times 10, 100 and so on."""


class BarModel(NamedTuple):
    """A bar from one chance to win to another."""

    name: str
    amount: str
    """What it adds to the chance, in percent."""
    start: int
    """The first of its cells."""
    cells: int
    is_gain: bool


class ChoiceLine(NamedTuple):
    """A mistake in the list."""

    point: int
    """The point that it led to."""
    cost: str
    words: str


class CurveModel(NamedTuple):
    """The win chance at each point, from 0 to 1, with the points of the mistakes and the one that is chosen."""

    values: tuple[float, ...] = (0.5,)
    mistakes: tuple[int, ...] = ()
    point: int = 0


# -- the sum ---------------------------------------------------------------------------------------------------


def sum_words(review: Review) -> str:
    """The chance before the deal, luck, skill and the result, rounded so that they add up as they are written."""
    start, luck, skill = _tenths(review)
    ended = {1.0: "won", 0.5: "drawn"}.get(review.result, "lost")
    return f"Start {_percent(start)}{_added(luck)} luck{_added(skill)} skill = {review.result:.0%}: {ended}"


def bars(review: Review, cells: int) -> tuple[BarModel, BarModel]:
    """Luck from the chance before the deal on, and skill from there to the result, on the same scale."""
    _, luck, skill = _tenths(review)
    start, end = review.start.value, review.result
    between = end - review.skill
    low, high = min(0.0, between), max(1.0, between)

    def bar(name: str, tenths: int, error: str, one: float, other: float) -> BarModel:
        first, last = (round((value - low) / (high - low) * cells) for value in sorted((one, other)))
        length = max(last - first, int(tenths != 0))
        return BarModel(name, _signed(tenths) + error, min(first, cells - length), length, tenths > 0)

    error = f" ± {100 * review.skill_error:.1f}%" if review.skill_error else ""
    return bar("luck", luck, "", start, between), bar("skill", skill, error, between, end)


def skill_by_kind(review: Review) -> str:
    """The skill of bids, passes and plays apart; empty if all choices were of one kind."""
    kinds: dict[str, float] = {}
    for turn in review.turns:
        if turn.choice is not None and turn.choice.seat == review.seat:
            kind = turn.choice.played.do
            kinds[kind] = kinds.get(kind, 0.0) + turn.skill
    if len(kinds) < 2:
        return ""
    return ", ".join(f"{kind} {_signed(round(1000 * skill))}" for kind, skill in kinds.items())


def _tenths(review: Review) -> tuple[int, int, int]:
    """The chance before the deal, luck and skill in tenths of a percent; with them the result is exact."""
    start, skill = round(1000 * review.start.value), round(1000 * review.skill)
    return start, round(1000 * review.result) - start - skill, skill


def _signed(tenths: int) -> str:
    """A change in percent: ``+1.5%``, ``−1.5%``, ``0%``."""
    return f"{'+' if tenths > 0 else '−'}{_percent(tenths)}" if tenths else "0%"


def _added(tenths: int) -> str:
    return f" {'−' if tenths < 0 else '+'} {_percent(tenths)}"


def _percent(tenths: int) -> str:
    """An amount without its sign: ``1.5%``, ``0%``."""
    return f"{abs(tenths) / 10:.1f}%" if tenths else "0%"


# -- the curve -------------------------------------------------------------------------------------------------


def curve_model(review: Review, point: int) -> CurveModel:
    """The curve of a review with a point chosen."""
    values = tuple(turn.value for turn in (review.start, *review.turns))
    return CurveModel(values, tuple(turn.point for turn in review.mistakes), point)


def column(point: int, last: int, columns: int) -> int:
    """The first column of a point."""
    return min(-(-point * columns // (last + 1)), columns - 1)


def point_at(at: int, last: int, columns: int) -> int:
    """The point in a column; each has about as many columns as the others."""
    return at * (last + 1) // columns


def curve(values: Sequence[float], columns: int, rows: int, levels: str) -> tuple[str, ...]:
    """The rows of the curve from the top, its cells filled from below with ``levels``, from empty to full."""
    full = len(levels) - 1
    heights = [max(1, round(values[point_at(at, len(values) - 1, columns)] * rows * full)) for at in range(columns)]
    return tuple(
        "".join(levels[min(max(height - row * full, 0), full)] for height in heights) for row in reversed(range(rows))
    )


def ruler(last: int, columns: int) -> str:
    """The numbers of points below the curve, as many as have room."""
    step = next(step for step in _steps() if column(step, last, columns) >= len(str(last)) + 3 or step > last)
    row = [" "] * columns
    for point in range(0, last + 1, step):
        at = column(point, last, columns)
        if at + len(str(point)) <= columns:
            row[at : at + len(str(point))] = str(point)
    return "".join(row)


def _steps() -> Iterator[int]:
    power = 1
    while True:
        yield from (step * power for step in STEPS)
        power *= 10


# -- the choices -----------------------------------------------------------------------------------------------


def finding(review: Review) -> str:
    """How many choices were mistakes, in a sentence."""
    choices, mistakes = review.choices, len(review.mistakes)
    if not choices:
        return "It was all luck: there was nothing to decide."
    if not mistakes:
        return f"No mistakes found: of {count(choices, 'choice')} none cost {LEAST:.0%} or more for certain."
    return f"{count(mistakes, 'mistake')} in {count(choices, 'choice')}. The costliest first:"


def choice_lines(review: Review, phrase: Callable[[Any], str]) -> tuple[ChoiceLine, ...]:
    """The mistakes, the costliest first; ``phrase`` names an action."""
    lines = []
    for turn in review.mistakes:
        assert turn.choice is not None, "a mistake is a choice"
        words = f"step {turn.point}: {phrase(turn.choice.played)}, better {phrase(turn.choice.best)}"
        lines.append(ChoiceLine(turn.point, _cost(turn.choice), words))
    return tuple(lines)


def _cost(choice: Choice) -> str:
    cost = _signed(round(-1000 * choice.loss))
    return f"{cost.removesuffix('%')} ± {100 * choice.error:.1f}%" if choice.error else cost


def turn_words(review: Review, point: int, phrase: Callable[[Any], str]) -> str:
    """The chance to win at a point, and what changed it."""
    turn = review.at(point)
    error = f" ± {100 * turn.error:.1f}%" if turn.error else ""
    parts = [f"win chance {100 * turn.value:.1f}%{error}"] if point < len(review.turns) else []
    if point:
        parts.append(f"luck {_signed(round(1000 * turn.luck))}")
    choice = turn.choice
    if choice is not None and choice.seat == review.seat:
        better = f" (better {phrase(choice.best)})" if choice.is_mistake else ""
        parts.append(f"skill {_cost(choice)}{better}")
    words = ", ".join(parts)
    return f"{words[0].upper()}{words[1:]}."


def progress(point: int, last: int) -> str:
    """How far the review is."""
    return f"Reviewing… step {point} of {last}"
