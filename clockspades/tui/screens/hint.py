"""A hint: the best choices, what each leads to, and how likely each wins; the other choices on a key."""

from functools import partial
from pathlib import PurePath
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from clockspades.bots.advice import MOST, Advice, advise, adviser, distinct
from clockspades.table.commands import HINT, Command, closing
from clockspades.table.model import AnyPlayerView
from clockspades.tui.drawing.text import card_text
from clockspades.tui.screens.overlay import ScrollingOverlay
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.page import SCROLL, Page

BEST: Final = 3
"""Choices to show at first."""

ALL: Final = Command("a", "all", "Show all choices, or only the best", stays=True)
CLOSE_HINT: Final = closing(HINT)


class HintScreen(ScrollingOverlay):
    """The choices of the seat to act in words; once a bot has evaluated them, the best first with their win chances."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss"]
    commands: tuple[Command, ...] = (ALL, CLOSE_HINT)
    KEY_LINE: tuple[Command, ...] = (ALL._replace(now=lambda self: self._other_words()), SCROLL, CLOSE_HINT)

    shows_all: reactive[bool] = reactive(False, init=False)

    def __init__(self, player: AnyPlayerView) -> None:
        super().__init__()
        self._player = player
        self._hints = distinct(player.game.words.hints(player.view, player.names))
        self._bot = adviser(player.game, self._hints)
        self._is_evaluated = self._bot is None

    def compose(self) -> ComposeResult:
        """The hints, one below the other."""
        with Page(id="hints", classes="panel") as panel:
            panel.border_title = "Hint"
            yield Static(f"Comparing {len(self._hints)} choices…", id="comparing")
            for number, hint in enumerate(self._hints[:MOST]):
                yield Static(card_text(hint.words), classes="hint" if number else "hint -first")

    def on_mount(self) -> None:
        """Ask the best bot, where it can say more than the words."""
        self._show()
        if self._bot is not None:
            self.query_one("#hints").border_subtitle = "comparing…"
            run_in_thread(self, partial(advise, self._bot, self._player.view, self._hints), self._evaluated)

    def _evaluated(self, evaluated: tuple[Advice, ...]) -> None:
        for advice, line in zip(evaluated, self.query(".hint").results(Static)):
            style = "bold $gold" if advice.words == evaluated[0].words else "$text-quiet"
            line.update(card_text(f"{advice.hint.words}\n") + Content.styled(advice.words, style))
        self.query_one("#hints").border_subtitle = ""
        self._is_evaluated = True
        self._show()

    def watch_shows_all(self) -> None:
        """Show or hide the choices after the best."""
        self._show()

    def _show(self) -> None:
        """Show the best choices, once they are known, or all; and the keys."""
        lines = list(self.query(".hint"))
        has_more = len(lines) > BEST
        shown = len(lines) if self.shows_all or not has_more else BEST if self._is_evaluated else 0
        for number, line in enumerate(lines):
            line.display = number < shown
        self.query_one("#comparing").display = not shown
        self.refresh_keys()

    def _other_words(self) -> str:
        """What else can be shown: all choices or only the best; empty if these are all."""
        choices = len(self.query(".hint"))
        return "" if choices <= BEST else "best" if self.shows_all else f"all {choices}"

    def action_all(self) -> None:
        """Show all choices, or only the best again."""
        if len(self.query(".hint")) > BEST:
            self.shows_all = not self.shows_all
