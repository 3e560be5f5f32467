"""The application: its own keys, and the class of every screen, each imported when it is first opened."""

import gc
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cached_property, partial
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import constants, events
from textual.actions import ActionParseResult
from textual.command import Provider
from textual.css.query import QueryError
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from clockspades import routes
from clockspades.games.catalogue import lesson
from clockspades.language import N_, _, spoken
from clockspades.saved.settings import Settings, speak
from clockspades.table.keys import keys_of, terminal, use_keymap
from clockspades.tui.bindings import EVERYWHERE, FIRST, LEAVING, REDRAW, SETTINGS, SUSPEND, bind, remapped
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.drawing.drawn_cards import draw
from clockspades.tui.fingers import Finger
from clockspades.tui.navigator import Navigator
from clockspades.tui.screens.sized import fits, is_too_small
from clockspades.tui.textual_fixes.bindings_map import replace_bindings
from clockspades.tui.textual_fixes.input_gate import InputGate
from clockspades.tui.textual_fixes.terminal_parser import is_foreign, use_parser
from clockspades.tui.themed_app import COMPLAINT_SECONDS
from clockspades.tui.threads import run_in_thread

if TYPE_CHECKING:
    from clockspades.tui.textual_fixes.driver import TerminalDriver


def _entries() -> "type[Provider]":
    from clockspades.tui.screens.command_palette import Entries

    return Entries


ROUTES: Final[Mapping[type[routes.Route], tuple[str, str]]] = {
    routes.TitleRoute: ("title", "TitleScreen"),
    routes.PickerRoute: ("picker", "PickerScreen"),
    routes.SetupRoute: ("setup", "SetupScreen"),
    routes.TableRoute: ("table_screen", "TableScreen"),
    routes.LessonOfferRoute: ("lesson_offer", "LessonOfferScreen"),
    routes.ResultRoute: ("result_screen", "ResultScreen"),
    routes.ReplayRoute: ("replay_screen", "ReplayScreen"),
    routes.CompareRoute: ("compare_screen", "CompareScreen"),
    routes.DuelRoute: ("duel_screen", "DuelScreen"),
    routes.PracticeRoute: ("practice_screen", "PracticeScreen"),
    routes.DailyRoute: ("daily_screen", "DailyScreen"),
    routes.HelpRoute: ("help", "HelpScreen"),
    routes.RulesRoute: ("rules_screen", "RulesScreen"),
    routes.DealRoute: ("deal", "DealScreen"),
    routes.SavedRoute: ("saved", "SavedScreen"),
    routes.StatisticsRoute: ("statistics", "StatisticsScreen"),
    routes.MilestonesRoute: ("milestones_screen", "MilestonesScreen"),
    routes.ReviewRoute: ("review_screen", "ReviewScreen"),
    routes.FriendsRoute: ("friends", "FriendsScreen"),
    routes.LobbyRoute: ("lobby", "LobbyScreen"),
    routes.RemoteTableRoute: ("remote_table", "RemoteTableScreen"),
    routes.RemoteResultRoute: ("remote_result", "RemoteResultScreen"),
}
"""The module and class of each screen, which takes the fields of its route."""
LESSON: Final = ("first_game_screen", "FirstGameScreen")
"""Those of a table whose game is the lesson."""

ACTIONS_OF_GUESTS: Final = {
    "focus_next", "focus_previous", *(each.action.removeprefix("app.") for each in EVERYWHERE if each is not SUSPEND)
}  # fmt: skip
"""The actions of the application that a guest may give: they suspend no process, and write no picture of the screen."""
IDLE: Final = 3600.0
"""Seconds after which a guest who presses nothing is parted from."""
ROUND: Final = 60.0
"""Seconds between two looks at what a guest does, and how much is saved."""
STILL_THERE: Final = N_("You did nothing for an hour. Press a key, or this closes in a minute.")

ESCAPE_LEAVES: Final = 0.7
"""Seconds that Escape waits for the rest of an arrow key where it leaves more than what is laid over a screen."""
FOREIGN: Final = N_(
    "Nothing has the key “{key}”. Keys are plain Latin letters and digits: switch your keyboard to them."
)


def screen_class(module: str, name: str) -> type[Screen[None]]:
    """A class of screen; its module is imported now if it was not yet."""
    found: type[Screen[None]] = getattr(import_module(f"clockspades.tui.screens.{module}"), name)
    return found


