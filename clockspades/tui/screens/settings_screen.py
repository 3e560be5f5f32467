"""The settings, over the current screen, which shows each change at once. Closing saves them."""

from pathlib import PurePath
from typing import ClassVar, Final

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input

from clockspades.cards import UNKNOWN, Card, Rank, Suit
from clockspades.engine.text import printable
from clockspades.forms import settings_form
from clockspades.forms.settings_form import SettingsForm
from clockspades.language import _
from clockspades.saved.settings import Settings, changes, settings_path
from clockspades.table.commands import Command, closing
from clockspades.table.widget_models import CardRowModel, Face, Light
from clockspades.tui.bindings import SETTINGS
from clockspades.tui.screens.ask import FormScreen
from clockspades.tui.screens.game_screen import GameScreen
from clockspades.tui.screens.kinds import CLOSE, Overlay, panel
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.widgets import form_row
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.scroller import Scroller

SAMPLE: Final = (
    Face(UNKNOWN),
    Face(Card(Rank.TEN, Suit.CLUBS)),
    Face(Card(Rank.SEVEN, Suit.DIAMONDS), Light.LIVE),
    Face(Card(Rank.QUEEN, Suit.HEARTS)),
    Face(Card(Rank.ACE, Suit.SPADES), Light.LIVE, pointed=True),
    Face(Card(Rank.FIVE, Suit.CLUBS), Light.DIM),
)
"""Cards in every suit and state, to show what a theme looks like."""


class SettingsScreen(FormScreen, Overlay, SizedScreen):
    """A row for each setting, and an explanation of the one that has the focus."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "form.tcss"]
    CSS = """
    SettingsScreen {
        .panel { max-width: 66; }

        #sample { height: 3; }

        .label { width: 14; }
        .note { display: none; }

        Input { width: 30; }
        Input > .input--placeholder { color: $quiet; }

        Scroller { max-height: 1fr; }

        #about {
            dock: bottom;
            height: auto;
            padding: 1 0 0 0;
            background: $rail;
            color: $bright;

            &.-wrong { color: $text-red; }
        }

        &.-short #sample { display: none; }
        &.-short #about, &.-medium #about, &.-high #about { padding: 0; }
        &.-medium #sample, &.-tall #sample { margin: 0 0 1 0; }
        &.-tall #sample, &.-high #sample { height: 5; }
        &.-high FormRow { margin: 0 0 1 0; }
        &.-high FormRow:last-of-type { margin: 0; }

        /* Where there is room the table stays in sight beside it, in its own colours. */
        &.-large { align: right middle; background: $felt 0%; }
        &.-large .panel { max-width: 58; height: 100%; }
    }

    /* There the words beside the table, which would be cut, are not shown: it is the cards that a theme is seen by. */
    .-large.-below-settings {
        .part-side > *, .part-beside, .part-said { visibility: hidden; }
    }
    """
    AUTO_FOCUS = "Choice"
    commands: tuple[Command, ...] = (*form_row.ROW_COMMANDS, closing(SETTINGS))
    KEY_LINE: tuple[Command, ...] = (form_row.NEXT_ROW, form_row.NEXT_VALUE, form_row.FORM_HELP, CLOSE)

    def __init__(self) -> None:
        super().__init__()
        self._below = self.app.screen
        self.form = settings_form.start(self._in_use())

    def compose(self) -> ComposeResult:
        yield from super().compose()
        rows = settings_form.rows(self.form)
        with panel(_("Settings")) as box:
            if not self.app.is_guest:  # the folder is the host's
                box.border_subtitle = Content(_("Keys: {file}", file=printable(str(settings_path()))))
            with Scroller():
                yield CardRow(id="sample")
                yield from map(form_row.FormRow, rows)
            yield form_row.FormNote([note for row in rows for note in row.notes], id="about")

    def fill(self) -> None:
        self.query_one("#sample", CardRow).model = CardRowModel(SAMPLE)

    def on_mount(self) -> None:
        self._below.add_class("-below-settings")

    def on_unmount(self) -> None:
        self._below.remove_class("-below-settings")

    def _in_use(self) -> Settings:
        return self.app.settings._replace(theme=self.app.theme)

    def follow_settings(self) -> None:
        self._show(self.form._replace(settings=self._in_use()))

    @on(Choice.Changed)
    @on(Input.Changed)
    def _answered(self, event: Choice.Changed | Input.Changed) -> None:
        assert event.control is not None, "an answer changed"
        before = self.form.settings
        self._show(settings_form.update(self.form, form_row.answered(event.control)))
        changed = changes(before, self.form.settings)
        self.app.change_settings(**changed)
        if changed.get("sound"):
            self.app.bell()

    def _show(self, form: SettingsForm) -> None:
        self.form = form
        form_row.show_rows(self, settings_form.rows(form))
        self._tell()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        self._tell()

    def _tell(self) -> None:
        about = self.query_one("#about", form_row.FormNote)
        for shown in self.query(form_row.FormRow):
            if self.focused in shown.answers:
                about.sentence = shown.row.note
                about.set_class(shown.row.is_wrong, "-wrong")

    @on(Input.Submitted)
    def action_close(self) -> None:
        """Save the settings and go back to the screen below, which shows a message if they could not be saved."""
        super().action_close()
        self.app.keep_settings()

    @property
    def help_game(self) -> str:
        below = self._below
        return below.help_game if isinstance(below, GameScreen) else super().help_game
