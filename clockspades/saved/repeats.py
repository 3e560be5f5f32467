"""Sentences about deals that were played before."""

from datetime import date
from typing import Final

from clockspades.engine.days import day, day_of
from clockspades.saved.archive import Earlier

REPEAT: Final = "A repeat of a deal that was played before: this game does not count."

AGAIN: Final = "The same deal again: this game does not count."
OTHER_SIDE: Final = "The same deal from the other side: this game does not count."


LOOKS_AHEAD: Final = "If you deal these cards here, your unfinished deal of the day will not count."


def announcement(earlier: Earlier, today: date) -> str:
    """The sentence that a player reads before a deal is played again."""
    if earlier.looks_ahead:
        return LOOKS_AHEAD
    when = day_of(earlier.started)
    if when is None:
        return "You have played this deal before: it does not count."
    if when == today:
        return "You have already played this deal today: it does not count."
    return f"You have played this deal before, on {day(when, today)}: it does not count."
