"""What a list of saved games tells of each: its players, how far it has come, and when it was played."""

import time
from datetime import UTC, datetime, timedelta
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clockspades.engine.days import local_now
from clockspades.engine.header import Seat
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive
from clockspades.saved.saved_games import saved_game, when
from tests.tui.seated import ANA, GAME, TICK, begun


@pytest.fixture
def archive() -> Archive:
    """The saved games of this test, none so far."""
    return Archive(find_game)


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        ("clockwork-spades", "turn 1"),
        ("clock", "1 of 52 face up"),
        ("german-clock", "first time through the stock"),
        ("clogs", "deal 1, trick 1"),
        ("spades", "deal 1, bidding"),
    ],
)
def test_each_game_tells_in_its_own_words_how_far_it_has_come(archive: Archive, name: str, standing: str) -> None:
    game = find_game(name)
    assert game is not None
    people = [Seat(who) for who in ("Ana", "Ben", "Cyd", "Dov")]
    session = begun(archive, game, people[: game.seats(game.configure({}))], seed=1)
    session.close()
    saved = saved_game(archive.entries()[0], find_game)
    assert saved.status == standing
    assert saved.sentence == f"{session.title}. {saved.players}: {standing}."


@pytest.mark.parametrize(
    ("then", "words"),
    [
        ("2026-11-21T13:59:00", "today 13:59"),
        ("2026-11-21T00:00:00", "today 00:00"),
        ("2026-11-20T23:59:59", "yesterday 23:59"),
        ("2026-11-19T23:59:59", "19 Nov 23:59"),
        ("2026-01-01T00:00:00", "1 Jan 00:00"),
        ("2025-12-31T23:59:59", "31 Dec 2025"),
        ("2026-11-22T08:00:00", "22 Nov 08:00"),
    ],
)
def test_a_time_is_told_as_people_do(then: str, words: str) -> None:
    now = datetime(2026, 11, 21, 14, 2, tzinfo=UTC)
    assert when(datetime.fromisoformat(then).replace(tzinfo=UTC).timestamp(), now) == words
    assert len(words) <= 15


@pytest.mark.parametrize("then", [253402300800.0, -62135596801.0, 2.0**63, -(2.0**63), 1e300, inf, nan])
def test_a_time_beyond_all_calendars_is_no_date(then: float) -> None:
    assert when(then, datetime(2026, 11, 21, tzinfo=UTC)) == "no date"


@given(st.floats())
def test_any_number_is_told_as_a_time(then: float) -> None:
    assert 0 < len(when(then, datetime(2026, 11, 21, tzinfo=UTC))) <= 15


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="only Unix reads TZ")
@pytest.mark.parametrize(("zone", "hours"), [("XXX-99:99:99", 0), ("XXX-24", 0), ("nonsense", 0), ("XXX-3", 3)])
def test_a_time_zone_that_cannot_be_is_utc(monkeypatch: pytest.MonkeyPatch, zone: str, hours: int) -> None:
    with monkeypatch.context() as patched:
        patched.setenv("TZ", zone)
        time.tzset()
        assert local_now().utcoffset() == timedelta(hours=hours)
    time.tzset()


def test_a_saved_game_says_which_game_it_is_with_its_options_in_words(archive: Archive) -> None:
    begun(archive, GAME, (ANA, TICK), 1, rules="gamerules").close()
    saved = saved_game(archive.entries()[0], find_game)
    assert saved.sentence == "Clockwork Spades, rules: gamerules.com. Ana and Tick: turn 1."
