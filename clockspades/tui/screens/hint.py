"""A hint: every legal choice and what it leads to, and what a bot that sees no more thinks of it."""

from collections.abc import Mapping
from functools import partial
from pathlib import PurePath
from random import Random
from typing import Any, ClassVar, Final, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from clockspades.bots.weighing import weighing_bot
from clockspades.engine.game import Action, Hint
from clockspades.tui.screens.overlay import Overlay
from clockspades.tui.tables.scene import AnySight
from clockspades.tui.widgets.card_text import card_text
from clockspades.tui.widgets.key_line import Key, KeyLine

MOST: Final = 20
"""Choices that are shown; of more the best, when they are weighed."""


class HintScreen(Overlay):
    """The choices of the seat to act, in words; the words come at once, the shares when they are worked out."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "hint.tcss"]
    AUTO_FOCUS = ".panel"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("h", "close", "Close")]

    def __init__(self, sight: AnySight) -> None:
        super().__init__()
        self._sight = sight
        self._hints: tuple[Hint[Any], ...] = sight.game.hints(sight.view, sight.names)

    def compose(self) -> ComposeResult:
        """The hints, one below the other."""
        with VerticalScroll(id="hints", classes="panel") as panel:
            panel.border_title = "Hint"
            for hint in self._hints[:MOST]:
                yield Static(card_text(hint.words), classes="hint")
        yield KeyLine(Key("Esc", "close", "close", stays=True))

    def on_mount(self) -> None:
        """Ask the best bot, where there is a choice of which the words do not tell all that the bot can say."""
        bot = weighing_bot(self._sight.game, Random(0))
        if len(self._hints) > 1 and bot is not None and not all(hint.tells_odds for hint in self._hints):
            self.query_one("#hints").border_subtitle = "weighing the choices…"
            self.run_worker(partial(bot.evaluate, self._sight.view), thread=True)

    @on(Worker.StateChanged)
    def _weighed(self, event: Worker.StateChanged) -> None:
        if event.state is not WorkerState.SUCCESS:
            return
        shares = cast(Mapping[Action, float], event.worker.result)
        best = max(shares.values())
        hints = list(self._hints)
        if len(hints) > MOST:
            hints.sort(key=lambda hint: -shares[hint.action])
        for hint, line in zip(hints, self.query(".hint").results(Static)):
            share = shares[hint.action]
            words = f"Wins {share:.0%} of the deals that fit what has been seen."
            line.update(
                card_text(f"{hint.words}\n") + Content.styled(words, "bold $gold" if share == best else "$text-quiet")
            )
        self.query_one("#hints").border_subtitle = ""
