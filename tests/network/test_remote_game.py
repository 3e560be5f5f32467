"""What a seat elsewhere draws from is what it would draw from here, at every point of every game."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.engine.codec import CodecError
from clockspades.engine.game import AnyGame
from clockspades.engine.options import Json
from clockspades.engine.session import AnySession
from clockspades.engine.wording import NamesForYou
from clockspades.games.catalogue import GAMES
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
from tests.conformance.golden import golden_logs
from tests.conformance.playing import some
from tests.network.drawing import draw, play_about
from tests.network.mutations import Vocabulary, mutated
from tests.network.network_games import (
    after_points,
    every_log,
    onlookers,
    played_again,
    point_elsewhere,
    point_now,
    read,
    seen_points,
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


ANA = {"name": "Ana", "kind": "human"}


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("game", ("poker", ["clogs"], None)),
        ("options", ({"players": 9}, {"players": "2"}, {"jokers": 1}, [], {"players": 3})),
        ("seats", ([], [ANA], [ANA] * 2, [ANA, {**ANA, "name": "\x1b[2J"}], [ANA, {**ANA, "kind": "bot:godly"}], 2)),
        ("seat", (2, -1, True)),
        ("series", ({"wins": [1], "drawn": 0}, 3)),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused(key: str, wrong: tuple[Any, ...]) -> None:
    assert game_of({**GOOD, "mood": "good"}).seat == 0
    for each in wrong:
        with pytest.raises(CodecError) as refused:
            game_of({**GOOD, key: each})
        assert str(refused.value).isprintable()


# -- what makes no sense ----------------------------------------------------------------------------------------------


LONGEST_DRAWN = 330
"""Points of the longest game that is looked at."""
POINTS = 6
"""Points of each game and each pair of eyes that are looked at."""


@cache
def cases(game: AnyGame) -> tuple[tuple[RemoteGame, dict[str, Any]], ...]:
    """Points of a game as they come to somebody, each with what that somebody knows before it."""
    rng = Random(game.name)
    found = []
    for session in map(read, golden_logs(game)):
        if session.last > LONGEST_DRAWN:
            continue
        for eyes in onlookers(session):
            remote = read_game(written_game(session, eyes))
            looked_at = {*rng.sample(range(session.last + 1), POINTS), session.last}
            for point in seen_points(session, eyes):
                if point.number in looked_at:
                    found.append((remote, FRAME.read_object(FRAME.write(write_point(game, point, eyes)))))
                remote = after_point(remote, point)
    return tuple(found)


@cache
def vocabulary(game: AnyGame) -> Vocabulary:
    return Vocabulary([point for _, point in cases(game)])


@settings(max_examples=60)
@given(st.sampled_from(list(GAMES)), st.integers(0, 2**32))
def test_a_message_that_makes_no_sense_is_refused_or_drawn(game: AnyGame, seed: int) -> None:
    rng = Random(seed)
    before, point = rng.choice(cases(game))
    try:
        after = after_points(before, [mutated(point, rng, vocabulary(game))])
    except CodecError:
        return
    draw(after)
    play_about([before, after] if before.points else [after], rng)


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_what_makes_sense_is_drawn(game: AnyGame) -> None:
    rng = Random(game.name)
    for before, point in rng.sample(cases(game), 8):
        after = after_points(before, [point])
        draw(after)
        play_about([before, after] if before.points else [after], rng)


def spades() -> tuple[RemoteGame, dict[str, Any]]:
    """A point of Spades at which seat 0 has to play to a trick."""
    return next(
        (before, point)
        for before, point in cases(GAMES[-1])
        if before.seat is not None
        and len(before.seats) == 4
        and point["view"]["phase"] == "play"
        and point["view"]["trick"]
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hands": []}, "the game has 4 hands, not 0"),
        ({"bids": [None] * 5}, "the game has 4 bids, not 5"),
        ({"dealer": 4}, "nobody sits in seat 4"),
        ({"seat": -1}, "nobody sits in seat -1"),
        ({"trick": [{"seat": 9, "card": "TS"}]}, "nobody sits in seat 9"),
        ({"trick": [{"seat": 0, "card": "??"}]}, "nothing that the game can come to"),
    ],
)
def test_a_view_with_other_seats_is_refused(change: dict[str, Any], words: str) -> None:
    before, point = spades()
    with pytest.raises(CodecError, match=words):
        after_points(before, [{**point, "view": {**point["view"], **change}}])
