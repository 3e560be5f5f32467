"""The views of a replay: whose cards it shows."""

from collections.abc import Sequence
from typing import NamedTuple

from clockspades.bots.reckoning import reckoning_seats
from clockspades.engine.header import origin_of
from clockspades.engine.rules import Event
from clockspades.engine.session import AnySession
from clockspades.engine.wording import Meaning
from clockspades.saved.log import Loaded


class View(NamedTuple):
    """Whose view is shown: one seat's, all seats' at once, or only what is public."""

    words: str
    seat: int | None = None
    all_open: bool = False


def views_of(session: AnySession, *, over: bool) -> tuple[View, ...]:
    """Every view of a game: each seat's, then all open, then all closed.

    Of a game that still goes on the one person who plays has their own, and several have none that shows a hand.
    """
    seats = tuple(View(f"{name}'s view", number) for number, name in enumerate(session.names))
    every = (*seats, View("all open", all_open=True), View("all closed"))
    if over or not session.humans:
        return every
    return (seats[session.humans[0]], every[-1]) if len(session.humans) == 1 else every[-1:]


def first_view(views: Sequence[View]) -> View:
    """The view that a replay opens with: all open if allowed, otherwise the person's own, or all closed."""
    return next((view for view in views if view.all_open), views[0])


def same_view(views: Sequence[View], wanted: View) -> View | None:
    """The one of some views that shows the same hands as a view of another branch; None if no view does."""
    return next((view for view in views if view[1:] == wanted[1:]), None)


def events_seen(session: AnySession, view: View, point: int) -> tuple[Event, ...]:
    """What happened at a point, in a view."""
    return session.position(point).events if view.all_open else session.events(point, view.seat)


def shows_hand(loaded: Loaded, view: View, point: int) -> bool:
    """Whether a view shows the hand that the action at a point was chosen from, by the player of this log.

    Up to the point where a branch begins, it repeats what others chose.
    """
    seat, origin = loaded.session.position(point).seat, origin_of(loaded.header)
    began = 0 if origin is None else origin.point
    return point > began and seat is not None and (view.all_open or view.seat == seat)


def with_reckonings(loaded: Loaded, view: View, shown: Sequence[Meaning | None]) -> tuple[Meaning | None, ...]:
    """What the actions from the first on show; where it is nothing, there is still what a bot reckoned with."""
    reckoning = reckoning_seats(loaded.session)
    seats = [position.seat for position in loaded.session.positions[1 : len(shown) + 1]]
    return tuple(
        Meaning(seat, ())
        if meaning is None and seat is not None and seat in reckoning and shows_hand(loaded, view, point)
        else meaning
        for point, (seat, meaning) in enumerate(zip(seats, shown), 1)
    )
