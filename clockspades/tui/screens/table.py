"""The table screen: a game in play. It holds the session, lets the bots play, and shows each point."""

from asyncio import gather, sleep, to_thread
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import Worker, WorkerState

from clockspades.engine.dealer import Dealer
from clockspades.engine.game import Action, IllegalActionError
from clockspades.engine.log import LogError
from clockspades.engine.players import Bots
from clockspades.engine.session import AnySession, UndoRefusedError
from clockspades.table.glyphs import glyphs
from clockspades.table.model import AnyPlayerView, Direction, player_view
from clockspades.table.widget_models import Key
from clockspades.tui.screens.paced import PacedScreen
from clockspades.tui.tables import table_of
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.key_line import KeyLine


class TableScreen(PacedScreen):
    """A game in play between people and bots."""

    AUTO_FOCUS = "Table"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(str(digit), f"choose({digit})", "Choose a card or a spade by number", show=False)
            for digit in range(1, 10)
        ),
        Binding("0", "zero", "Choose zero"),
        Binding("left", "move('left')", "Move the cursor left"),
        Binding("right", "move('right')", "Move the cursor right"),
        Binding("up", "move('up')", "Move the cursor up"),
        Binding("down", "move('down')", "Move the cursor down"),
        Binding("enter", "confirm", "Play, or take a spade"),
        Binding("space", "space", "Play one card"),
        Binding("u", "undo", "Undo"),
        Binding("r", "redo", "Redo"),
        Binding("t", "last_trick", "Show the last trick"),
        Binding("s", "sheet", "Show the score sheet"),
        Binding("l", "log", "Show the log"),
        Binding("h", "hint", "Show a hint"),
        Binding("question_mark,f1", "help", "Show the help"),
        Binding("escape", "back", "Cancel, or go back to the title"),
        Binding("q", "app.leave", "Save and quit"),
    ]

    def __init__(self, session: AnySession, rng: Random) -> None:
        super().__init__(session)
        self._bots = Bots(session, rng)
        self._dealer = Dealer(session, rng)
        self._thinking: Worker[Action] | None = None
        """The worker in which a bot is choosing."""
        self._waits = False
        """Whether the next of two people takes over as soon as the screen over the table is closed."""
        self._near = session.humans[0] if session.humans else 0
        self._uncovered: int | None = self._near if len(session.humans) < 2 else None
        """The seat whose cards may be drawn; None while two people change places."""

    def compose(self) -> ComposeResult:
        """The game's table, and the keys."""
        yield from super().compose()
        table = table_of(self.session.game.name)()
        table.can_focus = bool(table.BINDINGS)
        yield table.data_bind(TableScreen.player)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show where the game stands."""
        self.follow_settings()
        self.show_point()

    def follow_settings(self) -> None:
        """Allow undo as far as the settings do, and show what can be done now."""
        self.session.may_peek = self.settings.take_back
        self.refresh_keys()

    # -- the course of the game ------------------------------------------------------------------------

    def show_point(self, *, news: bool = False) -> None:
        """Show the point that the session is at, and start the next move; ``news`` pauses on a finished trick first."""
        session = self.session
        if news and session.outcome is None and self.table.pauses:
            self._look(active=False)
            if self.table.lingers and self.begin_lull():
                return
        seat = session.to_act
        is_person = seat is not None and session.seats[seat].is_human
        if seat is not None and is_person and len(session.humans) > 1 and seat != self._uncovered:
            if not (news and self.table.pauses and self.let_rest()):
                self._change_places(seat)
            return
        self.action_hold()
        self.end_lull()
        self._look(active=is_person and seat == self._near)
        if session.outcome is None and self.table.lingers:
            self.table.go_on(gathers=False)
            self.refresh_keys()
        if seat is not None and not is_person:
            self._let_think(seat)
        elif is_person:
            self.begin_beat()
        elif session.outcome is None:
            self._let_deal()

    def _look(self, *, active: bool) -> None:
        """Show what the seat whose cards are uncovered sees."""
        session = self.session
        seat = session.to_act
        thinker = session.names[seat] if seat is not None and not session.seats[seat].is_human else ""
        self.player = player_view(session, self._near, self._uncovered, active=active)._replace(thinker=thinker)
        self.refresh_keys()

    def refresh_keys(self) -> None:
        """Show what can be done now in the line of keys."""
        if self.player is not None:
            self.query_one(KeyLine).keys = self._keys(self.player)

    def _change_places(self, seat: int) -> None:
        """Turn the table to the next of two people: with every hand face down, until they lift the curtain.

        Not under what one of them still reads: that may be for nobody else.
        """
        from clockspades.tui.screens.curtain import CurtainScreen

        self._waits = not self.is_active
        if self._waits:
            self._look(active=False)
            return
        self._uncovered = None
        self._near = seat
        self._look(active=False)
        self.app.push_screen(CurtainScreen(self.session.names[seat]), lambda _: self._lift_curtain(seat))

    def on_screen_resume(self) -> None:
        """Turn the table to the next of two people, if that waited for it to be seen again."""
        if self._waits:
            self.show_point()

    def _lift_curtain(self, seat: int) -> None:
        self._uncovered = seat
        self.show_point()
        self.table.catch_up()
        self.refresh_keys()

    @property
    def pace(self) -> float:
        """Seconds that a bot takes at the least; none where not the settings but the environment stops all movement."""
        still = self.app.animation_level == "none" and self.settings.animation != "off"
        return 0.0 if still else self.settings.bot_seconds

    def _let_think(self, seat: int) -> None:
        """Let a bot choose, in a thread, from what its own seat sees, and not before what happened last was seen."""
        session = self.session
        choose = partial(self._bots[seat].choose, session.view(seat))
        pace = max(self.pace, self.seconds_to_see())
        self._thinking = self.run_worker(partial(_after, pace, choose), group="bot", exclusive=True)

    @on(Worker.StateChanged)
    def _bot_chose(self, event: Worker.StateChanged) -> None:
        if event.worker is self._thinking and event.state is WorkerState.SUCCESS:
            self._thinking = None
            self.act(cast(Action, event.worker.result))
            seat = self.session.to_act
            is_person = seat is not None and self.session.seats[seat].is_human
            if self.settings.sound and is_person and not self._is_forced:
                self.app.bell()

    def _let_deal(self) -> None:
        """Let the next cards be dealt, once it was seen how the deal before ended: where it is summed up, on a key."""
        if self.player is not None and self.table.sums_up(self.player) and self.session.humans:
            return
        if self.pace:
            self.set_timer(self.pace, self._deal)
        else:
            self._deal()

    def _deal(self) -> None:
        """Make the deal that is due, unless the game has gone elsewhere; that it cannot be kept is said."""
        session = self.session
        if not self.app.has_open(session) or not session.game.deal_due(session.state):
            return
        try:
            self._dealer.deal()
        except LogError as error:
            self._refuse(f"{error}. Press Enter to try again.")
        else:
            self.app.tell_news(session)
            self.show_point()

    @on(Table.Decided)
    def _person_decided(self, event: Table.Decided) -> None:
        if self.player is not None and self.player.active:
            self.act(event.action)

    @on(Table.Hurried)
    def _person_hurried(self) -> None:
        """Make every play that the rules leave no choice about, and show where that leads."""
        while (action := self.only_choice()) is not None and self._take(action):
            pass
        self.show_point()

    @on(Table.KeysChanged)
    def _keys_changed(self) -> None:
        self.refresh_keys()

    def act(self, action: Action) -> None:
        """Take an action, and show where that leads."""
        if self._take(action):
            self.show_point(news=True)

    def _take(self, action: Action) -> bool:
        """Take an action; whether it could be taken and saved. If not, the prompt says why."""
        if not self.app.has_open(self.session):
            return False
        try:
            self.session.act(action)
        except IllegalActionError as error:
            return self._refuse(str(error))
        except LogError as error:
            return self._refuse(f"{error}. Press Enter to try again.")
        self.app.tell_news(self.session)
        if len(self.session.humans) > 1 and self.session.to_act != self._uncovered:
            self._uncovered = None  # what was drawn now is for its owner alone, at their next turn
        return True

    def _refuse(self, words: str) -> bool:
        """Say why the game stays where it is; False."""
        self.table.interrupt()
        if self.player is not None:
            self.player = self.player._replace(thinker="")
        self.table.say(words)
        return False

    def only_choice(self) -> Action | None:
        """The one action that the person at the near side is offered; None if that is none or several."""
        session = self.session
        if session.to_act != self._near:
            return None
        offered: Sequence[Action] = session.game.offered(session.view(self._near))
        return offered[0] if len(offered) == 1 else None

    @property
    def _is_forced(self) -> bool:
        """Whether the next move is a person's, and the game plays it."""
        return self.plays_by_itself and self.only_choice() is not None

    # -- keys ------------------------------------------------------------------------------------------

    def _keys(self, player: AnyPlayerView) -> tuple[Key, ...]:
        """What can be done now."""
        keys = list(self.table.keys(player))
        if self.beats:
            keys = [Key(glyphs().enter, "play now", "confirm"), Key("any other key", "wait", "hold")]
        if self.session.outcome is not None:
            keys.append(Key(glyphs().enter, "result", "confirm"))
        if player.active:
            keys.append(Key("h", "hint", "hint", stays=True))
        if len(self.session.humans) == 1 and self.session.can_undo:
            keys.append(Key("u", "undo", "undo"))
        if self.session.at < self.session.last:
            keys.append(Key("r", "redo", "redo"))
        keys += (
            Key("l", "log", "log"),
            Key("?", "help", "help", stays=True),
            Key("q", "quit", "app.leave", stays=True),
        )
        return (*keys, Key("F2", "settings", "app.settings"), Key("F3", "commands", "app.command_palette"))

    def action_choose(self, number: int) -> None:
        """Point at what a digit stands for."""
        self.table.choose(number)

    def action_zero(self) -> None:
        """Point at what the digit 0 stands for."""
        self.table.choose(0)

    def action_move(self, direction: Direction) -> None:
        """Move the cursor."""
        self.table.move(direction)

    def action_confirm(self) -> None:
        """Play, or take; once the game is over, go on to its result."""
        seat = self.session.to_act
        if self.cleared():
            return
        if self.beats:
            self.end_beat()
        elif self.session.outcome is not None:
            self.app.open_result(self.session)
        elif seat is not None and not self.session.seats[seat].is_human and self._thinking is None:
            self._let_think(seat)  # what it chose before could not be kept
        elif seat is None:
            self._deal()
        else:
            self.table.confirm()

    def action_space(self) -> None:
        """Play a forced move, or do a smaller step than Enter does: play one card of several."""
        if self.beats:
            self.end_beat()
        elif not self.cleared():
            self.table.space()

    def action_last_trick(self) -> None:
        """Show the last trick again, or no longer."""
        if not self.cleared():
            self.table.look_back()
            self.refresh_keys()

    def action_undo(self) -> None:
        """Take back to the decision before."""
        self._travel(self.session.undo)

    def action_redo(self) -> None:
        """Go on to the decision after."""
        self._travel(self.session.redo)

    def _travel(self, step: Callable[[], None]) -> None:
        """Go to another decision; over forced moves, if the game plays those."""
        self.table.interrupt()
        session = self.session
        at, thinker, was_assisted = session.at, session.to_act, session.would_be_assisted
        try:
            step()
            while self._is_forced:
                step()
        except UndoRefusedError as error:
            if session.at == at:
                self.table.say(str(error))
                return
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None  # its choice may be made already, and on its way here
            if thinker is not None:
                self._bots.dismiss(thinker)
        self.show_point()
        self.action_hold()
        if session.would_be_assisted and not was_assisted:
            self.table.say("If you change your move, this game counts as assisted.")

    def action_hint(self) -> None:
        """Show what can be done and what it leads to."""
        from clockspades.tui.screens.hint import HintScreen

        if self.player is not None and self.player.active:
            self.app.push_screen(HintScreen(self.player))

    def action_back(self) -> None:
        """Cancel what was begun; with nothing begun, go back to the title."""
        if not self.cleared() and not self.table.let_go():
            self.app.leave_table()


async def _after(seconds: float, choose: Callable[[], Action]) -> Action:
    """What ``choose`` chooses, in a thread, and not before it would seem hurried."""
    chosen, _ = await gather(to_thread(choose), sleep(seconds))
    return chosen
