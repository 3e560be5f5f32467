"""The result screen: who won and why, and each player's cards or score."""

from dataclasses import replace
from functools import partial
from math import inf
from typing import Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from clockspades.daily.daily import line_to_paste, utc_today
from clockspades.duel.duel import Answering, line_of, part_of, why_not
from clockspades.duel.duel_words import answer_model, challenge_model, waits_words
from clockspades.duel.packing import DuelError
from clockspades.engine.phrases import listed, sentence
from clockspades.engine.session import AnySession
from clockspades.engine.share import NO_CODE, deal_of, write_code
from clockspades.engine.story import review
from clockspades.engine.text import printable
from clockspades.engine.wording import is_you, label
from clockspades.games.catalogue import table_rules
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
from clockspades.tui.layout.result_layout import PlacedPart, ResultLayout, result_layout
from clockspades.tui.screens.duel_screen import DUEL
from clockspades.tui.screens.kinds import ACROSS, CHOOSE, MenuScreen
from clockspades.tui.screens.result_parts import (
    Players,
    ResultMenu,
    Shown,
    badge_words,
    player_blocks,
    remark_lines,
    result_parts,
)
from clockspades.tui.screens.saved import COMPARE_DEAL, SameDealScreen
from clockspades.tui.screens.sheet import ScoreHeading, ScoreTable, SheetScreen
from clockspades.tui.texts.result_words import (
    Company,
    LessonKeys,
    NextLesson,
    among_others,
    has_choices,
    headline,
    how_played,
    is_own_win,
    lesson,
)
from clockspades.tui.textual_fixes.input_gate import is_fresh
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.charts import SkillBars, WinCurve
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.menu_item import MenuItem, TextButton
from clockspades.tui.widgets.standings import StandingModel, Standings

ROOM: Final = Content("\n")
"""What stands in the place of the lesson until the game is reviewed, so that nothing has to make room for it then."""
SEARCHING: Final = "Reviewing your choices…"
COPIES: Final = "Copy the result in one line, for a friend."
"""What stands in the place of that line where there is no room for it."""

TURNING_POINT: Final = Command(
    "p", "turning_point", "Watch the replay from the costliest choice", "mistake", name="result.turning_point"
)
PRACTICE: Final = Command("x", "practice", "Practice: your mistakes, and puzzles", "practice", name="result.practice")
NEW_GAME: Final = Command("n", "new_game", "New game", name="result.new_game")
COPY: Final = Command("c", "copy", "Copy the result, with the code of the deal", "copy")
TO_TITLE: Final = Command("escape,t", "title", "Title", "title", stays=True)


