"""Where a share code, the number of a deal of any game, or the line of a duel is typed."""

from contextlib import suppress
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.widgets import Input

from clockspades.duel.duel_lines import LONGEST, Challenge, is_line, read_line
from clockspades.duel.duel_words import line_words
from clockspades.duel.packing import DuelError
from clockspades.engine.game import Offer
from clockspades.engine.share import EXAMPLE, CodeError, SharedDeal, read_deal, read_number, write_code
from clockspades.forms.form_rows import AnswerRow, OneOf, Text
from clockspades.games.catalogue import GAMES, offers
from clockspades.routes import SetupRoute
from clockspades.table.commands import Command
from clockspades.tui.screens.ask import CANCEL, TextPanel
from clockspades.tui.screens.kinds import panel
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FORM_HELP, NEXT_ROW, NEXT_VALUE, ROW_COMMANDS, FormRow

OFFERS: Final = offers()
TITLES: Final = tuple(preset.title for _, preset in OFFERS)
ASKS: Final = (
    "Type the share code of a friend's game, or any number: it deals the same cards to everyone."
    " Or paste the line of a duel."
)
GAME: Final = "For a number. A share code has its own game."

SET_UP: Final = Command(
    "enter", "set_up", "Set up the game with this deal, or go on with a duel", "set up", now=lambda self: self.goes_to
)


class DealScreen(TextPanel):
    """A game and a field. Enter opens the setup of the game with what was typed."""

    commands: tuple[Command, ...] = (SET_UP, *ROW_COMMANDS, CANCEL)
    KEY_LINE: tuple[Command, ...] = (SET_UP, NEXT_ROW, NEXT_VALUE, FORM_HELP, CANCEL)

    def __init__(self, first: Offer | None = None) -> None:
        """``first`` is the game that is shown first."""
        super().__init__()
        self._first = 0 if first is None else OFFERS.index(first)

    def compose(self) -> ComposeResult:
        """The field, and the games."""
        with panel("Play a certain deal"):
            yield FormRow(AnswerRow("Deal", (Text("code", "", f"12345 or {EXAMPLE}", LONGEST),), ASKS))
            yield FormRow(AnswerRow("Game", (OneOf("game", TITLES, self._first),), GAME))

    asks = ASKS

    @property
    def goes_to(self) -> str:
        """What the text leads to, in a word or two: a setup, the game of a challenge, or both games of a duel."""
        try:
            line = read_line(self.typed, GAMES)
        except DuelError:
            return "set up"
        return "play" if isinstance(line, Challenge) else "both games"

    def _read(self) -> SharedDeal:
        """What is typed, a number for the game chosen; CodeError if it is wrong."""
        game, preset = OFFERS[self.query_one("#game", Choice).chosen]
        return read_deal(self.typed, game, game.configure(preset.options), GAMES)

    @on(Input.Changed)
    def _text_changed(self) -> None:
        """Say what a line of a duel is, and choose the game of it or of a share code."""
        self.say(ASKS)
        self.refresh_keys()
        shared = None
        if is_line(self.typed):
            with suppress(DuelError):
                line = read_line(self.typed, GAMES)
                self.say(line_words(line))
                shared = line.deal if isinstance(line, Challenge) else None
        else:
            with suppress(CodeError):
                shared = self._read() if read_number(self.typed) is None else None
        if shared is not None:
            offer = (shared.game, shared.game.preset(shared.options))
            self.query_one("#game", Choice).chosen = OFFERS.index(offer)

    # -- actions ---------------------------------------------------------------------------------------

    @on(Input.Submitted)
    def action_set_up(self) -> None:
        """Open the setup with this deal, or do what the line of a duel is for; say what is wrong with either."""
        try:
            if is_line(self.typed):
                self.app.enter_line(read_line(self.typed, GAMES))
                return
            shared = self._read()
            code = self.typed if read_number(self.typed) is not None else write_code(*shared)
        except (CodeError, DuelError) as error:
            self.refuse(error)
            return
        self.app.open(SetupRoute(shared.game.name, shared.game.preset(shared.options), code=code))

    @property
    def help_game(self) -> str:
        return OFFERS[self.query_one("#game", Choice).chosen][0].name
