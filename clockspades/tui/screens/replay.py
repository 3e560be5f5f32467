"""The replay screen: a saved game stepped through, by hand or by itself, with anyone's eyes."""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.reactive import var
from textual.timer import Timer

from clockspades.bots.evaluation import evaluating_bot
from clockspades.bots.reckoning import Reckoning, evaluating_player, reckoning
from clockspades.engine.archive import BRANCH_KEY
from clockspades.engine.log import Loaded, LogError
from clockspades.engine.rules import Event
from clockspades.engine.seating import play_on_seats
from clockspades.engine.series import series_before
from clockspades.engine.session import AnySession
from clockspades.engine.share import code_of
from clockspades.engine.story import review
from clockspades.engine.wording import Meaning
from clockspades.games.catalogue import table_rules
from clockspades.routes import ReplayRoute
from clockspades.table.commands import MEANING, REVIEW, SHEET, Command
from clockspades.table.glyphs import glyphs
from clockspades.table.inputs import Observed, ShowNote
from clockspades.table.model import player_view
from clockspades.table.update import asked_point
from clockspades.table.widget_models import Mark
from clockspades.tui.bindings import BACK, FOUR_COLOURS, HELP, PALETTE, QUIT, bind
from clockspades.tui.screens.game import LOG, GameScreen
from clockspades.tui.tables import table_of
from clockspades.tui.texts.captions import caption, fault, is_over, notes_by_point, wrong_line
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.timeline import Timeline, TimelineModel

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
SECONDS: Final = 1.6
"""How long each point stands at speed 1."""

STEP: Final = Command("right", "step(1)", "Step forward", "step", "←→")
NEXT_MARK: Final = Command("down", "seek_mark(1)", "Next mark", "marks", "↑↓")
PLAY: Final = Command("space", "play", "Play or pause")
VIEW: Final = Command("v", "view", "Change the view", "view")
PLAY_ON: Final = Command("b", "play_on", "Play on from here against bots", "play on")
SPEED: Final = Command("", "next_speed", words="speed", label="[ ]")


class View(NamedTuple):
    """Whose view is shown: one seat's, all seats' at once, or only what is public."""

    words: str
    seat: int | None = None
    all_open: bool = False


def views_of(session: AnySession, *, over: bool) -> tuple[View, ...]:
    """Every view of a game: each seat's, then all open, then all closed.

    Of a game that still goes on the one person who plays has their own, and several have none that shows a hand.
    """
    seats = tuple(View(f"{name}'s view", number) for number, name in enumerate(session.names))
    every = (*seats, View("all open", all_open=True), View("all closed"))
    if over or not session.humans:
        return every
    return (seats[session.humans[0]], every[-1]) if len(session.humans) == 1 else every[-1:]


def first_view(views: Sequence[View]) -> View:
    """The view that a replay opens with: all open if allowed, otherwise the person's own, or all closed."""
    return next((view for view in views if view.all_open), views[0])


