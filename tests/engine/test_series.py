"""A series of games: who won how many."""

import pytest

from clockspades.engine.game import Json, Outcome
from clockspades.engine.log import Header
from clockspades.engine.series import KEY, MOST, Series, series_before
from clockspades.engine.session import Seat

SEATS = (Seat("Ana"), Seat("Tick", "bot:random"))


def header(series: Json) -> Header:
    return Header("clockwork-spades", {}, SEATS, "2026-11-21T10:00:00Z", {KEY: series})


def test_each_game_counts_for_whoever_won_it() -> None:
    series = Series((0, 0))
    for winners in ((0,), (1,), (), (0,)):
        series = series.after(Outcome(winners, (3, 3), "last-spade"))
    assert series == Series((2, 1), 1)
    assert series.words(("Ana", "Tick")) == "Ana 2, Tick 1, 1 drawn"
    assert Series((2, 1)).words(("Ana", "Tick")) == "Ana 2, Tick 1"


def test_a_header_keeps_it() -> None:
    series = Series((2, 1), 4)
    assert series_before(header(series.as_json())) == series


@pytest.mark.parametrize(
    "told",
    [
        None,
        7,
        {},
        {"wins": [1, 2]},
        {"wins": [1], "drawn": 0},
        {"wins": [1, 2, 3], "drawn": 0},
        {"wins": [1, -2], "drawn": 0},
        {"wins": [1, 2], "drawn": True},
        {"wins": [1, 2.0], "drawn": 0},
        {"wins": [1, MOST + 1], "drawn": 0},
        {"wins": "12", "drawn": 0},
    ],
)
def test_what_is_no_series_is_none(told: Json) -> None:
    assert series_before(header(told)) is None


def test_a_log_without_one_is_a_first_game() -> None:
    assert series_before(Header("clockwork-spades", {}, SEATS, "2026-11-21T10:00:00Z")) is None
