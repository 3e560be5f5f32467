"""The result screen: who won and why, and each player's cards or score."""

from functools import partial
from math import inf
from pathlib import PurePath
from typing import ClassVar, Final

from textual import events, getters, on
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.timer import Timer
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from clockspades.daily.daily import line_to_paste, utc_today
from clockspades.engine.phrases import listed
from clockspades.engine.session import AnySession
from clockspades.engine.share import NO_CODE, deal_of, write_code
from clockspades.engine.story import review
from clockspades.games.catalogue import table_rules
from clockspades.review.kept_reviews import kept_review
from clockspades.review.review import Review, Turn, can_be_reviewed, turning_point
from clockspades.review.review_words import no_turning_point_words, turning_point_words
from clockspades.routes import HelpRoute, SetupRoute, TitleRoute
from clockspades.saved.series import series_after, series_of
from clockspades.table.commands import ENTER, REVIEW, SHEET, Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import keys_of
from clockspades.table.model import AnyTableModel, Selection, TableModel, player_view
from clockspades.table.trick_widget_models import ScoreSheetModel
from clockspades.table.widget_models import SideScore
from clockspades.tui.bindings import COLOURS, HELP, PALETTE, QUIT
from clockspades.tui.drawing.text import card_text
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.menu import ACROSS, CHOOSE, MenuScreen
from clockspades.tui.screens.result_beside import LEAST, Beside
from clockspades.tui.screens.result_menu import ResultMenu
from clockspades.tui.screens.result_players import Players
from clockspades.tui.screens.same_deal import COMPARE_DEAL, SameDealScreen
from clockspades.tui.texts.result import among_others, headline, how_played
from clockspades.tui.textual_fixes.held_keys import is_fresh
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.charts import WinCurve
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.page import Page
from clockspades.tui.widgets.sheet import WIDEST, ScoreHeading, ScoreTable, sheet_lines
from clockspades.tui.widgets.standings import StandingModel, Standings
from clockspades.tui.widgets.text_button import TextButton

SEARCHING: Final = "Looking for the turning point…"
COPIES: Final = "Copy the result in one line, for a friend."
"""What stands in the place of that line where there is no room for it."""
SETTLES: Final = 0.03
"""Seconds after a change until everything stands in its place."""
TIGHTER: Final = ("-close", "-dense", "-plain", "-brief")
"""The classes that the result gets, one more at a time, until all of it fits: fewer gaps, no gaps, small letters and
cards, no line for a friend. If that is not enough, it scrolls from its top."""

TURNING_POINT: Final = Command("p", "turning_point", "Watch the replay from the turning point", "turning point")
COPY: Final = Command("c", "copy", "Copy the result, with the code of the deal", "copy")
TO_TITLE: Final = Command("escape,t", "title", "Title", "title", stays=True)