MARKED: Final = (".-pointed", "Rows", ".panel Static", ".panel", "Static")
"""Where the terminal's cursor goes on a screen without a focus: the row with the mark, a panel's text, any text."""


def cursor_on(screen: Screen[Any]) -> Offset:
    """The cell of what has the focus, so that screen readers and braille displays find it.

    A screen or widget that knows better than its first cell where that is has the property ``cursor_screen_offset``.
    Textual moves the cursor at the end of each frame, so this costs no frame.
    """
    own: Offset | None = getattr(screen, "cursor_screen_offset", None)
    if own is not None:
        return own
    focused = screen.focused or _marked(screen)
    if isinstance(focused, Input):
        from clockspades.tui.textual_fixes.lists_and_fields import cell_of_field

        return cell_of_field(focused)
    place: Offset | None = getattr(focused, "cursor_screen_offset", None)
    return focused.content_region.offset if place is None else place


def _marked(screen: Screen[Any]) -> Widget:
    """What a screen without a focus is about."""
    found = (widget for selector in MARKED for widget in screen.query(selector) if widget.region)
    return next(found, screen)


class Clockspades(Navigator):
    """A card table in a terminal. :meth:`run` returns the line to print when it is left, if any.

    Screens are imported when they are first opened, because a table should stand there within a second.
    """

    TITLE = "Clockspades"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_entries}
    BINDINGS = bind(SETTINGS) + bind(*FIRST, priority=True)

    _was_told = False
    """Whether it was said that the keys are Latin letters."""

    @cached_property
    def _finger(self) -> Finger:
        return Finger()

    @cached_property
    def gate(self) -> InputGate:
        """Where input waits its turn."""
        return InputGate(
            lambda event: self.call_next(self._admit, event),
            lambda: self.screen if self.is_running else None,
            self._is_covered,
        )

    @staticmethod
    def _is_covered(screen: Screen[Any], event: events.Event) -> bool:
        """Whether nobody sees what an event would do on a screen. The keys to suspend and to redraw count.

        The pointer cannot be outside of the terminal, whatever that says.
        """
        if isinstance(event, events.MouseEvent) and not screen.region.contains(*event.screen_offset):
            return True
        return is_too_small(screen) and not (
            isinstance(event, events.Key) and event.key in (*keys_of(terminal(), SUSPEND), *keys_of(terminal(), REDRAW))
        )

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, input only at its turn."""
        if not self.gate.holds(event):
            await super().on_event(event)

    async def _admit(self, event: events.Event) -> None:
        if isinstance(event, events.MouseDown | events.MouseUp) and event.meta:
            event = self._finger.aimed(event, self.screen)
        await super().on_event(event)

    def post_message(self, message: Message) -> bool:
        """Queue a message. A key that leaves takes effect now, whatever the application is busy with."""
        if isinstance(message, events.Key) and message.key in LEAVING:
            self.action_leave()
            return True
        return super().post_message(message)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether this person may give an action of the application; most of those are Textual's own."""
        return not self.is_guest or action in ACTIONS_OF_GUESTS

    async def run_action(
        self,
        action: "str | ActionParseResult",
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action if the screen shown is mounted."""
        return self.screen.is_mounted and await super().run_action(action, default_namespace, namespaces)

    def get_driver_class(self) -> type[Driver]:
        """The usual driver, but in a terminal on Unix one that a stuck or closed terminal cannot hold up."""
        found = super().get_driver_class()
        if sys.platform == "win32" or constants.DRIVER is not None:
            use_parser(found)
            return found
        from clockspades.tui.textual_fixes.driver import TerminalDriver

        return TerminalDriver

    @property
    def cursor_position(self) -> Offset:
        """Where Textual leaves the terminal's own cursor after each frame: on what has the focus."""
        with suppress(QueryError, LookupError):  # a frame may come between two states of a screen, or as it goes
            screen = self.screen_stack[-1]
            if screen.is_mounted:
                return cursor_on(screen)
        return Offset()

    @cursor_position.setter
    def cursor_position(self, position: Offset) -> None:
        """Textual's fields set it; they are asked for it instead, like everything else."""

    def watch_settings(self, before: Settings, after: Settings) -> None:
        super().watch_settings(before, after)
        if self.terminal is not None and before.cursor != after.cursor:
            self.terminal.show_cursor(is_shown=self.shows_cursor)
        if (before.language, before.faces) != (after.language, after.faces):
            speak(after, os.environ, spoken() if before.language == after.language else "")
            draw.cache_clear()  # cards have other letters
            for screen in self.screen_stack:
                if isinstance(screen, CommandScreen):
                    screen.call_next(screen.speak)

    def action_redraw(self) -> None:
        """Draw everything anew, after another program wrote to the terminal."""
        self.refresh()

    def draw_again(self) -> None:
        """Draw everything as the terminal shows it now."""
        self.watch_settings(self.settings, self.settings)
        self.refresh()

    def on_key(self, event: events.Key) -> None:
        """Say once why the letters of another keyboard layout do nothing; text fields have taken theirs before."""
        key = event.character or ""
        if len(key) == 1 and is_foreign(key) and event.key not in self.screen.active_bindings and not self._was_told:
            self._was_told = True
            self.notify(_(FOREIGN, key=key), severity="warning", timeout=COMPLAINT_SECONDS, markup=False)

    @property
    def escape_waits(self) -> float:
        """Seconds that Escape waits now for the rest of a sequence: over a slow line it may begin an arrow key."""
        with suppress(LookupError):  # the keyboard's thread asks, and a screen may come or go just now
            screen = self.screen_stack[-1]
            if isinstance(screen, CommandScreen) and screen.escape_leaves:
                return ESCAPE_LEAVES
        return 0.0

    @property
    def terminal(self) -> "TerminalDriver | None":
        if sys.platform != "win32":
            from clockspades.tui.textual_fixes.driver import TerminalDriver

            return TerminalDriver.of(self)
        return None

    def tell_desktop(self, words: str) -> None:
        """Show a notification on the desktop with OSC 9, which other terminals ignore. ``words`` are no one's text."""
        if self.terminal is not None:
            self.terminal.write(f"\x1b]9;{words}\x1b\\")

    def on_ready(self) -> None:
        """Once the first frame stands, collect garbage again, but not among what was loaded to draw it."""
        self.set_timer(0.2, self._collect_garbage)
        if self.is_guest:
            self._look_at_guest()
            self.set_interval(ROUND, self._look_at_guest)
        if self.loaded_settings.keys:
            self.call_after_refresh(self._check_keys)

    def _look_at_guest(self) -> None:
        """Part from a guest who does nothing, and delete their oldest games if they are too many."""
        from clockspades.guests.kept_games import trim

        idle = monotonic() - self.gate.last_input
        if idle > IDLE + ROUND:
            self.leave()
        elif idle > IDLE:
            self.notify(_(STILL_THERE), severity="warning", timeout=ROUND)
        run_in_thread(self.screen, partial(trim, self.archive, self.is_open))

    def _check_keys(self) -> None:
        """Drop the keys in the settings that are wrong, and say which. This imports all screens."""
        from clockspades.tui.remapping import remap

        right, complaint = remap(self.loaded_settings.keys, self.BINDINGS, LEAVING)
        if complaint:
            use_keymap(right)
            replace_bindings(self, remapped(self._own_bindings))
            for screen in self.screen_stack:
                if isinstance(screen, CommandScreen):
                    screen.rebind()
            self.refresh_widgets(layout=True)
            said = "\n".join(filter(None, (self.loaded_settings.complaint, complaint)))
            self.notify(said, severity="warning", timeout=COMPLAINT_SECONDS, markup=False)

    def _collect_garbage(self) -> None:
        gc.freeze()
        gc.enable()

    def screen_of(self, route: routes.Route) -> Screen[None]:
        name, fields = ROUTES[type(route)], route._asdict()
        if isinstance(route, routes.TableRoute) and route.session.standing.is_lesson:
            taught = lesson(route.session.game.name)
            if taught is not None and taught.teaches(route.session):
                name, fields = LESSON, {**fields, "lesson": taught}
        if isinstance(route, routes.RemoteResultRoute) and self.is_guest:
            name = ("remote_result", "GuestResultScreen")
        return screen_class(*name)(**fields)

    def action_settings(self) -> None:
        from clockspades.tui.screens.settings_screen import SettingsScreen

        self.push_screen(SettingsScreen())

    def action_four_colours(self) -> None:
        self.keep_settings(four_colour=not self.settings.four_colour)

    def action_command_palette(self) -> None:
        """Open the command palette, if the terminal is large enough for it."""
        from clockspades.tui.screens.command_palette import ActionPalette

        if fits(self.size) and not any(isinstance(screen, ActionPalette) for screen in self.screen_stack):
            self.push_screen(ActionPalette(placeholder=_("Search for commands…"), id="--command-palette"))
