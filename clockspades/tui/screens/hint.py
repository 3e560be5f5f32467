"""A hint: every legal choice and what it leads to, and what a bot that sees no more thinks of it."""

from functools import partial
from pathlib import PurePath
from typing import Any, ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from clockspades.bots.advice import MOST, Advice, advise, adviser
from clockspades.engine.game import Hint
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.screens.overlay import ScrollingOverlay
from clockspades.tui.tables.scene import AnySight
from clockspades.tui.widgets.card_text import card_text
from clockspades.tui.widgets.key_line import Key, KeyLine


class HintScreen(ScrollingOverlay):
    """The choices of the seat to act in words; once they are weighed, the best first, with how likely each wins."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "hint.tcss"]
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
        yield KeyLine(
            Key(glyphs().up_down, "scroll", "page_down"),
            Key("h", "close", "close", stays=True),
        )

    def on_mount(self) -> None:
        """Ask the best bot, where it can say more than the words."""
        bot = adviser(self._sight.game, self._hints)
        if bot is not None:
            self.query_one("#hints").border_subtitle = "weighing the choices…"
            self.run_worker(partial(advise, bot, self._sight.view, self._hints), thread=True)

    @on(Worker.StateChanged)
    def _weighed(self, event: Worker.StateChanged) -> None:
        if event.state is not WorkerState.SUCCESS:
            return
        weighed = cast(tuple[Advice, ...], event.worker.result)
        for advice, line in zip(weighed, self.query(".hint").results(Static)):
            style = "bold $gold" if advice.share == weighed[0].share else "$text-quiet"
            line.update(card_text(f"{advice.hint.words}\n") + Content.styled(advice.words, style))
        self.query_one("#hints").border_subtitle = ""
