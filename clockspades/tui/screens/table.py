"""The table screen: a game in play. It holds the session, lets the bots play, and shows each point."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.reactive import var
from textual.worker import Worker, WorkerState

from clockspades.engine.game import Action, IllegalActionError
from clockspades.engine.log import LogError
from clockspades.engine.session import AnySession, UndoRefusedError
from clockspades.tui.geometry import Direction
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.tables import TABLES
from clockspades.tui.tables.scene import AnySight, sight_of
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.key_line import Key, KeyLine


class TableScreen(SizedScreen):
    """A game in play between people and bots."""

    ALLOW_SELECT = False
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(digit), f"choose({digit})", f"Choose number {digit}", show=False) for digit in range(1, 10)),
        Binding("left", "move('left')", "Move left"),
        Binding("right", "move('right')", "Move right"),
        Binding("up", "move('up')", "Move up"),
        Binding("down", "move('down')", "Move down"),
        Binding("enter", "confirm", "Play or take"),
        Binding("space", "place", "Lay one card down"),
        Binding("u", "undo", "Undo"),
        Binding("r", "redo", "Redo"),
        Binding("l", "log", "The log"),
        Binding("h", "hint", "Hint"),
        Binding("question_mark", "help", "Help"),
        Binding("escape", "back", "Back"),
        Binding("q", "app.leave", "Save and leave"),
    ]

    sight: var[AnySight | None] = var(None)
    """What the near seat sees: the one state that everything on this screen shows."""

    def __init__(self, session: AnySession, rng: Random) -> None:
        super().__init__()
        self.session = session
        self._rng = rng
        self._near = session.humans[0] if session.humans else 0
        self._bots = {
            number: session.game.bots[seat.bot](Random(rng.random()))
            for number, seat in enumerate(session.seats)
            if not seat.is_human
        }

    def compose(self) -> ComposeResult:
        """The game's table, and the keys."""
        yield from super().compose()
        yield TABLES[self.session.game.name]().data_bind(TableScreen.sight)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show where the game stands."""
        self._show()

    @property
    def table(self) -> Table:
        """The table."""
        return self.query_one(Table)

    # -- the course of the game ------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the point that the session is at, and let whoever is to act do so."""
        session = self.session
        seat = session.to_act
        active = seat is not None and seat == self._near and session.seats[seat].is_human
        self.sight = sight_of(session, self._near, self._near, active=active)
        self.query_one(KeyLine).keys = self._keys()
        if seat is not None and not session.seats[seat].is_human:
            choose = partial(self._bots[seat].choose, session.view(seat))
            self.run_worker(choose, name="bot", group="bot", exclusive=True, thread=True, exit_on_error=True)

    @on(Worker.StateChanged)
    def _bot_chose(self, event: Worker.StateChanged) -> None:
        if event.worker.group == "bot" and event.state is WorkerState.SUCCESS:
            self._act(cast(Action, event.worker.result))

    @on(Table.Decided)
    def _person_decided(self, event: Table.Decided) -> None:
        if self.sight is not None and self.sight.active:
            self._act(event.action)

    def _act(self, action: Action) -> None:
        """Take an action; what cannot be taken or kept is said, and the game stays where it is."""
        try:
            self.session.act(action)
        except (IllegalActionError, LogError) as error:
            self.notify(str(error), severity="error", markup=False)
            return
        self._show()

    def _keys(self) -> tuple[Key, ...]:
        assert self.sight is not None
        keys = list(self.table.keys(self.sight))
        if self.sight.active:
            keys.append(Key("h", "hint", "hint"))
        if len(self.session.humans) == 1:
            keys.append(Key("u", "undo", "undo"))
        return (*keys, Key("l", "log", "log"), Key("?", "help", "help"), Key("q", "save & quit", "app.leave"))

    # -- keys ------------------------------------------------------------------------------------------

    def action_choose(self, number: int) -> None:
        """Point at what a digit stands for."""
        self.table.choose(number)

    def action_move(self, direction: Direction) -> None:
        """Move the cursor."""
        self.table.move(direction)

    def action_confirm(self) -> None:
        """Play, or take."""
        self.table.confirm()

    def action_place(self) -> None:
        """Lay one card down."""
        self.table.place()

    def action_undo(self) -> None:
        """Take back to the decision before."""
        self._travel(self.session.undo)

    def action_redo(self) -> None:
        """Go on to the decision after."""
        self._travel(self.session.redo)

    def _travel(self, step: Callable[[], None]) -> None:
        try:
            step()
        except UndoRefusedError as error:
            self.notify(str(error), markup=False)
            return
        self.workers.cancel_group(self, "bot")
        self._show()
