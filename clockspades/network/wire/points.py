"""A point of a game as it goes to one connection: what a seat observes there, and what changed in it."""

from typing import Any, Final, NamedTuple

from clockspades.engine.game import AnyGame
from clockspades.engine.options import Json
from clockspades.engine.rules import Event
from clockspades.engine.session import Position
from clockspades.network.wire.form import Object, wire_form
from clockspades.network.wire.frames import WireError, read_list, read_number
from clockspades.table.model import seen_state

_KEYS: Final = {"n", "seat", "events", "view", "legal", "result"}
"""What every point has."""
MORE: Final = "more"
"""What a point has only for programs that know it, where items were added to a list of the view."""
_MARKS: Final = ("practice", "can_undo", "can_redo", "would_be_assisted")
"""What a point says only where it is true."""


class SeenPoint(NamedTuple):
    """One point of a game as a seat observes it, or as all do."""

    number: int
    """From 0, the point before any action."""
    seat: int | None
    """Who acted on the way here; None for a deal, and before any action."""
    events: tuple[Event, ...]
    """What happened on the way here, as observed."""
    view: Any
    """The state, as observed. Once a game of several players is over, all hands are open."""
    practice: bool = False
    """Whether the game does not count."""
    can_undo: bool = False
    can_redo: bool = False
    would_be_assisted: bool = False
    """Whether another choice here makes the game practice."""


def observed_point(
    game: AnyGame, seats: int, number: int, position: Position[Any, Any, Any], eyes: int | None
) -> SeenPoint:
    """A point of a game of so many seats as the seat ``eyes`` observes it; None observes what all see."""
    events = tuple(game.rules.observe_event(event, eyes) for event in position.events)
    return SeenPoint(number, position.seat, events, seen_state(game, position.state, eyes, seats))


def write_point(
    game: AnyGame, point: SeenPoint, eyes: int | None, before: Any = None, *, more: bool = False
) -> dict[str, Json]:
    """A point as it goes to the seat ``eyes``, to which the view ``before`` went last; None if it gets its first.

    ``view`` has the fields that changed. With ``more``, a list to which items were added is in ``more``, with those
    items alone. ``legal`` has what the seat may do, if it is its turn.
    """
    form, rules, view = wire_form(game), game.rules, point.view
    added = form.write_more(view, before) if more and before is not None else {}
    decides = eyes is not None and rules.to_act(view) == eyes
    return {
        "n": point.number,
        "seat": point.seat,
        "events": [form.write_event(event) for event in point.events],
        "view": form.write_view(view, before, added),
        "legal": [form.write_action(action) for action in rules.legal_actions(view)] if decides else [],
        "result": form.write_result(view.outcome),
        **({MORE: added} if added else {}),
        **{mark: True for mark in _MARKS if getattr(point, mark)},
    }


def read_point(game: AnyGame, written: Object, before: Any = None) -> SeenPoint:
    """The point that was written like this, after a point with the view ``before``; WireError if there is none.

    ``legal`` is for programs that do not know the rules, and is not read.
    """
    form = wire_form(game)
    if not written.keys() >= _KEYS:
        raise WireError("A point of a game lacks something that every point has.")
    if any(key not in _MARKS or written[key] is not True for key in written.keys() - _KEYS - {MORE}):
        raise WireError("A point of a game has something that no point has.")
    seat = written["seat"]
    view = form.read_view(written["view"], before, written.get(MORE))
    if form.read_result(written["result"]) != view.outcome:
        raise WireError("The result of a point is not that of its view.")
    return SeenPoint(
        read_number(written["n"]),
        None if seat is None else read_number(seat),
        tuple(form.read_event(event) for event in read_list(written["events"])),
        view,
        **{mark: mark in written for mark in _MARKS},
    )
