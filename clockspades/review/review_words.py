"""A review in words: the sum of luck and skill, and the mistakes by kind of choice. Amounts are chances to win."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from clockspades.bots.evaluation import LEAST, NOTABLE
from clockspades.engine.phrases import capital, count, signed_points
from clockspades.engine.session import AnySession
from clockspades.engine.wording import said
from clockspades.review.review import Choices, Review, ReviewedChoice, Turn


class MistakeLine(NamedTuple):
    """A mistake in the list."""

    point: int
    """The point that it led to."""
    cost: str
    """As long as those of the other mistakes of the review, so that the numbers stand in columns."""
    words: str
    """What was done, when, and what was better, without a full stop."""


class KindOfChoice(NamedTuple):
    """The choices of one kind."""

    heading: str
    """Their sum and the number of mistakes; empty if the game has only one kind."""
    mistakes: tuple[MistakeLine, ...]
    """The costliest first."""


def describe(session: AnySession, review: Review, *, with_errors: bool = False) -> Iterator[str]:
    """A review line by line; the standard errors of its figures are for those who ask for them."""
    (start, luck, skill), points = rounded(review), points_words(review, with_errors=with_errors)
    error = error_words(review.own.error) if with_errors else ""
    yield f"{session.title}: {session.game.words.verdict(session.end, session.names)}"
    yield f"Review for {session.names[review.seat]} (seat {review.seat}), in chances to win:"
    yield ""
    yield what_happened(session, review)
    yield ""
    yield f"  before the deal  {percent(start):>7}"
    yield f"  luck             {signed_percent(luck):>7}"
    yield f"  skill            {skill_words(skill):>7}{error}"
    yield f"  result           {percent(round(1000 * review.result)):>7}"
    for words in filter(None, (points, finding(review))):
        yield ""
        yield words
    for kind in kinds_of_choices(session, review, with_errors=with_errors):
        if kind.heading:
            yield kind.heading
        yield from (f"  {line.cost}  {line.words}." for line in kind.mistakes)


# -- what happened ---------------------------------------------------------------------------------------------


def what_happened(session: AnySession, review: Review) -> str:
    """Whether luck or the choices decided the game, in a sentence or two; after a loss what was right comes first."""
    own = review.own
    counted, right = len(own.counted), own.right
    _, luck, skill = rounded(review)
    is_dear = -skill >= 1000 * NOTABLE

    def say(template: str) -> str:
        ended = {1.0: "won", 0.5: "drew"}.get(review.result, "lost")
        but = "and" if review.result else "but"
        words: dict[str, Any] = {"ended": ended, "but": but, "cost": _cost(-skill), "right": right, "of": counted}
        return said(session.names_at_table, review.seat, template, **words)

    if not own.made:
        return say("[You|{name}] {ended} on luck: there was nothing to decide.")
    if right == counted and not is_dear:
        if -skill >= 1000 * LEAST:
            return say("[You|{name}] {ended}, {but} no choice was clearly wrong.")
        return say(_ALL_RIGHT.get(counted, "[You|{name}] {ended}, {but} all {of} choices were right."))
    if review.result:
        return say(f"[You|{{name}}] {{ended}}{' despite' if is_dear else ','} giving away {{cost}}.")
    first = "[You|{name}] got {right} of {of} choices right. " * (0 < right < counted)
    if luck < skill:
        return say(first + "[You|{name}] lost mostly on luck, and gave away {cost}.")
    return say(first + "[You|{name}] lost by giving away {cost}.")


_ALL_RIGHT: Final = {
    0: "[You|{name}] {ended} on luck: no choice made a difference.",
    1: "[You|{name}] {ended}, {but} [your|the] one choice was right.",
    2: "[You|{name}] {ended}, {but} both choices were right.",
}
"""What is said where all of so many choices that mattered were right."""


def _cost(tenths: int) -> str:
    """A cost as people say it: ``12%``; what is not worth saying as ``only 2%`` or ``less than 1%``.

    What many choices cost can add up to more than the chance that there ever was.
    """
    if tenths < 10:
        return "less than 1%"
    if tenths >= 1000:
        return "more than a whole game"
    return f"only {tenths / 10:.0f}%" if tenths < 1000 * NOTABLE else f"{tenths / 10:.0f}%"


# -- the sum ---------------------------------------------------------------------------------------------------


def rounded(review: Review) -> tuple[int, int, int]:
    """The chance before the deal, luck and skill in tenths of a percent, so that they add up as they are written."""
    start, skill = round(1000 * review.start.value), round(1000 * review.skill)
    return start, round(1000 * review.result) - start - skill, skill


def percent(tenths: int) -> str:
    """An amount without its sign: ``1.5%``."""
    return f"{abs(tenths) / 10:.1f}%"


def signed_percent(tenths: int) -> str:
    """A change: ``+1.5%``, ``−1.5%``, ``0.0%``."""
    return f"{'' if not tenths else '+' if tenths > 0 else '−'}{percent(tenths)}"


NOTHING: Final = "nothing given away"
"""Said of choices that cost nothing."""


def skill_words(tenths: int) -> str:
    """What choices gave away, as a change: ``−1.5%``, or that it was nothing."""
    return signed_percent(tenths) if tenths else NOTHING


def error_words(error: float) -> str:
    """A standard error; nothing if what it belongs to is exact."""
    return f" ± {error:.1%}" if error else ""


# -- the choices -----------------------------------------------------------------------------------------------


def finding(review: Review) -> str:
    """The heading of the list of mistakes, or why there is none; empty if the choices cost little."""
    if len(review.mistakes) > 1:
        return f"{len(review.mistakes)} mistakes, the costliest first:"
    if review.mistakes:
        return "1 mistake:"
    return "No single mistake is certain." if review.skill <= -NOTABLE else ""


def kinds_of_choices(session: AnySession, review: Review, *, with_errors: bool = False) -> tuple[KindOfChoice, ...]:
    """The choices by kind, the kind that cost the most first."""
    game = session.game
    kinds: dict[str, list[tuple[Turn, ReviewedChoice]]] = {}
    for turn, choice in review.own.made:
        kinds.setdefault(game.words.kind_of_choice(_seen(session, turn, choice)), []).append((turn, choice))
    costs = [_parts_of_cost(choice, with_errors) for _, choice in review.own.mistakes]
    widths = [max(map(len, column)) for column in zip(*costs)]

    def line(turn: Turn, choice: ReviewedChoice) -> MistakeLine:
        cost = ", ".join(f"{part:>{width}}" for part, width in zip(_parts_of_cost(choice, with_errors), widths))
        return MistakeLine(turn.point, cost, _regret(session, turn, choice))

    found = {name: Choices(tuple(made)) for name, made in kinds.items()}
    return tuple(
        KindOfChoice(_heading(name, choices, with_errors), tuple(line(*one) for one in choices.mistakes))
        for name, choices in sorted(found.items(), key=lambda one: one[1].skill)
    )


def points_words(review: Review, *, with_errors: bool = False) -> str:
    """What points are, and how many all choices won or lost, in two sentences; empty in games without points."""
    points = review.own.points
    if points is None:
        return ""
    total = _points(*points, with_errors)
    return f"Points are the lead that a choice won or lost in its deal, on average. In all: {total}."


def _heading(name: str, choices: Choices, with_errors: bool) -> str:
    if not name:
        return ""
    cost = amounts(choices.skill, choices.error, choices.points, with_errors=with_errors)
    return f"{capital(name)}: {cost}, {count(len(choices.mistakes), 'mistake')}"


def mistake_words(session: AnySession, turn: Turn) -> str:
    """The choice that a turn began with, in a sentence: that it was right, or what was better and what it cost."""
    choice = turn.choice
    assert choice is not None, "a mistake is a choice"
    if choice.is_right:
        return f"Right: {session.game.words.doing(choice.played)}."
    return f"Mistake: {_regret(session, turn, choice)} (win chance {choice_cost(choice)})."


def turning_point_words(session: AnySession, review: Review, turn: Turn, key: str) -> str:
    """A sentence on the choice of a turn: on the costliest of the player or another one, or on one that was right."""
    choice = turn.choice
    assert choice is not None, "a turning point is a choice"
    if choice.is_right:
        return f"What counted last: {session.game.words.doing(choice.played)} (press {key})."
    called = "The choice that counted most" if choice.seat == review.seat else "The turning point"
    return f"{called} ({choice.loss:.0%}, press {key}): {_regret(session, turn, choice)}."


def _regret(session: AnySession, turn: Turn, choice: ReviewedChoice) -> str:
    """What was done, when, and what was better; to the one person who played it says "you", as the rest does."""
    seen = _seen(session, turn, choice)
    return session.game.words.regret(seen, choice.played, choice.best, session.names_at_table)


def _seen(session: AnySession, turn: Turn, choice: ReviewedChoice) -> Any:
    return session.game.rules.observe(session.position(turn.point - 1).state, choice.seat)


def choice_cost(choice: ReviewedChoice) -> str:
    """What a choice cost in chance to win, and in points if the game has any: ``−12.0%, −8 points``."""
    return ", ".join(_parts_of_cost(choice, with_errors=False))


def amounts(chance: float, error: float, points: tuple[float, float] | None, *, with_errors: bool) -> str:
    """What was won or lost in chance to win, and in points if there are any."""
    return ", ".join(_parts(chance, error, points, with_errors))


def _parts_of_cost(choice: ReviewedChoice, with_errors: bool) -> tuple[str, ...]:
    points = None if choice.points is None else (choice.points, choice.points_error)
    return _parts(-choice.loss, choice.error, points, with_errors)


def _parts(skill: float, error: float, points: tuple[float, float] | None, with_errors: bool) -> tuple[str, ...]:
    """What was won or lost in chance to win, and in points if there are any."""
    chance = f"{signed_percent(round(1000 * skill))}{error_words(error) if with_errors else ''}"
    return (chance,) if points is None else (chance, _points(*points, with_errors))


def _points(won: float, error: float, with_errors: bool) -> str:
    """Points, with their standard error if it is wanted and they are not exact: ``−12 ± 3 points``."""
    if not with_errors:
        return signed_points(won)
    digits = 1 if error < 1 else 0
    return f"{won:+.{digits}f} ± {error:.{digits}f} points".replace("-", "−") if error else signed_points(won)


# -- the steps -------------------------------------------------------------------------------------------------


def turn_words(review: Review, point: int) -> str:
    """The chance to win at a point, and what changed it; empty at an end that nothing changed."""
    turn = review.all_turns[point]
    is_over = point == len(review.turns)
    parts = [] if is_over else [f"win chance {percent(round(1000 * turn.value))}"]
    if luck := round(1000 * turn.luck):
        parts.append(f"luck {signed_percent(luck)}")
    choice = turn.choice
    if choice is not None and choice.seat == review.seat:
        is_free = not round(1000 * choice.loss) and not choice.points
        parts.append(NOTHING if is_free else f"skill {choice_cost(choice)}")
    return f"{capital(', '.join(parts))}." if parts else ""


def progress(point: int, last: int) -> str:
    return f"Reviewing… step {point} of {last}"
