"""The review of a finished game for one seat: result = chance before the deal + luck + skill, turn by turn.

The chance to win at each point is an estimate from what the seat could see there. The skill of a choice is its value
minus that of the best one, by the same view. Luck is every other change of the chance. So the sum is exact. Errors
are standard errors.
"""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from clockspades.bots import evaluation
from clockspades.cards import UNKNOWN, Card
from clockspades.engine.game import AnyGame
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession

# Efforts are shares of what a bot does for one choice in play.
CHOICE: Final = 4.0
"""The effort for a choice, at most."""
CHOICES: Final = 72.0
"""The effort for all choices of the reviewed seat together."""
OTHERS: Final = 36.0
"""The effort for all choices of the others together."""
CHANCES: Final = 180.0
"""The effort for the chances at all points together, each of which gets 1 at most."""


class ReviewedChoice(NamedTuple):
    """A choice between several actions, and what it cost in chance to win and in points."""

    seat: int
    played: Any
    best: Any
    loss: float
    """The value of the best action minus that of the chosen one, by the seat's view; below 0 only by sampling error."""
    error: float
    points: float | None = None
    """The lead in points that it won in the deal, or lost below 0, against the best action on average.

    None for other seats than the reviewed one, and in games without points.
    """
    points_error: float = 0.0
    matters: bool | None = None
    """Whether another action would have been a mistake; None in a review that an older program kept."""

    @property
    def is_mistake(self) -> bool:
        """Whether the choice cost something for certain."""
        return evaluation.is_mistake(self.loss, self.error)

    @property
    def is_right(self) -> bool:
        """Whether it is no mistake, and costs nothing notable by its estimate."""
        return not self.is_mistake and self.loss < evaluation.NOTABLE

    def as_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "played": self.played.as_json(),
            "best": self.best.as_json(),
            "loss": self.loss,
            "error": self.error,
            "significant": self.is_mistake,
        }


class Gain(NamedTuple):
    """How much better the second of two actions is than the first, by the view of the seat that chose.

    Both gains, in chance to win and in points, are below 0 if the first action is better.
    """

    shares: tuple[float, float]
    """The chance to win after each action."""
    share_errors: tuple[float, float]
    chance: float
    error: float
    """The standard error of the gain in chance, which is less than that of the two shares: the deals are the same."""
    points: float | None
    """The lead in points that the second action wins in the deal on average; None in games without points."""
    points_error: float

    @property
    def is_certain(self) -> bool:
        """Whether the worse action would be called a mistake."""
        return evaluation.is_mistake(abs(self.chance), self.error)

    def as_json(self) -> dict[str, Json]:
        return {**self._asdict(), "significant": self.is_certain}


class Turn(NamedTuple):
    """The step to a point of the game, as it changed the chance of the reviewed seat."""

    point: int
    value: float
    """The chance to win after it, 0 to 1; at the last point the result."""
    error: float
    luck: float = 0.0
    skill: float = 0.0
    """0 unless the reviewed seat had a choice; above 0 only by sampling error."""
    choice: ReviewedChoice | None = None
    """The choice that was made, by any seat."""

    def as_json(self) -> dict[str, Json]:
        return {**self._asdict(), "choice": None if self.choice is None else self.choice.as_json()}


class Choices(NamedTuple):
    """Some choices of the reviewed seat, summed up."""

    made: tuple[tuple[Turn, ReviewedChoice], ...]
    """Each with the turn that it led to."""

    @property
    def skill(self) -> float:
        """What they lost in chance to win, below 0."""
        return sum(turn.skill for turn, _ in self.made)

    @property
    def error(self) -> float:
        return sqrt(sum(choice.error**2 for _, choice in self.made))

    @property
    def points(self) -> tuple[float, float] | None:
        """The lead in points that they won, or lost below 0, and its standard error; None in games without points."""
        points = [(choice.points, choice.points_error) for _, choice in self.made if choice.points is not None]
        return (sum(won for won, _ in points), sqrt(sum(error**2 for _, error in points))) if points else None

    @property
    def mistakes(self) -> tuple[tuple[Turn, ReviewedChoice], ...]:
        """Those that cost something for certain, the one that cost the most first."""
        return tuple(sorted((one for one in self.made if one[1].is_mistake), key=lambda one: one[0].skill))

    @property
    def counted(self) -> tuple[ReviewedChoice, ...]:
        """Those that mattered, as far as that is known, in the order of play."""
        return tuple(choice for _, choice in self.made if choice.matters is not False or not choice.is_right)

    @property
    def right(self) -> int:
        return sum(choice.is_right for choice in self.counted)


