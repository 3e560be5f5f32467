"""The rules of a game, laid over whatever screen asks for them."""

from pathlib import PurePath
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from clockspades.games.catalogue import find_game
from clockspades.tui.glyphs import glyphs
from clockspades.tui.screens.overlay import Overlay
from clockspades.tui.widgets.key_line import Key, KeyLine


class Prose(Markdown):
    """Markdown with the list marks of this terminal."""

    BULLETS = [f"{glyphs().bullet} "]  # noqa: RUF012 (Textual declares it)


class RulesScreen(Overlay):
    """The rules, to be scrolled through."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "rules.tcss"]
    AUTO_FOCUS = ".panel"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "page_down", "A page on"),
    ]

    def __init__(self, game_name: str) -> None:
        super().__init__()
        game = find_game(game_name)
        assert game is not None, "rules are asked for of a game that is there"
        self._game = game

    def compose(self) -> ComposeResult:
        """The rules in a panel, and the keys."""
        yield from super().compose()
        heading, _, text = self._game.rules().partition("\n")
        with VerticalScroll(classes="panel") as panel:
            panel.border_title = heading.removeprefix("# ")
            yield Prose(text, open_links=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Name the keys."""
        self.query_one(KeyLine).keys = (
            Key(glyphs().up_down, "scroll", "page_down"),
            Key("space", "next page", "page_down"),
            Key("Esc", "close", "close"),
        )

    def action_page_down(self) -> None:
        """A page on."""
        self.query_one(VerticalScroll).scroll_page_down()
