"""How everything looks: the themes, the stylesheet, and the settings that change what is drawn."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from textual import constants
from textual.reactive import Initialize, Reactive
from textual.theme import Theme
from textual.widget import Widget

from clockspades.saved.log import LogError
from clockspades.saved.settings import LoadedSettings, Settings, SettingsError, change, save
from clockspades.saved.toml import Toml
from clockspades.tui.drawing.palette import Palette, make_palette
from clockspades.tui.drawing.themes import BAIZE, SIXTEEN, THEMES, suit_inks
from clockspades.tui.textual_fixes.mounted import let_go
from clockspades.tui.textual_fixes.quiet_app import QuietApp

if TYPE_CHECKING:
    from textual.types import AnimationLevel


COMPLAINT_SECONDS: Final = 10.0
"""How long the mistakes in the settings file are shown."""


def _loaded_settings(app: "ThemedApp") -> Settings:
    return app.loaded_settings.settings


def _loaded_theme(app: "ThemedApp") -> str:
    return app.loaded_settings.settings.theme or BAIZE.name


@runtime_checkable
class FollowsSettings(Protocol):
    """A screen that the application tells of new settings.

    Do not watch the application's own reactives: it would keep every watcher alive for as long as it runs.
    """

    def follow_settings(self) -> None:
        """Show the settings as they are now."""


class ThemedApp(QuietApp[str]):
    """The part of the application that widgets and tables know: what is set, and the colours to draw in."""

    settings: Reactive[Settings] = Reactive(Initialize(_loaded_settings), repaint=False)
    theme: Reactive[str] = Reactive(Initialize(_loaded_theme), init=False)
    """The theme; the stylesheet is made in this one from the first, and need not be made again."""
    CSS_PATH = "clockspades.tcss"

    def __init__(self, loaded: LoadedSettings | None = None) -> None:
        self.loaded_settings = loaded or LoadedSettings()
        """The settings as their file has them: those of a new installation if none are given."""
        let_go()
        super().__init__()
        self.animation_level = _animation_level(self.settings)
        self._set_classes(self.settings)
        self._palette: tuple[tuple[str, bool], Palette] | None = None

    def on_mount(self) -> None:
        """Remove a notification when its screen is left."""
        self.screen_change_signal.subscribe(self, lambda _: self.clear_notifications())

    def on_ready(self) -> None:
        """Take the theme that the terminal has the colours for, and say what is wrong with the file of settings."""
        if not self.settings.theme and self.console.color_system == "standard" and not self.is_headless:
            self.theme = SIXTEEN.name
        if self.loaded_settings.complaint:
            self.notify(self.loaded_settings.complaint, severity="warning", timeout=COMPLAINT_SECONDS, markup=False)

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
    def shows_cursor(self) -> bool:
        """Whether the terminal's own cursor is shown."""
        return self.settings.cursor == "shown"

    @property
    def palette(self) -> Palette:
        """The styles that cards and the clock are drawn in, in the theme shown."""
        drawn = (self.theme, self.settings.four_colour)
        if self._palette is None or self._palette[0] != drawn:
            self._palette = (drawn, make_palette({**self.current_theme.variables, **self._suit_inks}))
        return self._palette[1]

    def change_settings(self, **changes: Toml) -> None:
        """Change some of the settings, and write none; SettingsError if one cannot be changed so."""
        settings = change(self.settings, **changes)
        if "theme" in changes:
            self.theme = settings.theme  # it may be set already, and another one be shown because of the terminal
        self.settings = settings

    def keep_settings(self, **changes: Toml) -> None:
        """Change some of the settings, and write what has changed to their file; where it cannot be that is said."""
        self.change_settings(**changes)
        if self.settings != self.loaded_settings.settings:
            with self.complaining():
                save(self.settings, self.loaded_settings.settings)
                self.loaded_settings = LoadedSettings(self.settings)

    def watch_settings(self, before: Settings, after: Settings) -> None:
        if before.four_colour != after.four_colour:
            self.mutate_reactive(ThemedApp.theme)  # its suit colours changed
            self.call_next(self.refresh_widgets)  # text with suits in it, whose styles are unchanged
        if before.animation != after.animation:
            self.animation_level = _animation_level(after)
        self._set_classes(after)
        if before.card_size != after.card_size:
            self.refresh_widgets(layout=True)
        for screen in self.screen_stack:
            if isinstance(screen, FollowsSettings) and screen.is_mounted:
                screen.follow_settings()

    def refresh_widgets(self, *, layout: bool = False) -> None:
        for screen in self.screen_stack:
            for widget in screen.walk_children(Widget):
                widget.refresh(layout=layout)

    def _set_classes(self, settings: Settings) -> None:
        self.set_class(settings.four_colour, "-four-colour")
        self.set_class(settings.card_size == "medium", "-cards-medium")
        self.set_class(settings.card_size == "small", "-cards-small")

    def complain(self, error: Exception) -> None:
        self.notify(str(error), severity="error", markup=False)

    @contextmanager
    def complaining(self) -> Iterator[None]:
        """Say what went wrong if a log or the settings could not be read or written."""
        try:
            yield
        except (LogError, SettingsError) as error:
            self.complain(error)

    def on_notify(self) -> None:
        """Show a new notification in place of the last one. Messages about a game belong in its prompt."""
        self.clear_notifications()


def _animation_level(settings: Settings) -> "AnimationLevel":
    """How much moves: nothing where that is set, and never more than the environment allows."""
    return "none" if settings.animation == "off" else constants.TEXTUAL_ANIMATIONS
