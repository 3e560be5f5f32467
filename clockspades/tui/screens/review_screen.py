"""The review of a finished game: luck, skill, the win chance step by step, and the choices that cost the most."""

from copy import copy
from dataclasses import replace
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.reactive import reactive
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from clockspades.language import N_, _
from clockspades.replay import caption, views_of
from clockspades.review import review_words
from clockspades.review.kept_reviews import kept_review
from clockspades.review.review import Review
from clockspades.review.review_model import curve_model
from clockspades.routes import ReplayRoute
from clockspades.saved.log import LoadedLog
from clockspades.table.commands import PLAY_ON, REVIEW, Command, closing
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import spoken, terminal
from clockspades.table.widget_models import LineModel
from clockspades.tui.bindings import STEP, STEPS
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.screens.kinds import CLOSE, Overlay
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.screens.stepping import at_step
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.charts import SkillBars, WinCurve
from clockspades.tui.widgets.rows import NOWHERE, Rows, RowsPane

OPEN: Final = Command("enter,space", "open", N_("Show the position in the replay"), N_("show"), name="review.open")
_PREVIOUS_MISTAKE: Final = Command("up", "next_mistake(-1)", N_("Previous mistake"), name="previous_mistake")
_NEXT_MISTAKE: Final = Command("down", "next_mistake(1)", N_("Next mistake"), N_("mistakes"), name="next_mistake")
NEXT_MISTAKE: Final = _NEXT_MISTAKE._replace(shown=(_PREVIOUS_MISTAKE, _NEXT_MISTAKE))
EDGES: Final = 2
"""The columns of an edge beside its words, but for its corners."""
PLAYER: Final = Command("v", "player", N_("Review the next player"), N_("player"))


