"""The drill: the table at a position that asks for an answer, and what is said of the answer."""

from functools import partial
from random import Random
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from clockspades.engine.days import local_today
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession
from clockspades.language import N_, _
from clockspades.practice.agenda import Drill, choice_lines, verdict
from clockspades.practice.exercise import Exercise, Solution, question
from clockspades.replay import views_of
from clockspades.routes import ReplayRoute
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.advice import judgement
from clockspades.table.commands import CANCEL, ENTER, HINT, LOG, Command, closing
from clockspades.table.effects import Effect
from clockspades.table.glyphs import glyphs
from clockspades.table.inputs import Input
from clockspades.table.model import AnyPlayerView
from clockspades.table.state import Preferences
from clockspades.tui.bindings import HELP
from clockspades.tui.drawing.cell_text import card_text, fit
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.game_screen import EXPLAIN
from clockspades.tui.screens.kinds import CLOSE, SCROLL, Overlay, Page, ScrollingOverlay, panel
from clockspades.tui.screens.play_screen import REDO, UNDO
from clockspades.tui.screens.table_screen import TableScreen
from clockspades.tui.threads import run_in_thread

SKIP: Final = Command("n", "skip", N_("Skip this position"), N_("skip"), now=lambda self: not self.is_told)
NEXT: Final = ENTER._replace(words=N_("next"))
REPLAY: Final = Command(
    "w", "watch", N_("Show the position in the replay of its game"), N_("replay"),
    when=lambda self: self.is_told and self.exercise.log is not None,
)  # fmt: skip
REASONS: Final = Command("y", "reasons", N_("Show all choices, and why"), N_("choices"), when=lambda self: self.is_told)
LEAVE: Final = CANCEL._replace(words=N_("leave"), stays=True)
AIMED: Final = (did.Digit, did.ArrowPressed, did.PointAt, did.Pressed, did.Carried, did.Dropped, did.LookBack)
"""What changes nothing once it was said what is right."""
COMPARING: Final = N_("Comparing the choices…")


