"""The replay screen: a saved game and its branches stepped through, by hand or by themselves, with anyone's eyes."""

from collections.abc import Mapping
from copy import copy
from functools import partial
from pathlib import Path
from typing import Final

from textual import on
from textual.app import ComposeResult

from clockspades import replay
from clockspades.bots.reckoning import Reckoning, reckoning, reckoning_seats
from clockspades.branches.branch_words import assists, ending_in_short, line_in_words, point_caption
from clockspades.branches.branches import NO_BRANCHES, GameAndBranches, open_game_and_branches
from clockspades.engine.phrases import sentence
from clockspades.engine.seating import play_on_seats
from clockspades.engine.session import AnySession
from clockspades.engine.story import review
from clockspades.engine.text import printable
from clockspades.engine.wording import Names, Remark
from clockspades.games.catalogue import table_rules
from clockspades.language import N_, _
from clockspades.practice.agenda import verdict
from clockspades.practice.exercise import Solution
from clockspades.practice.mistakes import solve
from clockspades.review.review import can_be_reviewed
from clockspades.routes import ReviewRoute
from clockspades.saved.log import LoadedLog
from clockspades.saved.log_editor import LONGEST_NOTE, note_at
from clockspades.saved.series import series_before
from clockspades.table.advice import CHOSEN, YOU, judgement
from clockspades.table.commands import LOG, MEANING, PLAY_ON, REVIEW, SHEET, Command
from clockspades.table.glyphs import glyphs
from clockspades.table.inputs import Judged, Observed, ShowNote
from clockspades.table.keys import terminal
from clockspades.table.model import TableAdvice, player_view
from clockspades.table.widget_models import Mark
from clockspades.tui.bindings import BACK, COLOURS, HELP, PALETTE, QUIT, STEP
from clockspades.tui.screens.ask import AskScreen
from clockspades.tui.screens.branches_screen import BranchesScreen, BranchList, Chosen
from clockspades.tui.screens.game_screen import EXPLAIN, GameScreen
from clockspades.tui.screens.saved import COMPARE_DEAL, SameDealScreen
from clockspades.tui.screens.stepping import NEXT_MARK, PLAY, SPEED, STEPPING, SteppingScreen, at_step
from clockspades.tui.tables import table_of
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.timeline import Timeline, TimelineModel

VIEW: Final = Command("v", "view", N_("Change the view"), N_("view"), now=lambda self: len(self.views) > 1)
COMPARE: Final = Command(
    "c", "compare", N_("Compare: the same step of the next branch, or of the game"), N_("compare"),
    when=lambda self: len(self.branches.lines) > 1,
)  # fmt: skip
BRANCHES: Final = Command(
    "o", "branches", N_("Open the list of branches"), N_("branches"), when=lambda self: len(self.branches.lines) > 1
)
NOTE: Final = Command("n", "note", N_("Write a note here"), N_("note"))