class Review(NamedTuple):
    """A finished game, as one seat could see it."""

    seat: int
    start: Turn
    turns: tuple[Turn, ...]
    """One for each point after the first."""

    @property
    def result(self) -> float:
        """1 for a win, 0.5 for a draw, 0 for a loss."""
        return self.turns[-1].value

    @property
    def luck(self) -> float:
        return sum(turn.luck for turn in self.turns)

    @property
    def skill(self) -> float:
        return self.own.skill

    @property
    def all_turns(self) -> tuple[Turn, ...]:
        """The turn to each point, the first one too."""
        return (self.start, *self.turns)

    @property
    def choices(self) -> int:
        return len(self.own.made)

    @property
    def mistakes(self) -> tuple[Turn, ...]:
        """The turns with a mistake of the seat, the one that cost the most first."""
        return tuple(turn for turn, _ in self.own.mistakes)

    @property
    def own(self) -> Choices:
        made = ((turn, turn.choice) for turn in self.turns if turn.choice is not None)
        return Choices(tuple((turn, choice) for turn, choice in made if choice.seat == self.seat))

    def as_json(self) -> dict[str, Json]:
        return {
            "seat": self.seat,
            "start": self.start.value,
            "result": self.result,
            "luck": self.luck,
            "skill": self.skill,
            "skill_error": self.own.error,
            "turns": [turn.as_json() for turn in self.turns],
        }


def turning_point(session: AnySession, review: Review) -> Turn | None:
    """The costliest mistake of a player who did not win, the reviewed one or another; None if none cost much.

    Of equal ones it is the first.
    """
    outcome = session.end.outcome
    assert outcome is not None, "finished games are reviewed"
    costs = {
        turn: turn.choice.loss
        for turn in review.turns
        if turn.choice is not None
        and turn.choice.is_mistake
        and turn.choice.loss >= evaluation.NOTABLE
        and turn.choice.seat not in outcome.winners
    }
    return max(costs, key=costs.__getitem__, default=None)


def can_be_reviewed(game: AnyGame) -> bool:
    """Whether a game can be reviewed: its best bot can evaluate it."""
    return evaluation.evaluating_bot(game, Random(0)) is not None


def review(session: AnySession, seat: int, tell: Callable[[int], bool] = lambda point: True) -> Review | None:
    """Review a finished game for a seat; None where the game has no bot that can evaluate it, or ``tell`` says no.

    ``tell`` is given the number of each point when it is done. The same game gives the same review each time.
    """
    if not can_be_reviewed(session.game):
        return None
    turns: list[Turn] = []
    for turn in _turns(session, seat):
        turns.append(turn)
        if not tell(turn.point):
            return None
    return Review(seat, turns[0], tuple(turns[1:]))


def evaluate_choice(session: AnySession, point: int) -> evaluation.Evaluation[Any]:
    """What a seat could choose between at a point of a finished game, as the review for that seat evaluates it."""
    choosers = [*session.choosers()]
    seat = choosers[point]
    assert seat is not None, "a seat chooses at this point"
    return _evaluate(session, point, seat, _efforts(choosers, seat).own)


def gain_of(session: AnySession, point: int, one: Any, other: Any) -> Gain | None:
    """How much better the second of two actions at a point is than the first, by what the seat could see there.

    None where the game has no bot that can evaluate it. The same point gives the same gain each time.
    """
    seat = session.game.rules.to_act(session.position(point).state)
    if seat is None or not can_be_reviewed(session.game):
        return None
    found = _evaluate(session, point, seat, CHOICE)
    view = session.game.rules.recall(session.position(point).state, seat)
    leads = _bot(session, point, seat, " points").points(view, (one, other), CHOICE)
    points = (
        (None, 0.0) if leads is None else evaluation.mean_and_error(evaluation.differences(leads[other], leads[one]))
    )
    shares = (found.shares[one], found.shares[other])
    errors = (found.share_error(one), found.share_error(other))
    return Gain(shares, errors, shares[1] - shares[0], found.error(other, one), *points)


class _Efforts(NamedTuple):
    """The effort for each choice of the reviewed seat, for each one of the others, and for the chance at each point."""

    own: float
    others: float
    chance: float