class DrillScreen(TableScreen):
    """A position of a drill on its table. The first choice is the answer, and nothing is played."""

    ABSENT = (UNDO, REDO, HINT)
    commands: tuple[Command, ...] = (SKIP, REPLAY, REASONS)
    KEY_LINE: tuple[Command, ...] = (SKIP, REPLAY, REASONS, LOG, EXPLAIN, HELP, LEAVE)

    def __init__(self, drill: Drill, session: AnySession) -> None:
        super().__init__(session, Random(0))
        self.state = self.state._replace(plays_out=False)
        self._drill = drill
        self._answer: Action | None = None
        self._solution: Solution | None = None
        self.is_told = False
        """Whether it was said what is right."""

    def on_mount(self) -> None:
        """Show the position, and find meanwhile whether its rule is to be told, and its solution."""
        run_in_thread(self, partial(self._drill.rule, self.session, self.app.archive), self._tell_rule)
        run_in_thread(self, partial(self._drill.exercise.solve, self.session), self._solved)

    def _tell_rule(self, rule: str) -> None:
        """Lay the one rule over the position, unless there is none or the player did not wait for it."""
        if rule and self.app.screen is self and self._answer is None:
            self._drill.explained(self.session)
            self.app.push_screen(RuleScreen(_("New to you: {game}", game=self.session.title), rule))

    @property
    def preferences(self) -> Preferences:
        """A single key answers, and nothing is said of the choice before."""
        quiet = super().preferences._replace(rings=False, tells_stakes=False, shows_chance=False)
        return quiet._replace(confirms=False, forced_plays="ask")

    def observe(self, near: int, eyes: int | None) -> AnyPlayerView:
        """The position with the question in place of the prompt."""
        drill = self._drill
        place = _("({number} of {all})", number=drill.number, all=len(drill.exercises))
        asked = question(drill.exercise, self.session)
        return super().observe(near, eyes)._replace(caption=f"{asked} {place}")

    @property
    def exercise(self) -> Exercise:
        return self._drill.exercise

    @property
    def offered(self) -> tuple[Command, ...]:
        """After the answer the way to the next position, and nothing that the game offers."""
        return (NEXT, *self.KEY_LINE) if self.is_told else super().offered

    def handle(self, given: Input) -> None:
        """Handle an input; after the answer there is only the way on."""
        if self.is_told and isinstance(given, did.Confirm | did.Space):
            self.action_skip()
            return
        if self.is_told and isinstance(given, did.Cancel):
            self.dismiss()
            return
        if self.is_told and isinstance(given, AIMED):
            return
        super().handle(given)

    def run_effect(self, effect: Effect) -> None:
        match effect:
            case do.Act(action):
                if self._answer is None:
                    self._answer = action
                    self.dispatch(did.ShowNote(_(COMPARING)))
                    self._show_answer()
            case do.MakeDeal() | do.Travel() | do.OpenResult():
                pass  # nothing is played here
            case do.LeaveTable():
                self.dismiss()
            case _:
                super().run_effect(effect)

    def follow_view(self) -> None:
        """Show the answer once nothing covers the table any more."""
        super().follow_view()
        self._show_answer()

    def _solved(self, found: Solution) -> None:
        self._solution = found
        self._show_answer()

    def _show_answer(self) -> None:
        """Say what is right, once the player has answered, the solution is known and nothing covers the table."""
        answer, solution, player = self._answer, self._solution, self.player
        if answer is None or solution is None or player is None or self.is_told or not self.is_in_view:
            return
        self.is_told = True
        returns = self._drill.answer(local_today(), is_right=answer in solution.right)
        words = f"{verdict(solution, answer, self.session)} {returns}".rstrip()
        told = judgement(self.table.rules, player, words, answer, solution.right, solution.chances, glyphs=glyphs())
        self.dispatch(did.Judged(told))
        self.refresh_keys()

    def action_reasons(self) -> None:
        assert self._solution is not None, "it was said what is right"
        assert self._answer is not None, "it was said what is right"
        self.app.push_screen(ReasonsScreen(self.session, self._solution, self._answer))

    def action_watch(self) -> None:
        log, session = self.exercise.log, self.session
        assert log is not None, "a puzzle has no replay"
        loaded = self.app.read_game(log)
        if loaded is None:
            return
        assert session.to_act is not None, "somebody decides here"
        view = views_of(loaded.session, over=True)[session.to_act]
        self.app.lay(ReplayRoute(loaded, session.at, view.words))

    def action_skip(self) -> None:
        following = next_position(self.app, self._drill)
        if following is None:
            self.dismiss()
        else:
            self.app.switch_screen(following)


def next_position(app: Navigator, drill: Drill) -> DrillScreen | None:
    """The screen of the next position of a drill; None if there is none. One that cannot be read is left out."""
    while drill.go_on():
        with app.complaining():
            return DrillScreen(drill, drill.exercise.open())
    return None


class RuleScreen(Overlay):
    """The one rule that a puzzle needs, for somebody who never played its game."""

    KEY_LINE: tuple[Command, ...] = (CLOSE,)

    def __init__(self, title: str, rule: str) -> None:
        super().__init__()
        self._title, self._rule = title, rule

    def compose(self) -> ComposeResult:
        with panel(self._title, Page):
            yield Static(card_text(self._rule), id="rule")


class ReasonsScreen(ScrollingOverlay):
    """The choices of a position with their chances, the best first, and why that is right."""

    commands: tuple[Command, ...] = (closing(REASONS),)
    KEY_LINE: tuple[Command, ...] = (SCROLL, CLOSE)

    def __init__(self, session: AnySession, solution: Solution, answer: Action) -> None:
        super().__init__()
        self._session, self._solution, self._answer = session, solution, answer

    def compose(self) -> ComposeResult:
        with panel(_("Why"), Page):
            yield Static(card_text(verdict(self._solution, self._answer, self._session)), id="verdict")
            if self._solution.chances:
                yield Static(self._choices(), id="choices")
            yield Static(card_text(self._solution.why), id="why")

    def _choices(self) -> Content:
        lines = choice_lines(self._solution, self._answer, self._session)
        widest = max((cell_len(line.words) for line in lines), default=0)
        return Content("\n").join(
            card_text(f"{line.chance:>4}  {fit(line.words, widest)}  ", "bold" if line.is_right else "")
            + Content.styled(line.notes, "$text-quiet")
            for line in lines
        )
