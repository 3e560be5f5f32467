"""A review in words: the sum of luck and skill, and the mistakes by kind of choice. Amounts are chances to win."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from clockspades import language
from clockspades.bots.evaluation import LEAST, NOTABLE
from clockspades.engine.phrases import capital, sentence, signed_points
from clockspades.engine.session import AnySession
from clockspades.engine.wording import said
from clockspades.language import N_, NC_, _, headed, marked, ngettext, npgettext, numeral, pgettext
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
    yield headed(session.title, session.game.words.verdict(session.end, session.names))
    yield _("Review for {name} (seat {seat}), in chances to win:", name=session.names[review.seat], seat=review.seat)
    yield ""
    yield what_happened(session, review)
    yield ""
    amounts = percent(start), signed_percent(luck), skill_words(skill), percent(round(1000 * review.result))
    parts, most = [pgettext("part of a result", part) for part in _PARTS], len(signed_percent(1000))
    for part, amount, doubt in zip(parts, amounts, ("", "", error, "")):
        yield f"  {part:{max(map(len, parts))}}  {amount:>{most}}{doubt}"
    for words in filter(None, (points, finding(review))):
        yield ""
        yield words
    for kind in kinds_of_choices(session, review, with_errors=with_errors):
        if kind.heading:
            yield kind.heading
        yield from (f"  {line.cost}  {line.words}." for line in kind.mistakes)


_PARTS: Final = marked("part of a result", "before the deal", "luck", "skill", "result")


def what_happened(session: AnySession, review: Review) -> str:
    """Whether luck or the choices decided the game, in a sentence or two; after a loss what was right comes first."""
    own = review.own
    counted, right = len(own.counted), own.right
    _, luck, skill = rounded(review)
    is_dear = -skill >= 1000 * NOTABLE
    ends = _ENDS.get(review.result, _ENDS[0.0])

    def say(template: str) -> str:
        return said(session.names_at_table, review.seat, template, cost=_cost(-skill), right=right, of=counted)

    if not own.made:
        return say(ends[-1])
    if right == counted and not is_dear:
        return say(ends[-2] if -skill >= 1000 * LEAST else ends[min(counted, 3)])
    if review.result:
        return say(ends[4 + is_dear])
    lost = say(ends[4 + (luck < skill)])
    return f"{say(_SOME_RIGHT)} {lost}" if 0 < right < counted else lost


_SOME_RIGHT: Final = N_("[You|{name}] got {right} of {of} choices right.")
_ENDS: Final = {
    1.0: (
        N_("[You|{name}] won on luck: no choice made a difference."),
        N_("[You|{name}] won, and [your|the] one choice was right."),
        N_("[You|{name}] won, and both choices were right."),
        N_("[You|{name}] won, and all {of} choices were right."),
        N_("[You|{name}] won, giving away {cost}."),
        N_("[You|{name}] won despite giving away {cost}."),
        N_("[You|{name}] won, and no choice was clearly wrong."),
        N_("[You|{name}] won on luck: there was nothing to decide."),
    ),
    0.5: (
        N_("[You|{name}] drew on luck: no choice made a difference."),
        N_("[You|{name}] drew, and [your|the] one choice was right."),
        N_("[You|{name}] drew, and both choices were right."),
        N_("[You|{name}] drew, and all {of} choices were right."),
        N_("[You|{name}] drew, giving away {cost}."),
        N_("[You|{name}] drew despite giving away {cost}."),
        N_("[You|{name}] drew, and no choice was clearly wrong."),
        N_("[You|{name}] drew on luck: there was nothing to decide."),
    ),
    0.0: (
        N_("[You|{name}] lost on luck: no choice made a difference."),
        N_("[You|{name}] lost, but [your|the] one choice was right."),
        N_("[You|{name}] lost, but both choices were right."),
        N_("[You|{name}] lost, but all {of} choices were right."),
        N_("[You|{name}] lost by giving away {cost}."),
        N_("[You|{name}] lost mostly on luck, and gave away {cost}."),
        N_("[You|{name}] lost, but no choice was clearly wrong."),
        N_("[You|{name}] lost on luck: there was nothing to decide."),
    ),
}
"""By result: so many choices that counted were right; what was given away, a little or much; none wrong; no choice."""


def _cost(tenths: int) -> str:
    """A cost as people say it. What many choices cost can be more than the chance that there ever was."""
    if tenths >= 1000:
        return pgettext("after 'giving away'", "more than a whole game")
    share = percent(max(tenths, 10), 0)
    if tenths < 10:
        return pgettext("after 'giving away'", "less than {share}", share=share)
    words = NC_("after 'giving away'", "only {share}" if tenths < 1000 * NOTABLE else "{share}")
    return pgettext("after 'giving away'", words, share=share)


def rounded(review: Review) -> tuple[int, int, int]:
    """The chance before the deal, luck and skill in tenths of a percent, so that they add up as they are written."""
    start, skill = round(1000 * review.start.value), round(1000 * review.skill)
    return start, round(1000 * review.result) - start - skill, skill


def percent(tenths: int, places: int = 1) -> str:
    """An amount without its sign: ``1.5%``."""
    return language.locale().percent.format(numeral(abs(tenths) / 10, places))


def signed_percent(tenths: int) -> str:
    """A change: ``+1.5%``, ``−1.5%``, ``0.0%``."""
    return f"{'' if not tenths else '+' if tenths > 0 else '−'}{percent(tenths)}"


def skill_words(tenths: int) -> str:
    """What choices gave away, as a change: ``−1.5%``, or that it was nothing."""
    return signed_percent(tenths) if tenths else pgettext("part of a result", "nothing given away")


def error_words(error: float) -> str:
    """A standard error; nothing if what it belongs to is exact."""
    return f" ± {language.percent(error, 1)}" if error else ""


def finding(review: Review) -> str:
    """The heading of the list of mistakes, or why there is none; empty if the choices cost little."""
    if number := len(review.mistakes):
        return ngettext("{number} mistake:", "{number} mistakes, the costliest first:", number)
    return _("No single mistake is certain.") if review.skill <= -NOTABLE else ""


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
    meaning = _("Points are the lead that a choice won or lost in its deal, on average.")
    return f"{meaning} {_('In all: {points}.', points=_points(*points, with_errors))}"


def _heading(name: str, choices: Choices, with_errors: bool) -> str:
    if not name:
        return ""
    cost = amounts(choices.skill, choices.error, choices.points, with_errors=with_errors)
    number = len(choices.mistakes)
    mistakes = npgettext("in a list", "{number} mistake", "{number} mistakes", number)
    return headed(capital(name), f"{cost}, {mistakes if number else pgettext('in a list', 'no mistakes')}")


def mistake_words(session: AnySession, turn: Turn) -> str:
    """The choice that a turn began with, in a sentence: that it was right, or what was better and what it cost."""
    choice = turn.choice
    assert choice is not None, "a mistake is a choice"
    if choice.is_right:
        return f"{_('Right:')} {session.game.words.doing(choice.played)}."
    return f"{_('Mistake:')} {_regret(session, turn, choice)} {_('(win chance {cost}).', cost=choice_cost(choice))}"


def turning_point_words(session: AnySession, review: Review, turn: Turn, key: str) -> str:
    """A sentence on the choice of a turn: on the costliest of the player or another one, or on one that was right."""
    choice = turn.choice
    assert choice is not None, "a turning point is a choice"
    if choice.is_right:
        return f"{_('What counted last:')} {session.game.words.doing(choice.played)} {_('(press {key}).', key=key)}"
    is_own = choice.seat == review.seat
    called = N_(
        "The choice that counted most ({loss}, press {key}):" if is_own else "The turning point ({loss}, press {key}):"
    )
    return f"{_(called, loss=language.percent(choice.loss), key=key)} {_regret(session, turn, choice)}."


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
    chance = f"{signed_percent(round(1000 * skill))}{error_words(error) if with_errors else ''}"
    return (chance,) if points is None else (chance, _points(*points, with_errors))


def _points(won: float, error: float, with_errors: bool) -> str:
    """Points, with their standard error if it is wanted and they are not exact: ``−12 ± 3 points``."""
    if not with_errors or not error:
        return signed_points(won)
    points, doubt = (numeral(amount, 1 if error < 1 else 0) for amount in (won, error))
    points = points if points.startswith("−") else f"+{points}"
    return pgettext("won or lost", "{points} ± {error} points", points=points, error=doubt)


def turn_words(review: Review, point: int) -> str:
    """The chance to win at a point, and what changed it; empty at an end that nothing changed."""
    turn = review.all_turns[point]
    is_over = point == len(review.turns)
    value = percent(round(1000 * turn.value))
    parts = [] if is_over else [pgettext("part of a result", "win chance {share}", share=value)]
    if luck := round(1000 * turn.luck):
        parts.append(pgettext("part of a result", "luck {change}", change=signed_percent(luck)))
    choice = turn.choice
    if choice is not None and choice.seat == review.seat:
        is_free = not round(1000 * choice.loss) and not choice.points
        parts.append(
            skill_words(0) if is_free else pgettext("part of a result", "skill {change}", change=choice_cost(choice))
        )
    return sentence(", ".join(parts)) if parts else ""


def progress(point: int, last: int) -> str:
    return _("Reviewing… step {point} of {last}", point=point, last=last)
