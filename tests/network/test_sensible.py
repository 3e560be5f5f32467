"""What has the right form and makes no sense is refused, or a table draws it and lets anything happen at it."""

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clockspades.engine.codec import CodecError
from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES
from clockspades.network.client.remote_game import RemoteGame, after_point, read_game
from clockspades.network.wire.form import write_point
from clockspades.network.wire.messages import FRAME
from tests.conformance.golden import golden_logs
from tests.network.drawing import draw, play_about
from tests.network.mutations import Vocabulary, mutated
from tests.network.network_games import after_points, onlookers, read, seen_points, written_game

LONGEST = 330
"""Points of the longest game that is looked at."""
POINTS = 6
"""Points of each game and each pair of eyes that are looked at."""


@cache
def cases(game: AnyGame) -> tuple[tuple[RemoteGame, dict[str, Any]], ...]:
    """Points of a game as they come to somebody, each with what that somebody knows before it."""
    rng = Random(game.name)
    found = []
    for session in map(read, golden_logs(game)):
        if session.last > LONGEST:
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
