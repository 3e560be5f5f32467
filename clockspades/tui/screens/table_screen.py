"""The table screen: a game in play. It turns keys into inputs of the table, and runs what the table asks for."""

from asyncio import gather, sleep
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Final, cast

from textual import events, on
from textual.app import ComposeResult
from textual.worker import Worker, WorkerState

from clockspades.engine.actions import Action
from clockspades.engine.players import Bots
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import table_rules
from clockspades.saved.log import LogError
from clockspades.saved.settings import Settings
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.advice import advice_for
from clockspades.table.commands import CANCEL, ENTER, HINT, LOG, Command
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input
from clockspades.table.keys import spoken
from clockspades.table.model import AnyPlayerView, player_view
from clockspades.table.state import AutoPlaying, Cause, Over, Preferences, Running, first_state
from clockspades.table.table_session import TableSession
from clockspades.tui.bindings import HELP, PALETTE, QUIT, SETTINGS
from clockspades.tui.screens.game_screen import EXPLAIN, GameScreen
from clockspades.tui.tables import table_of
from clockspades.tui.textual_fixes.bindings_map import bindings_of
from clockspades.tui.threads import BOTS, in_thread, run_in_thread

UNDO: Final = Command("u", did.Undo(), "Undo", "undo", name="table.undo")
REDO: Final = Command("r", did.Redo(), "Redo", "redo", name="table.redo")
PLAY_NOW: Final = ENTER._replace(words="play now")
WAIT: Final = Command("", did.Stop(), words="stops the timer", label="any other key", name="table.wait")
PLAY_BEST: Final = ENTER._replace(words="play the best")
CLOSE_HINT: Final = Command("", did.Cancel(), words="close", label="any other key", name="table.close_hint")
RESULT: Final = ENTER._replace(words="result")