def _turns(session: AnySession, seat: int) -> Iterator[Turn]:
    """Each point, the first one too."""
    choosers = [*session.choosers()]
    efforts = _efforts(choosers, seat)
    before: Turn | None = None
    made: ReviewedChoice | None = None
    known: tuple[float, float] | None = None  # what the last point says of this one
    for point, chooser in enumerate(choosers):
        is_own, loss, matters = chooser == seat, None, False
        if chooser is not None:
            played = session.position(point + 1).action
            if not _bot(session, point, chooser).all_alike(session.position(point).state):
                found = _evaluate(session, point, chooser, efforts.own if is_own else efforts.others, played)
                loss, matters = found.loss(played), found.matters
        if is_own and loss is not None:
            value, error = loss.best_share, loss.best_error  # to choose well is no luck
        elif known is not None and known[1] < evaluation.NOTABLE and not _shows_cards(session, point, seat):
            value, error = known
        else:
            value, error = _value(session, point, seat, efforts.chance)
        if is_own and loss is not None:
            known = (min(max(value - loss.loss, 0.0), 1.0), found.share_error(played))
        else:
            known = (value, error) if session.game.rules.to_act(session.position(point).state) == seat else None
        skill = 0.0 - made.loss if made is not None and made.seat == seat else 0.0
        luck = 0.0 if before is None else value - before.value - skill
        before = Turn(point, value, error, luck, skill, made)
        yield before
        made = None
        if chooser is not None:
            best, cost, doubt = (played, 0.0, 0.0) if loss is None else (loss.best, loss.loss, loss.error)
            points = _points(session, point, seat, best, efforts.own) if is_own else (None, 0.0)
            made = ReviewedChoice(chooser, played, best, cost, doubt, *points, matters)


def _shows_cards(session: AnySession, point: int, seat: int) -> bool:
    """Whether a seat sees more at a point than at the one before, or the deal is over, so that its chance is another.

    Where it only moved cards that it knew, its chance is what it was after its choice.
    """
    rules = session.game.rules
    before, after = (session.position(at).state for at in (point - 1, point))
    return rules.to_act(after) is None or not _cards(rules.recall(after, seat)) <= _cards(rules.recall(before, seat))


def _cards(part: Any) -> set[Card]:
    """The cards that can be seen in a part of a view."""
    if isinstance(part, Card):
        return {part} - {UNKNOWN}
    return set().union(*map(_cards, part)) if isinstance(part, tuple) else set()


def _evaluate(
    session: AnySession, point: int, seat: int, effort: float, judged: Any = None
) -> evaluation.Evaluation[Any]:
    view = session.game.rules.recall(session.position(point).state, seat)
    return _bot(session, point, seat).evaluate(view, effort, judged)


def _points(session: AnySession, point: int, seat: int, best: Any, effort: float) -> tuple[float | None, float]:
    """The lead that the action of a seat won against the best one, with its standard error; None where none is counted.

    Scored on other deals than those that chose the best action, which would flatter it.
    """
    view, played = session.game.rules.recall(session.position(point).state, seat), session.position(point + 1).action
    found = _bot(session, point, seat, " points").points(view, () if played == best else (played, best), effort)
    if found is None:
        return None, 0.0
    return evaluation.mean_and_error(evaluation.differences(found[played], found[best])) if found else (0.0, 0.0)


def _value(session: AnySession, point: int, seat: int, effort: float) -> tuple[float, float]:
    """The chance of a seat to win at a point where it has no choice, and its standard error."""
    rules, state = session.game.rules, session.position(point).state
    if state.outcome is not None:
        return state.outcome.share(seat, len(session.seats)), 0.0
    return evaluation.mean_and_error(_bot(session, point, seat).expect(rules.recall(state, seat), seat, effort))


def _bot(session: AnySession, point: int, seat: int, what: str = "") -> evaluation.EvaluatingBot[Any, Any]:
    """The best bot of a game, to evaluate one point for one seat the same each time."""
    bot = evaluation.evaluating_bot(session.game, Random(f"{point} {seat}{what}"))
    assert bot is not None, "a game is reviewed if its best bot can evaluate"
    return bot


def _efforts(choosers: Sequence[int | None], seat: int) -> _Efforts:
    """Efforts with which a long game takes hardly longer than a short one."""
    own = choosers.count(seat)
    others = len(choosers) - choosers.count(None) - own
    return _Efforts(
        min(CHOICE, CHOICES / max(own, 1)), min(CHOICE, OTHERS / max(others, 1)), min(1.0, CHANCES / len(choosers))
    )
