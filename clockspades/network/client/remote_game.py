"""A game that is played elsewhere, as far as one seat knows it: what came over the wire, and what is drawn from it.

A host may send what has the right form and makes no sense. Rules and selectors rely on what their own reducers make: a
seat that exists, a hand for each seat, cards that are known where they lie face up. So whatever a table would ask of a
view is tried once before the table gets it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, NamedTuple

from clockspades.engine.codec import CodecError
from clockspades.engine.game import AnyGame
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionError, Options, OptionValue
from clockspades.engine.seating import SeatError, check_seats, seat_tint
from clockspades.engine.session import takebacks_among
from clockspades.engine.story import shown_by
from clockspades.engine.text import printable
from clockspades.engine.wording import Meaning, Names, NamesForYou
from clockspades.games.catalogue import find_game, table_rules
from clockspades.network.wire.form import SeenPoint
from clockspades.network.wire.messages import Begun
from clockspades.saved.series import Series
from clockspades.table.model import AnyPlayerView, PlayerView, Selection, TableModel, bot_labels
from clockspades.table.parts import each_part
from clockspades.table.state import Point

_SEATS: Final = {"seat", "dealer", "leader", "winner", "partner"}
"""Fields whose values are seats, wherever they are."""
_NONSENSE: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, StopIteration, TypeError, ValueError,
)  # fmt: skip
"""What rules, words and selectors raise for a state that the rules never make."""


class RemoteGame(NamedTuple):
    """A game as one seat or a spectator knows it."""

    game: AnyGame
    options: Mapping[str, OptionValue]
    seats: tuple[Seat, ...]
    seat: int | None
    """The seat that looks; None for a spectator."""
    series: Series | None = None
    """The games before this one, if it is part of a series."""
    points: tuple[SeenPoint, ...] = ()
    """Every point so far, the first before any action."""
    meanings: tuple[Meaning | None, ...] = ()
    """For each point after the first, what the action before it showed everyone."""

    @property
    def names(self) -> Names:
        """The names as the person here is told them: their own is "you"."""
        names = tuple(printable(seat.name) for seat in self.seats)
        return names if self.seat is None else NamesForYou(names, self.seat)


def read_game(begun: Begun) -> RemoteGame:
    """The game that a message tells of, before its first point; CodecError if there is none."""
    game = find_game(begun.game)
    if game is None:
        raise CodecError("this version has no such game", "")
    try:
        options = game.configure(dict(begun.options))
    except OptionError as error:
        raise CodecError(f"the options of the game are wrong: {printable(str(error))}", "") from None
    seats, seat = begun.seats, begun.seat
    if len(seats) != game.seats(options) or (seat is not None and not 0 <= seat < len(seats)):
        raise CodecError(f"{game.title_of(options)} has other seats", "")
    try:
        check_seats(game, seats)
    except SeatError as error:
        raise CodecError(f"the players cannot sit like this: {printable(str(error))}", "") from None
    if begun.series is not None and len(begun.series.wins) != len(seats):
        raise CodecError("the series is not one of these players", "")
    return RemoteGame(game, options, seats, seat, begun.series)


def last_view(remote: RemoteGame) -> Any:
    """What was seen at the last point; None before the first."""
    return remote.points[-1].view if remote.points else None


def check_drawable(remote: RemoteGame, before: RemoteGame) -> None:
    """CodecError if the last point cannot be drawn, after the game as it was ``before``."""
    is_next = 0 < len(before.points) == len(remote.points) - 1
    with sense_is_made():
        now, then = _deciding(remote), _deciding(before) if is_next else None
    check_drawing(now, then)


def _deciding(remote: RemoteGame) -> AnyPlayerView:
    """The last point as it is drawn once the seat may decide, if it does."""
    to_act = remote.game.rules.to_act(last_view(remote))
    return remote_player(remote, remote.seat or 0, active=to_act is not None and to_act == remote.seat)


def after_point(remote: RemoteGame, point: SeenPoint) -> RemoteGame:
    """The game after one more point, or back at an earlier one after a move was taken back.

    CodecError if it is not of this game, or points are missing before it. :func:`check_drawable` checks the rest.
    """
    if point.number > len(remote.points):
        raise CodecError(f"point {len(remote.points)} of the game is missing", "")
    check_point(remote.game, remote.options, point)
    points = remote.points[: point.number]
    meanings = remote.meanings[: max(point.number - 1, 0)]
    with sense_is_made():
        for event in point.events:
            remote.game.words.describe(event, remote.names)
        if points:
            meanings = (*meanings, shown_by(remote.game, points[-1].view, point.seat, point.events, remote.names))
    return remote._replace(points=(*points, point), meanings=meanings)


def check_point(game: AnyGame, options: Options, point: SeenPoint) -> None:
    """CodecError if a point has a seat, a number of parts or an end that no game with these options has."""
    seats, initial, view = game.seats(options), game.rules.initial(options), point.view
    if point.seat is not None and point.seat >= seats:
        raise CodecError(f"nobody sits in seat {point.seat}", "")
    kind: Any = type(view)
    for name in _fields(kind):
        first, part = getattr(initial, name), getattr(view, name)
        if isinstance(first, tuple) and first and len(part) != len(first):
            raise CodecError(f"the game has {len(first)} {name}, not {len(part)}", "")
    if view.outcome is not None and not game.can_end(options, view.outcome):
        raise CodecError("the game cannot end like this", "")
    _check_seats(view, seats)
    _check_seats(point.events, seats)


def _check_seats(value: Any, seats: int) -> None:
    kind: Any = type(value)
    if kind is tuple:
        for item in value:
            _check_seats(item, seats)
    for name in _fields(kind):
        part = getattr(value, name)
        if name not in _SEATS:
            _check_seats(part, seats)
        elif part is not None and part not in range(seats):
            raise CodecError(f"nobody sits in seat {part}", "")


def check_drawing(player: AnyPlayerView, before: AnyPlayerView | None = None) -> None:
    """CodecError if what a player would see cannot be drawn after what was seen ``before``, or put in words."""
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
    """Turn what rules and selectors raise, because what came over the wire makes no sense, into a CodecError."""
    try:
        yield
    except CodecError:
        raise
    except _NONSENSE as error:
        raise CodecError("what came over the wire is nothing that the game can come to", "") from error


@cache
def _fields(kind: type) -> tuple[str, ...]:
    return tuple(getattr(kind, "_fields", getattr(kind, "__dataclass_fields__", ())))


def remote_player(remote: RemoteGame, near: int, *, active: bool = False) -> AnyPlayerView:
    """The last point as the person here sees it, with seat ``near`` in front. The first point must have come."""
    last = remote.points[-1]
    return PlayerView(
        remote.game, last.view, near, remote.names, bot_labels(remote.game, remote.seats),
        tuple(point.events for point in remote.points[1:]), meanings=remote.meanings, series=remote.series,
        tints=tuple(map(seat_tint, remote.seats)),
    ).deciding(active)  # fmt: skip


def cut(remote: RemoteGame, last: int) -> RemoteGame:
    """The game up to the point of this number."""
    return remote._replace(points=remote.points[: last + 1], meanings=remote.meanings[: max(last, 0)])


def remote_point(remote: RemoteGame) -> Point:
    """The last point as the table has it. The first point must have come."""
    last = remote.points[-1]
    people = [number for number, seat in enumerate(remote.seats) if seat.is_human]
    moves = ((point.number - 1, point.seat) for point in reversed(remote.points[1:]))
    is_over = last.view.outcome is not None
    return Point(
        last.number, remote.game.rules.to_act(last.view), is_over,
        takebacks=() if is_over else takebacks_among(people, moves),
    )  # fmt: skip
