"""What is worth celebrating at a table, how much of its animation is over, and how long cards move."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeVar

PartT = TypeVar("PartT")


class Moment(NamedTuple):
    """Something worth celebrating that has just happened."""

    seconds: float
    """How long it is shown at the full tempo."""
    parts: tuple[Any, ...]
    """What is celebrated, in types of its game."""
    share: float = 0.0
    """How much of it is over, from 0 to 1."""
    with_cards: bool = False
    """Whether it begins as the cards set off; otherwise it waits for them to land."""
    rings: bool = True
    """Whether the bell rings for it, where that is set."""
    tells: float = 0.0
    """After how many of its seconds it tells how the game ended."""
    is_won: bool = False
    """Whether a person at the table won: from then on a cascade of cards falls over the table."""


LONGEST: Final = 1.5
"""The most seconds that a moment takes, at the full tempo."""

COUNT_SECONDS: Final = 0.8
"""How long scores count up."""


def parts_of(moment: Moment | None, kind: type[PartT]) -> Iterator[PartT]:
    """The parts of a moment of one type; none without a moment."""
    return (part for part in moment.parts if isinstance(part, kind)) if moment is not None else iter(())


def within(share: float, start: float, end: float) -> float:
    """How much is over of the part of a moment between two shares of it, from 0 to 1."""
    return min(max((share - start) / (end - start), 0.0), 1.0)


def rolled(before: int, after: int, share: float) -> int:
    """A number on its way, faster in the beginning than at the end."""
    return before + round((after - before) * (1 - (1 - share) ** 2))


SECONDS: Final = 0.22
"""How long a card is in the air."""
WAIT: Final = 0.15
"""How long a card that goes with its back up lies where it arrived before it is turned."""
TURN: Final = 0.5
"""How long it takes to turn."""
