"""The settings, over the current screen, which shows each change at once. Closing saves them."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import ClassVar, Final

from textual import events, getters, on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, Static

from clockspades.cards import UNKNOWN, Card, Rank, Suit
from clockspades.engine.seating import LONGEST_NAME, person
from clockspades.engine.text import printable
from clockspades.games.catalogue import game_names
from clockspades.routes import HelpRoute
from clockspades.saved.settings import TABLE, Setting, SettingsError, Value, settings_path
from clockspades.table.commands import Command, closing
from clockspades.table.faces import Face, Light
from clockspades.table.glyphs import glyphs
from clockspades.table.widget_models import CardRowModel
from clockspades.tui.bindings import SETTINGS
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.game_screen import GameScreen
from clockspades.tui.screens.overlay import CLOSE, Overlay
from clockspades.tui.screens.sized import SizedScreen
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.choice import Choice
from clockspades.tui.widgets.form_row import FORM_HELP, NEXT_ROW, NEXT_VALUE, ROW_COMMANDS, Field, Form, FormRow

SAMPLE: Final = (
    Face(UNKNOWN),
    Face(Card(Rank.TEN, Suit.CLUBS)),
    Face(Card(Rank.SEVEN, Suit.DIAMONDS), Light.LIVE),
    Face(Card(Rank.QUEEN, Suit.HEARTS)),
    Face(Card(Rank.ACE, Suit.SPADES), Light.LIVE, pointed=True),
    Face(Card(Rank.FIVE, Suit.CLUBS), Light.DIM),
)
"""Cards in every suit and state, to show what a theme looks like."""


class SettingsScreen(Overlay, SizedScreen):
    """A row for each setting, and an explanation of the one that has the focus."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss", "form.tcss", "settings.tcss"]
    AUTO_FOCUS = "Choice"
    commands: tuple[Command, ...] = (*ROW_COMMANDS, closing(SETTINGS))
    KEY_LINE: tuple[Command, ...] = (NEXT_ROW, NEXT_VALUE, FORM_HELP, CLOSE)

    app = getters.app(Navigator)

    def __init__(self) -> None:
        super().__init__()
        self._below = self.app.screen
        """The screen below."""

    def compose(self) -> ComposeResult:
        """A sample of cards, the rows, and the explanation."""
        yield from super().compose()
        with Form(classes="panel") as panel:
            panel.border_title = "Settings"
            panel.border_subtitle = Content(f"Keys: {printable(str(settings_path()))}")
            yield CardRow(id="sample")
            for setting in TABLE:
                yield FormRow(setting.title, self._answer(setting))
            yield Static(id="about")

    def _answer(self, setting: Setting) -> Choice | Input:
        """The widget that changes a setting."""
        value = self._value(setting)
        if setting.values:
            return Choice([*map(setting.label, setting.values)], [*setting.values].index(value), id=setting.key)
        return Field(str(value), person(), max_length=LONGEST_NAME, compact=True, id=setting.key)

    def on_mount(self) -> None:
        """Lay out the sample."""
        self.query_one("#sample", CardRow).model = CardRowModel(SAMPLE)
        self._below.add_class("-below-settings")

    def on_unmount(self) -> None:
        """Let everything be seen again."""
        self._below.remove_class("-below-settings")

    # -- what is set -----------------------------------------------------------------------------------

    def _value(self, setting: Setting) -> Value:
        """The current value; for the theme the one in use, which a terminal with sixteen colours sets by itself."""
        return self.app.theme if setting.key == "theme" else setting.of(self.app.settings)

    def _choices(self) -> Iterator[tuple[Setting, Choice]]:
        for setting in TABLE:
            if setting.values:
                yield setting, self.query_one(f"#{setting.key}", Choice)

    def follow_settings(self) -> None:
        """Show the settings as they are now, whatever changed them."""
        for setting, choice in self._choices():
            choice.chosen = [*setting.values].index(self._value(setting))
        self._tell()

    @on(Choice.Changed)
    def _choice_changed(self, event: Choice.Changed) -> None:
        setting = next(setting for setting in TABLE if setting.key == event.choice.id)
        value = [*setting.values][event.choice.chosen]
        if value != self._value(setting):
            self.app.change_settings(**{setting.key: value})
            if setting.key == "sound" and value:
                self.app.bell()

    @on(Input.Changed)
    def _text_changed(self, event: Input.Changed) -> None:
        try:
            self.app.change_settings(**{event.input.id or "": event.value})
        except SettingsError as error:
            self._say(f"{error}.", wrong=True)
        else:
            self._tell()

    # -- what is said ----------------------------------------------------------------------------------

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Explain the setting that has the focus."""
        self._tell()

    def _tell(self) -> None:
        """Explain the setting that has the focus, and its value."""
        for setting in TABLE:
            if self.focused is not None and self.focused.id == setting.key:
                means = setting.values.get(self._value(setting), "")
                self._say(f"{setting.words} {means}")

    def _say(self, sentence: str, *, wrong: bool = False) -> None:
        about = self.query_one("#about", Static)
        about.update(Content(glyphs().words(sentence)))
        about.set_class(wrong, "-wrong")

    # -- actions ---------------------------------------------------------------------------------------

    def action_change(self, by: int) -> None:
        """Change the setting that has the focus."""
        if isinstance(self.focused, Choice):
            self.focused.step(by)

    @on(Input.Submitted)
    def action_close(self) -> None:
        """Save the settings and go back to the screen below, which shows a message if they could not be saved."""
        super().action_close()
        self.app.keep_settings()

    def action_help(self) -> None:
        """Open the help."""
        below = self._below
        self.app.lay(HelpRoute(below.session.game.name if isinstance(below, GameScreen) else game_names()[0]))
