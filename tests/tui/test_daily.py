"""The deals of the day: played and caught up on by keys alone and by the mouse alone."""

from datetime import date, timedelta

import pytest
from textual.geometry import Region

from clockspades.daily import daily as deals_of_days
from clockspades.daily.daily import EXTRAS, line_of, played, utc_today
from clockspades.daily.daily_model import moved
from clockspades.games.catalogue import listed_offers
from clockspades.routes import DailyRoute, TitleRoute
from clockspades.saved.archive import Archive
from clockspades.tui.screens import daily_screen as daily
from clockspades.tui.screens.daily_screen import DailyScreen
from clockspades.tui.widgets.calendar import NARROW, MonthCalendar
from clockspades.tui.widgets.menu_item import MenuItem
from tests.daily.daily_games import deal, read, saved
from tests.tui.seated import Seated, opened

TODAY = utc_today()


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Midnight does not come while the tests run, and the own deal of every day is one of Watch."""
    monkeypatch.setattr(daily, "utc_today", lambda: TODAY)
    monkeypatch.setattr(deals_of_days, "WEEK", 7 * (("clock", "watch", "Watch", {}),))


def ago(days: int) -> date:
    return TODAY - timedelta(days)


def screen(seated: Seated) -> DailyScreen:
    shown = seated.here
    assert isinstance(shown, DailyScreen)
    return shown


def calendar(seated: Seated) -> MonthCalendar:
    return screen(seated).query_one(MonthCalendar)


def item(seated: Seated, name: str) -> MenuItem:
    names = [each.preset.name for each in screen(seated)._deals]
    return screen(seated)._items[names.index(name)]


def said(seated: Seated) -> str:
    return str(screen(seated).query_one("#day").render())


def offered(seated: Seated) -> list[str]:
    """The first two keys of the key line in words."""
    return seated.keys_here[:2]


def cell(seated: Seated, day: date) -> Region:
    """Where a day of the month that is shown stands."""
    shown = calendar(seated)
    assert shown.month is not None
    for row, week in enumerate(shown.month.weeks):
        for column, model in enumerate(week):
            if model is not None and model.day == day:
                x, y, *_ = shown.region
                return Region(x + NARROW * column, y + 2 + row, NARROW, 1)
    raise AssertionError("the day is in that month")


async def at_table(seated: Seated, name: str, day: date) -> None:
    """The deal of a day is on the table."""
    await seated.shows("TableScreen")
    assert seated.session.standing.day == day
    assert seated.session.options == deal(name, day).options
    assert seated.session.seats == deal(name, day).seats(seated.session.seats[0])


async def test_keys_alone_begin_todays_deal_and_continue_it(archive: Archive) -> None:
    async with opened(archive, TitleRoute()) as seated:
        await seated.press("d", to="DailyScreen")
        assert offered(seated) == ["play", "calendar"]
        await seated.press("enter")
        await at_table(seated, "watch", TODAY)
        await seated.press("enter")
        before = seated.session.last
        await seated.press("escape")
        await seated.press("d")
        await seated.until(lambda: "in progress" in said(seated), "the game is in progress")
        assert offered(seated) == ["continue", "calendar"]
        await seated.press("right")
        assert offered(seated) == ["continue", "day"]
        await seated.press("left")
        assert offered(seated) == ["play", "day"]
        await seated.press("home", "escape", "enter")
        await at_table(seated, "watch", TODAY)
        assert seated.session.last == before
        assert len(archive.entries()) == 1, "there is no second try"


async def test_keys_alone_catch_up_on_a_day(archive: Archive) -> None:
    async with opened(archive, DailyRoute()) as seated:
        await seated.press("right", "left", "up", "left")
        assert calendar(seated).selected == ago(9)
        assert "missed" in said(seated)
        await seated.press("right", "enter")
        await at_table(seated, "watch", ago(8))
        assert not [each for each in played(archive).values() if not each.why_not]


async def test_the_mouse_alone_catches_up(archive: Archive) -> None:
    day = moved(TODAY, TODAY, months=-2)
    async with opened(archive, DailyRoute()) as seated:
        left = Region(calendar(seated).region.x, calendar(seated).region.y, 3, 1)
        for _ in range(2):
            await seated.click(left)
        await seated.hover(cell(seated, day))
        assert calendar(seated).selected == day
        assert said(seated).startswith("Watch, ")
        await seated.click(cell(seated, day))
        await at_table(seated, "watch", day)


async def test_the_extra_deals_of_a_day_are_under_more(archive: Archive) -> None:
    async with opened(archive, DailyRoute()) as seated:
        assert len(screen(seated)._items) == 2
        await seated.click(screen(seated)._items[1].region)
        assert len(screen(seated)._items) == len(listed_offers()) + len(EXTRAS)
        await seated.click(item(seated, "german-clock").region)
        await at_table(seated, "german-clock", TODAY)
    async with opened(archive, DailyRoute()) as seated:
        await seated.press("m", "up", "up")
        assert said(seated).startswith("Spades for two, today: ")


async def test_a_finished_deal_shows_its_result_whose_line_is_copied(archive: Archive) -> None:
    path = saved(archive.directory, deal("watch", TODAY))
    saved(archive.directory, deal("watch", ago(1)))
    line = line_of(read(path).session)
    async with opened(archive, DailyRoute(), (120, 40)) as seated:
        await seated.until(lambda: "Streak: 2 days" in seated.text, "the streak")
        await seated.press("enter", to="ResultScreen")
        await seated.until(lambda: "This deal of the day counts. Streak: 2 days." in seated.text, "the streak")
        await seated.press("c")
        assert seated.app.clipboard == line
    assert len(archive.entries()) == 2


async def test_days_to_come_cannot_be_opened_and_when_the_day_changes_the_next_action_is_of_the_new_day(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    today, tomorrow = date(2026, 11, 22), date(2026, 11, 23)
    monkeypatch.setattr(daily, "utc_today", lambda: today)
    async with opened(archive, DailyRoute()) as seated:
        await seated.click(cell(seated, tomorrow))
        assert seated.is_at("DailyScreen")
        assert calendar(seated).selected == today
        assert archive.entries() == []
        monkeypatch.setattr(daily, "utc_today", lambda: tomorrow)
        await seated.press("enter")
        await at_table(seated, "watch", tomorrow)
