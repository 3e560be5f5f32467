"""The result screen: who won and why, and each player's cards or score."""

from functools import partial
from math import inf
from typing import Final

from textual import events, getters, on
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from clockspades.daily.daily import line_to_paste, utc_today
from clockspades.duel.duel import Answering, line_of, part_of, why_not
from clockspades.duel.duel_words import answer_model, challenge_model, waits_words
from clockspades.duel.packing import DuelError
from clockspades.engine.phrases import sentence
from clockspades.engine.session import AnySession
from clockspades.engine.share import NO_CODE, deal_of
from clockspades.engine.text import printable
from clockspades.engine.wording import is_you, label
from clockspades.games.catalogue import table_rules
from clockspades.language import N_, _, grouped, listed
from clockspades.review.kept_reviews import kept_review
from clockspades.review.review import Review, can_be_reviewed
from clockspades.review.review_model import curve_model
from clockspades.review.review_words import mistake_words, what_happened
from clockspades.routes import DuelRoute, PracticeRoute, SetupRoute, TitleRoute
from clockspades.saved.log import LogError
from clockspades.saved.series import series_after, series_before
from clockspades.table.commands import ENTER, REVIEW, SHEET, Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import keys_of, spoken, terminal
from clockspades.table.model import AnyTableModel, Selection, TableModel, player_view
from clockspades.table.widget_models import SideScore
from clockspades.tui.bindings import COLOURS, ENTER_DEAL, HELP, PALETTE, QUIT
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.drawing.trophies import trophy
from clockspades.tui.screens.duel_screen import DUEL, PASTE
from clockspades.tui.screens.kinds import ACROSS, CHOOSE, SCROLL, MenuScreen, Page
from clockspades.tui.screens.result_parts import Players, ResultMenu, player_blocks
from clockspades.tui.screens.saved import COMPARE_DEAL, SameDealScreen
from clockspades.tui.screens.sheet import ScoreHeading, ScoreTable, SheetScreen
from clockspades.tui.texts import result_words as texts
from clockspades.tui.textual_fixes.input_gate import is_fresh
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.charts import WinCurve
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.menu_item import MenuItem, TextButton
from clockspades.tui.widgets.standings import StandingModel, Standings

SEARCHING: Final = N_("Reviewing your choices…")

TURNING_POINT: Final = Command(
    "p", "turning_point", N_("Watch the replay from the choice that counted"), N_("choice"), name="result.turning_point"
)
PRACTICE: Final = Command(
    "m", "practice", N_("Practice: your mistakes, and puzzles"), N_("practice"), name="result.practice"
)
REMATCH: Final = Command(
    "r", "rematch", N_("Rematch; another player starts"), when=lambda self: not self.watched, name="result.rematch"
)
NEW_GAME: Final = Command("n", "new_game", N_("New game"), name="result.new_game")
COPY: Final = Command("c", "copy", N_("Show and copy a line to share, with the code of the deal"), N_("share"))
TO_TITLE: Final = Command("escape,t", "title", N_("Title"), N_("title"), stays=True)


