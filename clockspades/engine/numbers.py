"""A game in numbers, for programs that learn: the number of each action, and what a seat sees as a vector.

Both are fixed for each version of a game's environments (docs/lab.md), so that what was learned can be used later.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import prod
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from clockspades.engine.rules import ActionT, StateT

ItemT = TypeVar("ItemT")
Floats: TypeAlias = "array[float]"
"""Some numbers. A row may be shared, so nobody changes it."""


class VectorPart(NamedTuple):
    """A part of the vector of what a seat sees."""

    name: str
    meaning: str
    shape: tuple[int, ...]
    """Its numbers stand row by row. What is by seat begins with the seat that sees, and goes on clockwise."""
    most: int
    """The highest number in it."""
    write: Callable[[Any, int], Iterable[float]]
    """Its numbers, of a view and the seat that sees it."""
    least: int = 0
    """The lowest number in it."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class GameNumbers(NamedTuple, Generic[StateT, ActionT]):
    """The numbers of one game."""

    actions: tuple[ActionT, ...]
    """Each action by its number. New ones are added at the end; any other change makes a new version."""
    parts: Callable[[int], tuple[VectorPart, ...]]
    """The parts of the vector in a game with so many seats."""
    several: range = range(0)
    """The numbers of those that several make one action, in any order."""
    steps: Callable[[Any], frozenset[int]] = lambda action: frozenset()
    """The numbers of an action that is made of several."""


def flags(
    name: str, meaning: str, members: Sequence[object], of: Callable[[Any, int], tuple[object, ...]]
) -> VectorPart:
    """A part with a 1 for each of ``members`` that is there."""
    mark = marks(members)
    return VectorPart(name, meaning, (len(members),), 1, lambda view, seat: mark(of(view, seat)))


def number(name: str, meaning: str, most: int, of: Callable[[Any, int], int]) -> VectorPart:
    """A part that is one number."""
    return VectorPart(name, meaning, (1,), most, lambda view, seat: (of(view, seat),))


def each_seat(
    name: str, meaning: str, seats: int, most: int, of: Callable[[Any], Sequence[float]], least: int = 0
) -> VectorPart:
    """A part that is a number of each seat, which ``of`` gives by seat."""
    return VectorPart(name, meaning, (seats,), most, lambda view, seat: by_seat(of(view), seat), least)


def held(view: Any) -> list[int]:
    """By seat how many cards it has in hand."""
    return [*map(len, view.hands)]


def marks(members: Sequence[object]) -> Callable[[tuple[object, ...]], Floats]:
    """A row with a 1 for each of ``members`` that is there; whatever else is there is not seen in it."""
    places = {member: place for place, member in enumerate(members)}

    @lru_cache(1 << 12)
    def mark(there: tuple[object, ...]) -> Floats:
        row = array("f", bytes(4 * len(places)))
        for member in there:
            place = places.get(member)
            if place is not None:
                row[place] = 1
        return row

    return mark


def by_seat(rows: Sequence[ItemT], seat: int) -> tuple[ItemT, ...]:
    """Items by seat, beginning with that of ``seat`` and going on clockwise."""
    return (*rows[seat:], *rows[:seat])


def joined(rows: Iterable[Iterable[float]]) -> Floats:
    """Rows one after the other. An array takes the numbers of another one at once."""
    whole = array("f")
    for row in rows:
        whole.extend(row)
    return whole


def together(piles: Iterable[Iterable[ItemT]]) -> tuple[ItemT, ...]:
    return tuple(chain.from_iterable(piles))