class ReplayScreen(GameScreen):
    """A saved game, step by step. It is only read: to play on starts another game."""

    CSS_PATH = "replay.tcss"
    BINDINGS = bind(
        Command("left", "step(-1)", "Step back"),
        STEP,
        Command("up", "seek_mark(-1)", "Previous mark"),
        NEXT_MARK,
        Command("home", "first", "Go to the start"),
        Command("end", "last", "Go to the end"),
        PLAY,
        Command("left_square_bracket", "speed(-1)", "Slower"),
        Command("right_square_bracket", "speed(1)", "Faster"),
        VIEW,
        PLAY_ON,
        REVIEW,
        LOG,
        FOUR_COLOURS._replace(keys="4"),
        HELP,
        BACK,
        QUIT,
    )

    timeline: var[TimelineModel] = var(TimelineModel())

    def __init__(self, loaded: Loaded, point: int = 0, view: str = "") -> None:
        session = loaded.session
        own = table_rules(session.game.name).commands
        self._reckoners = frozenset(
            seat for seat in range(len(session.seats)) if evaluating_player(session, seat) is not None
        )
        """The seats whose bots say what they thought of each action."""
        explains = MEANING in own or self._reckoners
        super().__init__(session, (*((SHEET,) if SHEET in own else ()), *((MEANING,) if explains else ())))
        self.loaded, self._first = loaded, point
        self.views = views_of(self.session, over=is_over(loaded))
        self.view = next((each for each in self.views if each.words == view), first_view(self.views))
        self.near = self.session.humans[0] if self.session.humans else 0
        if self.view.seat is not None:
            self.near = self.view.seat
        self.speed = 1.0
        self._stepper: Timer | None = None
        self._notes = notes_by_point(loaded)
        self._remarks = review(self.session)
        """What the game says of its points now that it is over."""
        self._marks: tuple[Mark, ...] = ()
        self._can_review = is_over(loaded) and evaluating_bot(self.session.game, Random(0)) is not None

    def compose(self) -> ComposeResult:
        """The game's table, the timeline, and the keys."""
        yield from super().compose()
        yield table_of(self.session.game.name)()
        yield Timeline().data_bind(model=ReplayScreen.timeline)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the first point, and report an error in the log."""
        session = self.session
        history = tuple(session.events(point, None) for point in range(1, session.last + 1))
        noted = (Mark(point, glyphs().note) for point in self._notes)
        passed = (Mark(remark.point, glyphs().remark, 0) for remark in self._remarks if remark.point < session.last)
        self._marks = (*noted, *self.table.marks(history), *passed)
        self.follow_settings()
        self._go_to(self._first)
        if self.loaded.fault is not None:
            self.dispatch(ShowNote(f"This game can only be read up to a point: {wrong_line(self.loaded)}"))

    @property
    def playing(self) -> bool:
        """Whether the game steps on by itself."""
        return self._stepper is not None

    # -- what is shown ---------------------------------------------------------------------------------

    def _go_to(self, point: int) -> None:
        """Show a point, the nearest there is."""
        self.session.go_to(min(max(point, 0), self.session.last))
        self._show()

    def _show(self) -> None:
        """Show the point that the session is at."""
        session, view = self.session, self.view
        player = player_view(session, self.near, view.seat, active=False, all_open=view.all_open)
        said = (*self._notes.items(), *self._remarks)
        remarks = [(point, words) for point, words in said if point <= session.at]
        if session.at == session.last:
            remarks.append((session.last, fault(self.loaded)))
        player = player._replace(
            caption=self._caption(session.at),
            remarks=tuple(remark for remark in remarks if remark[1]),
            series=series_before(self.loaded.header),
            meanings=self._meanings(player.meanings),
        )
        self.dispatch(Observed(player))
        self._show_controls()

    def _meanings(self, shown: Sequence[Meaning | None]) -> tuple[Meaning | None, ...]:
        """What actions show; where it is nothing, there is still what a bot reckoned with."""
        seats = [position.seat for position in self.session.positions[1 : len(shown) + 1]]
        return tuple(
            Meaning(seat, ()) if meaning is None and seat is not None and self._may_reckon(seat) else meaning
            for seat, meaning in zip(seats, shown)
        )

    def _may_reckon(self, seat: int) -> bool:
        """Whether this view may show what the bot in a seat reckoned with, and it did reckon."""
        return seat in self._reckoners and (self.view.all_open or self.view.seat == seat)

    def reckoning(self, point: int) -> Reckoning | None:
        seat = self.session.position(point).seat
        is_open = seat is not None and (self.view.all_open or self.view.seat == seat)
        return reckoning(self.session, point) if is_open else None

    def _show_controls(self) -> None:
        """Show how the game is stepped through."""
        over = is_over(self.loaded)
        others = [name for number, name in enumerate(self.session.names) if number != self.near]
        self.timeline = TimelineModel(
            point=self.session.at,
            last=self.session.last,
            marks=self._marks,
            near=self.near,
            sides=(others[0] if len(others) == 1 else "others" if others else "", self.session.names[self.near]),
            playing=self.playing,
            speed=f"{self.speed:g}x",
            view=self.view.words,
            views=tuple(view.words for view in self.views),
            sign=glyphs().wrong if self.loaded.fault else glyphs().ended if over else glyphs().open,
            ending=self._ending_in_short(over),
        )
        self.query_one(KeyLine).keys = self._keys()

    def _ending_in_short(self, over: bool) -> str:
        if self.loaded.fault is not None:
            return f"error: line {self.loaded.fault.line}"
        return "finished" if over else "not finished"

    def _caption(self, point: int) -> str:
        """What happened at a point, in this view."""
        remarks = (self._notes.get(point, ""), *(words for at, words in self._remarks if at == point))
        return caption(self.loaded, point, self._events(point), " ".join(filter(None, remarks)))

    def _events(self, point: int) -> tuple[Event, ...]:
        session = self.session
        return session.position(point).events if self.view.all_open else session.events(point, self.view.seat)

    def _keys(self) -> tuple[Command, ...]:
        play = PLAY._replace(words="pause" if self.playing else "play")
        view = (VIEW,) if len(self.views) > 1 else ()
        explain = (MEANING,) if asked_point(self.table.rules, self.state) is not None else ()
        review = (REVIEW,) if self._can_review else ()
        return (STEP, play, NEXT_MARK, *view, PLAY_ON, *review, HELP, SPEED, QUIT, LOG, *explain, PALETTE)

    # -- stepping --------------------------------------------------------------------------------------

    def action_step(self, points: int) -> None:
        """Step forward or back, and stop playing."""
        self._travel(self.session.at + points)

    def action_first(self) -> None:
        """Go to the point before the deal."""
        self._travel(0)

    def action_last(self) -> None:
        """Go to the last point."""
        self._travel(self.session.last)

    def action_seek_mark(self, direction: int) -> None:
        """Go to the nearest mark after the point shown, or before it; the ends count as marks."""
        here = self.session.at
        stops = {0, self.session.last, *(mark.point for mark in self._marks)}
        if direction > 0:
            self._travel(min((stop for stop in stops if stop > here), default=here))
        else:
            self._travel(max((stop for stop in stops if stop < here), default=here))

    def _travel(self, point: int) -> None:
        self._pause()
        self._go_to(point)

    @on(Timeline.Sought)
    def _sought(self, event: Timeline.Sought) -> None:
        self._travel(event.point)

    @on(Timeline.Pointed)
    def _pointed(self, event: Timeline.Pointed) -> None:
        """Show the caption of the point under the pointer."""
        note = "" if event.point is None else f"Step {event.point}: {self._caption(event.point)}"
        self.dispatch(ShowNote(note))

    def on_mouse_scroll_down(self) -> None:
        """Step on with the wheel; over the log it scrolls that."""
        self.action_step(1)

    def on_mouse_scroll_up(self) -> None:
        """Step back with the wheel."""
        self.action_step(-1)

    # -- playing ---------------------------------------------------------------------------------------

    def action_play(self) -> None:
        """Play and pause; at the end, play from the beginning."""
        if self.playing or not self.session.last:
            self._pause()
        else:
            self._play()
            if self.session.at == self.session.last:
                self._go_to(0)
        self._show_controls()

    def action_speed(self, faster: int) -> None:
        """Play faster or slower, as far as it goes."""
        number = SPEEDS.index(self.speed) + faster
        self._set_speed(SPEEDS[min(max(number, 0), len(SPEEDS) - 1)])

    def action_next_speed(self) -> None:
        """Play faster, and after the fastest at the slowest: a click on the speed."""
        self._set_speed(SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)])

    def _set_speed(self, speed: float) -> None:
        self.speed = speed
        if self.playing:
            self._play()
        self._show_controls()

    def _play(self) -> None:
        """Step forward on a timer."""
        self._pause()
        self._stepper = self.set_interval(SECONDS / self.speed, self._tick)

    def _pause(self) -> None:
        if self._stepper is not None:
            self._stepper.stop()
            self._stepper = None

    def _tick(self) -> None:
        if self.session.at + 1 >= self.session.last:
            self._pause()
        self._go_to(self.session.at + 1)

    def on_screen_suspend(self) -> None:
        """Pause while something else is shown."""
        if self.playing:
            self._pause()
            self._show_controls()

    # -- views, and away from here ---------------------------------------------------------------------

    def action_view(self) -> None:
        """Show the next view; a seat's is shown from its side of the table."""
        self.view = self.views[(self.views.index(self.view) + 1) % len(self.views)]
        if self.view.seat is not None:
            self.near = self.view.seat
        self._show()

    def action_play_on(self) -> None:
        """Play on from this point: a person at the near side, and the game's best bot in every other seat."""
        self._pause()
        self._show_controls()
        session = self.session
        if session.to_act is None:
            why = "The game is over here" if session.outcome is not None else "The cards are not dealt yet"
            self.dispatch(ShowNote(f"{why}. Step to a turn that you want to play on from."))
            return
        seats = play_on_seats(session.game, session.seats, self.near)
        try:
            code = code_of(self.loaded.header, session)
            branch = self.app.archive.fork(session, seats, code=code, mark=BRANCH_KEY)
        except LogError as error:
            self.app.complain(error)
            return
        self.app.open_table(branch, ReplayRoute(self.loaded, session.at, self.view.words))

    @property
    def _is_in_review(self) -> bool:
        """Whether this shows a position of the review that lies below it."""
        return self.app.screen_stack[0] is not self

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether this game has the action."""
        return action != "review" or self._can_review

    def action_review(self) -> None:
        """Review the game for the seat on this side, or go back to the review that this was opened from."""
        if self._is_in_review:
            self.action_back()
        else:
            self._pause()
            self._show_controls()
            self.app.show_review(self.loaded, self.near)

    def action_back(self) -> None:
        """Leave the replay for the title, or for the review that it was opened from."""
        self._pause()
        if self._is_in_review:
            self.dismiss()
        else:
            self.app.open_title()
