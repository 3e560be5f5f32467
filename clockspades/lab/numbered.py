"""A game that is played by the numbers of its actions: the one adapter that all environments are made with."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from clockspades.engine.numbers import Floats, VectorPart, joined
from clockspades.engine.rules import Action, IllegalActionError
from clockspades.engine.session import Position
from clockspades.games.catalogue import named_offer, numbers

Reward: TypeAlias = Literal["outcome", "points"]


class NumberedPoint(NamedTuple):
    """A moment of a game, which never changes."""

    position: Position[Any, Any, Any]
    """The whole state, which no seat may see, and what led to it."""
    before: "NumberedPoint | None" = None
    done: frozenset[int] = frozenset()
    """The numbers that the seat to act has chosen so far of several that make one action, as a pass of cards."""
    choices: Mapping[int, Action | None] = {}
    """By number that the seat to act may choose now, in rising order, the action that is complete with it, if any."""

    @property
    def state(self) -> Any:
        return self.position.state

    def path(self) -> "Iterator[NumberedPoint]":
        """The point and those before it, back to the one before any action."""
        point: NumberedPoint | None = self
        while point is not None:
            yield point
            point = point.before

    def __deepcopy__(self, memo: object) -> "NumberedPoint":
        return self


class NumberedGame:
    """A game with its options. Its methods take a point, and return what is there, or a new point."""

    def __init__(self, name: str, options: Mapping[str, object], reward: Reward = "outcome") -> None:
        """``name`` is that of a game or of one of its presets: ``watch``. ``reward`` says what :meth:`values` counts.

        UnknownGameError, ValueError or OptionError if there is no such game, reward or option.
        """
        offer = named_offer(name)
        if reward not in ("outcome", "points"):
            raise ValueError(f"reward must be 'outcome' or 'points', not {reward!r}")
        self.game: Final = offer.game
        self.rules: Final = self.game.rules
        self.options: Final = self.game.configure({**offer.settled, **options})
        self.seats: Final = self.game.seats(self.options)
        self._is_points, self._nothing = reward == "points", (0.0,) * self.seats
        self.actions, parts, self._several, self._steps = numbers(self.game.name)
        self._number: Final = {action: number for number, action in enumerate(self.actions)}
        chosen = "Which of the last actions the seat has chosen so far: several of them make one."
        own = (VectorPart("chosen", chosen, (len(self._several),), 1, lambda view, seat: ()),) if self._several else ()
        self.parts: Final = (*parts(self.seats), *own)
        self.start: Final = NumberedPoint(Position(self.rules.initial(self.options), None, None, ()))
        """The point before any action."""

    def __deepcopy__(self, memo: object) -> "NumberedGame":
        return self

    def deal(self, point: NumberedPoint, rng: Random) -> NumberedPoint:
        """The point after all deals that are due, shuffled with ``rng``."""
        while self.rules.deal_due(point.state):
            point = self.play(point, self.rules.deal(point.state, rng))
        return point

    def act(self, point: NumberedPoint, number: int) -> NumberedPoint:
        """The point after the seat to act chose a number; IllegalActionError if it may not."""
        if number not in point.choices:
            raise IllegalActionError(f"the action {number} is not legal here")
        action, done = point.choices[number], point.done | {number}
        if action is None:
            return point._replace(done=done, choices=self._choices(point.state, done))
        return self.play(point, action)

    def play(self, point: NumberedPoint, action: Action) -> NumberedPoint:
        """The point after an action of the seat to act, as a bot chooses it; IllegalActionError if it is not legal."""
        seat = self.rules.to_act(point.state)
        state, events = self.rules.reduce(point.state, action)
        return NumberedPoint(Position(state, action, seat, events), point, choices=self._choices(state, frozenset()))

    def vector(self, point: NumberedPoint, seat: int) -> Floats:
        """What a seat sees, as :attr:`parts` say."""
        view = self.rules.observe(point.state, seat)
        seen = joined(part.write(view, seat) for part in self.parts)
        if self._several:
            is_own = self.rules.to_act(point.state) == seat
            seen.extend(is_own and number in point.done for number in self._several)
        return seen

    def values(self, point: NumberedPoint) -> tuple[float, ...]:
        """By seat what it has got so far. As ``outcome``, 1 for a win and -1 for a loss, or 0 in a patience.

        As ``points``, how far its score is ahead of the best other one; in a patience the score.
        """
        seats, outcome = range(self.seats), point.state.outcome
        if self._is_points:
            return tuple(float(self.rules.lead(point.state, seat)) for seat in seats)
        if outcome is None:
            return self._nothing
        shares = [outcome.share(seat, self.seats) for seat in seats]
        return tuple(shares if self.seats == 1 else [2 * share - 1 for share in shares])

    def _choices(self, state: Any, done: frozenset[int]) -> Mapping[int, Action | None]:
        legal = self.rules.legal_actions(state)
        if not done and all(action in self._number for action in legal):  # as nearly always
            return dict(sorted((self._number[action], action) for action in legal))
        fitting = {steps: action for action in legal if done < (steps := self.steps(action))}
        complete = {min(steps - done): action for steps, action in fitting.items() if len(steps) == len(done) + 1}
        return {number: complete.get(number) for number in sorted(frozenset().union(*fitting) - done)}

    def steps(self, action: Action) -> frozenset[int]:
        """The numbers that an action is made of: one, or several as a pass of cards."""
        number = self._number.get(action)
        return self._steps(action) if number is None else frozenset([number])
