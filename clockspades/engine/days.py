"""Days and times here, in words."""

from datetime import UTC, date, datetime
from typing import Final

from clockspades.engine.header import Header

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def local_now() -> datetime:
    """The time here, or in UTC where ``TZ`` names a zone that no clock can be in."""
    try:
        return datetime.now().astimezone()
    except ValueError:
        return datetime.now(UTC)


def local_today() -> date:
    """The day here."""
    return local_now().date()


def day_of_game(header: Header) -> date | None:
    """The day on which a game began, here; None if its header does not tell."""
    return day_of(header.started)


def day_of(started: str) -> date | None:
    """The day here at a time as headers have it; None for other text."""
    try:
        return datetime.fromisoformat(started).astimezone().date()
    except (OSError, OverflowError, ValueError):  # the header may say anything, and TZ name no zone
        return None


def day(when: date, today: date) -> str:
    """A day: ``12 November``, in another year ``12 November 2025``."""
    words = f"{when.day} {MONTHS[when.month - 1]}"
    return words if when.year == today.year else f"{words} {when.year}"


def coming_day(when: date, today: date) -> str:
    """A day after today: ``tomorrow``, ``on 15 November``."""
    return "tomorrow" if (when - today).days == 1 else f"on {day(when, today)}"


def short_day(when: date) -> str:
    """A day of any year in at most six characters: ``12 Nov``."""
    return f"{when.day} {MONTHS[when.month - 1][:3]}"
