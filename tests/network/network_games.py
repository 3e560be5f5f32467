"""Games as a network table would send them: each golden log and some random games, point by point, to any seat."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from clockspades.engine.header import HUMAN, Seat
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import GAMES, find_game
from clockspades.network.client.remote_game import RemoteGame, after_point, check_drawable, last_view
from clockspades.network.wire.form import SeenPoint, observed_point, read_point
from clockspades.network.wire.messages import Begun
from clockspades.saved.log import load
from clockspades.saved.series import Series
from clockspades.table.state import Point, point_of
from tests.conformance.golden import golden_logs

LONG: Final = 100
"""Points of a game from which on one seat is enough, and who has none: there are many games of each kind."""
LOGS: Final = [(game, path) for game in GAMES for path in golden_logs(game)]

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
every_log = pytest.mark.parametrize("path", [pytest.param(path, id=f"{game.name}/{path.stem}") for game, path in LOGS])


@cache
def read(path: Path) -> AnySession:
    """The game in a golden log."""
    return load(path, find_game).session


def written_game(session: AnySession, seat: int | None, series: Series | None = None) -> Begun:
    """What a seat is told of a game that begins."""
    return Begun(session.game.name, session.options, tuple(session.seats), seat, series, "T1-1", 0, 1, 0, 1)


def onlookers(session: AnySession) -> tuple[int | None, ...]:
    """Each seat, and who sees only what all see."""
    return (*range(len(session.seats)), None)


def some_onlookers(session: AnySession) -> tuple[int | None, ...]:
    """All onlookers at a short game; at a long one a seat, which differs from game to game, and who has none."""
    return onlookers(session) if session.last < LONG else (session.last % len(session.seats), None)


def seen_points(session: AnySession, eyes: int | None) -> Iterator[SeenPoint]:
    """Every point of a game as it is seen, without what only a session in play knows."""
    for number, position in enumerate(session.positions):
        yield observed_point(session.game, len(session.seats), number, position, eyes)


def played_again(session: AnySession, people: Sequence[int]) -> Iterator[AnySession]:
    """The game with people in these seats, played action by action: the same session at each of its points."""
    seats = [seat if number not in people else Seat(seat.name, HUMAN) for number, seat in enumerate(session.seats)]
    again: Session[Any, Any, Any] = Session(session.game, session.options, seats)
    yield again
    for position in session.positions[1:]:
        assert position.action is not None
        again.act(position.action)
        yield again


def point_now(session: AnySession, eyes: int | None) -> SeenPoint:
    """The point that a session shows, as a server sends it."""
    return observed_point(session.game, len(session.seats), session.at, session.position(session.at), eyes)


def point_elsewhere(session: AnySession) -> Point:
    """Where a session stands, as a table elsewhere has it: nobody there undoes anything alone, and each game counts."""
    return point_of(session)._replace(can_undo=False, can_redo=False, would_be_assisted=False, is_practice=False)


def after_points(remote: RemoteGame, written: Iterable[Json]) -> RemoteGame:
    """The game after more points, or back at an earlier one after a move was taken back.

    CodecError if a point is not of this game, points are missing before it, or the last cannot be drawn.
    """
    before = remote
    for point in written:
        before, remote = remote, after_point(remote, read_point(remote.game, point, last_view(remote)))
    if remote.points:
        check_drawable(remote, before)
    return remote
