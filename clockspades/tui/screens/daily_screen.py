"""The deals of the day: today's of every game, the streak, and a calendar to catch up on days that were missed."""

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from clockspades.daily.daily import DayKey, PlayedDaily, deal_of, played, streak, utc_today
from clockspades.daily.daily_model import (
    day_words,
    mark_of,
    month,
    moved,
    next_words,
    open_words,
    state,
    streak_words,
)
from clockspades.engine.days import MONTHS
from clockspades.engine.game import Offer
from clockspades.games.catalogue import offers
from clockspades.routes import TitleRoute
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.tui.bindings import BACK, HELP, PALETTE, QUIT
from clockspades.tui.screens.kinds import MenuScreen
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.calendar import MonthCalendar, sign
from clockspades.tui.widgets.menu_item import MenuItem

OPEN: Final = Command("enter,space", "open", "Play, continue or look at the deal", "play")
_EARLIER_DAY: Final = Command("left", "across(-1)", "In the calendar, the day before", name="earlier_day")
CALENDAR: Final = Command("right", "across(1)", "To the calendar; in it, the next day", "calendar", name="later_day")
DAY: Final = CALENDAR._replace(words="day", shown=(_EARLIER_DAY, CALENDAR))
EARLIER: Final = Command("pageup", "turn(-1)", "Previous month", "month", name="earlier_month")
TITLES: Final = 17
"""The columns of a game's title."""


class DailyItem(MenuItem):
    """A game with the state of today's deal. The pointer moves to it from the calendar, too."""

    def on_enter(self) -> None:
        self.focus()


