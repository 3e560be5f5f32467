"""What the screen of the deals of the day shows."""

from datetime import UTC, date, timedelta, timezone
from pathlib import Path

import pytest

from clockspades.daily.daily import Streak, played
from clockspades.daily.daily_model import (
    DayMark,
    DayModel,
    day_words,
    mark_of,
    month,
    moved,
    next_words,
    result_words,
    state,
    streak_words,
)
from clockspades.games.catalogue import find_game, offers
from clockspades.saved.archive import Archive
from tests.daily.daily_games import DAY, after, deal, saved


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(find_game, tmp_path)


def test_a_month_begins_on_monday_and_marks_what_was_played(archive: Archive) -> None:
    saved(archive.directory, deal())
    saved(archive.directory, deal(day=after(-2)), f"{DAY}T10:00:00Z")
    saved(archive.directory, deal("watch", after(-1)), decisions=3)
    shown = month(played(archive), DAY, DAY)
    days = [day for week in shown.weeks for day in week if day is not None]
    assert (shown.title, shown.has_later) == ("November 2026", False)
    assert [len(week) for week in shown.weeks] == 6 * [7]
    assert shown.weeks[0][:6] == 6 * (None,)
    assert [day.day.day for day in days] == [*range(1, 31)]
    assert [day for day in days if day.mark is not DayMark.NONE] == [
        DayModel(after(-2), DayMark.APART, can_open=True, is_today=False),
        DayModel(after(-1), DayMark.STARTED, can_open=True, is_today=False),
        DayModel(DAY, DayMark.COUNTED, can_open=True, is_today=True),
    ]
    assert [day.day.day for day in days if not day.can_open] == [*range(23, 31)]


@pytest.mark.parametrize(
    ("start", "days", "months", "expected"),
    [
        (DAY, -1, 0, date(2026, 11, 21)),
        (DAY, 1, 0, DAY),
        (date(2026, 11, 1), -7, 0, date(2026, 10, 25)),
        (DAY, 0, -1, date(2026, 10, 22)),
        (date(2026, 10, 31), 0, -1, date(2026, 9, 30)),
        (date(2026, 3, 31), 0, -1, date(2026, 2, 28)),
        (date(2026, 10, 31), 0, 1, DAY),
        (date(2026, 1, 15), 0, -1, date(2025, 12, 15)),
        (date(2020, 1, 1), 0, 0, date(2020, 1, 1)),
        (date.min, -1, 0, date.min),
        (date.min, 0, -1, date.min),
    ],
)
def test_moves_end_at_days_that_can_be_opened(start: date, days: int, months: int, expected: date) -> None:
    assert moved(start, DAY, days=days, months=months) == expected


def test_what_is_said_of_a_day(archive: Archive) -> None:
    saved(archive.directory, deal())
    saved(archive.directory, deal("watch"), decisions=3)
    saved(archive.directory, deal("watch", after(-1)), f"{DAY}T10:00:00Z", decisions=3)
    saved(archive.directory, deal(day=after(-1)), f"{DAY}T10:00:00Z")
    saved(archive.directory, deal(day=after(-2)), repeat=True)
    found = played(archive)
    said = [day_words(found, deal(day=after(-ago)), DAY).partition(": ")[2] for ago in range(4)]
    scores = [found[deal(day=after(-ago)).key].words() for ago in range(3)]
    assert said == [
        f"{scores[0]}.",
        f"{scores[1]}, not counted: caught up.",
        f"{scores[2]}, not counted: a repeat.",
        "missed. You can still play it, but it does not count.",
    ]
    assert day_words({}, deal(), DAY) == "Clock, today: your first game counts."
    assert day_words(found, deal("watch"), DAY) == "Watch, today: in progress."
    assert day_words(found, deal("watch", after(-1)), DAY) == "Watch, 21 November: in progress; it does not count."


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (Streak(0, 0), "No streak yet"),
        (Streak(1, 1), "Streak: 1 day"),
        (Streak(3, 7), "Streak: 3 days, best 7"),
        (Streak(0, 7), "Streak: no days, best 7"),
    ],
)
def test_the_streak_in_words(found: Streak, words: str) -> None:
    assert streak_words(found) == words


def test_what_a_result_brings_for_the_streak(archive: Archive) -> None:
    said = []
    for made, extra in ((deal(), {}), (deal(day=after(-1)), {}), (deal("watch"), {"repeat": True})):
        path = saved(archive.directory, made, f"{DAY}T08:00:00Z", **extra)
        session = archive.resume(path).session
        session.close()
        said.append(result_words(archive, session, DAY))
    assert said == [
        "This deal of the day counts. Streak: 1 day.",
        "The deal of 21 November, caught up: it does not count for the streak.",
        "The deal of 22 November, a repeat: it does not count for the streak.",
    ]


def test_new_deals_come_at_midnight_in_utc_by_the_clock_here() -> None:
    assert next_words(DAY, UTC) == "next at 00:00"
    assert next_words(DAY, timezone(timedelta(hours=-8))) == "next at 16:00"
    assert next_words(DAY, timezone(timedelta(hours=5, minutes=30))) == "next at 05:30"
    assert next_words(date.max) == "no more deals"


def test_the_state_of_a_game_fits_beside_its_title(archive: Archive) -> None:
    for _, preset in offers():
        saved(archive.directory, deal(preset.name))
    saved(archive.directory, deal("watch", after(-1)), decisions=3)
    found = played(archive)
    assert {mark_of(each) for each in found.values()} == {DayMark.COUNTED, DayMark.STARTED}
    assert all(len(state(each)) <= 8 for each in (None, *found.values()))
