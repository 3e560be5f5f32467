"""A series of games: who won how many."""

import pytest

from clockspades.engine.header import Header, Seat
from clockspades.engine.options import Json
from clockspades.engine.rules import Outcome
from clockspades.engine.session import AnySession, Session
from clockspades.games.clockwork.clockwork_game import ClockworkSpades
from clockspades.games.clockwork.clockwork_rules import ClockworkReason
from clockspades.games.spades.scoring import SpadesReason
from clockspades.saved.series import KEY, LENGTHS, MOST, SERIES_JSON, Series, new_series, options_of_next, series_before

SEATS = (Seat("Ana"), Seat("Tick", "bot:random"))


def header(series: Json) -> Header:
    return Header("clockwork-spades", {}, SEATS, "2026-11-21T10:00:00Z", {KEY: series})


def test_each_game_counts_for_whoever_won_it() -> None:
    series = Series((0, 0))
    for winners in ((0,), (1,), (), (0,)):
        series = series.after(Outcome(winners, (3, 3), ClockworkReason.LAST_SPADE))
    assert series == Series((2, 1), 1)
    assert series.words(("Ana", "Tick")) == "Score: Ana 2 : 1 Tick, 1 drawn."
    assert Series((2, 1)).words(("Ana", "Tick")) == "Score: Ana 2 : 1 Tick."
    assert not series.goes_on
    assert series.before_next() is series


@pytest.mark.parametrize("best_of", LENGTHS)
def test_who_has_won_more_than_half_of_the_games_has_won_the_series(best_of: int) -> None:
    series = new_series(2, best_of)
    ana, tick = Outcome((0,), (0, 1), ClockworkReason.LAST_SPADE), Outcome((1,), (1, 0), ClockworkReason.LAST_SPADE)
    played = 0
    while series.goes_on:
        series, played = series.after(tick if played % 2 == 0 else ana), played + 1
        assert played <= best_of
    assert played == best_of
    assert series.winners == (1,)
    assert series.wins == (best_of // 2, best_of // 2 + 1)
    assert series.before_next() == new_series(2, best_of)


def test_a_drawn_game_decides_nothing() -> None:
    series = Series((1, 1), best_of=3).after(Outcome((), (2, 2), ClockworkReason.DRAWN))
    assert series == Series((1, 1), 1, 3)
    assert series.goes_on


def test_a_series_says_how_it_stands() -> None:
    names = ("Ana", "Tick")
    assert Series((2, 1), best_of=5).words(names) == "Best of five: Ana 2 : 1 Tick."
    assert Series((0, 1), 2, 3).words(names) == "Best of three: Ana 0 : 1 Tick, 2 drawn."
    assert Series((1, 4), best_of=7).words(names) == "Series over: Tick wins the best of seven, Ana 1 : 4 Tick."


def test_partners_win_a_series_together() -> None:
    series = Series((1, 0, 1, 0), best_of=3).after(Outcome((0, 2), (500, 100), SpadesReason.TARGET))
    assert series.winners == (0, 2)
    told = series.words(("Ana", "Ben", "Cy", "Dee"), ((0, 2), (1, 3)))
    assert told == "Series over: Ana and Cy win the best of three, Ana and Cy 2 : 0 Ben and Dee."
    assert Series((1, 0, 2)).words(("Ana", "Ben", "Cy")) == "Score: Ana 1, Ben 0, Cy 2."


def test_another_side_begins_the_next_game() -> None:
    game = ClockworkSpades()
    session: AnySession = Session(game, game.configure({"first": 1, "rules": "gamerules"}), SEATS)
    assert options_of_next(session) == {"first": 0, "rules": "gamerules"}


@pytest.mark.parametrize("best_of", [None, *LENGTHS])
def test_a_header_keeps_it(best_of: int | None) -> None:
    series = Series((2, 1), 4, best_of)
    assert series_before(header(SERIES_JSON.write(series))) == series


@pytest.mark.parametrize("best_of", [4, 5.0, "5", True, None, [5], -3])
def test_a_length_that_no_series_has_is_none(best_of: Json) -> None:
    assert series_before(header({"wins": [1, 1], "drawn": 0, "best_of": best_of})) == Series((1, 1))


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