class ReviewScreen(Overlay):
    """One player's review; from each step the way leads into the replay."""

    CSS = """
    ReviewScreen .panel {
        max-width: 140;
        height: 100%;
        max-height: 40;

        & > * { display: none; width: 100%; height: auto; }
        & > #progress { display: block; margin: 1 0; }
    }

    ReviewScreen.-found .panel {
        & > * { display: block; }
        & > #progress, & > .-empty { display: none; }
        & > #happened { color: $bright; text-style: bold; }
        & > SkillBars { height: 2; }
        & > WinCurve { height: 1fr; min-height: 4; }
        & > #step { height: 3; text-wrap: wrap; }
        & > RowsPane { max-height: 33%; }
    }

    ReviewScreen.-found.-high .panel {
        padding: 1 2;
        & > WinCurve, & > #step, & > #finding { margin: 1 0 0 0; }
    }

    ReviewScreen.-found.-short #step { height: 2; }
    """
    VERTICAL_BREAKPOINTS = SizedScreen.VERTICAL_BREAKPOINTS
    commands: tuple[Command, ...] = (OPEN, _PREVIOUS_MISTAKE, NEXT_MISTAKE, *STEPS, PLAYER, closing(REVIEW))
    KEY_LINE: tuple[Command, ...] = (
        OPEN._replace(now=lambda self: self._shown is not None),
        NEXT_MISTAKE._replace(now=lambda self: self._shown is not None and bool(self._stops)),
        STEP._replace(now=lambda self: self._shown is not None),
        PLAYER._replace(now=lambda self: len(self._session.seats) > 1),
        CLOSE,
    )

    seat: reactive[int] = reactive(0, init=False)
    point: reactive[int] = reactive(0, init=False)

    def __init__(self, loaded: LoadedLog, seat: int) -> None:
        super().__init__()
        self._loaded, self._session = loaded, loaded.session
        self._reviews: dict[int, Review] = {}
        self._points: list[int | None] = []
        """The point of each row in the list: None where it is no mistake."""
        self._worker: Worker[Review | None] | None = None
        self.set_reactive(ReviewScreen.seat, seat)

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel"):
            yield Static(id="progress")
            yield Static(id="happened")
            yield SkillBars()
            yield WinCurve()
            yield Line(id="step")
            yield Static(id="finding")
            with RowsPane():
                yield Rows(has_mark=False)

    def fill(self) -> None:
        self.watch_seat()

    async def speak(self) -> None:
        point = self.point
        await super().speak()
        self.point = point

    def watch_seat(self) -> None:
        is_you = self._session.humans == (self.seat,)
        title = _("Review of your game") if is_you else _("Review: {name}", name=self._session.names[self.seat])
        self.query_one(".panel").border_title = Content(title)
        if self._worker is not None:
            self._worker.cancel()
        if self._shown is not None:
            self._show_review()
        else:
            self.remove_class("-found")
            self.query_one(".panel").border_subtitle = ""
            self._show_progress(0)
            self._worker = run_in_thread(self, partial(self._review, self.seat), self._found_out)
        self.refresh_keys()

    def _review(self, seat: int) -> Review | None:
        """The review: the one that is kept, or one that is made in a thread until the screen is left."""
        worker = get_current_worker()

        def tell(point: int) -> bool:
            self.call_later(self._reached, seat, point)
            return not worker.is_cancelled

        return kept_review(self.app.archive, self._session, self._loaded.path, seat, tell)

    def _reached(self, seat: int, point: int) -> None:
        if seat == self.seat:
            self._show_progress(point)

    def _show_progress(self, point: int) -> None:
        last = self._session.last
        line = self.query_one("#progress", Static)
        done = (line.size.width or self.size.width // 2) * min(point, last) // max(last, 1)
        bar = Content.styled(glyphs().heavy.across * done, "$gold")
        line.update(Content(glyphs().words(review_words.progress(min(point, last), last))) + Content("\n") + bar)

    def _found_out(self, found: Review | None) -> None:
        if found is None:
            return  # nobody waited for it
        self._reviews[found.seat] = found
        if found.seat == self.seat:
            self._show_review()
            self.refresh_keys()

    @property
    def _shown(self) -> Review | None:
        return self._reviews.get(self.seat)

    def _show_review(self) -> None:
        """Show what was found, with the cursor on the first mistake in the list, or at the end."""
        found = self._shown
        assert found is not None, "it was just found"
        rows: list[tuple[Content, int | None]] = []
        for kind in review_words.kinds_of_choices(self._session, found):
            if kind.heading:
                rows.append((Content.styled(glyphs().words(kind.heading), "$gold"), None))
            rows += [(card_text(f"{line.cost}  {line.words}"), line.point) for line in kind.mistakes]
        if rows and (points := review_words.points_words(found)):
            rows.append((Content.styled(glyphs().words(points), "$quiet"), None))
        self._points = [point for _, point in rows]
        others = {number for number, point in enumerate(self._points) if point is None}
        self.query_one(Rows).show([text for text, _ in rows], NOWHERE, others)
        self.query_one(RowsPane).set_class(not rows, "-empty")
        self.query_one(SkillBars).review = found
        for where, words in (
            ("#happened", review_words.what_happened(self._session, found)),
            ("#finding", review_words.finding(found)),
        ):
            self.query_one(where, Static).update(Content(glyphs().words(words)))
        self._show_hint()
        self.add_class("-found")
        self.set_reactive(ReviewScreen.point, self._stops[0] if self._stops else self._session.last)
        self.watch_point()

    def _show_hint(self) -> None:
        """Show what can be done with a mistake, as far as the edge of the panel has room for it."""
        show, play_on = (spoken(terminal(), command) for command in (OPEN, PLAY_ON))
        hints = (
            _("{show} shows a mistake, {play_on} there plays another move", show=show, play_on=play_on),
            _("{show} shows a mistake", show=show),
        )
        panel = self.query_one(".panel")
        fitting = (hint for hint in hints if cell_len(hint) <= panel.size.width - EDGES)
        panel.border_subtitle = Content(next(fitting, "") if self._stops else "")

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._show_hint)

    @property
    def cursor_screen_offset(self) -> Offset:
        """The mistake under the cursor if it is in the list, otherwise the words of the step."""
        rows = self.query_one(Rows)
        row = rows.region_of(rows.pointed)
        is_in_view = rows.pointed != NOWHERE and self.query_one(RowsPane).region.contains_region(row)
        return row.offset if is_in_view else self.query_one(Line).content_region.offset

    def watch_point(self) -> None:
        found = self._shown
        if found is None:
            return
        self.query_one(WinCurve).model = curve_model(found, self.point)
        session = self._session
        happened = caption(self._loaded, session.names_at_table, self.point, session.events(self.point, self.seat), "")
        words = " ".join(filter(None, (review_words.turn_words(found, self.point), happened)))
        self.query_one(Line).model = LineModel(at_step(self.point, words))
        here = self._points.index(self.point) if self.point in self._points else NOWHERE
        self.query_one(Rows).pointed = here

    @property
    def _stops(self) -> list[int]:
        return [point for point in self._points if point is not None]

    def validate_point(self, point: int) -> int:
        return min(max(point, 0), self._session.last)

    def action_step(self, steps: int) -> None:
        self.point += steps

    def action_first(self) -> None:
        self.point = 0

    def action_last(self) -> None:
        self.point = self._session.last

    def action_next_mistake(self, by: int) -> None:
        if stops := self._stops:
            at = stops.index(self.point) + by if self.point in stops else 0
            self.point = stops[min(max(at, 0), len(stops) - 1)]

    @on(Rows.Chosen)
    def _clicked(self) -> None:
        point = self._points[self.query_one(Rows).pointed]
        if point is not None:
            self.point = point
            self.action_open()

    @on(WinCurve.Sought)
    def _sought(self, event: WinCurve.Sought) -> None:
        self.point = event.point

    def action_open(self) -> None:
        """Show the replay at the cursor, as the player saw it: at a choice, before it was made."""
        found = self._shown
        if found is None:
            return
        turn = found.all_turns[self.point]
        is_own = turn.choice is not None and turn.choice.seat == self.seat
        at = self.point - 1 if is_own else self.point
        remark = review_words.mistake_words(self._session, turn) if turn in found.mistakes else ""
        # the replay goes through a session of its own, so that what lies below stays where it is
        loaded = replace(self._loaded, session=copy(self._session))
        view = views_of(self._session, over=True)[self.seat]
        self.app.lay(ReplayRoute(loaded, at, view.words, in_review=True, remark=remark))

    def action_player(self) -> None:
        if len(self._session.seats) > 1:
            self.seat = (self.seat + 1) % len(self._session.seats)
