"""The rules of a game, laid over whatever screen asks for them."""

from pathlib import PurePath
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Markdown
from textual.widgets.markdown import MarkdownBlock

from clockspades.games.catalogue import find_game
from clockspades.tui.glyphs import glyphs
from clockspades.tui.pictures import parts
from clockspades.tui.screens.overlay import Overlay
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.key_line import Key, KeyLine


class Prose(Markdown):
    """Markdown with the list marks of this terminal."""

    BULLETS = [f"{glyphs().bullet} "]  # noqa: RUF012 (Textual declares it)


class RulesScreen(Overlay):
    """The rules, to be scrolled through and searched."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "rules.tcss"]
    AUTO_FOCUS = ".panel"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "page_down", "A page on"),
        Binding("f", "find", "Find words"),
        Binding("n", "next", "The next place"),
    ]

    def __init__(self, game_name: str) -> None:
        super().__init__()
        game = find_game(game_name)
        assert game is not None, "rules are asked for of a game that is there"
        self._game = game
        self._places: list[MarkdownBlock] = []
        """Where the words searched for stand, the place in sight first."""

    def compose(self) -> ComposeResult:
        """The rules in a panel, with their pictures, the words to find, and the keys."""
        yield from super().compose()
        heading, _, text = self._game.rules().partition("\n")
        with VerticalScroll(classes="panel") as panel:
            panel.border_title = heading.removeprefix("# ")
            for part in parts(text.strip()):
                if isinstance(part, str):
                    yield Prose(part, open_links=False)
                else:
                    picture = CardRow(lambda row: row)
                    picture.scene = part
                    yield picture
        yield Input(placeholder="Words to find in the rules", id="find")
        yield KeyLine()

    def on_mount(self) -> None:
        """Name the keys."""
        self.query_one("#find").display = False
        self.query_one(KeyLine).keys = (
            Key(glyphs().up_down, "scroll", "page_down"),
            Key("space", "next page", "page_down"),
            Key("f", "find", "find"),
            Key("n", "next place", "next"),
            Key("Esc", "close", "close", stays=True),
        )

    def action_page_down(self) -> None:
        """A page on."""
        self.query_one(VerticalScroll).scroll_page_down()

    def action_find(self) -> None:
        """Ask for the words to find."""
        field = self.query_one("#find", Input)
        field.display = True
        field.focus()

    def action_close(self) -> None:
        """Close the search if that is open, else the rules."""
        field = self.query_one("#find", Input)
        if field.has_focus:
            self._leave_search()
        else:
            super().action_close()

    @on(Input.Submitted)
    def _search(self, event: Input.Submitted) -> None:
        """Show the first place that has the words."""
        event.stop()
        words = event.value.strip().casefold()
        for place in self._places:
            place.remove_class("-found")
        blocks = [block for block in self.query(MarkdownBlock) if not block.query(MarkdownBlock)]
        self._places = [block for block in blocks if words and words in (block.source or "").casefold()]
        if self._places:
            self._leave_search()
            self._show(self._places[0])
        else:
            self.notify(f"The rules do not say {event.value.strip()!r}.", markup=False)

    def action_next(self) -> None:
        """Show the next place that has the words."""
        if self._places:
            self._places[0].remove_class("-found")
            self._places.append(self._places.pop(0))
            self._show(self._places[0])

    def _leave_search(self) -> None:
        self.query_one("#find").display = False
        self.query_one(VerticalScroll).focus()

    def _show(self, place: MarkdownBlock) -> None:
        place.add_class("-found")
        place.scroll_visible(animate=False, top=True)
