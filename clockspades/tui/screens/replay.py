"""The replay screen: a saved game and its branches stepped through, by hand or by themselves, with anyone's eyes."""

from collections.abc import Sequence
from copy import copy
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from textual import on
from textual.app import ComposeResult
from textual.reactive import var
from textual.timer import Timer

from clockspades.bots.evaluation import evaluating_bot
from clockspades.bots.reckoning import Reckoning, evaluating_player, reckoning
from clockspades.engine.branches import Line, begin_branch, game_log, last_shared, leaves_at, lines_of, origin_of
from clockspades.engine.log import Loaded, LogError, load
from clockspades.engine.log_editor import LONGEST_NOTE, note_at, write_note
from clockspades.engine.phrases import listed
from clockspades.engine.rules import Event
from clockspades.engine.seating import play_on_seats
from clockspades.engine.series import series_before
from clockspades.engine.session import AnySession
from clockspades.engine.story import review
from clockspades.engine.text import printable
from clockspades.engine.wording import Meaning
from clockspades.games.catalogue import table_rules
from clockspades.table.commands import MEANING, REVIEW, SHEET, Command
from clockspades.table.glyphs import glyphs
from clockspades.table.inputs import Observed, ShowNote
from clockspades.table.model import player_view
from clockspades.table.update import asked_point
from clockspades.table.widget_models import Mark
from clockspades.tui.bindings import BACK, FOUR_COLOURS, HELP, PALETTE, QUIT, STEP, STEPS, bind
from clockspades.tui.screens.ask import AskScreen
from clockspades.tui.screens.branches import GAME, BranchesScreen, Chosen, LineInWords
from clockspades.tui.screens.game import LOG, GameScreen
from clockspades.tui.tables import table_of
from clockspades.tui.texts.captions import caption, fault, first_event, is_over, notes_by_point, wrong_line
from clockspades.tui.texts.saved_games import standing_of
from clockspades.tui.widgets.key_line import KeyLine
from clockspades.tui.widgets.timeline import Timeline, TimelineModel

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
SECONDS: Final = 1.6
"""How long each point stands at speed 1."""

