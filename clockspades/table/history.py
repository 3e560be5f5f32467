"""What happened in a game up to the point it shows, as a seat observed it.

Each point is observed once for each pair of eyes and then kept: a long game is looked at again at each action.
"""

from typing import Any, Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from clockspades.engine.session import AnySession, Position

Happened: TypeAlias = tuple[Any, ...]
"""The events on the way to a point."""


class _Seen(NamedTuple):
    """A point of a game, and what was observed on the way to it."""

    position: Position[Any, Any, Any]
    events: Happened


_SEEN: Final[WeakKeyDictionary[AnySession, dict[int | None, list[_Seen]]]] = WeakKeyDictionary()
"""By session, and by the seat that looks, the points from the first action on that were observed."""


def observed_history(session: AnySession, eyes: int | None) -> tuple[Happened, ...]:
    """What happened on the way to each point, as a seat observed it; None sees what all see."""
    seen = _SEEN.setdefault(session, {}).setdefault(eyes, [])
    positions = session.positions
    while seen and (len(seen) >= len(positions) or seen[-1].position is not positions[len(seen)]):
        seen.pop()  # it was taken back; what was kept before it is of the same game
    for point in range(len(seen) + 1, session.at + 1):
        seen.append(_Seen(positions[point], session.events(point, eyes)))
    return tuple(events for _, events in seen[: session.at])


def whole_history(session: AnySession) -> tuple[Happened, ...]:
    """What happened on the way to each point, nothing hidden."""
    return tuple(position.events for position in session.positions[1 : session.at + 1])