class TableScreen(GameScreen):
    """A game in play between people and bots."""

    commands: tuple[Command, ...] = (UNDO, REDO, LOG, HINT, HELP, CANCEL, QUIT)
    KEY_LINE: tuple[Command, ...] = (
        HINT._replace(now=lambda self: self.state.player.active),
        UNDO._replace(now=lambda self: self._undo_words),
        REDO._replace(now=lambda self: self.state.point.can_redo),
        # back to the replay that a branch was played on from
        CANCEL._replace(words="replay", stays=True, now=lambda self: self.app.screen_stack[0] is not self),
        LOG, EXPLAIN, HELP, QUIT, PALETTE, SETTINGS,
    )  # fmt: skip

    def __init__(self, session: AnySession, rng: Random | None = None) -> None:
        """``rng`` is the application's if none is given."""
        super().__init__(session, table_rules(session.game.name).commands)
        rng = rng or self.app.rng
        self._bots = Bots(session, rng)
        self._table_session = TableSession(session, rng, _not_saved)
        self._thinking: Worker[Action] | None = None
        """The worker in which a bot is choosing."""
        self.state = first_state(session)

    def compose(self) -> ComposeResult:
        """The game's table."""
        yield from super().compose()
        yield table_of(self.session.game.name)

    def on_mount(self) -> None:
        """Show where the game stands."""
        self.follow_settings()
        self.session_moved(Cause.OPENED)

    def follow_settings(self) -> None:
        """Allow undo as far as the settings do, too."""
        self.session.may_peek = self.app.settings.take_back
        super().follow_settings()

    @property
    def preferences(self) -> Preferences:
        settings = self.app.settings
        return super().preferences._replace(
            confirms=settings.confirm,
            forced_plays=settings.forced_plays,
            rings=settings.sound,
            bot_seconds=settings.bot_seconds,
            forced_seconds=settings.forced_seconds,
            trick_seconds=settings.trick_seconds if self.session.humans else Settings().trick_seconds,
            is_still=self.app.animation_level == "none" and settings.animation != "off",
        )

    # -- what the table asks for -----------------------------------------------------------------------

    def run_effect(self, effect: Effect) -> None:
        """Do what the table asks for; an answer is dispatched as another input."""
        match effect:
            case do.Act() | do.ActWhileForced() | do.MakeDeal() | do.Travel() | do.TakeBack():
                self._move(effect)
            case do.AskBot(seat, seconds):
                choose = partial(self._bots[seat].choose, self.session.sight(seat))
                self._thinking = self.run_worker(partial(_after, seconds, choose), group="bot", exclusive=True)
            case do.DismissBot():
                if self._thinking is not None:
                    self._thinking.cancel()
                    self._thinking = None  # its choice may be made already, and on its way here
            case do.RaiseCurtain(seat, words, asker):
                from clockspades.tui.screens.curtain import CurtainScreen

                names = self.session.names
                curtain = CurtainScreen(names[seat], words, "" if asker is None else names[asker])
                lifted, asked = did.CurtainLifted(), did.AskedToTakeBack()
                self.app.push_screen(curtain, lambda what: self.dispatch(asked if what == "asked" else lifted))
            case do.AskToTakeBack(seat, words):
                from clockspades.tui.screens.curtain import QuestionScreen

                question = QuestionScreen(self.session.names[seat], words)
                self.app.push_screen(question, lambda agrees: self.dispatch(did.Answered(agrees is True)))
            case do.Advise(player):
                advise = partial(advice_for, self.table.rules, player)
                run_in_thread(self, advise, lambda advice: self.dispatch(did.Advised(player, advice)))
            case do.OpenResult():
                self.app.show_result(self.session)
            case do.LeaveTable():
                self.app.leave_table()
            case do.Ring():
                self.app.bell()
            case _:
                super().run_effect(effect)

    def observe(self, near: int, eyes: int | None) -> AnyPlayerView:
        return player_view(self.session, near, eyes, active=False, in_play=True)

    def session_moved(self, cause: Cause) -> None:
        """Tell the table that the session is at another point."""
        self.dispatch(self._table_session.moved(cause))

    def _move(self, effect: Effect) -> None:
        """Let the session move, unless its table was left."""
        if self.app.has_open(self.session):
            answers = self._table_session.run(effect)
            self.app.tell_news(self.session)
            for given in answers:
                self.dispatch(given)

    @on(Worker.StateChanged)
    def _bot_chose(self, event: Worker.StateChanged) -> None:
        if event.worker is self._thinking and event.state is WorkerState.SUCCESS:
            self._thinking = None
            self.dispatch(did.BotChose(cast(Action, event.worker.result)))

    # -- keys and the pointer --------------------------------------------------------------------------

    def handle(self, given: Input) -> None:
        """Handle an input; for an arrow key, find what lies that way on the screen."""
        if isinstance(given, did.Move) and self.player is not None:
            given = did.Move(given.direction, self.table.nearest(given.direction))
        super().handle(given)

    @property
    def _undo_words(self) -> str:
        """What the undo key does now: several people must agree."""
        state = self.state
        if state.point is None or not state.point.can_undo:
            return ""
        return "undo" if len(state.people) == 1 else "ask to undo"

    @property
    def offered(self) -> tuple[Command, ...]:
        """First what the game offers, then what every table does."""
        state = self.state
        if state.player is None or state.point is None:
            return ()
        if isinstance(state.phase, AutoPlaying):
            return (PLAY_NOW, WAIT, *self.KEY_LINE)
        if state.is_advised and state.advice is not None:
            return (*((PLAY_BEST,) if state.advice.best is not None else ()), CLOSE_HINT)
        of_game = self.table.rules.keys(state.model, is_running=isinstance(state.phase, Running))
        return (*of_game, *((RESULT,) if isinstance(state.phase, Over) else ()), *self.KEY_LINE)

    def on_key(self, event: events.Key) -> None:
        """Say which command has the key, before that does what it does."""
        bound = bindings_of(self).key_to_bindings.get(event.key, ())
        self.dispatch(did.KeyPressed(self.input_of(bound[0].id) if bound else None))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Say that a click begins, before it does what it does."""
        widget, _ = self.get_widget_at(*event.screen_offset)
        self.dispatch(did.MouseDown(self.table in widget.ancestors_with_self))

    def on_click(self) -> None:
        """Say that a click is over; before that, the line of keys does not change under it."""
        self.dispatch(did.Clicked())

    def on_screen_suspend(self) -> None:
        """Something lies over the table."""
        self.dispatch(did.Covered())

    def on_screen_resume(self) -> None:
        """The table is in view again."""
        self.dispatch(did.Uncovered())


def _not_saved(error: LogError) -> str:
    """What the prompt says of an action that was not saved."""
    return f"{error}. Press {spoken(ENTER)} to try again."


async def _after(seconds: float, choose: Callable[[], Action]) -> Action:
    """What ``choose`` chooses, in a thread, and not before it would seem hurried."""
    chosen, _ = await gather(in_thread(BOTS, choose), sleep(seconds))
    return chosen
