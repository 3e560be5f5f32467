"""Days and times here, in words."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, tzinfo
from typing import Final

from clockspades.language import locale, marked, npgettext, pgettext


def local_now() -> datetime:
    return by_the_clock(datetime.now(UTC))


def by_the_clock(time: datetime, zone: tzinfo | None = None) -> datetime:
    """A time in a zone, or in that of the clock here; in UTC where that fails: ``TZ`` may name an impossible one."""
    try:
        return time.astimezone(zone)
    except (OSError, OverflowError, ValueError):
        return time.astimezone(UTC)


def time_of(started: str) -> datetime | None:
    """The time that a header has, in UTC; None for other text. A time without a zone is in UTC."""
    try:
        time = datetime.fromisoformat(started)
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (OverflowError, ValueError):  # a header may say anything
        return None


def read_day(told: object) -> date | None:
    """The day that ``2026-11-22`` writes; None for anything else."""
    if isinstance(told, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", told, re.ASCII):
        with suppress(ValueError):
            return date.fromisoformat(told)
    return None


def local_today() -> date:
    return local_now().date()


def day_of(started: str) -> date | None:
    """The day here at a time as headers have it; None for other text."""
    time = time_of(started)
    return None if time is None else by_the_clock(time).date()


def day(when: date, today: date) -> str:
    """A day: ``12 November``, in another year ``12 November 2025``."""
    if when.year == today.year:
        return npgettext("date", "{number} {month}", "{number} {month}", when.day, month=_month(when))
    return npgettext(
        "date", "{number} {month} {year}", "{number} {month} {year}", when.day, month=_month(when), year=when.year
    )


def coming_day(when: date, today: date) -> str:
    """A day after today: ``tomorrow``, ``on 15 November``."""
    if (when - today).days == 1:
        return pgettext("when", "tomorrow")
    return pgettext("when", "on {day}", day=day(when, today))


def short_day(when: date) -> str:
    """A day of any year in at most six characters: ``12 Nov``."""
    month = pgettext("month in short", _MONTHS[when.month - 1])
    return pgettext("date in short", "{day} {month}", day=when.day, month=month)


_MONTHS: Final = marked(
    "month in short", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
)


def _month(when: date) -> str:
    return locale().months.split()[when.month - 1]
