"""One of several games that a screen shows beside each other: a line about it, and its table."""

from functools import cached_property

from textual import getters
from textual.app import ComposeResult
from textual.widget import Widget

from clockspades.replay.views import View
from clockspades.saved.log import Loaded
from clockspades.table import effects as do
from clockspades.table.inputs import Input, Observed, PreferencesChanged
from clockspades.table.model import player_view
from clockspades.table.state import Preferences, TableState, Watching
from clockspades.table.update import State, update
from clockspades.table.widget_models import LineModel
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.meaning import MeaningScreen
from clockspades.tui.tables import table_of
from clockspades.tui.tables.table import Table
from clockspades.tui.textual_fixes.mounted import MountedOnly
from clockspades.tui.widgets.bound_widget import Line


class ReplayPane(MountedOnly, Widget, can_focus=False, inherit_bindings=False):
    """A finished game at one of its points. Only :meth:`dispatch` changes the state of its table."""

    app = getters.app(Navigator)

    def __init__(self, loaded: Loaded, near: int, title: LineModel) -> None:
        """``near`` is the seat at the near side."""
        super().__init__()
        self.loaded, self.session, self._near, self._title = loaded, loaded.session, near, title
        self.state: State = TableState((), len(self.session.seats), near, phase=Watching())

    @cached_property
    def table(self) -> Table:
        """What shows the game."""
        return self.query_one(Table)

    def compose(self) -> ComposeResult:
        """The line, and the game's table."""
        title = Line(id="title")
        title.model = self._title
        yield title
        yield table_of(self.session.game.name)

    def follow_settings(self) -> None:
        """Do as the settings ask from now on."""
        tempo = 0.0 if self.app.animation_level == "none" else self.app.settings.tempo
        self.dispatch(PreferencesChanged(Preferences(tempo=tempo)))

    def show(self, point: int, view: View, caption: str) -> None:
        """Show a point of the game."""
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
                case do.Animate(before, after):
                    self.table.launch(self.table.flights(before, after))
                case do.Land():
                    self.table.land()
                case do.ShowMeaning(point):
                    self.app.push_screen(MeaningScreen(self.state.model.player, point, lambda _: None))