class ResultScreen(MenuScreen):
    """How a game ended; its journal is closed."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["menu.tcss", "result.tcss"]
    AUTO_FOCUS = ""  # that would scroll to the menu
    commands: tuple[Command, ...] = (
        Command("r", "rematch", "Rematch; another player starts"),
        Command("a", "again", "The same deal again; it does not count", when=lambda self: bool(self._code)),
        Command(
            "o",
            "other_side",
            "The same deal from the other side; it does not count",
            when=lambda self: bool(self._code) and not self._is_patience,
        ),
        Command("w", "watch", "Watch the replay"),
        TURNING_POINT,
        REVIEW._replace(when=lambda self: self._can_review),
        SHEET._replace(when=lambda self: bool(self._face.sides)),
        COPY,
        COMPARE_DEAL._replace(when=lambda self: self._path is not None),
        Command("n", "new_game", "New game"),
        TO_TITLE,
        COLOURS,
        HELP,
        QUIT,
    )
    KEY_LINE: tuple[Command, ...] = (
        CHOOSE,
        ACROSS._replace(words="move"),
        REVIEW,
        COMPARE_DEAL._replace(now=lambda self: self.session.is_repeat),
        TURNING_POINT._replace(now=lambda self: self._turning_point is not None),
        SHEET, COPY, HELP, TO_TITLE, QUIT, PALETTE,
    )  # fmt: skip

    app = getters.app(Navigator)

    def __init__(self, session: AnySession) -> None:
        super().__init__()
        assert session.outcome is not None, "the result is shown of a finished game"
        self.session, self._outcome = session, session.outcome
        journal = session.journal
        self._path = journal.path if journal else None
        self._deal = deal_of(journal.header, session) if journal else None
        self._code = write_code(*self._deal) if self._deal else ""
        self._line = line_to_paste(session, self._code)
        self._series = series_after(session)
        self._is_first = series_of(session) is None
        self._turning_point: Turn | None = None
        self._found: Review | None = None
        """The review, once it is made."""
        self._reviewing: Worker[Review | None] | None = None
        """Looks for the turning point; None where there is none to look for."""
        self._comparing: Worker[str] | None = None
        """Compares the game with others."""
        self._is_patience = len(session.seats) == 1
        self._can_review = self._path is not None and can_be_reviewed(session.game)
        self._settling: Timer | None = None
        """Runs until the layout has settled."""
        self._quiet_since = inf
        """When this screen was first seen, or the last key came that was not meant for it."""
        self._rules = table_rules(session.game.name)
        self._face = self._rules.result(session.state, session.events(session.last, None))

    def compose(self) -> ComposeResult:
        """From top to bottom: the winner, the verdict, the cards or scores, the record, and the menu."""
        yield from super().compose()
        session = self.session
        self._make_room(self.app.size)
        remarks, sheet = review(session, session.names_at_table), self._score_sheet()
        classes = "-reviewed" if len(remarks) > 1 else "-scored" if sheet else None
        with VerticalScroll(id="result", classes=classes, can_focus=False):
            yield Banner(Words(headline(session), "$gold"), single=24, id="winner")
            yield Static(card_text(session.game.words.verdict(session.state, session.names_at_table)), id="verdict")
            if not self._is_first and not self._is_patience:
                style = "$gold" if self._series.winners else ""
                yield Static(Content.styled(glyphs().words(self._series.words(session.names)), style), id="score")
            if self._face.sides:
                yield Standings(tuple(map(self._standing, self._face.sides)), id="standings")
                if sheet:
                    with VerticalScroll(id="scores", can_focus=False) as scores:
                        scores.styles.max_height = len([*sheet_lines(sheet, WIDEST)])
                        yield ScoreHeading(sheet)
                        yield ScoreTable(sheet)
            else:
                yield Players(session, self._outcome, self._face)
            yield Static(id="record", markup=False)
            if remarks:
                with Page(id="review"):
                    yield Static(Content("\n").join(card_text(remark.words) for remark in remarks))
            yield TextButton(Content.styled(glyphs().words(SEARCHING), "$quiet"), "turning_point", id="turning-point")
            told = self._line if self._code else f"{self._line}\n{NO_CODE}"
            yield TextButton(Content.styled(glyphs().words(told), "$quiet"), "copy", id="line")
            yield TextButton(Content.styled(COPIES, "$quiet"), "copy", id="brief-line")
            yield ResultMenu(session, self._series, has_code=bool(self._code))
        if self.has_class("-wide"):
            yield self._beside()

    def _score_sheet(self) -> ScoreSheetModel | None:
        return self._rules.sheet(self._model)

    @property
    def _model(self) -> AnyTableModel:
        """The table as the game left it."""
        return TableModel(player_view(self.session, self._reviewed, self._reviewed, active=False), Selection())

    def _beside(self) -> Beside:
        return Beside(self.session, self._rules.dial_model(self._model))

    def _make_room(self, size: Size) -> None:
        """Make room beside the result if the terminal is large enough and there is something to show."""
        fits = size.width >= LEAST.width and size.height >= LEAST.height
        self.set_class(fits and (self._looks_back or self._is_patience), "-wide")

    def _fit_menu(self) -> None:
        self.query_one(ResultMenu).fit(self.app.size.width // (2 if self.has_class("-wide") else 1))

    def _standing(self, side: SideScore) -> StandingModel:
        names = listed([self.session.names[seat] for seat in side.seats])
        won = any(seat in self._outcome.winners for seat in side.seats)
        return StandingModel(names, how_played(self.session, side.seats), side.score, won, side.gained)

    def on_mount(self) -> None:
        """Show the keys, and look around."""
        self._fit_menu()
        self.set_focus(self.query(MenuItem).first(), scroll_visible=False)
        self.watch(self.query_one("#result"), "virtual_size", self._fit_rows)
        self._look_around()
        if self._looks_back:
            self._look_back()
        else:
            self.query_one("#turning-point").display = False
            self.query_one("#line").add_class("-first")

    def _fit_rows(self) -> None:
        """See whether the result fits its rows, once its layout has settled."""
        if self._settling is not None:
            self._settling.stop()
        self._settling = self.set_timer(SETTLES, self._tighten)

    def _tighten(self) -> None:
        """Save rows in one more way if the result is too high, and see again."""
        result = self.query_one("#result")
        more = next((name for name in TIGHTER if not result.has_class(name)), None)
        if result.max_scroll_y and more is not None:
            result.add_class(more)
            self._fit_rows()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the words of the menu and the rows of the result, and use the room beside it."""
        self.query_one("#result").remove_class(*TIGHTER)
        self.call_after_refresh(self._fit_menu)
        self._make_room(event.size)
        if self.has_class("-wide") and not self.query(Beside):
            self.mount(self._beside())
            self.call_after_refresh(self._show_review)
        self._fit_rows()

    # -- what is found out while it is shown ---------------------------------------------------------

    @property
    def _looks_back(self) -> bool:
        """Whether there is a turning point to look for: somebody lost, and the game is kept and can be reviewed."""
        return self._can_review and len(self._outcome.winners) < len(self.session.seats)

    def _look_back(self) -> None:
        """Look for the turning point in the review, which is kept for the review screen."""
        self._reviewing = run_in_thread(self, self._review, self._tell_turning_point)

    def _review(self) -> Review | None:
        """The review, made in a thread until the screen is left or the review itself is opened."""
        assert self._path is not None, "a game in a log is reviewed"
        worker = get_current_worker()
        archive = self.app.archive
        return kept_review(archive, self.session, self._path, self._reviewed, lambda point: not worker.is_cancelled)

    @property
    def _reviewed(self) -> int:
        """The seat that is reviewed: that of the person who played, or the first."""
        return next(iter(self.session.humans), 0)

    def _look_around(self) -> None:
        """Compare the game with others, in a thread. What is still being compared from before tells nothing more."""
        if self._comparing is not None:
            self._comparing.cancel()
        work = partial(among_others, self.app.archive, self.session, utc_today())
        self._comparing = run_in_thread(self, work, self._tell_record, exit_on_error=False)

    def _tell_record(self, words: str) -> None:
        self.query_one("#record", Static).update(glyphs().words(words))

    def _tell_turning_point(self, review: Review | None) -> None:
        if review is None:
            return  # nobody waited for it
        self._look_around()  # it may be a milestone
        found = self._turning_point = turning_point(self.session, review)
        self._found = review
        self._show_review()
        words = turning_point_words(self.session, found) if found else no_turning_point_words(self.session, review)
        self.query_one("#turning-point", TextButton).update(card_text(words))
        self.refresh_keys()

    def _show_review(self) -> None:
        """Show the review in the room beside the result."""
        point = self.session.last if self._turning_point is None else self._turning_point.point
        for beside in self.query(Beside):
            if self._found is not None:
                beside.show_review(self._found, point)

    @on(WinCurve.Sought)
    def _sought(self, event: WinCurve.Sought) -> None:
        """Show the replay at a point of the curve."""
        if self._path is not None:
            self.app.watch_again(self._path, event.point)

    # -- keys ------------------------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        """Wait until this screen can be seen before any key counts."""
        self._quiet_since = inf
        self.call_after_refresh(self._seen)
        if self._reviewing is not None and self._reviewing.is_cancelled:
            self._look_back()

    def _seen(self) -> None:
        self._quiet_since = _now()

    def on_key(self, event: events.Key) -> None:
        """Ignore keys that were pressed before this screen could be seen, or are held down."""
        if not is_fresh(event.key, event.time, self._quiet_since):
            event.stop()
            self._quiet_since = max(self._quiet_since, event.time)
        else:
            self._end_count()

    def on_mouse_down(self) -> None:
        """Show the scores at the end at once; what the click does comes after this."""
        self._end_count()

    def _end_count(self) -> None:
        for standings in self.query(Standings):
            standings.finish()

    async def action_choose(self) -> None:
        """Do what the focused line says, unless the click on its key was the second of two."""
        if is_fresh(keys_of(ENTER)[0], _now(), self._quiet_since):
            await super().action_choose()

    def action_rematch(self) -> None:
        """Play again with the same players; another one starts."""
        self.app.rematch(self.session)

    def action_again(self) -> None:
        """Play the same deal again, from the same seats."""
        self.app.deal_again(self.session)

    def action_other_side(self) -> None:
        """Play the same deal again, everybody one seat further."""
        self.app.deal_again(self.session, other_side=True)

    def action_watch(self) -> None:
        """Show the replay."""
        if self._path is not None:
            self.app.watch_again(self._path)

    def action_turning_point(self) -> None:
        """Show the replay at the most costly choice."""
        if self._path is not None and self._turning_point is not None:
            words = turning_point_words(self.session, self._turning_point)
            self.app.watch_again(self._path, self._turning_point.point - 1, words)

    def action_review(self) -> None:
        """Review the game for the person who played, or for the first seat."""
        if self._path is not None:
            self.app.review_game(self._path, self._reviewed)
            if self.app.screen is not self and self._reviewing is not None and not self._reviewing.is_finished:
                self._reviewing.cancel()  # the review screen makes the same review

    def action_compare_deal(self) -> None:
        """List the games of the same deal that this one can be compared with."""
        if self._path is not None:
            loaded = self.app.read_game(self._path)
            if loaded is not None:
                self.app.push_screen(SameDealScreen(loaded))

    def action_sheet(self) -> None:
        """Show the score sheet."""
        sheet = self._score_sheet()
        if sheet is not None:
            from clockspades.tui.screens.sheet import SheetScreen

            self.app.push_screen(SheetScreen(sheet))

    def action_copy(self) -> None:
        """Copy the result to the clipboard, if the terminal has one."""
        self.app.copy_to_clipboard(self._line)
        number = f" It is deal {self._deal.number:,}." if self._deal else ""
        self.notify(f"Copied. Paste it to a friend.{number}", markup=False)

    def action_new_game(self) -> None:
        """Open the setup of this game."""
        self.app.open(SetupRoute(self.session.game.name, self.session.game.preset(self.session.options)))

    def action_title(self) -> None:
        """Go back to the title."""
        self.app.open(TitleRoute())

    def action_help(self) -> None:
        """Show every key."""
        self.app.lay(HelpRoute(self.session.game.name))


def _now() -> float:
    """The time on the clock of events, which is not the same on every system."""
    return events.Event().time
