"""Whether what came over the wire can be drawn: a host may send what has the right form and makes no sense.

Rules and selectors rely on what their own reducers make: a seat that exists, a hand for each seat, cards that are known
where they lie face up. So whatever a table would ask of a view is tried once before the table gets it.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from clockspades.engine.game import AnyGame
from clockspades.engine.options import Options
from clockspades.games.catalogue import table_rules
from clockspades.network.wire.frames import WireError
from clockspades.network.wire.points import SeenPoint
from clockspades.table.model import AnyPlayerView, Selection, TableModel
from clockspades.table.parts import each_part

_SEATS: Final = {"seat", "dealer", "leader", "winner", "partner"}
"""Fields whose values are seats, wherever they are."""
_NONSENSE: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, StopIteration, TypeError, ValueError,
)  # fmt: skip
"""What rules, words and selectors raise where a state is none that the rules make."""


def check_point(game: AnyGame, options: Options, point: SeenPoint) -> None:
    """WireError if a point has a seat, a number of parts or an end that no game with these options has."""
    seats, initial, view = game.seats(options), game.rules.initial(options), point.view
    if point.seat is not None and point.seat >= seats:
        raise WireError(f"Nobody sits in seat {point.seat}.")
    for name, part in _fields(view):
        first = getattr(initial, name)
        if isinstance(first, tuple) and first and len(part) != len(first):
            raise WireError(f"The game has {len(first)} {name}, not {len(part)}.")
    if view.outcome is not None and not game.can_end(options, view.outcome):
        raise WireError("The game cannot end like this.")
    _check_seats(view, seats)
    _check_seats(point.events, seats)


def _check_seats(value: Any, seats: int) -> None:
    """WireError if anything names a seat that there is not."""
    if type(value) is tuple:
        for item in value:
            _check_seats(item, seats)
        return
    for name, part in _fields(value):
        if name not in _SEATS:
            _check_seats(part, seats)
        elif part not in range(seats):
            raise WireError(f"Nobody sits in seat {part}.")


def check_drawing(player: AnyPlayerView, before: AnyPlayerView | None = None) -> None:
    """WireError if what a player would see cannot be drawn after what was seen ``before``, or put in words."""
    rules, words = table_rules(player.game.name), player.game.words
    view, names, model = player.view, player.names, TableModel(player, Selection())
    with sense_is_made():
        if before is not None:
            rules.moves(before, player)
        arrived = model._replace(selection=rules.arrive(before, player, moves=True))
        for part in each_part(rules.parts):
            if part.selector is not None:
                part.selector(model)
                part.selector(arrived)
        words.survey(view, player.seat, names)
        words.progress(view)
        rules.targets(model)
        rules.sheet(model)
        rules.moment(player)
        if view.outcome is not None:
            words.verdict(view, names)
            rules.result(view, player.happened)


@contextmanager
def sense_is_made() -> Iterator[None]:
    """Turn what rules and selectors raise, because what came over the wire makes no sense, into a WireError."""
    try:
        yield
    except WireError:
        raise
    except _NONSENSE as error:
        raise WireError("What came over the wire is nothing that the game can come to.") from error


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a named tuple or a dataclass, with their values; none of anything else."""
    kind = type(value)  # a card itself takes long to say that it has no such attribute
    names: Iterable[str] = getattr(kind, "_fields", getattr(kind, "__dataclass_fields__", ()))
    return ((name, getattr(value, name)) for name in names)
