"""Where a share code, the number of a deal of any game, or the line of a duel is typed."""

from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input

from clockspades.duel.duel_lines import Challenge
from clockspades.engine.game import Offer
from clockspades.engine.share import EXAMPLE, SharedDeal
from clockspades.engine.text import LONGEST_LINE, UserError
from clockspades.forms.form_rows import AnswerRow, OneOf, Text
from clockspades.games.catalogue import listed_offers
from clockspades.language import N_, _, either
from clockspades.pasting import read_pasted
from clockspades.routes import SetupRoute
from clockspades.table.commands import Command
from clockspades.tui.screens.ask import CANCEL, TextPanel
from clockspades.tui.screens.kinds import panel
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FORM_HELP, NEXT_ROW, NEXT_VALUE, ROW_COMMANDS, FormRow

OFFERS: Final = listed_offers()
ASKS: Final = N_(
    "Type the share code of a friend's game, or any number: it deals the same cards to everyone."
    " Or paste what a friend sent you, such as an invitation or the line of a duel."
)
GAME: Final = N_("For a number. A share code has its own game.")

SET_UP: Final = Command(
    "enter", "set_up", N_("Set up the game with this deal, or go where the line leads"), N_("set up"),
    now=lambda self: self.leads_to or N_("set up"),
)  # fmt: skip


class DealScreen(TextPanel):
    """A game and a field. Enter opens the setup of the game with what was typed."""

    commands: tuple[Command, ...] = (SET_UP, *ROW_COMMANDS, CANCEL)
    KEY_LINE: tuple[Command, ...] = (SET_UP, NEXT_ROW, NEXT_VALUE, FORM_HELP, CANCEL)

    def __init__(self, first: Offer | None = None) -> None:
        """``first`` is the game that is shown first."""
        super().__init__()
        self._first = first or OFFERS[0]

    def compose(self) -> ComposeResult:
        with panel(_("Play a certain deal")):
            example, titles = either(["12345", EXAMPLE]), tuple(preset.title for __, preset in OFFERS)
            yield FormRow(AnswerRow(_("Deal"), (Text("code", "", example, LONGEST_LINE),), self.asks))
            yield FormRow(AnswerRow(_("Game"), (OneOf("game", titles, OFFERS.index(self._first.listed)),), _(GAME)))

    @property
    def asks(self) -> str:
        return _(ASKS)

    takes = (SharedDeal, int)

    @on(Input.Changed)
    def _choose_game(self) -> None:
        shared = self.found.deal if isinstance(self.found, Challenge) else self.found
        if isinstance(shared, SharedDeal):
            offer = Offer(shared.game, shared.game.preset(shared.options))
            self.query_one("#game", Choice).chosen = OFFERS.index(offer.listed)

    @on(Input.Submitted)
    def action_set_up(self) -> None:
        """Open the setup with this deal, or go where the line leads; say what is wrong with either."""
        try:
            match read_pasted(self.typed):
                case int():
                    offer = OFFERS[self.query_one("#game", Choice).chosen]
                    game, preset = self._first if offer == self._first.listed else offer
                    self.app.open(SetupRoute(game.name, preset, code=self.typed))
                case other:
                    self.app.take(other)
        except UserError as error:
            self.refuse(error)

    @property
    def help_game(self) -> str:
        return OFFERS[self.query_one("#game", Choice).chosen].preset.name
