"""The setup screen: who plays, with which options, and which deal if a certain one is wanted."""

from functools import partial
from pathlib import PurePath
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static
from textual.worker import Worker

from clockspades.cards import PACK, Suit
from clockspades.engine.days import local_today
from clockspades.engine.game import Offer, Preset
from clockspades.engine.share import SharedDeal
from clockspades.forms import setup_form
from clockspades.forms.setup_form import DEAL, AskedToPlay, Begin, FocusOn, LookFor, SearchEnded, SetupStep
from clockspades.games.catalogue import find_game, lesson
from clockspades.language import _
from clockspades.routes import PickerRoute, SetupRoute, TitleRoute
from clockspades.saved.archive import Earlier, announcement
from clockspades.saved.setup_choices import recall, remember
from clockspades.table.commands import Command
from clockspades.table.glyphs import glyphs
from clockspades.table.keys import terminal
from clockspades.table.widget_models import CardRowModel, Face
from clockspades.tui.bindings import BACK, LEARN, PALETTE
from clockspades.tui.screens.ask import FormScreen
from clockspades.tui.screens.opening_tables import host
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.threads import run_in_thread
from clockspades.tui.widgets.banner import Banner, Words
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FORM_HELP, NEXT_ROW, NEXT_VALUE, ROW_COMMANDS, FormRow, answered, show_rows
from clockspades.tui.widgets.menu_item import MenuItem
from clockspades.tui.widgets.scroller import Scroller

SPREAD: Final = tuple(card for card in PACK if card.suit is Suit.SPADES)
"""The cards above the form, if there is room for them."""


