"""What happened in a game up to the point it shows, as a seat observed it, and what each action showed everyone.

Each point is looked at once for each pair of eyes and then kept: a long game is looked at again at each action.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from clockspades.engine.session import AnySession, Position
from clockspades.engine.story import meaning
from clockspades.engine.wording import Meaning

Happened: TypeAlias = tuple[Any, ...]
"""The events on the way to a point."""


class _Kept(NamedTuple):
    """A point of a game, and what was made of it."""

    position: Position[Any, Any, Any]
    made: Any


_KEPT: Final[WeakKeyDictionary[AnySession, dict[object, list[_Kept]]]] = WeakKeyDictionary()
"""By session, and by what is made of its points, the points from the first action on."""
_MEANINGS: Final = "meanings"


def observed_history(session: AnySession, eyes: int | None) -> tuple[Happened, ...]:
    """What happened on the way to each point, as a seat observed it; None sees what all see."""
    return _each_point(session, eyes, lambda point: session.events(point, eyes))


def observed_meanings(session: AnySession) -> tuple[Meaning | None, ...]:
    """What the action that led to each point showed everyone."""
    return _each_point(session, _MEANINGS, partial(meaning, session))


def _each_point(session: AnySession, what: object, make: Callable[[int], Any]) -> tuple[Any, ...]:
    """What ``make`` makes of each point after the first, up to the one shown; each is made once."""
    kept = _KEPT.setdefault(session, {}).setdefault(what, [])
    positions = session.positions
    while kept and (len(kept) >= len(positions) or kept[-1].position is not positions[len(kept)]):
        kept.pop()  # it was taken back; what was kept before it is of the same game
    for point in range(len(kept) + 1, session.at + 1):
        kept.append(_Kept(positions[point], make(point)))
    return tuple(made for _, made in kept[: session.at])


def whole_history(session: AnySession) -> tuple[Happened, ...]:
    """What happened on the way to each point, nothing hidden."""
    return tuple(position.events for position in session.positions[1 : session.at + 1])
