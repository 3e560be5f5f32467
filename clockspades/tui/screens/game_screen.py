"""What the screens with a game's table share: the state of the table, and how its effects are run."""

from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

from textual import events, on
from textual.binding import BindingsMap
from textual.geometry import Offset
from textual.reactive import var
from textual.timer import Timer

from clockspades.engine.game import AnyGame
from clockspades.table import effects as do
from clockspades.table.commands import MEANING, Command
from clockspades.table.effects import Effect
from clockspades.table.inputs import Cancel, Input, Observed, PreferencesChanged, Tick
from clockspades.table.keys import terminal
from clockspades.table.model import AnyPlayerView
from clockspades.table.state import Preferences, TableState, Watching
from clockspades.table.table_session import InTurn
from clockspades.table.update import State, asked_point, update
from clockspades.tui.bindings import bind
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.tables.table import Table

if TYPE_CHECKING:
    from clockspades.bots.reckoning import Reckoning

EXPLAIN: Final = MEANING._replace(now=lambda self: asked_point(self.table.rules, self.state) is not None)


class GameScreen(SizedScreen):
    """A screen on which a table shows one point of a game."""

    ALLOW_SELECT = False
    AUTO_FOCUS = ""
    state: var[State] = var(TableState((), 0, phase=Watching()))
    """The state of the table, which everything on it shows.

    It is no ``reactive``, which would paint the whole screen anew at each key: the widgets repaint what changed.
    """

    def __init__(self, game: AnyGame, game_commands: tuple[Command, ...]) -> None:
        """``game_commands`` are those that this game adds to the screen's own."""
        super().__init__()
        self.game, self.commands = game, (*game_commands, *self.commands)
        # Textual binds keys to classes and to the application only, and a screen's map shares its lists with its class
        self._own_bindings = BindingsMap.merge((BindingsMap(bind(*game_commands)), self._own_bindings))
        self.rebind()
        self._timer: Timer | None = None
        self._inputs = InTurn(self.handle)

    @cached_property
    def table(self) -> Table:
        return self.query_one(Table)

    @property
    def player(self) -> AnyPlayerView | None:
        return self.state.player

    @property
    def preferences(self) -> Preferences:
        return Preferences(
            tempo=0.0 if self.app.animation_level == "none" else self.app.settings.tempo, terminal=terminal()
        )

    def follow_settings(self) -> None:
        self.dispatch(PreferencesChanged(self.preferences))

    async def speak(self) -> None:
        if self.player is not None:
            self.table.speak()
        self.refresh_keys()

    @property
    def escape_leaves(self) -> bool:
        if self.player is None:
            return True
        _, effects = update(self.table.rules, self.state, Cancel())
        return any(isinstance(effect, do.LeaveTable) for effect in effects)

    @property
    def cursor_screen_offset(self) -> Offset:
        """The card or choice under the cursor; without a cursor the words that say what to do."""
        return self.table.cursor_screen_offset

    @property
    def offered(self) -> tuple[Command, ...]:
        """Nothing until the table shows something."""
        return () if self.player is None else super().offered

    def input_of(self, name: str | None) -> Input | None:
        """What a command with this name gives to the table; None if it gives nothing."""
        return next((each.does for each in self._known() if each.name == name and not isinstance(each.does, str)), None)

    def _known(self) -> Iterator[Command]:
        yield from self.commands
        yield from self.offered

    def action_give(self, name: str) -> None:
        if (given := self.input_of(name)) is not None:
            self.dispatch(given)

    def dispatch(self, given: Input) -> None:
        """Handle an input, and all that it leads to at once; while another is handled, it waits for its turn."""
        before = self.state
        if self._inputs.give(given) and self.state is not before:
            self.refresh_keys()

    def handle(self, given: Input) -> None:
        before = self.state
        self.state, effects = update(self.table.rules, before, given)
        if self.state is not before:
            self.show()
        for effect in effects:
            self.run_effect(effect)

    def show(self) -> None:
        if self.state.player is not None:
            self.table.model = self.state.model
            self.table.show_badges()

    def run_effect(self, effect: Effect) -> None:
        """Do what the table asks for; an answer is dispatched as another input."""
        match effect:
            case do.Observe(near, eyes):
                self.dispatch(Observed(self.observe(near, eyes)))
            case do.StartTimer(timer, seconds):
                if self._timer is not None:
                    self._timer.stop()
                self._timer = self.set_timer(seconds, partial(self.dispatch, Tick(timer)))
            case do.Animate(moves):
                self.table.launch(self.table.flights(moves))
            case do.Celebrate(moment, delay):
                self.table.celebrate(moment, delay)
            case do.Land():
                self.table.land()
            case do.ShowMeaning(point):
                self.show_meaning(point)

    def observe(self, near: int, eyes: int | None) -> AnyPlayerView:
        """What a seat, or None for all, sees of the point that the session is at."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        """End movements; badges move with their cards, once these have their new places."""
        if self.player is not None:
            self.table.land()
        self.call_after_refresh(self.table.show_badges)

    def on_screen_resume(self) -> None:
        """Badges move if the card size was changed in the settings."""
        self.call_after_refresh(self.table.show_badges)

    def on_key(self, event: events.Key) -> None:
        """End what is celebrated; what the key does comes after this."""
        self.table.end_moment()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """End what is celebrated; what the click does comes after this."""
        self.table.end_moment()

    @on(Table.Did)
    def _player_did(self, event: Table.Did) -> None:
        self.dispatch(event.given)

    def action_log(self) -> None:
        from clockspades.tui.screens.log_screen import LogScreen

        if self.table.model is not None:
            self.app.push_screen(LogScreen(self.table.log_lines, self.table.model, self.show_meaning))

    def show_meaning(self, point: int) -> None:
        from clockspades.tui.screens.meaning import MeaningScreen

        if self.player is not None:
            self.app.push_screen(MeaningScreen(self.player, point, self.reckoning))

    def reckoning(self, point: int) -> "Reckoning | None":
        """What a bot reckoned with before it took the action that led to a point; None where that is secret."""
        return None

    def action_sheet(self) -> None:
        from clockspades.tui.screens.sheet import SheetScreen

        sheet = None if self.table.model is None else self.table.rules.sheet(self.table.model)
        if sheet is not None:
            self.app.push_screen(SheetScreen(sheet))

    @property
    def help_game(self) -> str:
        return self.game.name