class ReplayScreen(SteppingScreen, GameScreen):
    """A saved game, step by step, or one of its branches. To play on starts another branch."""

    commands: tuple[Command, ...] = (
        *STEPPING, VIEW, PLAY_ON, COMPARE, BRANCHES, NOTE,
        REVIEW._replace(when=lambda self: self.can_review),
        COMPARE_DEAL._replace(when=lambda self: self.session.is_over and self.loaded.fault is None),
        LOG, COLOURS, HELP, BACK, QUIT,
    )  # fmt: skip
    KEY_LINE: tuple[Command, ...] = (
        STEP, PLAY, NEXT_MARK, VIEW,
        PLAY_ON._replace(now=lambda self: not self.branches.keeps_hands_secret),
        COMPARE, BRANCHES, REVIEW, COMPARE_DEAL,
        HELP, BACK, NOTE, SPEED, QUIT._replace(stays=False), LOG, EXPLAIN, PALETTE,
    )  # fmt: skip

    def __init__(
        self, loaded: LoadedLog, point: int = 0, view: str = "", *, in_review: bool = False, remark: str = ""
    ) -> None:
        """``remark`` is said at that point of the game in place of what happened there."""
        session = loaded.session
        own = table_rules(session.game.name).commands
        explain = EXPLAIN._replace(when=lambda self: MEANING in own or bool(reckoning_seats(self.session)))
        super().__init__(session.game, (*((SHEET,) if SHEET in own else ()), explain))
        self.session = session
        self._is_in_review = in_review
        self._remarked = {point: remark} if remark else {}
        self._verdict: tuple[int, int, TableAdvice] | None = None
        """What was better at such a point, once that is known: the point, the seat that chose, and the verdict."""
        self.branches = open_game_and_branches(self.app.archive, loaded, point)
        self._wanted = next((each for each in self.views if each.words == view), replay.first_view(self.views))
        """The view that was chosen, which another branch may not have."""
        self.near = session.humans[0] if session.humans else 0
        self._notes: Mapping[int, str] = {}
        self._remarks: tuple[Remark, ...] = ()
        """What the game says of its points now that it is over."""
        self._marks: tuple[Mark, ...] = ()

    @property
    def help_game(self) -> str:
        return self.session.game.preset(self.session.options).name

    @property
    def loaded(self) -> LoadedLog:
        return self.branches.shown

    @property
    def names(self) -> Names:
        return self.branches.names_in(self.loaded)

    @property
    def views(self) -> tuple[replay.View, ...]:
        return replay.views_of(self.session, over=self.session.is_over)

    @property
    def view(self) -> replay.View:
        return replay.same_view(self.views, self._wanted) or replay.first_view(self.views)

    @property
    def at(self) -> int:
        return self.session.at

    @property
    def last(self) -> int:
        return self.session.last

    @property
    def can_review(self) -> bool:
        return self.session.is_over and not self.branches.name and can_be_reviewed(self.session.game)

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield table_of(self.session.game.name)
        yield Timeline().data_bind(model=ReplayScreen.timeline)

    def on_mount(self) -> None:
        self.follow_settings()
        self._turn_to(self.branches)
        for point in self._remarked:
            self._judge(point)
        if self.loaded.fault is not None:
            only = _("This game can only be read up to a point:")
            self.dispatch(ShowNote(f"{only} {replay.wrong_line(self.loaded)}"))

    async def speak(self) -> None:
        await super().speak()
        self._turn_to(self.branches)

    def _judge(self, point: int) -> None:
        """Find out what was better than the choice that was made at a point of the game."""
        session = copy(self.session)
        session.go_to(point)
        if session.to_act is not None and point < session.last:
            run_in_thread(self, partial(solve, session), partial(self._judged, session))

    def _judged(self, session: AnySession, solution: Solution) -> None:
        """Show what was chosen at the point that ``session`` shows, and what was better: the mistake of a review."""
        seat, played = session.to_act, solution.played
        assert seat is not None, "somebody decides here"
        assert played is not None, "somebody decided here"
        if played in solution.right:
            return
        own = YOU if session.humans == (seat,) else CHOSEN
        player = player_view(session, seat, seat, active=True)
        words = verdict(solution, played, session)
        told = judgement(self.table.rules, player, words, played, solution.right, solution.chances, own, glyphs())
        self._verdict = session.at, seat, told
        self._show()

    def _turn_to(self, branches: GameAndBranches) -> None:
        """Show the game or a branch, at the point that its session is at."""
        self.branches, self.session = branches, branches.shown.session
        self._take_view()
        self._remarks = review(self.session, self.names)
        self._marks = self._mark()
        self._show()

    def _take_view(self) -> None:
        """Turn the table so that the seat whose view is shown is on the near side, and note what the view shows."""
        self._notes = replay.notes_by_point(self.loaded, self.names, self.view)
        if self.view.seat is not None:
            self.near = self.view.seat

    def _show_line(self, path: Path, point: int) -> None:
        with self.app.complaining():
            branches = self.branches.showing(path, point)
            self.pause()
            self._turn_to(branches)

    def _refresh(self) -> None:
        self._turn_to(self.branches.refreshed())

    def _branch_left(self, session: AnySession) -> None:
        """Show what became of the branch whose table lay over the replay; at its end, how it compares."""
        self._refresh()
        assert session.journal is not None, "a branch has a log"
        if session.outcome is not None:
            self.action_branches(session.journal.path)

    def _list_branches(self) -> BranchList:
        """The game and its branches, as they were when they were last read."""
        return BranchList(self.branches.lines, partial(line_in_words, self.branches, self.view))

    def _list_again(self) -> BranchList:
        self._refresh()
        return self._list_branches()

    def go_to(self, point: int) -> None:
        self.session.go_to(min(max(point, 0), self.session.last))
        self._show()

    def _show(self) -> None:
        session, view = self.session, self.view
        player = player_view(session, self.near, view.seat, active=False, all_open=view.all_open, names=self.names)
        remarks = [(point, words) for point, words in self._said if point <= session.at]
        if session.at == session.last:
            remarks.append((session.last, replay.fault(self.loaded)))
        player = player._replace(
            caption=self._caption(session.at),
            remarks=tuple(remark for remark in remarks if remark[1]),
            series=series_before(session.header),
            meanings=replay.with_reckonings(self.loaded, view, player.meanings),
        )
        self.dispatch(Observed(player))
        if self._verdict is not None and not self.branches.name:
            point, seat, told = self._verdict
            if (point, seat, seat) == (session.at, self.near, view.seat):
                self.dispatch(Judged(told))
        self.show_controls()

    @property
    def _said(self) -> tuple[tuple[int, str], ...]:
        """The points at which there are notes or remarks, and their words."""
        return (*self._notes.items(), *self._remarks)

    def reckoning(self, point: int) -> Reckoning | None:
        return reckoning(self.session, point) if replay.shows_hand(self.loaded, self.view, point) else None

    def show_timeline(self) -> None:
        over = self.session.is_over
        others = [name for number, name in enumerate(self.session.names) if number != self.near]
        self.timeline = TimelineModel(
            point=self.session.at,
            last=self.session.last,
            marks=self._marks,
            near=self.near,
            sides=(others[0] if len(others) == 1 else _("others") if others else "", self.session.names[self.near]),
            playing=self.playing,
            speed=f"{self.speed:g}x",
            view=self.view.words,
            views=tuple(view.words for view in self.views),
            sign=glyphs().wrong if self.loaded.fault else glyphs().ended if over else glyphs().open,
            ending=ending_in_short(self.branches),
        )

    def _mark(self) -> tuple[Mark, ...]:
        """The moments that people look for: what happened, remarks, notes, and where branches leave."""
        session = self.session
        history = tuple(session.events(point, None) for point in range(1, session.last + 1))
        noted = (Mark(point, glyphs().note) for point in self._notes)
        passed = (Mark(remark.point, glyphs().remark, 0) for remark in self._remarks if remark.point < session.last)
        left = (Mark(line.left, glyphs().fork) for line in self.branches.others)
        return (*noted, *self.table.rules.marks(history, terminal()), *passed, *left)

    def _caption(self, point: int) -> str:
        """What happened at a point, in this view; or the remark that this was opened with."""
        remark = "" if self.branches.name else self._remarked.get(point, "")
        return point_caption(self.branches, self.names, self.view, point, self._said, remark)

    @on(Timeline.Pointed)
    def _pointed(self, event: Timeline.Pointed) -> None:
        note = "" if event.point is None else at_step(event.point, self._caption(event.point))
        self.dispatch(ShowNote(note))

    def action_view(self) -> None:
        self._wanted = self.views[(self.views.index(self.view) + 1) % len(self.views)]
        self._take_view()
        self._show()

    def action_play_on(self) -> None:
        """Play on from this point: a person at the near side, and the game's best bot in every other seat.

        If that assists the player of an unfinished game, the key must be pressed twice.
        """
        self.pause()
        session = self.session
        if self.branches.keeps_hands_secret:
            self.dispatch(ShowNote(sentence(NO_BRANCHES)))
            return
        if session.to_act is None:
            over, undealt = N_("The game is over here."), N_("The cards are not dealt yet.")
            why = _(undealt if session.outcome is None else over)
            self.dispatch(ShowNote(f"{why} {_('Step to a turn that you want to play on from.')}"))
            return
        if self.branches.would_assist and self.state.selection.note != assists(terminal()):
            self.dispatch(ShowNote(assists(terminal())))
            return
        with self.app.complaining():
            branch = self.branches.begin_branch(play_on_seats(session.game, session.seats, self.near))
            self.app.lay_table(branch, self._branch_left)

    def action_compare(self) -> None:
        line, lines = self.branches.line, self.branches.lines
        at = -1 if line is None else lines.index(line)
        self._show_line(lines[(at + 1) % len(lines)].path, self.session.at)

    def action_branches(self, path: Path | None = None) -> None:
        """Show the list of branches, with the cursor on the log in a file, on the branch shown, or on the first."""
        self.pause()
        listed, path = self._list_branches(), (path or self.loaded.path).absolute()
        first = next((number for number, line in enumerate(listed.lines) if line.name and line.path == path), 1)
        if listed.lines:
            self.app.push_screen(BranchesScreen(listed, self._list_again, first), self._branch_chosen)

    def _branch_chosen(self, chosen: Chosen | None) -> None:
        if chosen is None:
            return
        line = self.branches.line_of(chosen.path)
        if chosen.goes_on:
            self.app.carry_on(chosen.path, self._branch_left)
        elif line is not None and line != self.branches.line:
            self._show_line(line.path, line.left)

    def action_note(self) -> None:
        self.pause()
        at = self.session.at
        text = printable(note_at(self.loaded.notes, at))
        self.app.push_screen(AskScreen(_("Note at step {number}", number=at), text, LONGEST_NOTE), self._write_note)

    def _write_note(self, text: str | None) -> None:
        """Write a note at this point into the log; where that cannot be done, say why."""
        if text is None:
            return
        with self.app.complaining():
            self.branches.write_note(text)
            self._turn_to(self.branches)

    def action_review(self) -> None:
        """Review the game for the seat on this side, or go back to the review that this was opened from."""
        if self._is_in_review:
            self.action_back()
        else:
            self.pause()
            self.app.lay(ReviewRoute(self.loaded, self.near), lambda _: self._refresh())

    def action_compare_deal(self) -> None:
        self.pause()
        self.app.push_screen(SameDealScreen(self.loaded))

    def action_back(self) -> None:
        """Leave a branch for where the game was left, and the game for what lies below."""
        opened = self.branches.opened
        self.pause()
        if self.loaded is opened:
            super().action_back()
        else:
            self._show_line(opened.path, opened.session.at)