class DailyScreen(MenuScreen):
    """The games on the left, the month of one of them on the right. The focus is on a game or on a day."""

    CSS = """
    DailyScreen {
        align: center middle;

        #daily {
            width: 100%;
            max-width: 66;
            height: 100%;
            padding: 0 1 1 1;
            align: left middle;
        }

        #name { width: 100%; height: auto; }
        #about { width: 100%; height: auto; margin: 0 0 1 0; color: $bright; }
        #body { width: 100%; height: auto; }
        #offers { width: 1fr; height: auto; }
        .-shown:blur { color: $gold; text-style: bold; }
        MonthCalendar { width: 28; height: 9; pointer: pointer; }
        #day { width: 100%; height: auto; min-height: 2; margin: 1 0 0 0; }

        &.-tall #name, &.-high #name { margin: 0 0 1 0; }
        &.-large #daily { max-width: 84; }
        &.-large.-tall MonthCalendar, &.-large.-high MonthCalendar { width: 42; height: 15; }
        &.-large.-high MenuItem { margin: 0 0 1 0; }
        &.-compact #daily { padding: 0 0 1 1; }
    }
    """
    commands: tuple[Command, ...] = (
        OPEN,
        Command("up", "along(-1)", "Previous game; in the calendar, a week earlier", name="previous"),
        Command("down", "along(1)", "Next game; in the calendar, a week later", name="next"),
        _EARLIER_DAY,
        CALENDAR,
        EARLIER,
        Command("pagedown", "turn(1)", "Next month", name="later_month"),
        Command("home", "today", "Today"),
        HELP,
        BACK,
        QUIT,
    )
    KEY_LINE: tuple[Command, ...] = (
        OPEN._replace(now=lambda self: self._open_words()),
        DAY._replace(now=lambda self: self._in_calendar),
        CALENDAR._replace(now=lambda self: not self._in_calendar),
        EARLIER, PALETTE, HELP, BACK,
    )  # fmt: skip

    def __init__(self, day: date | None = None) -> None:
        """With ``day``, the calendar opens at that day."""
        super().__init__()
        self._offers = offers()
        self._found: Mapping[DayKey, PlayedDaily] = {}
        self._today = utc_today()
        self._at, self._selected = 0, day or self._today
        self._opens_in_calendar = day is not None

    def compose(self) -> ComposeResult:
        """The name, the day and the streak, the games and the calendar, and a sentence about the selected day."""
        yield from super().compose()
        with Vertical(id="daily"):
            yield Banner(Words("Deal of the day", "$gold"), single=30, id="name")
            yield Static(id="about")
            with Horizontal(id="body"):
                with Vertical(id="offers"):
                    for number, (_, preset) in enumerate(self._offers):
                        yield DailyItem(preset.title, f"open({number})")
                yield MonthCalendar()
            yield Static(id="day")

    def on_screen_resume(self) -> None:
        """Read what was played."""
        self._show()
        run_in_thread(self, partial(played, self.app.archive), self._tell)

    def _tell(self, found: Mapping[DayKey, PlayedDaily]) -> None:
        self._found = found
        self._show()

    @property
    def _offer(self) -> Offer:
        return self._offers[self._at]

    @property
    def _in_calendar(self) -> bool:
        return isinstance(self.focused, MonthCalendar)

    # -- what is shown ---------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the state of every game, and the month of one."""
        found, today = self._found, self._today
        for number, (item, (game, preset)) in enumerate(zip(self.query(DailyItem), self._offers)):
            one = found.get((today, game.name, preset.name))
            item.set_class(number == self._at, "-shown")
            item.call(f"{preset.title:{TITLES}}{sign(mark_of(one))} {state(one)}")
        date_words = f"{today.day} {MONTHS[today.month - 1]} {today.year}"
        about = f"{date_words}, {next_words(today)} · {streak_words(streak([*found.values()], today))}"
        self.query_one("#about", Static).update(Content(glyphs().words(about)))
        calendar = self.query_one(MonthCalendar)
        calendar.month = month(found, self._offer, self._selected, today)
        calendar.selected = self._selected
        words = day_words(found, self._offer, self._selected, today)
        self.query_one("#day", Static).update(Content(glyphs().words(words)))
        self.refresh_keys()

    def _open_words(self) -> str:
        """What opening the deal that is pointed at does."""
        game, preset = self._offer
        return open_words(self._found.get((self._selected, game.name, preset.name)))

    def _follow_the_day(self) -> None:
        """Follow the day in UTC if it has changed: if today was selected, the new day is."""
        before, self._today = self._today, utc_today()
        if before != self._today:
            self._select(self._today if self._selected == before else self._selected)

    def _select(self, day: date) -> None:
        """Point at a day, or at the nearest that can be opened."""
        self._selected = moved(day, self._today)
        self._show()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Show the game that has the focus, with today's deal."""
        items = [*self.query(DailyItem)]
        if self._opens_in_calendar:
            self._opens_in_calendar = False
            self.query_one(MonthCalendar).focus()
        elif event.widget in items:
            self._at = items.index(event.widget)
            self._today = utc_today()
            self._select(self._today)
        self.refresh_keys()

    # -- keys and the pointer --------------------------------------------------------------------------

    def action_along(self, by: int) -> None:
        """Move to another game, or by a week."""
        self._follow_the_day()
        if self._in_calendar:
            self._select(moved(self._selected, self._today, days=7 * by))
        else:
            self._focus_offer((self._at + by) % len(self._offers))

    def action_across(self, by: int) -> None:
        """Move by a day; from the games, to the calendar."""
        self._follow_the_day()
        if self._in_calendar:
            self._select(moved(self._selected, self._today, days=by))
        elif by > 0:
            self.query_one(MonthCalendar).focus()

    def action_turn(self, months: int) -> None:
        self._follow_the_day()
        self.query_one(MonthCalendar).focus()
        self._select(moved(self._selected, self._today, months=months))

    def action_today(self) -> None:
        self._follow_the_day()
        self._select(self._today)

    def action_open(self, number: int | None = None) -> None:
        """Play the deal of the game and day that are pointed at, or today's of a game that was clicked."""
        self._follow_the_day()
        if number is not None:
            self._at, self._selected = number, self._today
        self.app.play_daily(deal_of(self._selected, *self._offer))

    def action_back(self) -> None:
        """Go from the calendar to the games, and from there to the title."""
        if self._in_calendar:
            self._focus_offer(self._at)
        else:
            self.app.open(TitleRoute())

    @property
    def help_game(self) -> str:
        return self._offer[0].name

    def _focus_offer(self, number: int) -> None:
        self.query(DailyItem)[number].focus()

    @on(MonthCalendar.Pointed)
    def _pointed(self, event: MonthCalendar.Pointed) -> None:
        self.query_one(MonthCalendar).focus()
        self._select(event.day)

    @on(MonthCalendar.Chosen)
    def _chosen(self, event: MonthCalendar.Chosen) -> None:
        self._select(event.day)
        self.action_open()

    @on(MonthCalendar.Turned)
    def _turned(self, event: MonthCalendar.Turned) -> None:
        self.action_turn(event.months)
