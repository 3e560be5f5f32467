"""The deal of the day: today's, the streak, a calendar of days that were missed, and the extra deals of a day."""

from collections.abc import Mapping
from datetime import date
from functools import partial
from itertools import zip_longest
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from clockspades.daily import daily_model
from clockspades.daily.daily import DailyDeal, DayKey, PlayedDaily, deals, played, utc_today
from clockspades.engine.phrases import capital
from clockspades.games.catalogue import offers
from clockspades.language import N_, _
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.tui.bindings import BACK, HELP, PALETTE, QUIT
from clockspades.tui.drawing.cell_text import fit
from clockspades.tui.screens.kinds import MenuScreen
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.calendar import MonthCalendar, sign
from clockspades.tui.widgets.menu_item import MenuItem

OPEN: Final = Command("enter,space", "open", N_("Play, continue or look at the deal"), N_("play"))
PREVIOUS: Final = Command("up", "along(-1)", N_("Previous deal; in the calendar, a week earlier"), name="previous")
NEXT: Final = Command("down", "along(1)", N_("Next deal; in the calendar, a week later"), name="next")
_EARLIER_DAY: Final = Command("left", "across(-1)", N_("In the calendar, the day before"), name="earlier_day")
CALENDAR: Final = Command(
    "right", "across(1)", N_("To the calendar; in it, the next day"), N_("calendar"), name="later_day"
)
DAY: Final = CALENDAR._replace(words=N_("day"), shown=(_EARLIER_DAY, CALENDAR))
EARLIER: Final = Command("pageup", "turn(-1)", N_("Previous month"), N_("month"), name="earlier_month")
LATER: Final = Command("pagedown", "turn(1)", N_("Next month"), name="later_month")
TODAY: Final = Command("home", "today", N_("Today"))
MORE: Final = Command("m", "more", N_("More deals of this day, which do not count for the streak"), N_("more"))
TITLES: Final = 17
"""The columns of a game's title."""


