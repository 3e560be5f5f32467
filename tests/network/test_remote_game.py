"""What a seat elsewhere draws from is what it would draw from here, at every point of every game."""

from pathlib import Path
from typing import Any

import pytest

from clockspades.engine.codec import CodecError
from clockspades.engine.header import Seat
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession
from clockspades.engine.wording import NamesForYou
from clockspades.games.catalogue import find_game
from clockspades.network.client.remote_game import (
    RemoteGame,
    after_point,
    last_view,
    read_game,
    remote_player,
    remote_point,
)
from clockspades.network.wire.form import read_point, write_point
from clockspades.network.wire.messages import FRAME, TO_CLIENT, Begun
from clockspades.saved.series import Series
from clockspades.table.model import observed_meanings, player_view, seen_state
from tests.conformance.playing import some
from tests.network.network_games import (
    after_points,
    every_log,
    played_again,
    point_elsewhere,
    point_now,
    read,
    some_onlookers,
    written_game,
)

LONGEST = 500
"""Points of a game from which on its seat is enough: shorter games of the same kind have more."""


def joined(session: AnySession, eyes: int | None, series: Series | None = None) -> RemoteGame:
    """What a seat knows of a game before its first point, sent and read."""
    begun = TO_CLIENT.read_text(TO_CLIENT.write_text(written_game(session, eyes, series)))
    assert isinstance(begun, Begun)
    return read_game(begun)


def sent(remote: RemoteGame, session: AnySession) -> Json:
    """The point that a session shows, as it comes to a seat."""
    written = write_point(session.game, point_now(session, remote.seat), remote.seat, last_view(remote))
    return FRAME.read_object(FRAME.write({"point": written}))["point"]


def after(remote: RemoteGame, session: AnySession) -> RemoteGame:
    """What a seat knows once the point that a session shows has come."""
    return after_points(remote, [sent(remote, session)])


@every_log
def test_a_seat_elsewhere_draws_from_what_a_seat_here_draws_from(path: Path) -> None:
    log = read(path)
    compared = {*some(range(log.last + 1))}
    for eyes in some_onlookers(log)[: None if log.last < LONGEST else 1]:
        remote = None
        for session in played_again(log, () if eyes is None else (eyes,)):
            remote = remote or joined(session, eyes)
            point = read_point(log.game, sent(remote, session), last_view(remote))
            remote = after_point(remote, point)
            assert remote_point(remote) == point_elsewhere(session)
            assert point.view == seen_state(log.game, session.state, eyes, len(log.seats))
            assert point.events == session.events(session.at, eyes)
            assert remote.meanings[-1:] == observed_meanings(session, session.names_at_table)[-1:]
            if session.at in compared:
                here = player_view(session, eyes or 0, eyes, active=False, in_play=True)._replace(marks=())
                elsewhere = remote_player(remote, eyes or 0)
                for field, value in here._asdict().items():
                    assert getattr(elsewhere, field) == value, (field, session.at, eyes)
                assert type(elsewhere.names) is type(here.names)
        assert remote is not None
        assert after_points(remote, ()) == remote, "and all of it can be drawn"


@pytest.mark.parametrize("name", ["clockwork-spades", "spades", "clogs"])
def test_among_several_people_each_is_you_and_can_ask_for_their_last_move(name: str) -> None:
    log = min(map(read, every_path(name)), key=lambda session: session.last)
    seats = range(len(log.seats))
    remotes: dict[int, RemoteGame] = {}
    for session in played_again(log, seats):
        for eyes in seats:
            remote = remotes.get(eyes) or joined(session, eyes)
            remotes[eyes] = after_point(remote, read_point(log.game, sent(remote, session), last_view(remote)))
            assert remote_point(remotes[eyes]) == point_elsewhere(session)
            assert remotes[eyes].names == NamesForYou(tuple(seat.name for seat in log.seats), eyes)
    assert remote_player(remotes[1], 1).view == log.positions[-1].state, "all hands are open once a game is over"


