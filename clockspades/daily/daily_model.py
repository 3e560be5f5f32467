"""What the screen of the deal of the day shows: the state of each deal of a day, the months, and the streak."""

from calendar import Calendar
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import Enum, auto
from typing import NamedTuple

from clockspades.daily.daily import DailyDeal, DayKey, PlayedDaily, Streak, own_deal, played, played_in, streak
from clockspades.engine.days import by_the_clock, day
from clockspades.engine.session import AnySession
from clockspades.language import _, headed, locale, ngettext, pgettext
from clockspades.saved.archive import Archive


class DayMark(Enum):
    NONE = auto()
    STARTED = auto()
    APART = auto()
    """It was played, but does not count for its day."""
    COUNTED = auto()


class DayModel(NamedTuple):
    day: date
    mark: DayMark
    can_open: bool
    is_today: bool


class MonthModel(NamedTuple):
    title: str
    weeks: tuple[tuple[DayModel | None, ...], ...]
    """Each from Monday to Sunday; None for a day of another month."""
    has_later: bool


def mark_of(game: PlayedDaily | None) -> DayMark:
    """The sign of a deal, and of the game that stands for it if it was played."""
    if game is None:
        return DayMark.NONE
    if game.outcome is None:
        return DayMark.STARTED
    return DayMark.COUNTED if game.counts else DayMark.APART


def state(game: PlayedDaily | None) -> str:
    """The state of today's deal in at most eight characters: ``to play``, ``started``, ``won``, ``31 of 52``."""
    if game is not None and game.outcome is not None:
        return game.words()
    return pgettext("in eight characters", "to play" if game is None else "started")


def open_words(game: PlayedDaily | None) -> str:
    """What it does to open a deal, in a word."""
    return pgettext("key", "play" if game is None else "continue" if game.outcome is None else "result")


def month(found: Mapping[DayKey, PlayedDaily], shown: date, today: date) -> MonthModel:
    weeks = Calendar().monthdayscalendar(shown.year, shown.month)

    def one(number: int) -> DayModel | None:
        if not number:
            return None
        when = shown.replace(day=number)
        mark = mark_of(found.get(own_deal(when, found.values()).key))
        return DayModel(when, mark, when <= today, when == today)

    return MonthModel(
        pgettext("month", "{month} {year}", month=locale().months.split()[shown.month - 1], year=shown.year),
        tuple(tuple(map(one, week)) for week in weeks),
        has_later=(shown.year, shown.month) < (today.year, today.month),
    )


def moved(selected: date, today: date, *, days: int = 0, months: int = 0) -> date:
    """Another day that can be opened, so many days or months later; the nearest one if that cannot."""
    year, number = divmod(selected.year * 12 + selected.month - 1 + months, 12)
    if not date.min.year <= year <= date.max.year:
        return selected
    last = max(Calendar().itermonthdays(year, number + 1))
    target = date(year, number + 1, min(selected.day, last)).toordinal() + days
    return date.fromordinal(min(max(target, 1), today.toordinal()))


def day_words(found: Mapping[DayKey, PlayedDaily], deal: DailyDeal, today: date) -> str:
    """A deal in a sentence: its game, its day, and what became of it."""
    when = pgettext("day", "today") if deal.day == today else day(deal.day, today)
    return headed(f"{deal.preset.title}, {when}", _told(found.get(deal.key), deal, today))


def _told(one: PlayedDaily | None, deal: DailyDeal, today: date) -> str:
    if one is None and not deal.is_own:
        return _("an extra deal, which does not count for the streak.")
    if one is None and deal.day == today:
        return _("your first game counts.")
    if one is None:
        return _("missed. You can still play it, but it does not count.")
    if one.outcome is None:
        return _("in progress; it does not count." if one.why_not else "in progress.")
    return _("{result}, not counted: {why}.", result=one.words(), why=one.why_not) if one.why_not else f"{one.words()}."


def streak_words(streak: Streak) -> str:
    days, best = streak
    if not best:
        return _("No streak yet")
    if days == best:
        return ngettext("Streak: {number} day", "Streak: {number} days", days)
    if not days:
        return _("Streak: no days, best {best}", best=best)
    return ngettext("Streak: {number} day, best {best}", "Streak: {number} days, best {best}", days, best=best)


def next_words(today: date, zone: tzinfo | None = None) -> str:
    """When the next deal comes, by the clock here."""
    if today == date.max:
        return _("no more deals")
    midnight = by_the_clock(datetime.combine(today + timedelta(1), time(), UTC), zone)
    return _("next at {time}", time=f"{midnight.hour:02}:{midnight.minute:02}")


def about_words(found: Mapping[DayKey, PlayedDaily], selected: date, today: date) -> str:
    when = _("Deal of the day, {day}", day=day(selected, today))
    return " · ".join((when, next_words(today), streak_words(streak([*found.values()], today))))


def result_words(archive: Archive, session: AnySession, today: date) -> str:
    """What a finished deal of the day does for the streak, in a sentence or two; empty for any other game."""
    one = played_in(session)
    if one is None:
        return ""
    if one.why_not:
        when = day(one.deal.day, today)
        return _("The deal of {day}, {why}: it does not count for the streak.", day=when, why=one.why_not)
    return f"{_('This deal of the day counts.')} {streak_words(streak([*played(archive).values()], today))}."