class ResultPage(Container):
    """Holds the parts of the result, which stand where the layout says."""

    class Resized(Message):
        """It has another size."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())


class ResultScreen(MenuScreen):
    """How a game ended; its journal is closed."""

    CSS = """
    ResultScreen {
        /* The layout places every part: see layout/result.py. */
        #result { width: 100%; height: 1fr; }
        #result > * { position: absolute; }

        #players { layout: vertical; overflow: hidden; }
        .player { width: 100%; height: auto; margin: 0 0 1 0; }
        .player > * { width: 100%; height: auto; }
        .player CardRow { height: 3; }
        .-rows-7 CardRow { height: 7; }
        .-rows-5 CardRow { height: 5; }
        .cards, .-text CardRow { display: none; }
        .-text .cards { display: block; }
        .-text .player, .-names .player { margin: 0; }
        .-names CardRow, .-names .hand { display: none; }

        ScoreHeading { width: 100%; height: 1; text-wrap: nowrap; }
        ScoreTable { width: auto; max-width: 100%; height: auto; text-wrap: nowrap; }
        #clock Dial { width: 100%; height: 100%; }

        TextButton { pointer: pointer; }
        TextButton:hover { background: $pointed; color: $pointed-edge; }

        #curve {
            & > .curve--words { background: $felt; color: $quiet; }
            & > .curve--fill { background: $felt; color: $gold; }
            & > .curve--mistake { background: $felt; color: $text-red; text-style: bold; }
            & > .curve--cursor { background: $felt; color: $text-black; text-style: bold; }
        }

        /* What can be played next, and what else can be done: beside each other if there is room. */
        #menu { overflow: hidden; }
        #menu Horizontal { width: 100%; height: 1; }
        &.-normal #menu, &.-roomy #menu, &.-large #menu { layout: horizontal; }
        &.-normal #menu Horizontal, &.-roomy #menu Horizontal, &.-large #menu Horizontal { width: auto; }
        #menu MenuItem { width: auto; padding: 0 1 0 0; }
    }
    """
    AUTO_FOCUS = ""  # that would scroll to the menu
    escape_leaves = True
    commands: tuple[Command, ...] = (
        Command("r", "rematch", "Rematch; another player starts"),
        Command("a", "again", "The same deal again; it does not count", when=lambda self: self._can_repeat),
        Command(
            "o",
            "other_side",
            "The same deal from the other side; it does not count",
            when=lambda self: self._can_repeat and not self._is_patience,
        ),
        Command("w", "watch", "Watch the replay"),
        TURNING_POINT,
        REVIEW._replace(when=lambda self: self._can_review),
        SHEET._replace(when=lambda self: bool(self._face.sides)),
        COPY,
        DUEL._replace(when=lambda self: self._can_duel),
        COMPARE_DEAL._replace(when=lambda self: self._path is not None),
        PRACTICE,
        NEW_GAME,
        TO_TITLE,
        COLOURS,
        HELP,
        QUIT,
    )
    KEY_LINE: tuple[Command, ...] = (
        CHOOSE,
        ACROSS._replace(words="move"),
        DUEL._replace(words="answer", now=lambda self: self._challenger is not None),
        REVIEW,
        COMPARE_DEAL._replace(now=lambda self: self.session.standing.is_repeat),
        TURNING_POINT._replace(now=lambda self: self._learns("turning_point")),
        PRACTICE._replace(now=lambda self: self._learns("practice")),
        SHEET, COPY, DUEL._replace(now=lambda self: self._challenger is None), HELP, TO_TITLE, QUIT, PALETTE,
    )  # fmt: skip

    def __init__(self, session: AnySession) -> None:
        super().__init__()
        assert session.outcome is not None, "the result is shown of a finished game"
        self.session, self._outcome = session, session.outcome
        self._path = session.path
        self._deal = deal_of(session)
        self._code = write_code(*self._deal) if self._deal else ""
        self._line = line_to_paste(session, self._code)
        self._series = series_after(session)
        self._is_first = series_before(session.header) is None
        self._found: Review | None = None
        """The review, once it is made."""
        self._company: Company | None = None
        """How it compares with other games, once that is known."""
        self._reviewing: Worker[Review | None] | None = None
        """Reviews the game; None where there are no choices to review."""
        self._comparing: Worker[Company] | None = None
        """Compares the game with others."""
        self._is_patience = len(session.seats) == 1
        part = part_of(session.header) if self._path else None
        self._challenger = printable(part.challenger) if isinstance(part, Answering) else None
        """Who waits for the answer to their challenge."""
        self._can_duel = self._challenger is not None or bool(self._path and not why_not(session))
        self._can_review = self._path is not None and can_be_reviewed(session.game)
        self._laid_out_in: Size | None = None
        self._result_layout: ResultLayout = {}
        """Where its parts stand in that size."""
        self._quiet_since = inf
        """When this screen was first seen, or the last key came that was not meant for it."""
        self._rules = table_rules(session.game.name)
        self._face = self._rules.result(session.state, session.events(session.last, None))
        self._has_choices = has_choices(session)
        self._can_repeat = bool(self._code) and (self._has_choices or not self._is_patience)
        self._dial = self._rules.dial_model(self._model)
        self._lesson = None if self._looks_back and self._challenger is None else self._next_lesson()
        """What to learn next; None while that is being looked for, or if there is nothing."""
        self._shown = self._with_news(self._shown_at_first())

    def compose(self) -> ComposeResult:
        """Every part that there can be; the layout says which are shown."""
        yield from super().compose()
        shown = self._shown
        with ResultPage(id="result"):
            yield Banner(
                Words(shown.headline, "$gold" if is_own_win(self.session) else "$bright"), double=0, id="winner"
            )
            yield Static(id="trophy")
            yield Static(shown.verdict, id="verdict")
            yield Static(shown.score or "", id="score")
            if shown.sides:
                yield Standings(shown.sides, id="standings")
            else:
                yield Players(shown.players)
            if shown.sheet:
                with Vertical(id="scores"):
                    yield ScoreHeading(shown.sheet)
                    yield ScoreTable(shown.sheet)
            yield Static(id="badges")
            yield TextButton(Content(), "learn", id="lesson")
            yield Static(id="happened")
            yield SkillBars(id="bars")
            yield WinCurve(id="curve")
            if self._dial is not None:
                with Vertical(id="clock"):
                    yield Dial()
            yield Static(id="remarks")
            yield Static(id="record")
            yield TextButton(shown.line, "copy", id="line")
            yield self._menu()

    def _menu(self) -> ResultMenu:
        """What can be played next, and what else can be done."""
        return ResultMenu(self.session, self._series, can_repeat=self._can_repeat)

    def _shown_at_first(self) -> Shown:
        """What there is to show before anything is found out."""
        session, face, words = self.session, self._face, glyphs().words
        told = self._line if self._code else f"{self._line}\n{NO_CODE}"
        score = None
        if not self._is_first and not self._is_patience:
            style = "$gold" if self._series.winners else "bold"
            score = Content.styled(words(self._series.words(session.names_at_table)), style)
        return Shown(
            headline=headline(session),
            trophy=face.trophy if is_own_win(session) else None,
            verdict=card_text(session.game.words.verdict(session.state, session.names_at_table), "$bright"),
            score=score,
            sides=tuple(map(self._standing, face.sides)),
            players=() if face.sides else player_blocks(session, self._outcome, face),
            sheet=self._rules.sheet(self._model) if face.sides else None,
            badges=(),
            lesson=None,
            happened=None,
            has_dial=self._dial is not None,
            record=None,
            remarks=tuple(card_text(remark.words) for remark in review(session, session.names_at_table)),
            line=Content.styled(words(told), "$quiet"),
            brief_line=Content.styled(COPIES, "$quiet"),
        )

    def _with_news(self, shown: Shown) -> Shown:
        """The same with what has been found out."""
        words, found, learned, company = glyphs().words, self._found, self._lesson, self._company
        happened = None
        lesson = ROOM if self._looks_back and found is None else None
        if found is not None and self._has_choices:
            happened = card_text(what_happened(self.session, found), "bold $bright")
        elif self._looks_back:
            happened = Content.styled(words(SEARCHING), "$quiet")
        return replace(
            shown,
            badges=company.milestones if company else (),
            lesson=lesson if learned is None else card_text(learned.words),
            happened=happened,
            record=Content.styled(words(company.words), "$quiet") if company and company.words else None,
        )

    @property
    def _model(self) -> AnyTableModel:
        """The table as the game left it."""
        player = player_view(self.session, self._reviewed, self._reviewed, active=False, in_play=True)
        return TableModel(player, Selection(), terminal=terminal())

    def _standing(self, side: SideScore) -> StandingModel:
        names, seats = self.session.names_at_table, side.seats
        sided = listed([label(names, seat) for seat in sorted(seats, key=lambda seat: not is_you(names, seat))])
        won = any(seat in self._outcome.winners for seat in side.seats)
        return StandingModel(sided, how_played(self.session, side.seats), side.score, won, side.gained)

    def on_mount(self) -> None:
        """Show the keys, and look around."""
        if self._dial is not None:
            self.query_one(Dial).model = self._dial
        self.query_one(WinCurve).visible = False  # its place is kept until the game is reviewed
        self._lay_out()
        self.set_focus(self.query(MenuItem).first(), scroll_visible=False)
        self._look_around()
        if self._looks_back:
            self._look_back()

    @on(ResultPage.Resized)
    def _lay_out(self) -> None:
        """Show what there is room for, in its place."""
        shown = self._shown
        size = self.query_one(ResultPage).size or self.app.size
        self.query_one(ResultMenu).fit(size.width)
        before = self._result_layout if size == self._laid_out_in else {}
        self._laid_out_in, self._result_layout = size, result_layout(result_parts(shown, size), size, before)
        for widget in self.query("#result > *").results(Widget):
            placed = self._result_layout.get(widget.id or "")
            widget.display = placed is not None
            if placed is not None:
                x, y, width, height = placed.region
                widget.styles.offset = (x, y)
                widget.styles.width, widget.styles.height = width, height
                self._fill(widget, placed)
        self.refresh_keys()

    def _fill(self, widget: Widget, placed: PlacedPart) -> None:
        """Give a part what it shows in its form."""
        shown = self._shown
        match widget.id:
            case "winner":
                self.query_one(Banner).largest = int(placed.form)
            case "players":
                self.query_one(Players).take_form(placed.form)
            case "trophy" if shown.trophy is not None:
                drawn = "\n".join(trophy(shown.trophy, int(placed.form)))
                self.query_one("#trophy", Static).update(Content.styled(drawn, "$gold"))
            case "badges":
                each = (Content.styled(f" {title} ", "bold $felt on $gold") for title in shown.badges)
                words = badge_words(shown.badges) if placed.form else Content("\n").join(each)
                self.query_one("#badges", Static).update(words)
            case "lesson":
                widget.visible = self._lesson is not None
                self.query_one("#lesson", TextButton).update(shown.lesson or "")
            case "happened":
                self.query_one("#happened", Static).update(shown.happened or "")
            case "bars":
                self.query_one(SkillBars).review = self._found
            case "curve" if self._found is not None:
                learned = self._lesson
                point = learned.point if learned is not None else None
                curve = self.query_one(WinCurve)
                curve.model = curve_model(self._found, self.session.last if point is None else point)
                curve.visible = True
            case "remarks":
                lines = remark_lines(shown.remarks, placed.region.width, placed.region.height)
                self.query_one("#remarks", Static).update(Content("\n").join(lines))
            case "record":
                self.query_one("#record", Static).update(shown.record or "")
            case "line":
                self.query_one("#line", TextButton).update(shown.brief_line if placed.form else shown.line)

    # -- what is found out while it is shown ---------------------------------------------------------

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
        work = partial(among_others, self.app.archive, self.session, utc_today())
        self._comparing = run_in_thread(self, work, self._tell_record, exit_on_error=False)

    def _tell_record(self, company: Company) -> None:
        self._company = company
        self._show_again()

    def _tell_review(self, found: Review | None) -> None:
        if found is None:
            return  # nobody waited for it
        self._found = found
        self._lesson = self._next_lesson()
        self._look_around()  # it may be a milestone
        self._show_again()

    def _show_again(self) -> None:
        """Show what has been found out."""
        self._shown = self._with_news(self._shown)
        self._lay_out()

    def _next_lesson(self) -> NextLesson | None:
        if self._challenger is not None:
            return NextLesson(waits_words(self._challenger, spoken(terminal(), DUEL)), DUEL.action)
        keys = LessonKeys(*(spoken(terminal(), command) for command in (TURNING_POINT, PRACTICE, NEW_GAME)))
        return lesson(self.session, self._found, keys)

    def _learns(self, action: str) -> bool:
        """Whether the lesson is this action."""
        return self._lesson is not None and self._lesson.action == action

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
        if is_fresh(keys_of(terminal(), ENTER)[0], _now(), self._quiet_since):
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
        if self._path is not None:
            self.app.watch_again(self._path)

    async def action_learn(self) -> None:
        """Show what the lesson speaks of."""
        if self._lesson is not None:
            await self.run_action(self._lesson.action)

    def action_turning_point(self) -> None:
        """Show the replay at the most costly choice."""
        learned = self._lesson
        if self._path is not None and self._found is not None and learned is not None and learned.point is not None:
            words = mistake_words(self.session, self._found.all_turns[learned.point])
            self.app.watch_again(self._path, learned.point - 1, words)

    def action_practice(self) -> None:
        self.app.open(PracticeRoute())

    def action_next_form(self) -> None:
        """Open the setup of another form of this game."""
        game = self.session.game
        preset = game.preset(self.session.options)
        self.app.open(SetupRoute(game.name, next(other for other in game.presets if other.name != preset.name)))

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
        if self._shown.sheet is not None:
            self.app.push_screen(SheetScreen(self._shown.sheet))

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
        """Copy the result to the clipboard, if the terminal has one."""
        number = f" It is deal {self._deal.number:,}." if self._deal else ""
        self.app.copy(self._line, f"Paste it to a friend.{number}")

    def action_new_game(self) -> None:
        self.app.open(SetupRoute(self.session.game.name, self.session.game.preset(self.session.options)))

    def action_title(self) -> None:
        self.app.open(TitleRoute())

    @property
    def help_game(self) -> str:
        return self.session.game.name


ON_TITLE: Final = ENTER_DEAL._replace(name="title.enter_deal")
"""Where the line is entered that a friend sends back."""


def _now() -> float:
    """The time on the clock of events, which is not the same on every system."""
    return events.Event().time
