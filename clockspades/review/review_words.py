"""A review in words: the sum of luck and skill, and the mistakes by kind of choice. Amounts are chances to win."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from clockspades.bots.evaluation import NOTABLE
from clockspades.engine.phrases import capital, count, signed_points
from clockspades.engine.session import AnySession
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
    yield f"  skill            {signed_percent(skill):>7}{error}"
    yield f"  result           {percent(round(1000 * review.result)):>7}"
    for words in filter(None, (points, finding(session, review))):
        yield ""
        yield words
    for kind in kinds_of_choices(session, review, with_errors=with_errors):
        if kind.heading:
            yield kind.heading
        yield from (f"  {line.cost}  {line.words}." for line in kind.mistakes)


# -- what happened ---------------------------------------------------------------------------------------------


def what_happened(session: AnySession, review: Review) -> str:
    """Whether luck or the choices decided the game, in a sentence."""
    who, own = _who(session, review)
    ended = {1.0: "won", 0.5: "drew"}.get(review.result, "lost")
    if not review.choices:
        return f"{who} {ended} on luck: there was nothing to decide."
    _, luck, skill = rounded(review)
    made = f"{own} one choice" if review.choices == 1 else f"{own} {review.choices} choices"
    were = "was" if review.choices == 1 else "were"
    is_lost, cost = not review.result, _cost(-skill)
    if skill >= 0:
        return f"{who} lost on luck: {made} {were} right." if is_lost else f"{who} {ended}, and {made} {were} right."
    if -skill < 1000 * NOTABLE:
        return f"{who} lost on luck: {made} cost {cost}." if is_lost else f"{who} {ended}: {made} cost {cost}."
    if not is_lost:
        return f"{who} {ended}, although {made} cost {cost}."
    if luck >= 0:
        return f"{who} lost in spite of good luck: {made} cost {cost}."
    if luck < skill:
        return f"{who} lost mostly on luck, but {made} cost {cost}."
    return f"{who} lost on skill: {made} cost {cost}, and luck {_cost(-luck)}."


def _who(session: AnySession, review: Review) -> tuple[str, str]:
    """Whose review it is, at the beginning of a sentence, and what their choices are called before their number.

    "You" is the only person at the table.
    """
    return ("You", "your") if session.humans == (review.seat,) else (session.names[review.seat], "the")


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


def sum_words(review: Review) -> str:
    start, luck, skill = rounded(review)
    ended = {1.0: "won", 0.5: "drawn"}.get(review.result, "lost")
    return f"Start {percent(start)}{_added(luck)} luck{_added(skill)} skill = {review.result:.0%}: {ended}"


def _added(tenths: int) -> str:
    return f" {'−' if tenths < 0 else '+'} {percent(tenths)}"


def percent(tenths: int) -> str:
    """An amount without its sign: ``1.5%``."""
    return f"{abs(tenths) / 10:.1f}%"


def signed_percent(tenths: int) -> str:
    """A change: ``+1.5%``, ``−1.5%``, ``0.0%``."""
    return f"{'' if not tenths else '+' if tenths > 0 else '−'}{percent(tenths)}"


def error_words(error: float) -> str:
    """A standard error; nothing if what it belongs to is exact."""
    return f" ± {error:.1%}" if error else ""


# -- the choices -----------------------------------------------------------------------------------------------


def finding(session: AnySession, review: Review) -> str:
    """How many choices were mistakes, in a sentence; empty if there were none to make."""
    choices, mistakes = review.choices, len(review.mistakes)
    who, own = _who(session, review)
    if not choices:
        return ""
    if mistakes:
        order = ", the costliest first" if mistakes > 1 else ""
        return f"{count(mistakes, 'mistake')} in {count(choices, 'choice')}{order}:"
    if not review.own.are_clean:
        return f"No single mistake is certain, but {own} choices may have cost something."
    if choices == 1:
        return f"{who} had one choice and made no mistake."
    return f"{who} had {choices} choices and made no mistake."


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
    found = f"{count(len(choices.mistakes), 'mistake')} in {len(choices.made)}"
    return f"{capital(name)}: {cost}, {found}"


def mistake_words(session: AnySession, turn: Turn) -> str:
    """The mistake that a turn began with, and what it cost, in a sentence."""
    choice = turn.choice
    assert choice is not None, "a mistake is a choice"
    return f"Mistake: {_regret(session, turn, choice)} (win chance {choice_cost(choice)})."


def turning_point_words(session: AnySession, turn: Turn, called: str = "turning point") -> str:
    """A sentence on the mistake of a turn and its cost; ``called`` is what it calls that turn."""
    choice = turn.choice
    assert choice is not None, "a turning point is a choice"
    return f"The {called}: {_regret(session, turn, choice)}. It cost {choice.loss:.0%} of the chance to win."


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
    """The chance to win at a point, and what changed it."""
    turn = review.all_turns[point]
    is_over = point == len(review.turns)
    parts = [] if is_over else [f"win chance {percent(round(1000 * turn.value))}"]
    if point:
        parts.append(f"luck {signed_percent(round(1000 * turn.luck))}")
    choice = turn.choice
    if choice is not None and choice.seat == review.seat:
        parts.append(f"skill {choice_cost(choice)}")
    return f"{capital(', '.join(parts))}."


def progress(point: int, last: int) -> str:
    return f"Reviewing… step {point} of {last}"