NEXT_MARK: Final = Command("down", "seek_mark(1)", "Next mark", "marks", "↑↓")
PLAY: Final = Command("space", "play", "Play or pause")
VIEW: Final = Command("v", "view", "Change the view", "view")
PLAY_ON: Final = Command("b", "play_on", "Play on from here against bots, in a branch", "play on")
COMPARE: Final = Command("c", "compare", "Compare: the same step of the next branch, or of the game", "compare")
BRANCHES: Final = Command("o", "branches", "Open the list of branches", "branches")
NOTE: Final = Command("n", "note", "Write a note here", "note")
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
    """A saved game, step by step, or one of its branches. To play on starts another branch."""

    CSS_PATH = "replay.tcss"
    BINDINGS = bind(
        *STEPS,
        Command("up", "seek_mark(-1)", "Previous mark"),
        NEXT_MARK,
        PLAY,
        Command("left_square_bracket", "speed(-1)", "Slower"),
        Command("right_square_bracket", "speed(1)", "Faster"),
        VIEW,
        PLAY_ON,
        COMPARE,
        BRANCHES,
        NOTE,
        REVIEW,
        LOG,
        FOUR_COLOURS._replace(keys="4"),
        HELP,
        BACK,
        QUIT,
    )

    timeline: var[TimelineModel] = var(TimelineModel())

    def __init__(self, loaded: Loaded, point: int = 0, view: str = "", *, in_review: bool = False) -> None:
        session = loaded.session
        own = table_rules(session.game.name).commands
        self._always_explains = MEANING in own
        self._is_evaluated = evaluating_bot(session.game, Random(0)) is not None
        super().__init__(session, (*((SHEET,) if SHEET in own else ()), MEANING))
        self._is_in_review = in_review
        self._opened = self.loaded = loaded
        """The game that the replay was opened for, and the game or branch that it shows."""
        self._first = self._left_at = point
        """The points that are shown first, and again when a branch is left."""
        self._known = {loaded.path.absolute(): loaded}
        self._game = game_log(self.app.archive, loaded.path)
        """The log of the game. Its branches are found with it."""
        self.near = session.humans[0] if session.humans else 0
        views = views_of(session, over=is_over(loaded))
        self._wanted = next((each for each in views if each.words == view), first_view(views))
        """The view that was chosen, which another branch may not have."""
        self.speed = 1.0
        self._stepper: Timer | None = None
        self._marks: tuple[Mark, ...] = ()
        self._played: AnySession | None = None
        """The branch whose table lies over the replay."""
        self._reviewed = False
        """Whether the review lies over the replay; from there branches and notes may be added."""
        self._take(loaded)

    def _take(self, loaded: Loaded) -> None:
        """Show another log from now on: the game, or one of its branches."""
        self.loaded, self.session = loaded, loaded.session
        self._reckoners = frozenset(
            seat for seat in range(len(self.session.seats)) if evaluating_player(self.session, seat) is not None
        )
        """The seats whose bots say what they thought of each action."""
        origin = origin_of(loaded.header)
        self._began = origin.point if origin else 0
        """The point after which the players of this log chose: up to there a branch repeats what others did."""
        self.views = views_of(self.session, over=is_over(loaded))
        same = (view for view in self.views if view[1:] == self._wanted[1:])
        self.view = next(same, first_view(self.views))
        if self.view.seat is not None:
            self.near = self.view.seat
        self._remarks = review(self.session)
        """What the game says of its points now that it is over."""
        self._notes = notes_by_point(loaded)
        self.lines = lines_of(self.app.archive, self._game, loaded)
        """The game and its branches, as seen from the one that is shown."""
        self._can_review = is_over(loaded) and not self._branch and self._is_evaluated

    def compose(self) -> ComposeResult:
        """The game's table, the timeline, and the keys."""
        yield from super().compose()
        yield table_of(self.session.game.name)()
        yield Timeline().data_bind(model=ReplayScreen.timeline)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the first point, and report an error in the log."""
        self.follow_settings()
        self._marks = self._mark()
        self._go_to(self._first)
        if self.loaded.fault is not None:
            self.dispatch(ShowNote(f"This game can only be read up to a point: {wrong_line(self.loaded)}"))

    @property
    def playing(self) -> bool:
        """Whether the game steps on by itself."""
        return self._stepper is not None

    # -- the game and its branches ---------------------------------------------------------------------

    @property
    def _line(self) -> Line | None:
        """The game or branch shown; None if its log is gone."""
        return next((line for line in self.lines if line.path == self.loaded.path.absolute()), None)

    @property
    def _branch(self) -> str:
        """The name of the branch shown, empty for the game."""
        return self._line.name if self._line is not None else ""

    @property
    def _others(self) -> tuple[Line, ...]:
        """The game and the branches that leave what is shown somewhere; those that left the game before do not."""
        others = [line for line in self.lines if line != self._line]
        left_game = next((line.left for line in others if not line.name), 0)
        return tuple(line for line in others if not line.name or line.left > left_game)

    def _load(self, path: Path) -> Loaded | None:
        """The log of a game or branch; None if it cannot be read, and that is said."""
        try:
            if path not in self._known:
                self._known[path] = load(path, self.app.archive.find_game)
        except LogError as error:
            self.app.complain(error)
            return None
        return self._known[path]

    def _show_line(self, path: Path, point: int) -> None:
        """Show the game or a branch at a point."""
        loaded = self._load(path)
        if loaded is not None:
            self._pause()
            if self.loaded is self._opened:
                self._left_at = self.session.at
            self._turn_to(loaded, point)

    def _turn_to(self, loaded: Loaded, point: int) -> None:
        """Show another log at a point."""
        self._take(loaded)
        self._marks = self._mark()
        self._go_to(point)

    def _refresh_lines(self) -> None:
        """Read all branches again: they may have been played on, renamed or deleted."""
        path, at = self.loaded.path.absolute(), self.session.at
        if self.loaded is not self._opened and not path.exists():
            path, at = self._opened.path.absolute(), self._left_at
        opened = self._opened.path.absolute()
        self._known = {opened: self._opened} if opened == self._game or not opened.exists() else {}
        self._opened = self._load(opened) or self._opened
        self._turn_to(self._load(path) or self._opened, at)

    def on_screen_resume(self) -> None:
        """Show what became of the branch whose table lay over the replay, or what was done from the review."""
        played = self._played
        if self._reviewed:
            self._reviewed = False
            self._refresh_lines()
        if played is None or self.app.has_open(played):
            return
        self._played = None
        self._refresh_lines()
        assert played.journal is not None, "a branch has a log"
        path = played.journal.path.absolute()
        if played.outcome is not None:
            self.action_branches(path)

    def _read_lines(self) -> tuple[LineInWords, ...]:
        """The game and its branches in words, as they now are."""
        self.lines = lines_of(self.app.archive, self._game, self.loaded)
        return tuple(self._in_words(line) for line in self.lines)

    def _in_words(self, line: Line) -> LineInWords:
        loaded, game = self._load(line.path), self._loaded_game
        if loaded is None:
            return LineInWords(line, 0, "can't be read", (), goes_on=False)
        session = _at_end(loaded)
        sentences = [f"{line.name or GAME}: {_ending(session)}"]
        left = 0
        if line.name and game is not None:
            shared = last_shared(session, game.session)
            left = leaves_at(shared, loaded.header, game.path)
            sentences = [self._parting(loaded, game, shared), *sentences, f"{GAME}: {_ending(_at_end(game))}"]
        goes_on = loaded.fault is None and session.outcome is None
        return LineInWords(line, left, standing_of(session), tuple(sentences), goes_on=goes_on)

    @property
    def _loaded_game(self) -> Loaded | None:
        """The game whose branches there are; None if its log is gone."""
        return self._load(self._game) if any(not line.name for line in self.lines) else None

    def _parting(self, branch: Loaded, game: Loaded, shared: int) -> str:
        """The first difference between a branch and the game."""
        if shared == branch.session.last:
            return f"Step {shared}: nothing is different yet."
        ours, theirs = (self._done(each, shared + 1) for each in (branch, game))
        return f"Step {shared + 1}: {ours} {_in_the_game(theirs)}".rstrip()

    def _done(self, loaded: Loaded, point: int) -> str:
        """What was done at a point of the game or a branch, as far as this view may see it; empty beyond the end."""
        session = loaded.session
        if point > session.last:
            return ""
        views = views_of(session, over=is_over(loaded))
        view = next((view for view in views if view[1:] == self.view[1:]), views[-1])
        events = session.position(point).events if view.all_open else session.events(point, view.seat)
        return first_event(loaded, events)

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
            Meaning(seat, ())
            if meaning is None and seat is not None and seat in self._reckoners and self._shows_hand(point)
            else meaning
            for point, (seat, meaning) in enumerate(zip(seats, shown), 1)
        )

    def _shows_hand(self, point: int) -> bool:
        """Whether this view shows the hand that an action was chosen from, and the player of this log chose it."""
        seat = self.session.position(point).seat
        return point > self._began and seat is not None and (self.view.all_open or self.view.seat == seat)

    def reckoning(self, point: int) -> Reckoning | None:
        return reckoning(self.session, point) if self._shows_hand(point) else None

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

    def _mark(self) -> tuple[Mark, ...]:
        """The moments that people look for: what happened, remarks, notes, and where branches leave."""
        session = self.session
        history = tuple(session.events(point, None) for point in range(1, session.last + 1))
        noted = (Mark(point, glyphs().note) for point in self._notes)
        passed = (Mark(remark.point, glyphs().remark, 0) for remark in self._remarks if remark.point < session.last)
        left = (Mark(line.left, glyphs().fork) for line in self._others)
        return (*noted, *self.table.marks(history), *passed, *left)

    def _ending_in_short(self, over: bool) -> str:
        if self._branch:
            return self._branch
        if self.loaded.fault is not None:
            return f"error: line {self.loaded.fault.line}"
        return "finished" if over else "not finished"

    def _caption(self, point: int) -> str:
        """What happened at a point, in this view."""
        remarks = (self._notes.get(point, ""), *(words for at, words in self._remarks if at == point))
        words = caption(self.loaded, point, self._events(point), " ".join(filter(None, (*remarks, self._fork(point)))))
        return f"{self._branch}: {words}" if self._branch else words

    def _fork(self, point: int) -> str:
        """Which branches leave at a point, and what happened in the game after a branch has left it."""
        here = [line.name for line in self._others if line.left == point and line.name]
        begins = f"{listed(here)} {'leaves' if len(here) == 1 else 'leave'} here." if here else ""
        game = self._loaded_game if self._branch else None
        if game is None or last_shared(self.session, game.session) + 1 != point:
            return begins
        return f"{_in_the_game(self._done(game, point))} {begins}".strip()

    def _events(self, point: int) -> tuple[Event, ...]:
        session = self.session
        return session.position(point).events if self.view.all_open else session.events(point, self.view.seat)

    def _keys(self) -> tuple[Command, ...]:
        play = PLAY._replace(words="pause" if self.playing else "play")
        view = (VIEW,) if len(self.views) > 1 else ()
        explain = (MEANING,) if asked_point(self.table.rules, self.state) is not None else ()
        review = (REVIEW,) if self._can_review else ()
        branches = (COMPARE, BRANCHES) if len(self.lines) > 1 else ()
        keys = (STEP, play, NEXT_MARK, *view, PLAY_ON, *branches, *review)
        return (*keys, HELP, NOTE, SPEED, QUIT, LOG, *explain, PALETTE)

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
        self.view = self._wanted = self.views[(self.views.index(self.view) + 1) % len(self.views)]
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
            self._played = begin_branch(self.app.archive, self._game, self.loaded, seats)
        except LogError as error:
            self.app.complain(error)
            return
        self.app.lay_table(self._played)

    def action_compare(self) -> None:
        """Show the same step of the next branch; after the last one, of the game."""
        line = self._line
        at = self.lines.index(line) if line is not None else -1
        following = self.lines[(at + 1) % len(self.lines)]
        self._show_line(following.path, self.session.at)

    def action_branches(self, path: Path | None = None) -> None:
        """Show the list of branches, with the cursor on the log in a file, on the branch shown, or on the first."""
        self._pause()
        self._show_controls()
        lines = self._read_lines()
        path = path or (
            self.loaded.path.absolute() if self._branch else next(line.path for line in self.lines if line.name)
        )
        first = next((number for number, each in enumerate(lines) if each.line.path == path), 0)
        self.app.push_screen(BranchesScreen(self._read_lines, first), self._branch_chosen)

    def _branch_chosen(self, chosen: Chosen | None) -> None:
        """Show or continue what was chosen from the list of branches."""
        self._refresh_lines()
        if chosen is None:
            return
        line = next((line for line in self.lines if line.path == chosen.path), None)
        if chosen.goes_on:
            self._played = self.app.carry_on(chosen.path, over=True)
            if self._played is None:
                self._refresh_lines()
        elif line is not None and line != self._line:
            self._show_line(line.path, line.left)

    def action_note(self) -> None:
        """Ask for a note at this point."""
        self._pause()
        self._show_controls()
        at = self.session.at
        text = printable(note_at(self.loaded.notes, at))
        self.app.push_screen(AskScreen(f"Note at step {at}", text, LONGEST_NOTE), self._write_note)

    def _write_note(self, text: str | None) -> None:
        """Write a note at this point into the log; where that cannot be done, say why."""
        if text is None:
            return
        at, loaded = self.session.at, self.loaded
        try:
            written = write_note(loaded.path, self.session, at, text, self.app.archive.find_game)
        except LogError as error:
            self.app.complain(error)
            return
        others = [note for note in loaded.notes if note.after != at]
        loaded.notes[:] = sorted([*others, *written], key=lambda note: note.after)
        self._notes = notes_by_point(loaded)
        self._marks = self._mark()
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether this game has the action."""
        available = {
            "review": self._can_review,
            "ask_meaning": self._always_explains or bool(self._reckoners),
            "compare": len(self.lines) > 1,
            "branches": len(self.lines) > 1,
        }
        return available.get(action, True)

    def action_review(self) -> None:
        """Review the game for the seat on this side, or go back to the review that this was opened from."""
        if self._is_in_review:
            self.action_back()
        else:
            self._pause()
            self._show_controls()
            self._reviewed = True
            self.app.show_review(self.loaded, self.near)

    def action_back(self) -> None:
        """Leave a branch for where the game was left, and the game for the title or the screen that it lies over."""
        if self.loaded is not self._opened:
            self._show_line(self._opened.path.absolute(), self._left_at)
        elif self.app.screen_stack[0] is not self:
            self._pause()
            self.dismiss()
        else:
            self._pause()
            self.app.open_title()


def _at_end(loaded: Loaded) -> AnySession:
    """The session of a log at its last point; the one that is shown stays where it is."""
    session = copy(loaded.session)
    session.go_to(session.last)
    return session


def _ending(session: AnySession) -> str:
    """How a game ended, or how far it is, in a sentence."""
    if session.outcome is None:
        return f"{session.game.words.progress(session.state)}, not finished."
    return session.game.words.verdict(session.state, session.names)


def _in_the_game(done: str) -> str:
    return f"In the game: {done}" if done else ""
