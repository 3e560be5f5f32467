"""The application: its themes, its stylesheet, and the way from screen to screen."""

import gc
import signal
import sys
from asyncio import get_running_loop
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, ClassVar

from textual import constants
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.reactive import Initialize, Reactive
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import Widget

from clockspades.engine.archive import Archive, is_lesson
from clockspades.engine.dealer import Dealer
from clockspades.engine.game import AnyGame, Options, Preset
from clockspades.engine.log import Loaded, LogError, load
from clockspades.engine.series import Series
from clockspades.engine.session import AnySession, Seat
from clockspades.tui.drawing.palette import Palette, make_palette
from clockspades.tui.drawing.themes import BAIZE, SIXTEEN, THEMES, suit_inks
from clockspades.tui.opening import Opening, ReplayOpening, TableOpening, TitleOpening
from clockspades.tui.settings import Kept, Settings, SettingsError, Toml, change, save

if TYPE_CHECKING:
    from textual.types import AnimationLevel


def _kept_settings(app: "Clockspades") -> Settings:
    return app.kept.settings


def _kept_theme(app: "Clockspades") -> str:
    return app.kept.settings.theme or BAIZE.name


def _actions() -> "type[Provider]":
    from clockspades.tui.commands import Actions

    return Actions


class Clockspades(App[str]):
    """A card table in a terminal. :meth:`run` returns the line to print when it is left, if any.

    One screen lies at the bottom, in a mode of its own: the title, a setup, a table, a result or a replay. What is
    opened from it and closed again (help, rules, the log, a hint, the curtain) is pushed onto it. Screens are imported
    when they are first opened, because a table should stand there within a second.
    """

    settings: Reactive[Settings] = Reactive(Initialize(_kept_settings), repaint=False)
    theme: Reactive[str] = Reactive(Initialize(_kept_theme), init=False)
    """The theme; the stylesheet is made in this one from the first, and need not be made again."""
    TITLE = "Clockspades"
    CSS_PATH = "clockspades.tcss"
    COMMAND_PALETTE_BINDING = "f3"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_actions}
    DEFAULT_MODE = "opening"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Save and quit", priority=True),
        Binding("ctrl+c", "leave", "Save and quit", priority=True, show=False),
        Binding("f2", "settings", "Settings"),
        Binding("f4", "four_colours", "Four colours or two", priority=True),
    ]

    def __init__(self, archive: Archive, rng: Random, opening: Opening, kept: Kept | None = None) -> None:
        self.kept = kept or Kept()
        """The settings as their file has them: those of a new installation if none are given."""
        super().__init__()
        self.animation_level = _animation_level(self.settings)
        self._set_classes(self.settings)
        self.archive, self.rng, self.opening = archive, rng, opening
        self._session: AnySession | None = None
        self._opened = 0
        self._palette: tuple[tuple[str, bool], Palette] | None = None
        self._opens_plainly = isinstance(opening, TableOpening) and not is_lesson(opening.session)
        """Whether what opens needs no stylesheet but the application's."""
        if not self._opens_plainly:
            self.add_mode(self.DEFAULT_MODE, self._opening_screen)

    def get_default_screen(self) -> Screen[None]:
        """The table, if that is what opens: its rules are in the application's stylesheet, which is made once."""
        return self._opening_screen()

    def on_mount(self) -> None:
        """Let the first table be a mode like the others; a closed terminal leaves as a key does."""
        if self._opens_plainly:
            self.add_mode(self.DEFAULT_MODE, self._opening_screen)
        if sys.platform != "win32":
            for asked in (signal.SIGTERM, signal.SIGHUP):
                get_running_loop().add_signal_handler(asked, self.action_leave)

    def on_ready(self) -> None:
        """Once the first frame stands, collect garbage again, but not among what was loaded to draw it."""
        self.set_timer(0.2, self._collect_garbage)
        if not self.settings.theme and self.console.color_system == "standard" and not self.is_headless:
            self.theme = SIXTEEN.name
        if self.kept.complaint:
            self.notify(self.kept.complaint, severity="warning", timeout=20, markup=False)

    def _collect_garbage(self) -> None:
        gc.freeze()
        gc.enable()

    @property
    def available_themes(self) -> dict[str, Theme]:
        """Our themes, which alone define every token that the stylesheet names."""
        return THEMES

    def get_css_variables(self) -> dict[str, str]:
        """The tokens of the theme, with the inks that the suits have now."""
        return {**super().get_css_variables(), **self._suit_inks}

    @property
    def _suit_inks(self) -> dict[str, str]:
        return suit_inks(self.current_theme, four_colours=self.settings.four_colour)

    @property
    def palette(self) -> Palette:
        """The styles that cards and the clock are drawn in, in the theme shown."""
        drawn = (self.theme, self.settings.four_colour)
        if self._palette is None or self._palette[0] != drawn:
            self._palette = (drawn, make_palette({**self.current_theme.variables, **self._suit_inks}))
        return self._palette[1]

    @property
    def failure(self) -> Exception | None:
        """The error that ended the application, if one did."""
        return self._exception

    def _handle_exception(self, error: Exception) -> None:
        """Leave without the traceback that Textual would print: the command line says what happened."""
        super()._handle_exception(error)
        self._exit_renderables.clear()

    # -- settings --------------------------------------------------------------------------------------

    def change_settings(self, **changes: Toml) -> None:
        """Change some of the settings, and write none; SettingsError if one cannot be changed so."""
        settings = change(self.settings, **changes)
        if "theme" in changes:
            self.theme = settings.theme  # it may be set already, and another one be shown because of the terminal
        self.settings = settings

    def keep_settings(self, **changes: Toml) -> None:
        """Change some of the settings, and write all to their file; where that cannot be done it is said."""
        self.change_settings(**changes)
        if self.settings != self.kept.settings:
            self.kept = Kept(self.settings)
            try:
                save(self.settings)
            except SettingsError as error:
                self.complain(error)

    def watch_settings(self, before: Settings, after: Settings) -> None:
        """Show the screens as they are set now."""
        if before.four_colour != after.four_colour:
            self.mutate_reactive(Clockspades.theme)  # its colours are others now
            self.call_next(self._repaint)
        if before.animation != after.animation:
            self.animation_level = _animation_level(after)
        self._set_classes(after)

    def _repaint(self) -> None:
        """Draw every text anew: that the inks of the suits in it are others no style tells it."""
        for screen in self.screen_stack:
            for widget in screen.walk_children(Widget):
                widget.refresh()

    def _set_classes(self, settings: Settings) -> None:
        self.set_class(settings.four_colour, "-four-colour")
        self.set_class(settings.card_size == "medium", "-cards-medium")
        self.set_class(settings.card_size == "small", "-cards-small")

    def show_help(self, game_name: str) -> None:
        """Lay the help over the screen shown: its keys, and the way to the rules of a game."""
        from clockspades.tui.screens.help import HelpScreen

        self.push_screen(HelpScreen(self.screen, game_name))

    def show_rules(self, game_name: str) -> None:
        """Lay the rules of a game over the screen shown."""
        from clockspades.tui.screens.rules import RulesScreen

        self.push_screen(RulesScreen(game_name))

    def action_settings(self) -> None:
        """Open the settings over what is shown."""
        from clockspades.tui.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen())

    def action_four_colours(self) -> None:
        """Give each suit a colour of its own, or take it away."""
        self.keep_settings(four_colour=not self.settings.four_colour)

    # -- from screen to screen -------------------------------------------------------------------------

    def _opening_screen(self) -> Screen[None]:
        match self.opening:
            case TableOpening(session):
                return self._table(session)
            case ReplayOpening(loaded):
                return self._replay(loaded)
            case TitleOpening():
                return self._title()

    def open_title(self) -> None:
        """Show the title screen."""
        self._open(self._title)

    def open_picker(self) -> None:
        """Show the games to choose from."""
        from clockspades.tui.screens.picker import PickerScreen

        self._open(PickerScreen)

    def open_setup(self, game_name: str, preset: Preset | None = None) -> None:
        """Show what can be chosen before a game, or of a game that is offered with some of it chosen."""
        from clockspades.tui.screens.setup import SetupScreen

        self._open(partial(SetupScreen, game_name, preset))

    def open_table(self, session: AnySession) -> None:
        """Show a game that has been begun or resumed; its journal is closed when the table is left."""
        self._open(partial(self._table, session))

    def open_first_game(self) -> None:
        """Begin the game that somebody learns to play with, and show its table; as in :meth:`begin` if it cannot be."""
        from clockspades.games.catalogue import find_game
        from clockspades.games.clockwork.first_game import first_game
        from clockspades.tui.choices import recall

        game = find_game("clockwork-spades")
        assert game is not None, "the game that is learned is there"
        dealt = first_game(game, recall(game, self.settings.name).seats[0])
        try:
            session = self.archive.fork(dealt, dealt.seats, lesson=True)
        except LogError as error:
            self.complain(error)
        else:
            self.open_table(session)

    def open_result(self, session: AnySession) -> None:
        """Show how a finished game ended."""
        from clockspades.tui.screens.result import ResultScreen

        self._open(partial(ResultScreen, session))

    def open_replay(self, loaded: Loaded, point: int = 0) -> None:
        """Show a saved game to be stepped through, from a point of it."""
        self._open(partial(self._replay, loaded, point))

    def _title(self) -> Screen[None]:
        from clockspades.tui.screens.title import TitleScreen

        return TitleScreen()

    def _table(self, session: AnySession) -> Screen[None]:
        self._session = session
        if is_lesson(session):
            from clockspades.tui.screens.first_game import FirstGameScreen

            return FirstGameScreen(session)
        from clockspades.tui.screens.table import TableScreen

        return TableScreen(session, self.rng)

    def _replay(self, loaded: Loaded, point: int = 0) -> Screen[None]:
        from clockspades.tui.screens.replay import ReplayScreen

        return ReplayScreen(loaded, point)

    def _open(self, make: Callable[[], Screen[None]]) -> None:
        """Put a screen in the place of all that is open, and close the game that was."""
        fault = self._close_session()
        if fault is not None:
            self.complain(fault)
        before, self._opened = self.current_mode, self._opened + 1
        after = f"{self.DEFAULT_MODE}-{self._opened}"
        self.add_mode(after, make)
        self.switch_mode(after)
        self.remove_mode(before)

    def begin(self, game: AnyGame, options: Options, seats: Sequence[Seat], series: Series | None = None) -> None:
        """Begin a game and show its table; where it cannot be kept that is said, and this screen stays."""
        try:
            session = self.archive.begin(game, options, seats, self.rng, series=series)
        except LogError as error:
            self.complain(error)
        else:
            self.open_table(session)

    def rematch(self, session: AnySession) -> None:
        """Begin the next game between the players of a finished one, as in :meth:`begin`."""
        try:
            following = self.archive.rematch(session, self.rng)
        except LogError as error:
            self.complain(error)
        else:
            self.open_table(following)

    def carry_on(self, path: Path) -> None:
        """Show the table of a saved game; where it cannot be played on that is said, and this screen stays."""
        try:
            loaded = self.archive.resume(path)
        except LogError as error:
            self.complain(error)
            return
        try:
            Dealer(loaded.session, self.rng).deal()
        except LogError as error:
            loaded.session.close()
            self.complain(error)
            return
        if loaded.session.outcome is None:
            self.open_table(loaded.session)
        else:  # it was stopped between its last action and its result
            loaded.session.close()
            self.open_result(loaded.session)

    def watch_again(self, path: Path, point: int = 0) -> None:
        """Show the replay of a saved game, as far as it is true; where nothing of it is, that is said."""
        try:
            loaded = load(path, self.archive.find_game)
        except LogError as error:
            self.complain(error)
        else:
            self.open_replay(loaded, point)

    def complain(self, error: Exception) -> None:
        """Say what went wrong."""
        self.notify(f"{error}", severity="error", markup=False)

    def action_command_palette(self) -> None:
        """Show every action in a palette to search."""
        from clockspades.tui.commands import ActionPalette

        if not any(isinstance(screen, ActionPalette) for screen in self.screen_stack):
            self.push_screen(ActionPalette(id="--command-palette"))

    def action_leave(self) -> None:
        """Save the game that is open and the settings, and leave the program, saying how to carry on."""
        self.keep_settings()
        unfinished = self._session is not None and self._session.outcome is None
        fault = self._close_session()
        farewell = "The game is saved. Carry on with: clockspades resume" if unfinished else None
        self.exit(farewell if fault is None else f"{fault}. What was taken back is still in the saved game.")

    def has_open(self, session: AnySession) -> bool:
        """Whether a game is open still: what its table does after it was left counts no more."""
        return self._session is session

    def _close_session(self) -> LogError | None:
        """Close the game that is open; why what was taken back could not be taken out of its log, if it could not."""
        session, self._session = self._session, None
        try:
            if session is not None:
                session.close()
        except LogError as error:
            return error
        return None


def _animation_level(settings: Settings) -> "AnimationLevel":
    """How much moves: nothing where that is set, and never more than the environment allows."""
    return "none" if settings.animation == "off" else constants.TEXTUAL_ANIMATIONS
