"""The screen of a game in play, wherever its session is. It turns keys into inputs of the table."""

from functools import partial
from time import sleep
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.worker import Worker, get_current_worker

from clockspades.engine.game import AnyGame
from clockspades.engine.wording import Stakes
from clockspades.games.catalogue import table_rules
from clockspades.language import N_
from clockspades.saved.settings import Settings
from clockspades.table import effects as do
from clockspades.table import inputs as did
from clockspades.table.commands import CANCEL, CONCEDE, ENTER, FINISH, HINT, LOG, UNSEEN, Command
from clockspades.table.effects import Effect
from clockspades.table.glyphs import glyphs
from clockspades.table.inputs import Input
from clockspades.table.model import AnyPlayerView, TableAdvice
from clockspades.table.state import AutoPlaying, Over, Preferences, Running
from clockspades.table.update import COMPARING, State, can_finish
from clockspades.tui.bindings import HELP, QUIT
from clockspades.tui.screens.game_screen import EXPLAIN, GameScreen
from clockspades.tui.tables import table_of
from clockspades.tui.textual_fixes.bindings_map import bindings_of
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.choice_panel import ChoicePanel

UNDO: Final = Command("u", did.Undo(), N_("Undo"), N_("undo"), name="table.undo")
REDO: Final = Command("r", did.Redo(), N_("Redo"), N_("redo"), name="table.redo")
PLAY_NOW: Final = ENTER._replace(words=N_("play now"))
TAKE_ANY: Final = ENTER._replace(words=N_("any"))
WAIT: Final = Command("", did.Stop(), words=N_("stops the timer"), label=N_("any other key"), name="table.wait")
SKIP: Final = Command("", did.Stop(), words=N_("skip"), label=N_("any key"), name="table.skip")
CLOSE_HINT: Final = CANCEL._replace(words=N_("close the hint"), stays=True)
STANDS: Final = 0.1
"""Seconds for which a point stands before its choices are compared beside play: who holds the undo key passes many."""
RESULT: Final = ENTER._replace(words=N_("result"))


class PlayScreen(GameScreen):
    """A game in play between people and bots."""

    DEFAULT_CLASSES: ClassVar[str] = "-playing"
    commands: tuple[Command, ...] = (UNDO, REDO, LOG, HINT, FINISH, CONCEDE, HELP, CANCEL, QUIT)
    KEY_LINE: tuple[Command, ...] = (
        FINISH._replace(now=lambda self: can_finish(self.table.rules, self.state)),
        HINT._replace(now=lambda self: self.state.player.active),
        UNDO._replace(now=lambda self: self._undo_words),
        REDO._replace(now=lambda self: self.state.point.can_redo),
        # back to the replay that a branch was played on from
        CANCEL._replace(words=N_("replay"), stays=True, now=lambda self: self.app.screen_stack[0] is not self),
        LOG, EXPLAIN, UNSEEN._replace(now=lambda self: UNSEEN in self.table.rules.commands), HELP, QUIT,
    )  # fmt: skip

    def __init__(self, game: AnyGame, state: State) -> None:
        """``state`` is that of the table before it shows a point."""
        super().__init__(game, table_rules(game.name).commands)
        self.state = state
        self._advising: Worker[TableAdvice] | None = None

    def compose(self) -> ComposeResult:
        yield from super().compose()
        yield table_of(self.game.name)

    @property
    def preferences(self) -> Preferences:
        settings = self.app.settings
        return super().preferences._replace(
            confirms=settings.confirm,
            forced_plays=settings.forced_plays,
            rings=settings.sound,
            bot_seconds=settings.bot_seconds,
            forced_seconds=settings.forced_seconds,
            trick_seconds=settings.trick_seconds if self.state.people else Settings().trick_seconds,
            tells_stakes=settings.stakes != "off",
            shows_chance=settings.stakes == "win chance",
            is_still=self.app.animation_level == "none" and settings.animation != "off",
        )

    def run_effect(self, effect: Effect) -> None:
        match effect:
            case do.Advise(player):
                if self._advising is not None:
                    self._advising.cancel()  # of another point: many can be passed in a second
                advise = partial(self._advise, player, 0.0 if self.state.is_advised else STANDS)
                self._advising = run_in_thread(self, advise, lambda advice: self.dispatch(did.Advised(player, advice)))
            case do.Ring():
                self.app.bell()
            case _:
                super().run_effect(effect)

    def _advise(self, player: AnyPlayerView, seconds: float) -> TableAdvice:
        """Advice, made in a thread, unless the point moves within some seconds."""
        from clockspades.table.advice import advice_for

        worker = get_current_worker()
        sleep(seconds)
        return COMPARING if worker.is_cancelled else advice_for(self.table.rules, player, glyphs())

    def handle(self, given: Input) -> None:
        if isinstance(given, did.ArrowPressed) and self.player is not None:
            given = did.ArrowPressed(given.direction, self.table.nearest(given.direction))
        super().handle(given)

    @property
    def _undo_words(self) -> str:
        """What the undo key does now: several people must agree."""
        state = self.state
        if state.point is None or not state.point.can_undo:
            return ""
        return N_("undo") if len(state.people) == 1 else N_("ask to undo")

    @property
    def offered(self) -> tuple[Command, ...]:
        """First what the game offers, then what every table does."""
        state = self.state
        if state.player is None or state.point is None:
            return ()
        if state.finishing is not None:
            return (SKIP,)
        if isinstance(state.phase, AutoPlaying):
            return (PLAY_NOW, WAIT, *self.KEY_LINE)
        of_game = self.table.rules.keys(state.model, is_running=isinstance(state.phase, Running))
        has_enter = state.selection.cursor is not None or any(each.name == ENTER.name for each in of_game)
        if state.stakes is Stakes.NOTHING and not has_enter:
            of_game = (TAKE_ANY, *of_game)
        if state.is_advised and state.advice is not None:
            words = N_("play the best") if state.advice.badges else N_("play it")
            best = (ENTER._replace(words=words),) if state.advice.best is not None else ()
            return (*best, CLOSE_HINT, *(each for each in of_game if each.name != ENTER.name), HELP, QUIT)
        return (*of_game, *((RESULT,) if isinstance(state.phase, Over) else ()), *self.KEY_LINE)

    def on_key(self, event: events.Key) -> None:
        """Say which command has the key, before that does what it does."""
        bound = bindings_of(self).key_to_bindings.get(event.key, ())
        self.dispatch(did.KeyPressed(self.input_of(bound[0].id) if bound else None))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Say that a click begins, before it does what it does. On a panel it leaves a hint: choices move without."""
        widget, _ = self.get_widget_at(*event.screen_offset)
        is_on_table = self.table in widget.ancestors_with_self and not isinstance(widget, ChoicePanel)
        self.dispatch(did.MouseDown(is_on_table))

    def on_click(self) -> None:
        """Say that a click is over; before that, the line of keys does not change under it."""
        self.dispatch(did.Clicked())

    def follow_view(self) -> None:
        self.dispatch(did.Uncovered() if self.is_in_view else did.Covered())
