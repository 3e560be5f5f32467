"""Two games of the same deal, step by step: side by side, or one at a time where the screen is too narrow."""

from functools import cached_property, partial
from itertools import chain
from typing import Final

from textual import events, getters, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Offset
from textual.widget import Widget

from clockspades.compare import Comparison, Parting, choice_in_short, gain_words, result_words, words_at
from clockspades.duel.duel_words import DuelModel
from clockspades.language import N_, _, headed, marked, pgettext
from clockspades.replay import View, caption, events_seen
from clockspades.review.review import Gain, gain_of
from clockspades.routes import DuelRoute
from clockspades.saved.log import LoadedLog
from clockspades.table import effects as do
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.inputs import Input, Observed, PreferencesChanged, ShowNote
from clockspades.table.keys import terminal
from clockspades.table.model import player_view
from clockspades.table.state import Preferences, TableState, Watching
from clockspades.table.update import State, update
from clockspades.table.widget_models import LineModel, Mark
from clockspades.tui.bindings import BACK, COLOURS, HELP, PALETTE, QUIT, STEP
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.meaning import MeaningScreen
from clockspades.tui.screens.stepping import NEXT_MARK, PLAY, SPEED, STEPPING, SteppingScreen, at_step
from clockspades.tui.tables import table_of
from clockspades.tui.tables.table import Table
from clockspades.tui.textual_fixes.mounted import MountedOnly
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.bound_widget import Line
from clockspades.tui.widgets.timeline import Timeline, TimelineModel

SIDED: Final = 120
"""Columns from which both tables have room beside each other."""
SEARCHING: Final = N_("Evaluating both choices…")
OPEN, OWN, CLOSED = VIEWS = marked("view of both games", "all open", "own cards", "all closed")
"""What the views of both games are called."""

PARTING: Final = Command(
    "p", "parting", N_("Go to the step at which the games parted"), N_("parting"),
    when=lambda self: bool(self.comparison.partings),
)  # fmt: skip
SWITCH: Final = Command(
    "c,tab", "switch", N_("Show the same step of the other game"), N_("other game"), when=lambda self: not self.is_sided
)
VIEW: Final = Command("v", "view", N_("Change the view"), N_("view"))


class ReplayPane(MountedOnly, Widget, can_focus=False, inherit_bindings=False):
    """A line about one of the games, and its table. Only :meth:`dispatch` changes the state of that table."""

    app = getters.app(Navigator)

    def __init__(self, loaded: LoadedLog, near: int) -> None:
        """``near`` is the seat at the near side."""
        super().__init__()
        self.loaded, self.session, self._near = loaded, loaded.session, near
        self.state: State = TableState((), len(self.session.seats), near, phase=Watching())

    @cached_property
    def table(self) -> Table:
        return self.query_one(Table)

    def compose(self) -> ComposeResult:
        yield Line(id="title")
        yield table_of(self.session.game.name)

    def follow_settings(self) -> None:
        tempo = 0.0 if self.app.animation_level == "none" else self.app.settings.tempo
        self.dispatch(PreferencesChanged(Preferences(tempo=tempo, terminal=terminal())))

    def show(self, point: int, view: View, caption: str) -> None:
        self.session.go_to(point)
        player = player_view(self.session, self._near, view.seat, active=False, all_open=view.all_open)
        self.dispatch(Observed(player._replace(caption=caption)))

    def dispatch(self, given: Input) -> None:
        """Let the table's reducer handle an input, and run the effects that a replay has."""
        self.state, effects = update(self.table.rules, self.state, given)
        if self.state.player is not None:
            self.table.model = self.state.model
        for effect in effects:
            match effect:
                case do.Animate(moves):
                    self.table.launch(self.table.flights(moves))
                case do.Land():
                    self.table.land()
                case do.ShowMeaning(point):
                    self.app.push_screen(MeaningScreen(self.state.model.player, point, lambda _: None))


