"""What screens do about the size of the terminal."""

from typing import Any, ClassVar, Final

from textual import events, getters
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from clockspades.games.catalogue import game_names
from clockspades.language import N_, _
from clockspades.routes import HelpRoute, TitleRoute
from clockspades.table.keys import key_name, terminal
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.navigator import Navigator
from clockspades.tui.textual_fixes.fixed_screens import AnyScreen

SMALLEST = Size(60, 18)
"""The smallest size in columns and rows at which every screen fits."""
TOO_SMALL: Final = "-too-small"
"""The class of a screen that the guard covers."""


class SizeGuard(Widget, can_focus=False, inherit_bindings=False):
    """Covers its screen while the terminal is too small for it."""

    def render(self) -> Content:
        (width, height), need = self.app.size, f"{SMALLEST.width}x{SMALLEST.height}"
        size = f"{width}x{height}"
        words = N_("This window is {size}. The game needs {need}: make the window larger. {key} leaves.")
        line = _(words, size=size, need=need, key=key_name(terminal(), "ctrl+q"))
        return Content(line if len(line) <= width * height else _("{size}, needs {need}", size=size, need=need))


def fits(size: Size) -> bool:
    return size.width >= SMALLEST.width and size.height >= SMALLEST.height


def is_too_small(screen: Screen[Any]) -> bool:
    """Whether the terminal is too small for a screen, or was until now and still shows that."""
    is_guarded: bool = getattr(screen, "IS_GUARDED", True)
    return is_guarded and (not fits(screen.app.size) or screen.has_class(TOO_SMALL))


class Guarded(AnyScreen):
    """A screen that says so where the terminal is too small for it, and shows nothing else. Mix it in first.

    While it does, the application admits no input: nobody plays a card that they don't see.
    """

    app = getters.app(Navigator)

    IS_GUARDED: ClassVar[bool] = True
    """Whether it needs the room; False for a few words that can be read in any window."""

    def on_resize(self, event: events.Resize) -> None:
        """Put the guard up, over everything else, or take it down."""
        small = self.IS_GUARDED and not fits(event.size)
        if small == self.has_class(TOO_SMALL):
            return
        self.set_class(small, TOO_SMALL)
        if small and not self.query(SizeGuard):
            self.mount(SizeGuard())
        self.follow_view()

    def on_screen_suspend(self) -> None:
        self.follow_view()

    def on_screen_resume(self) -> None:
        self.follow_view()

    @property
    def is_in_view(self) -> bool:
        return self.is_active and not is_too_small(self)

    def follow_view(self) -> None:
        """Something covers the screen, or nothing does any more."""

    @property
    def help_game(self) -> str:
        """The name of the game, or of its preset, whose rules the help leads to."""
        return game_names()[0]

    def action_help(self) -> None:
        self.app.lay(HelpRoute(self.help_game))


class SizedScreen(Guarded, CommandScreen, Screen[None]):
    """A screen that has classes by its size."""

    # Textual declares these
    HORIZONTAL_BREAKPOINTS = [(0, "-compact"), (80, "-normal"), (100, "-roomy"), (120, "-large")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-medium"), (30, "-tall"), (40, "-high")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        """Nothing yet; the classes stand before anything is styled by them."""
        width, height = self.app.size
        extents = ((width, self.HORIZONTAL_BREAKPOINTS), (height, self.VERTICAL_BREAKPOINTS))
        reached = (max((least, name) for least, name in points if least <= extent)[1] for extent, points in extents)
        self.add_class(*reached)
        yield from ()

    def action_back(self) -> None:
        """Leave for the screen that this one lies over; for the title if there is none."""
        if self.app.screen_stack[0] is not self:
            self.dismiss()
        else:
            self.app.open(TitleRoute())