class ResultScreen(MenuScreen):
    """How a game ended; its journal is closed.

    A page with one column, or two from 80 columns on, or with a third for the clock where there is much room. It
    scrolls below its headline and above its menu.
    """

    CSS = """
    ResultScreen {
        align-horizontal: center;
        #result { width: 100%; max-width: 178; height: 1fr; padding: 0 2; scrollbar-gutter: stable; }

        #head { dock: top; width: 100%; height: auto; background: $felt; }
        #head Banner { width: 1fr; }
        .trophy { display: none; width: auto; height: auto; margin: 0 0 0 3; }
        &.-medium .-small, &.-tall .-small, &.-high .-large { display: block; }

        #columns, #texts, #left, #right, #columns Static { width: 100%; height: auto; }
        #head, #columns { padding: 0 1 0 0; }
        #left > *, #right > * { margin: 1 0 0 0; }
        &.-short #left > *, &.-short #right > * { margin: 0; }
        &.-normal #texts, &.-roomy #texts, &.-large #texts, &.-wide #texts { layout: horizontal; }
        #left, #right { width: 1fr; }
        #right { margin: 0 0 0 3; }
        &.-compact #left, &.-compact #right { width: 100%; margin: 0; }
        #clock { display: none; }
        &.-wide.-high.-clock {
            #columns { layout: horizontal; }
            #texts { layout: vertical; width: 1fr; }
            #left, #right { width: 100%; margin: 0; }
            #clock { display: block; width: 1fr; height: 70vh; margin: 0 0 0 3; }
            #curve { height: 8; }
        }

        Standings, Players { width: 100%; height: auto; }
        .player { height: auto; margin: 0 0 1 0; }
        .player:last-child { margin: 0; }
        &.-short .player { margin: 0; }
        CardRow { width: 100%; height: 3; }
        &.-tall CardRow { height: 5; }
        &.-high CardRow { height: 7; }
        &.-high .-close CardRow { height: 5; }
        .cards, &.-short CardRow, .-text CardRow { display: none; }
        &.-short .cards, .-text .cards { display: block; }

        #scores { display: none; width: 100%; height: auto; }
        &.-large #scores, &.-wide #scores { display: block; }
        ScoreHeading { width: 100%; height: 1; text-wrap: nowrap; }
        ScoreTable { width: auto; max-width: 100%; height: auto; text-wrap: nowrap; }
        #clock Dial { width: 100%; height: 100%; }

        TextButton { pointer: pointer; }
        TextButton:hover { background: $pointed; color: $pointed-edge; }

        &.-short #curve, &.-medium #curve { display: none; }
        #curve { height: 25vh; min-height: 6; visibility: hidden; }
        &.-found #curve { visibility: visible; }

        /* What can be played next, and what else can be done: beside each other if there is room. */
        #menu { dock: bottom; width: 100%; height: auto; background: $felt; layout: horizontal; }
        &.-compact #menu, #menu.-narrow { layout: vertical; }
        #menu Horizontal { width: auto; height: 1; }
        #menu MenuItem { width: auto; padding: 0 1 0 0; }
    }
    """
    HORIZONTAL_BREAKPOINTS = [*MenuScreen.HORIZONTAL_BREAKPOINTS, (140, "-wide")]  # noqa: RUF012
    FOCUSED = (Page,)
    AUTO_FOCUS = ""  # that would scroll to the menu
    escape_leaves = True
    _page = getters.query_one("#result", Page)
    watched = False
    """Whether somebody else's game was looked on at."""
    commands: tuple[Command, ...] = (
        REMATCH,
        Command("a", "again", N_("The same deal again; it does not count"), when=lambda self: self._can_repeat),
        Command(
            "o", "other_side", N_("The same deal from the other side; it does not count"),
            when=lambda self: self._can_repeat and not self._is_patience,
        ),
        Command("w", "watch", N_("Watch the replay")),
        TURNING_POINT,
        REVIEW._replace(when=lambda self: self._can_review),
        SHEET._replace(when=lambda self: bool(self._face.sides)),
        COPY,
        DUEL._replace(when=lambda self: self._can_duel),
        COMPARE_DEAL._replace(when=lambda self: self._path is not None),
        PRACTICE, NEW_GAME, TO_TITLE, COLOURS, HELP, QUIT,
    )  # fmt: skip
    KEY_LINE: tuple[Command, ...] = (
        CHOOSE,
        ACROSS._replace(words=N_("move")),
        SCROLL._replace(now=lambda self: self._page.show_vertical_scrollbar),
        DUEL._replace(words=N_("answer"), now=lambda self: self._challenger is not None),
        REVIEW,
        COMPARE_DEAL._replace(now=lambda self: self.session.standing.is_repeat),
        TURNING_POINT._replace(now=lambda self: self._learns("turning_point")),
        PRACTICE._replace(now=lambda self: self._learns("practice")),
        COPY, SHEET, DUEL._replace(now=lambda self: self._challenger is None), HELP, TO_TITLE, QUIT, PALETTE,
    )  # fmt: skip

    def __init__(self, session: AnySession) -> None:
        super().__init__()
        assert session.outcome is not None, "the result is shown of a finished game"
        self.session, self._outcome = session, session.outcome
        self._path = session.path
        self._deal = deal_of(session)
        self._series = series_after(session)
        self._is_first = series_before(session.header) is None
        self._found: Review | None = None
        self._company: texts.Company | None = None
        """How it compares with other games, once that is known."""
        self._reviewing: Worker[Review | None] | None = None
        """Reviews the game; None where there are no choices to review."""
        self._comparing: Worker[texts.Company] | None = None
        self._is_patience = len(session.seats) == 1
        part = part_of(session.header) if self._path else None
        self._challenger = printable(part.challenger) if isinstance(part, Answering) else None
        """Who waits for the answer to their challenge."""
        self._can_duel = self._challenger is not None or bool(self._path and not why_not(session))
        self._can_review = self._path is not None and can_be_reviewed(session.game)
        self._quiet_since = inf
        """When this screen was first seen, or the last key came that was not meant for it."""
        self._rules = table_rules(session.game.name)
        self._has_choices = texts.has_choices(session)
        self._can_repeat = self._deal is not None and (self._has_choices or not self._is_patience)
        self._dial = self._rules.dial_model(self._model)
        self._lesson = None if self._looks_back and self._challenger is None else self._next_lesson()
        """What to learn next; None while that is being looked for, or if there is nothing."""
        self._word()

    def compose(self) -> ComposeResult:
        yield from super().compose()
        with Page(can_focus=False, id="result"):
            with Horizontal(id="head"):
                is_won = texts.is_own_win(self.session)
                yield Banner(Words(texts.headline(self.session), "$gold" if is_won else "$bright"))
                if self._face.trophy is not None and is_won:
                    for scale, size in ((1, "-small"), (2, "-large")):
                        drawn = "\n".join(trophy(self._face.trophy, scale))
                        yield Static(Content.styled(drawn, "$gold"), classes=f"trophy {size}")
            with Container(id="columns"):
                with Container(id="texts"):
                    with Vertical(id="left"):
                        yield from self._outcome_parts()
                    with Vertical(id="right"):
                        yield Static(id="badges")
                        if self._looks_back:
                            yield Static(Content.styled(glyphs().words(_(SEARCHING)), "$quiet"), id="happened")
                        yield TextButton(Content(), "learn", id="lesson")
                        if self._looks_back:
                            yield WinCurve(id="curve")
                        yield Static(id="record")
                if self._dial is not None:
                    self.add_class("-clock")
                    with Vertical(id="clock"):
                        yield Dial()
            yield self._menu()

    def _outcome_parts(self) -> ComposeResult:
        session = self.session
        names = session.names_at_table
        history = [event for position in session.positions for event in position.events]
        ending = session.game.words.ending(history, session.state, names, self._reviewed)
        yield Static(card_text(ending, "$bright"), id="verdict")
        if not self._is_first and not self._is_patience:
            style = "$gold" if self._series.winners else "bold"
            told = self._series.words(names, session.game.sides(session.options))
            yield Static(Content.styled(glyphs().words(told), style), id="score")
        if not self._face.sides:
            yield Players(player_blocks(session, self._outcome, self._face))
            return
        yield Standings(tuple(map(self._standing, self._face.sides)))
        if self._sheet is not None:
            with Vertical(id="scores"):
                yield ScoreHeading(self._sheet)
                yield ScoreTable(self._sheet)

    def _menu(self) -> ResultMenu:
        return ResultMenu(self.session, self._series, can_repeat=self._can_repeat, watched=self.watched)

    @property
    def _model(self) -> AnyTableModel:
        player = player_view(self.session, self._reviewed, self._reviewed, active=False, in_play=True)
        return TableModel(player, Selection(), terminal=terminal())

    def _standing(self, side: SideScore) -> StandingModel:
        names, seats = self.session.names_at_table, side.seats
        sided = listed([label(names, seat) for seat in sorted(seats, key=lambda seat: not is_you(names, seat))])
        won = any(seat in self._outcome.winners for seat in side.seats)
        return StandingModel(sided, texts.how_played(self.session, side.seats), side.score, won, side.gained)

    def fill(self) -> None:
        if self._dial is not None:
            self.query_one(Dial).model = self._dial
        self.watch(self._page, "show_vertical_scrollbar", self.refresh_keys, init=False)
        self.set_focus(self.query(MenuItem).first(), scroll_visible=False)
        self._show_news()
        self._look_around()

    async def speak(self) -> None:
        self._word()
        await super().speak()

    def on_mount(self) -> None:
        if self._looks_back:
            self._look_back()

    def _word(self) -> None:
        """Find the words of what is shown, but for what is found out meanwhile."""
        self._face = self._rules.result(self.session.state, self.session.events(self.session.last, None))
        self._sheet = self._rules.sheet(self._model) if self._face.sides else None
        self._line = line_to_paste(self.session, self._found)
        self._lesson = None if self._lesson is None else self._next_lesson()

    def _show_news(self) -> None:
        found, learned, company = self._found, self._lesson, self._company
        reached, record = (company.milestones, company.words) if company else ((), "")
        spent = "" if self.session.spent is None else self.session.spent.words()
        told = {
            "badges": Content("\n").join(
                Content.styled(glyphs().words(f" ★ {words} "), "bold $felt on $gold") for words in reached
            ),
            "lesson": Content() if learned is None else card_text(learned.words),
            "record": Content.styled(glyphs().words("\n".join(filter(None, (spent, record)))), "$quiet"),
        }
        if found is not None:
            happened = (what_happened(self.session, found), company.run if company else "")
            told["happened"] = card_text(" ".join(filter(None, happened)), "bold $bright")
            point = self.session.last if learned is None or learned.point is None else learned.point
            self.query_one(WinCurve).model = curve_model(found, point)
        for part, words in told.items():
            text = self.query_one(f"#{part}", Static)
            text.update(words)
            text.display = bool(words)
        right = self.query_one("#right")
        right.display = any(part.display for part in right.children)
        self.set_class(found is not None, "-found")
        self.refresh_keys()

    @property
    def _looks_back(self) -> bool:
        """Whether there are choices to review: the game is kept, and can be reviewed."""
        return self._can_review and self._has_choices

    def _look_back(self) -> None:
        """Review the game; that is kept for the review screen."""
        self._reviewing = run_in_thread(self, self._review, self._tell_review)

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
        work = partial(texts.among_others, self.app.archive, self.session, utc_today())
        self._comparing = run_in_thread(self, work, self._tell_record, exit_on_error=False)

    def _tell_record(self, company: texts.Company) -> None:
        self._company = company
        self._show_news()

    def _tell_review(self, found: Review | None) -> None:
        if found is None:
            return  # nobody waited for it
        self._found = found
        self._lesson = self._next_lesson()
        self._line = line_to_paste(self.session, found)
        self._look_around()  # it may be a milestone
        self._show_news()

    def _next_lesson(self) -> texts.NextLesson | None:
        if self._challenger is not None:
            return texts.NextLesson(waits_words(self._challenger, spoken(terminal(), DUEL)), DUEL.action)
        keys = texts.LessonKeys(*(spoken(terminal(), command) for command in (TURNING_POINT, PRACTICE, NEW_GAME)))
        return texts.lesson(self.session, self._found, keys)

    def _learns(self, action: str) -> bool:
        return self._lesson is not None and self._lesson.action == action

    @on(WinCurve.Sought)
    def _sought(self, event: WinCurve.Sought) -> None:
        if self._path is not None:
            self.app.watch_again(self._path, event.point)

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
        self._end_count()

    def _end_count(self) -> None:
        for standings in self.query(Standings):
            standings.finish()

    async def action_choose(self) -> None:
        """Do what the focused line says, unless the click on its key was the second of two."""
        if is_fresh(keys_of(terminal(), ENTER)[0], _now(), self._quiet_since):
            await super().action_choose()

    def action_page_down(self) -> None:
        self._page.scroll_page_down()

    def action_rematch(self) -> None:
        self.app.rematch(self.session)

    def action_again(self) -> None:
        self.app.deal_again(self.session)

    def action_other_side(self) -> None:
        self.app.deal_again(self.session, other_side=True)

    def action_watch(self) -> None:
        if self._path is not None:
            self.app.watch_again(self._path)

    async def action_learn(self) -> None:
        if self._lesson is not None:
            await self.run_action(self._lesson.action)

    def action_turning_point(self) -> None:
        learned = self._lesson
        if self._path is not None and self._found is not None and learned is not None and learned.point is not None:
            words = mistake_words(self.session, self._found.all_turns[learned.point])
            self.app.watch_again(self._path, learned.point - 1, words)

    def action_practice(self) -> None:
        self.app.open(PracticeRoute())

    def action_next_form(self) -> None:
        game = self.session.game
        preset = game.preset(self.session.options)
        self.app.open(SetupRoute(game.name, next(other for other in game.presets if other.name != preset.name)))

    def action_review(self) -> None:
        if self._path is not None:
            self.app.review_game(self._path, self._reviewed)
            if self.app.screen is not self and self._reviewing is not None and not self._reviewing.is_finished:
                self._reviewing.cancel()  # the review screen makes the same review

    def action_compare_deal(self) -> None:
        if self._path is not None:
            loaded = self.app.read_game(self._path)
            if loaded is not None:
                self.app.push_screen(SameDealScreen(loaded))

    def action_sheet(self) -> None:
        if self._sheet is not None:
            self.app.push_screen(SheetScreen(self._sheet))

    def action_duel(self) -> None:
        """Show the line that challenges a friend with this game, or that answers one."""
        assert self._path is not None, "a game in a log is fit for a duel"
        try:
            line = line_of(self.app.archive, self._path)
        except DuelError as error:
            self.notify(sentence(str(error)), severity="error", markup=False)
        except LogError as error:
            self.app.complain(error)
        else:
            key, friend = spoken(terminal(), ON_TITLE), self._challenger
            model = challenge_model(line, key) if friend is None else answer_model(line, friend, key)
            self.app.lay(DuelRoute(model))

    def action_copy(self) -> None:
        about = _("It is deal {number}.", number=grouped(self._deal.number)) if self._deal else _(NO_CODE)
        self.app.copy(self._line, f"{_(PASTE)} {about}")

    def action_new_game(self) -> None:
        self.app.open(SetupRoute(self.session.game.name, self.session.game.preset(self.session.options)))

    def action_title(self) -> None:
        self.app.open(TitleRoute())

    @property
    def help_game(self) -> str:
        return self.session.game.preset(self.session.options).name


ON_TITLE: Final = ENTER_DEAL._replace(name="title.enter_deal")
"""Where the line is entered that a friend sends back."""


def _now() -> float:
    """The time on the clock of events, which is not the same on every system."""
    return events.Event().time
