"""The rules of a game, over the screen that opened them."""

from typing import TYPE_CHECKING, Final

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from clockspades.games.catalogue import find_offer, game_names
from clockspades.language import N_, _
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import CardRowModel
from clockspades.tui.drawing.cell_text import card_text
from clockspades.tui.screens.kinds import CLOSE, SCROLL, Page, ScrollingOverlay, panel
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.texts.prose import Block, Passage, blocks
from clockspades.tui.widgets.card_row import CardRow


class Prose(Widget, can_focus=False, inherit_bindings=False):
    """A heading, a paragraph, or an item of a list that hangs from its mark, with the cards in it coloured."""

    def __init__(self, passage: Passage) -> None:
        super().__init__(classes=passage.kind.value)
        self.passage = passage

    @property
    def _mark(self) -> str:
        return glyphs().bullet if self.passage.mark == "-" else self.passage.mark

    def _rows(self, width: int) -> list[Content]:
        indent = len(self._mark) + 1 if self._mark else 0
        return card_text(self.passage.words).wrap(max(1, width - indent))

    def render(self) -> Content:
        """The mark before the first row, and room for it before the others."""
        rows = self._rows(self.size.width)
        if not self._mark:
            return Content("\n").join(rows)
        first, *others = rows
        blank = " " * (len(self._mark) + 1)
        marked = Content.assemble((self._mark, "" if self.has_class("-found") else "bold $gold"), " ", first)
        return Content("\n").join([marked, *(Content.assemble(blank, row) for row in others)])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._rows(width)) if width else 0


if TYPE_CHECKING:
    from textual.widgets import Input

NEXT_PAGE: Final = Command("space", "page_down", N_("Next page"), N_("next page"))
_PREVIOUS_GAME: Final = Command("left", "turn(-1)", N_("Rules of the previous game"), name="previous_game")
_NEXT_GAME: Final = Command("right", "turn(1)", N_("Rules of the next game"), N_("other games"), name="next_game")
NEXT_GAME: Final = _NEXT_GAME._replace(shown=(_PREVIOUS_GAME, _NEXT_GAME))
FIND: Final = Command("f", "find", N_("Search"), N_("search"))
NEXT_MATCH: Final = Command("n", "next", N_("Next match"), N_("next match"), now=lambda self: len(self._places) > 1)


class RulesScreen(ScrollingOverlay, SizedScreen):
    """A scrolling page of rules, with search."""

    CSS = """
    RulesScreen {
        Prose { height: auto; margin: 0 0 1 0; padding: 0 1 0 0; }
        Prose.-heading { margin: 0; color: $gold; text-style: bold; }
        Prose.-item { margin: 0; padding: 0 1 0 2; }
        Prose.-last-item { padding: 0 1 0 2; }
        Prose.-found { background: $pointed; color: $pointed-edge; }

        CardRow { height: 3; margin: 0 0 1 2; }
        &.-tall CardRow, &.-high CardRow { height: 5; }

        #find {
            dock: bottom;
            height: 3;
            margin: 0 0 1 0;
            background: $felt;
            border: round $gold;
        }
    }
    """
    commands: tuple[Command, ...] = (NEXT_PAGE, NEXT_GAME, _PREVIOUS_GAME, FIND, NEXT_MATCH)
    KEY_LINE: tuple[Command, ...] = (SCROLL, NEXT_PAGE, FIND, NEXT_GAME, NEXT_MATCH, CLOSE)

    def __init__(self, game_name: str) -> None:
        """The name of a game, or of a preset whose own rules come first."""
        super().__init__()
        offer = find_offer(game_name)
        assert offer is not None, "only games of the catalogue have rules"
        self._game, self._preset = offer
        self._places: list[Prose] = []
        """The paragraphs that match the search, the one in sight first."""

    def compose(self) -> ComposeResult:
        yield from super().compose()
        self._places.clear()
        heading, _, text = self._game.rules_text(self._preset).partition("\n")
        with panel(heading.removeprefix("# "), Page):
            yield from map(_widget, blocks(text))

    def action_turn(self, step: int) -> None:
        names = game_names()
        self.app.switch_screen(RulesScreen(names[(names.index(self._game.name) + step) % len(names)]))

    async def action_find(self) -> None:
        from clockspades.tui.widgets.form_row import TextField

        if not self.query(TextField):
            await self.mount(TextField(placeholder=_("Search the rules"), id="find"))
        field = self.query_one(TextField)
        field.display = True
        field.focus()

    def action_close(self) -> None:
        if any(field.has_focus for field in self.query("#find")):
            self._leave_search()
        else:
            super().action_close()

    def on_input_submitted(self, event: "Input.Submitted") -> None:
        event.stop()
        words = event.value.strip().casefold()
        for place in self._places:
            place.remove_class("-found")
        prose = self.query(Prose).results(Prose)
        self._places = [place for place in prose if words and words in place.passage.words.casefold()]
        if self._places:
            self._leave_search()
            self._show(self._places[0])
        else:
            self.notify(_("No match for {text}.", text=repr(event.value.strip())), markup=False)
        self.refresh_keys()

    def action_next(self) -> None:
        if self._places:
            self._places[0].remove_class("-found")
            self._places.append(self._places.pop(0))
            self._show(self._places[0])

    def _leave_search(self) -> None:
        self.query_one("#find").display = False
        self.query_one(Page).focus()

    def _show(self, place: Prose) -> None:
        place.add_class("-found")
        place.scroll_visible(animate=False, top=True)


def _widget(block: Block) -> Widget:
    if isinstance(block, Passage):
        return Prose(block)
    picture = CardRow()
    picture.model = CardRowModel(block.cards)
    return picture