class SetupScreen(FormScreen, SizedScreen):
    """A form with a row for each choice, filled in as it was last time.

    :mod:`clockspades.forms.setup_form` decides everything: the screen tells it what happens, draws its rows and runs
    its effects.
    """

    CSS_PATH: ClassVar[list[str | PurePath]] = ["menu.tcss", "form.tcss"]
    CSS = """
    SetupScreen {
        align: center middle;

        #form {
            max-width: 100;
            max-height: 100%;
            padding: 0 1 0 2;
            scrollbar-gutter: stable; /* or the bar, once it is there, breaks a line more and has to stay */
        }

        #spread { display: none; height: 8; }
        #summary { max-width: 72; margin: 0 0 1 0; color: $quiet; }

        #rows, #more-rows { height: auto; padding: 0 1; background: $rail; }
        #more-rows { margin: 1 0 0 0; }

        FormRow .label, &.-compact FormRow .label { width: 15; }

        #deal { width: auto; margin: 1 0 0 0; padding: 0 2 0 1; background: $card; color: $black; }
        #deal:focus, #deal:hover { background: $pointed; color: $pointed-edge; }

        &.-short #summary, &.-opens #summary { display: none; }
        &.-medium #rows { padding: 1 2; }
        &.-medium #more-rows, &.-tall #more-rows, &.-high #more-rows { padding: 0 2; }
        &.-tall #rows, &.-high #rows { padding: 1 2 0 2; }
        &.-tall FormRow, &.-high FormRow { margin: 0 0 1 0; }
        &.-tall #summary, &.-high #summary { margin: 1 0; }
        &.-high #spread { display: block; }

        /* Where many sit at the table the rows stand close. */
        &.-long FormRow { margin: 0; }
        &.-long #rows { padding: 0 2; }
        &.-long.-short #rows { padding: 0 1; }
        &.-long #spread { display: none; }
    }
    """
    ALLOW_SELECT = False
    AUTO_FOCUS = "Choice"
    escape_leaves = True
    commands: tuple[Command, ...] = (DEAL, LEARN, *ROW_COMMANDS, BACK)
    KEY_LINE: tuple[Command, ...] = (DEAL, NEXT_ROW, NEXT_VALUE, LEARN, PALETTE, FORM_HELP, BACK)

    def __init__(self, game_name: str, preset: Preset | None = None, code: str | None = None, hosts: str = "") -> None:
        """The form starts with the options of ``preset``, or of the share code in ``code``, which may be a number.

        ``hosts`` says for whom a table is opened, as in :class:`PickerRoute`.
        """
        super().__init__()
        self._hosts = hosts
        self._has_deal = code is not None
        game = find_game(game_name)
        assert game is not None, "only games of the catalogue have a setup"
        self.form, self._first_effects = setup_form.start(
            game, recall(game, self.app.settings.name), preset, code, hosts=bool(hosts), terminal=terminal()
        )
        self._looking: Worker[Earlier | None] | None = None

    def compose(self) -> ComposeResult:
        yield from super().compose()
        first, more = setup_form.rows(self.form)
        with Scroller(id="form"):
            yield CardRow(id="spread")
            yield Banner(single=30, id="game")
            yield Static(id="summary", markup=False)
            with Vertical(id="rows"):
                yield from map(FormRow, first)
            yield MenuItem(_("Open the table" if self.form.hosts else "Deal the cards"), "play", id="deal")
            if more:
                with Vertical(id="more-rows"):
                    yield from map(FormRow, more)

    def fill(self) -> None:
        """Show the form, and at first run its effects."""
        self.set_class(len(self.form.chosen.seats) > 2, "-long")
        self.set_class(self.form.game.opens, "-opens")  # its first row says what the summary says
        self.query_one("#spread", CardRow).model = CardRowModel(tuple(map(Face, SPREAD)))
        self._take((self.form, self._first_effects))
        self._first_effects = ()

    @on(Choice.Changed)
    @on(Input.Changed)
    def _answered(self, event: Choice.Changed | Input.Changed) -> None:
        assert event.control is not None, "an answer changed"
        self._dispatch(answered(event.control))

    def _dispatch(self, input: setup_form.SetupInput) -> None:
        self._take(setup_form.update(self.form, input))

    def _take(self, step: SetupStep) -> None:
        self.form, effects = step
        first, more = setup_form.rows(self.form)
        show_rows(self, (*first, *more))
        game, options = self.form.game, self.form.chosen.options
        self.query_one(Banner).lines = (Words(game.title_of(options), "$gold"),)
        self.query_one("#summary", Static).update(glyphs().words(game.summary_of(options)))
        for effect in effects:
            self._run_effect(effect)

    def _run_effect(self, effect: setup_form.SetupEffect) -> None:
        match effect:
            case LookFor(deal):
                if self._looking is not None:
                    self._looking.cancel()  # a search for the deal before tells nothing more
                if deal is not None:
                    find = partial(self.app.archive.earlier, *deal)
                    self._looking = run_in_thread(self, find, partial(self._found, deal))
            case FocusOn(key):
                self.query_one(f"#{key}").focus()
            case SetupRoute():
                self.app.open(effect)
            case Begin(chosen, seats, series, number):
                game = self.form.game
                if self.form.hosts:
                    options, no_hints = chosen.draw_lots(game, self.app.rng), self.form.no_hints
                    host(self, game, options, seats, series, self._hosts, no_hints=no_hints)
                    return
                remember(game, chosen)
                self.app.begin(game, chosen.draw_lots(game, self.app.rng), seats, series, number)

    def _found(self, deal: SharedDeal, earlier: Earlier | None) -> None:
        self._dispatch(SearchEnded(deal, announcement(earlier, local_today()) if earlier else ""))

    @on(Input.Submitted)
    def action_play(self) -> None:
        self._dispatch(AskedToPlay())

    @property
    def has_lesson(self) -> bool:
        return not self.form.hosts and lesson(self.form.game.name) is not None

    def action_learn(self) -> None:
        self.app.begin_lesson(Offer(self.form.game, self.form.game.preset(self.form.chosen.options)))

    def action_back(self) -> None:
        game = self.form.game
        title, among = game.title_of(self.form.chosen.options), game.name if game.opens else ""
        self.app.open(TitleRoute() if self._has_deal else PickerRoute(self._hosts, title, among))

    @property
    def help_game(self) -> str:
        return self.form.game.preset(self.form.chosen.options).name