def every_path(name: str) -> list[Path]:
    return sorted((Path(__file__).parent.parent / "logs" / name).glob("*.cslog"))


def test_a_move_that_is_taken_back_leaves_no_trace() -> None:
    *_, session = zip(range(12), played_again(read(every_path("spades")[0]), range(4)))
    played = session[1]
    remote = joined(played, 2)
    for number in range(played.at + 1):
        played.go_to(number)
        remote = after(remote, played)
    asked = played.takebacks[-1]
    played.take_back(asked)
    remote = after(remote, played)
    assert remote_point(remote) == point_elsewhere(played)
    here = player_view(played, 2, 2, active=False)._replace(names=remote.names)
    assert remote_player(remote, 2)._replace(meanings=()) == here._replace(meanings=())
    assert len(remote.meanings) == played.at


def test_after_a_new_connection_the_first_point_has_the_whole_view() -> None:
    sessions = played_again(read(every_path("clogs")[0]), (0,))
    remote = joined(session := next(sessions), 0)
    for _ in range(5):
        remote, session = after(remote, session), next(sessions)
    whole = write_point(session.game, point_now(session, 0), 0)
    again = after_points(remote, [whole])
    assert again == after(remote, session)
    assert again == after_points(again, [whole]), "the same point once more changes nothing"


def test_a_point_out_of_order_is_refused() -> None:
    sessions = played_again(read(every_path("clock")[0]), (0,))
    remote = joined(session := next(sessions), 0)
    next(sessions)
    with pytest.raises(CodecError, match="point 0 of the game is missing"):
        after(remote, session)


def test_the_series_is_known_elsewhere() -> None:
    session = read(every_path("clockwork-spades")[0])
    series = Series((2, 1), drawn=1, best_of=5)
    remote = after(joined(session, 0, series), next(played_again(session, (0,))))
    assert remote_player(remote, 0).series == series


GOOD: dict[str, Any] = {
    "game": "clogs",
    "options": {"players": 2},
    "seats": [{"name": "Ana", "kind": "human"}, {"name": "Tick", "kind": "bot:steady"}],
    "seat": 0,
    "series": None,
    "table": "T1-1",
    "number": 0,
    "epoch": 1,
    "points": 0,
    "until": 1,
}


def game_of(written: dict[str, Any]) -> RemoteGame:
    """The game of a message that says this."""
    begun = TO_CLIENT.read({"game": written})
    assert isinstance(begun, Begun)
    return read_game(begun)


def test_who_has_joined_knows_the_game_and_who_sits_where() -> None:
    remote = game_of({**GOOD, "mood": "good"})
    assert (remote.game, remote.seat) == (find_game("clogs"), 0)
    assert remote.seats == (Seat("Ana"), Seat("Tick", "bot:steady"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "poker"},
        {"game": ["clogs"]},
        {"game": None},
        {"options": {"players": 9}},
        {"options": {"players": "2"}},
        {"options": {"jokers": 1}},
        {"options": []},
        {"options": {"players": 3}},
        {"seats": []},
        {"seats": [{"name": "Ana", "kind": "human"}]},
        {"seats": [{"name": "Ana", "kind": "human"}] * 2},
        {"seats": [{"name": "Ana", "kind": "human"}, {"name": "\x1b[2J", "kind": "human"}]},
        {"seats": [{"name": "Ana", "kind": "human"}, {"name": "Bo", "kind": "bot:godly"}]},
        {"seats": [{"name": "Ana", "kind": "human"}, {"name": 7, "kind": "human"}]},
        {"seats": 2},
        {"seat": 2},
        {"seat": -1},
        {"seat": True},
        {"series": {"wins": [1], "drawn": 0}},
        {"series": 3},
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(CodecError) as refused:
        game_of({**GOOD, **wrong})
    assert str(refused.value).isprintable()