class DailyScreen(MenuScreen):
    """The deal of a day, and the calendar beside it. The focus is on a deal, on the way to more, or on a day."""

    CSS = """
    DailyScreen {
        align: center middle;

        #daily { max-width: 66; }
        #about { margin: 0 0 1 0; color: $bright; }
        #name { margin: 0 0 1 0; }
        #body { height: auto; }
        #deals { width: 1fr; height: auto; padding: 0 1 0 0; }
        MonthCalendar { width: 28; height: auto; pointer: pointer; }
        #day { min-height: 2; margin: 1 0 0 0; }

        &.-large #daily { max-width: 84; }
        &.-large.-tall MonthCalendar, &.-large.-high MonthCalendar { width: 42; height: 15; }
        &.-compact #daily { padding: 0 0 1 1; }
        &.-short #day { margin: 0; }
        &.-more #name { display: none; }
    }
    """
    commands: tuple[Command, ...] = (
        OPEN, PREVIOUS, NEXT, MORE, _EARLIER_DAY, CALENDAR, EARLIER, LATER, TODAY, HELP, BACK, QUIT
    )  # fmt: skip
    KEY_LINE: tuple[Command, ...] = (
        OPEN._replace(now=lambda self: self._open_words()),
        DAY._replace(now=lambda self: self._in_calendar),
        CALENDAR._replace(now=lambda self: not self._in_calendar),
        EARLIER, MORE, PALETTE, HELP, BACK,
    )  # fmt: skip

    def __init__(self, day: date | None = None) -> None:
        super().__init__()
        self._found: Mapping[DayKey, PlayedDaily] = {}
        self._today = utc_today()
        self._selected = day or self._today
        self._deals = deals(self._selected, {})
        self._has_more = False

    def compose(self) -> ComposeResult:
        yield from super().compose()
        with Vertical(id="daily", classes="column"):
            yield Static(id="about")
            yield Banner(single=24, id="name")
            with Horizontal(id="body"):
                with Vertical(id="deals"):
                    for number in range(len(offers()) + 1):
                        yield MenuItem("", f"open({number})")
                    yield MenuItem(_("More deals of this day"), "more", hot="M", id="more")
                    yield Static(id="day")
                yield MonthCalendar()

    def on_screen_resume(self) -> None:
        self.fill()
        run_in_thread(self, partial(played, self.app.archive), self._tell)

    def _tell(self, found: Mapping[DayKey, PlayedDaily]) -> None:
        self._found = found
        self.fill()

    @property
    def _items(self) -> list[MenuItem]:
        """The deals that are shown, and the way to more if they are not."""
        return [item for item in self.query(MenuItem) if item.display]

    @property
    def _deal(self) -> DailyDeal:
        """The deal that is pointed at; in the calendar and on the way to more, that of the day."""
        focused = [number for number, item in enumerate(self._items) if item.has_focus and self._has_more]
        return self._deals[focused[0] if focused else 0]

    def _open_words(self) -> str:
        words = daily_model.open_words(self._found.get(self._deal.key))
        return N_("more") if self.query_one("#more").has_focus else words

    @property
    def _in_calendar(self) -> bool:
        return isinstance(self.focused, MonthCalendar)

    def fill(self) -> None:
        found, today = self._found, self._today
        self._deals = deals(self._selected, found)
        own = self._deals[0]
        for item, deal in zip_longest([*self.query(MenuItem)][:-1], self._deals):
            item.display = deal is not None and (deal is own or self._has_more)
            one = None if deal is None else found.get(deal.key)
            if deal is not None and self._has_more:
                title, mark = fit(deal.preset.title, TITLES), sign(daily_model.mark_of(one))
                item.call(f"{title}{mark} {daily_model.state(one)}")
            else:
                item.call(capital(_(daily_model.open_words(one))))
        self.query_one("#more").display = not self._has_more
        self.set_class(self._has_more, "-more")
        self.query_one("#about", Static).update(
            Content(glyphs().words(daily_model.about_words(found, self._selected, today)))
        )
        lines = own.preset.title.replace(",", "").split(" ", 1)
        self.query_one(Banner).lines = tuple(Words(line, "$gold") for line in lines)
        calendar = self.query_one(MonthCalendar)
        calendar.month = daily_model.month(found, self._selected, today)
        calendar.selected = self._selected
        words = daily_model.day_words(found, self._deal, today)
        self.query_one("#day", Static).update(Content(glyphs().words(words)))
        self.refresh_keys()

    def _select(self, *, days: int = 0, months: int = 0) -> None:
        """Select another day, or the nearest that can be opened; if today was selected and is over, the new one."""
        before, self._today = self._today, utc_today()
        start = self._today if self._selected == before else self._selected
        self._selected = daily_model.moved(start, self._today, days=days, months=months)
        self.fill()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self.fill()

    def action_along(self, by: int) -> None:
        if self._in_calendar:
            self._select(days=7 * by)
        else:
            items = self._items
            at = next((number for number, item in enumerate(items) if item.has_focus), 0)
            items[(at + by) % len(items)].focus()

    def action_across(self, by: int) -> None:
        if self._in_calendar:
            self._select(days=by)
        elif by > 0:
            self.query_one(MonthCalendar).focus()

    def action_turn(self, months: int) -> None:
        self.query_one(MonthCalendar).focus()
        self._select(months=months)

    def action_today(self) -> None:
        self._selected = self._today
        self._select()

    def action_more(self) -> None:
        self._has_more = True
        self.fill()
        self._items[1].focus()

    async def action_open(self, number: int | None = None) -> None:
        """Play a deal of the day that is selected: the one with this number, or that is pointed at."""
        if number is None and isinstance(self.focused, MenuItem):
            await self.focused.press()
        else:
            self._select()
            self.app.play_daily(self._deals[number or 0])

    def action_back(self) -> None:
        if self._in_calendar:
            self._items[0].focus()
        else:
            super().action_back()

    @property
    def help_game(self) -> str:
        return self._deal.preset.name

    @on(MonthCalendar.Pointed)
    def _pointed(self, event: MonthCalendar.Pointed) -> None:
        self.query_one(MonthCalendar).focus()
        self._selected = event.day
        self._select()

    @on(MonthCalendar.Chosen)
    async def _chosen(self, event: MonthCalendar.Chosen) -> None:
        self._selected = event.day
        await self.action_open(0)

    @on(MonthCalendar.Turned)
    def _turned(self, event: MonthCalendar.Turned) -> None:
        self.action_turn(event.months)
