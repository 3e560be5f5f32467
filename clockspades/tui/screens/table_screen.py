"""The table screen: a game in play in this process, whose session does what the table asks for."""

from asyncio import Event, gather, sleep, wait_for
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import cast

from textual import on
from textual.worker import Worker, WorkerState

from clockspades.engine.players import Bots
from clockspades.engine.rules import Action
from clockspades.engine.session import AnySession
from clockspades.language import _
from clockspades.saved.log import LogError
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.commands import ENTER
from clockspades.table.effects import Effect
from clockspades.table.inputs import Input
from clockspades.table.keys import spoken, terminal
from clockspades.table.model import AnyPlayerView, player_view
from clockspades.table.state import Cause, first_state
from clockspades.table.table_session import TableSession
from clockspades.tui.screens.play_screen import PlayScreen
from clockspades.tui.threads import BOTS, in_thread


class TableScreen(PlayScreen):
    """A game in play whose session is in this process."""

    def __init__(self, session: AnySession, rng: Random | None = None) -> None:
        """``rng`` is the application's if none is given."""
        super().__init__(session.game, first_state(session))
        rng = rng or self.app.rng
        self.session = session
        self._bots = Bots(session, rng)
        self._table_session = TableSession(session, rng, _not_saved)
        self._thinking: Worker[Action] | None = None
        self._landed = Event()
        """Set once movements are ended, which a bot waits for."""

    @property
    def help_game(self) -> str:
        return self.session.game.preset(self.session.options).name

    def on_mount(self) -> None:
        """Show where the game stands, and say if it is not saved where it should be."""
        self.follow_settings()
        self.session_moved(Cause.OPENED)
        self.call_after_refresh(self.app.tell_news, self.session)

    def follow_settings(self) -> None:
        """Allow undo as far as the settings do, too."""
        self.session.may_peek = self.app.settings.take_back
        super().follow_settings()

    def handle(self, given: Input) -> None:
        """Handle an input, and count the hint that it shows: choices are compared beside play, too.

        Which cards are unseen is something to remember, so that to ask for them counts as a hint.
        """
        was_advised = self.state.is_advised
        super().handle(given)
        if (self.state.is_advised and not was_advised) or isinstance(given, did.AskUnseen):
            self.session.count_hint()

    async def speak(self) -> None:
        if (before := self.player) is not None:
            told = self.observe(before.seat, self.state.eyes)
            player = before._replace(bots=told.bots, meanings=told.meanings, caption=told.caption)
            self.state = self.state._replace(player=player)
            self.show()
        await super().speak()

    def run_effect(self, effect: Effect) -> None:
        match effect:
            case do.Act() | do.MakeDeal() | do.Travel() | do.TakeBack():
                self._move(effect)
            case do.AskBot(seat, seconds, pace):
                choose = partial(self._bots[seat].choose, self.session.sight(seat))
                self._landed.clear()
                after = partial(_after, pace, seconds - pace, self._landed, choose)
                self._thinking = self.run_worker(after, group="bot", exclusive=True)
            case do.Land():
                self._landed.set()
                super().run_effect(effect)
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
            case do.OpenResult():
                self.app.show_result(self.session)
            case do.LeaveTable():
                self.app.leave_table()
            case _:
                super().run_effect(effect)

    def observe(self, near: int, eyes: int | None) -> AnyPlayerView:
        return player_view(self.session, near, eyes, active=False, in_play=True)

    def session_moved(self, cause: Cause) -> None:
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


def _not_saved(error: LogError) -> str:
    return f"{error}. {_('Press {key} to try again.', key=spoken(terminal(), ENTER))}"


async def _after(pace: float, more: float, landed: Event, choose: Callable[[], Action]) -> Action:
    """What ``choose`` chooses, in a thread, and not before it would seem hurried."""
    chosen, _ = await gather(in_thread(BOTS, choose), _seen(pace, more, landed))
    return chosen


async def _seen(pace: float, more: float, landed: Event) -> None:
    """Wait for a while, and for some seconds more unless what moves is ended meanwhile."""
    await sleep(pace)
    with suppress(TimeoutError):
        await wait_for(landed.wait(), more)