class CompareScreen(SteppingScreen):
    """Two games of the same deal at the same step. One that is over by then stays at its end."""

    CSS = """
    /* What parted the games, above them; each table has a line about its game. Where rows are few, the prompts tell. */
    CompareScreen {
        #parting { height: 2; padding: 0 1; background: $felt; color: $bright; text-wrap: wrap; }
        #panes { height: 1fr; width: 100%; }
        ReplayPane { width: 1fr; height: 100%; }
        #title { height: 1; padding: 0 1; background: $rail; color: $text; }
    }

    CompareScreen.-medium Timeline { height: 1; margin: 0 0 1 0; }
    CompareScreen.-short #parting, CompareScreen.-short #title { display: none; }
    """
    ALLOW_SELECT = False
    AUTO_FOCUS = ""
    # each table has half of a wide screen, and three rows less than in a replay
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-compact"), (80, "-normal"), (100, "-roomy"),
        (SIDED, "-compact"), (160, "-normal"), (200, "-roomy"), (240, "-large"),
    ]  # fmt: skip
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-medium"), (33, "-tall"), (43, "-high")]  # noqa: RUF012
    commands: tuple[Command, ...] = (*STEPPING, PARTING, SWITCH, VIEW, COLOURS, HELP, BACK, QUIT)
    KEY_LINE: tuple[Command, ...] = (STEP, SWITCH, PARTING, NEXT_MARK, PLAY, VIEW, BACK, HELP, SPEED, QUIT, PALETTE)

    def __init__(self, comparison: Comparison, duel: DuelModel | None = None) -> None:
        """``duel`` lies over the games at first, if they are those of one."""
        super().__init__()
        self.comparison, self._duel = comparison, duel
        self._at = 0
        self._shown = 0
        """The game that is shown where there is room for one: 0 or 1."""
        self._view = OPEN
        self._gains: dict[Parting, Gain | None] = {}
        """The gain at each parting that has been evaluated."""
        self._marks: tuple[tuple[Mark, ...], ...] = ((), ())
        """By game the moments that people look for."""
        seats = [player.seat for player in comparison.players]
        self.panes = tuple(map(ReplayPane, comparison.logs, seats))

    def _title(self, number: int) -> LineModel:
        comparison = self.comparison
        words = headed(comparison.players[number].name, result_words(comparison, number))
        return LineModel(words, bright=comparison.better == number)

    @property
    def at(self) -> int:
        return self._at

    @property
    def last(self) -> int:
        return max(game.last for game in self.comparison.games)

    @property
    def is_sided(self) -> bool:
        return self.app.size.width >= SIDED

    @property
    def cursor_screen_offset(self) -> Offset:
        """The words below the table that is shown, or the first one."""
        return self.panes[0 if self.is_sided else self._shown].table.cursor_screen_offset

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield Line(id="parting")
        with Horizontal(id="panes"):
            yield from self.panes
        yield Timeline().data_bind(model=SteppingScreen.timeline)

    def on_mount(self) -> None:
        self.follow_settings()
        self._marks = (self._marks_of(0), self._marks_of(1))
        self._arrange()
        self.action_parting()
        self._evaluate()
        if self._duel is not None:
            self.call_after_refresh(self.app.lay, DuelRoute(self._duel))

    def follow_settings(self) -> None:
        for pane in self.panes:
            pane.follow_settings()

    async def speak(self) -> None:
        for pane in self.panes:
            pane.table.speak()
        self._show()

    def _evaluate(self) -> None:
        """Evaluate the next parting in a thread, until all are or the screen is left."""
        waiting = next((each for each in self.comparison.partings if each not in self._gains), None)
        if waiting is not None:
            actions = self.comparison.actions(waiting)
            work = partial(gain_of, self.comparison.games[0], waiting.points[0], *actions)
            run_in_thread(self, work, partial(self._found, waiting))

    def _found(self, parting: Parting, gain: Gain | None) -> None:
        self._gains[parting] = gain
        self._show()
        self._evaluate()

    def _gained(self, parting: Parting) -> str:
        """The gain at a parting in a sentence, or that it is being computed; empty if no bot evaluates the choice."""
        if parting not in self._gains:
            return _(SEARCHING)
        gain = self._gains[parting]
        return "" if gain is None else gain_words(self.comparison, parting, gain)

    def go_to(self, point: int) -> None:
        self._at = min(max(point, 0), self.last)
        self._show()

    def _show(self) -> None:
        for number, pane in enumerate(self.panes):
            point = min(self._at, pane.session.last)
            pane.show(point, self._view_of(number), self._caption(number, point))
            pane.query_one("#title", Line).model = self._title(number)
        parting = self.comparison.parting_before(self._at)
        words = words_at(self.comparison, parting)
        gained = "" if parting is None else self._gained(parting)
        self.query_one("#parting", Line).model = LineModel(f"{words} {gained}".rstrip())
        self.show_controls()

    def _view_of(self, number: int) -> View:
        own = self.comparison.players[number].seat if self._view == OWN else None
        return View(self._view, own, all_open=self._view == OPEN)

    def _caption(self, number: int, point: int) -> str:
        """What happened at a point of one of the games; where they parted, what was gained there."""
        loaded, name = self.comparison.logs[number], self.comparison.players[number].name
        seen = events_seen(loaded.session, self._view_of(number), point)
        here = (each for each in self.comparison.partings if each.points[number] + 1 == point)
        said = " ".join(self._said_at(each, number) for each in here)
        return headed(name, caption(loaded, loaded.session.names, point, seen, said))

    def _said_at(self, parting: Parting, number: int) -> str:
        """The note at a parting: all of it if there is no line above the tables."""
        here = _("Here the games part.")
        if not self.has_class("-short") or parting.seat is None:
            return here
        return f"{here} {choice_in_short(self.comparison, parting, 1 - number)} {self._gained(parting)}"

    def _marks_of(self, number: int) -> tuple[Mark, ...]:
        """What the player of a game did, above the bar for the first and below it for the second; then the partings."""
        pane, seat = self.panes[number], self.comparison.players[number].seat
        session = pane.session
        history = tuple(session.events(point, None) for point in range(1, session.last + 1))
        made = (mark for mark in pane.table.rules.marks(history, terminal()) if mark.seat in (None, seat))
        forks = (Mark(parting.points[number] + 1, glyphs().fork) for parting in self.comparison.partings)
        return (*(mark._replace(seat=1 - number) for mark in made), *forks)

    def show_timeline(self) -> None:
        never, step = _("never parted"), self.comparison.shared + 1
        view, *views = (pgettext("view of both games", each) for each in (self._view, *VIEWS))
        first, second = self.comparison.players
        shown = self._marks if self.is_sided else (self._marks[self._shown],)
        self.timeline = TimelineModel(
            point=self._at,
            last=self.last,
            marks=tuple(chain(*shown)),
            sides=(first.name, second.name),
            playing=self.playing,
            speed=f"{self.speed:g}x",
            view=view if self.is_sided else (first, second)[self._shown].name,
            views=tuple(views) if self.is_sided else (first.name, second.name),
            view_action="view" if self.is_sided else "switch",
            sign=glyphs().ended,
            ending=_("parted at {step}", step=step) if self.comparison.partings else never,
        )

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()
        self._show()

    def _arrange(self) -> None:
        for number, pane in enumerate(self.panes):
            pane.display = self.is_sided or number == self._shown

    @on(Table.Did)
    def _player_did(self, event: Table.Did) -> None:
        for pane in self.panes:
            if pane.table is event.table:
                pane.dispatch(event.given)

    @on(Timeline.Pointed)
    def _pointed(self, event: Timeline.Pointed) -> None:
        """Show the captions of the point under the pointer."""
        for number, pane in enumerate(self.panes):
            point = None if event.point is None else min(event.point, pane.session.last)
            pane.dispatch(ShowNote("" if point is None else at_step(point, self._caption(number, point))))

    def action_parting(self) -> None:
        """Go to the step at which the games parted; to the first if they never did."""
        self.travel(self.comparison.shared + 1 if self.comparison.partings else 0)

    def action_switch(self) -> None:
        self._shown = 1 - self._shown
        self._arrange()
        self.show_controls()

    def action_view(self) -> None:
        self._view = VIEWS[(VIEWS.index(self._view) + 1) % len(VIEWS)]
        self._show()

    @property
    def help_game(self) -> str:
        return self.comparison.games[0].game.name
