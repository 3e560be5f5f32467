"""Times of games, by the clock here and in UTC, whatever ``TZ`` says."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clockspades.daily.daily import day_begun
from clockspades.daily.daily_model import next_words
from clockspades.engine.days import by_the_clock, day_of, local_now, local_today, time_of
from clockspades.engine.header import Header

pytestmark = pytest.mark.skipif(not hasattr(time, "tzset"), reason="only Unix reads TZ")
IMPOSSIBLE = ["UTC+30", "UTC-30", "XXX-99:99:99", "XXX-24", "nonsense", ":/no/such/zone"]
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture
def set_zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Set the time zone, for one test."""

    def set_to(zone: str) -> None:
        patched.setenv("TZ", zone)
        time.tzset()

    with monkeypatch.context() as patched:
        yield set_to
    time.tzset()


@pytest.mark.parametrize("zone", IMPOSSIBLE)
def test_in_a_time_zone_that_cannot_be_every_time_is_in_utc(set_zone: Callable[[str], None], zone: str) -> None:
    set_zone(zone)
    assert by_the_clock(NOON) == NOON
    assert by_the_clock(NOON).utcoffset() == local_now().utcoffset() == timedelta(0)
    assert local_today() == datetime.now(UTC).date()
    assert day_of("2026-11-22T23:59:59Z") == date(2026, 11, 22)
    assert next_words(date(2026, 11, 22)) == "next at 00:00"


@pytest.mark.parametrize(("zone", "here"), [("XXX-14", 23), ("XXX+12", 22), ("UTC", 22)])
def test_a_time_without_a_zone_is_in_utc_for_the_day_here_and_for_the_deal_of_the_day(
    set_zone: Callable[[str], None], zone: str, here: int
) -> None:
    set_zone(zone)
    for started in ("2026-11-22T12:00:00", "2026-11-22T12:00:00Z", "2026-11-22T14:00:00+02:00"):
        assert time_of(started) == NOON
        assert day_begun(Header("clock", {}, (), started)) == date(2026, 11, 22)
        assert day_of(started) == date(2026, 11, here)


@pytest.mark.parametrize("started", ["", "yesterday", "0001-01-01T00:00:00+10:00", "9999-12-31T23:59:59-23:00"])
def test_other_text_is_no_time(started: str) -> None:
    assert time_of(started) is day_of(started) is day_begun(Header("clock", {}, (), started)) is None


@pytest.mark.parametrize("zone", ["UTC+30", "XXX-14", "XXX+12"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(started=st.datetimes(timezones=st.none() | st.timezones()).map(datetime.isoformat) | st.text())
def test_any_start_has_a_day_here_or_none(set_zone: Callable[[str], None], zone: str, started: str) -> None:
    set_zone(zone)
    assert (day_of(started) is None) == (time_of(started) is None)
