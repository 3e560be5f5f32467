"""Days in words."""

from datetime import UTC, date, datetime
from typing import Final

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def local_today() -> date:
    """The day here, or in UTC where ``TZ`` names a zone that no clock can be in."""
    try:
        return datetime.now().astimezone().date()
    except ValueError:
        return datetime.now(UTC).date()


def day(when: date, today: date) -> str:
    """A day: ``12 November``, in another year ``12 November 2025``."""
    words = f"{when.day} {MONTHS[when.month - 1]}"
    return words if when.year == today.year else f"{words} {when.year}"


def coming_day(when: date, today: date) -> str:
    """A day after today: ``tomorrow``, ``on 15 November``."""
    return "tomorrow" if (when - today).days == 1 else f"on {day(when, today)}"
