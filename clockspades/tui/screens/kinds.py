"""Kinds of screens: panels over others, which close once, pages that scroll, and menus."""

from pathlib import PurePath
from typing import Any, ClassVar, Final

from textual import events
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, ScreenResultType
from textual.widget import Widget

from clockspades.language import N_
from clockspades.table.commands import Command
from clockspades.tui.bindings import bind, remapped
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.screens.sized import Guarded, SizedScreen
from clockspades.tui.textual_fixes.bindings_map import bindings_of, replace_bindings
from clockspades.tui.textual_fixes.fixed_screens import AnyScreen
from clockspades.tui.widgets.menu_item import MenuItem

_UP: Final = Command("up", "scroll_up", N_("Scroll up one line"), name="panel.up")
_DOWN: Final = Command("down", "scroll_down", N_("Scroll down one line"), name="panel.down")
SCROLL: Final = Command("", "page_down", words=N_("scroll"), shown=(_UP, _DOWN))
"""A click scrolls a page: the screen defines the action."""


class Page(VerticalScroll, inherit_bindings=False):
    """A container that scrolls by its keys while it or what stands in it has the focus.

    Where nothing is out of sight, the arrow keys do what the screen has them for.
    """

    BINDINGS = bind(
        _UP,
        _DOWN,
        Command("pageup", "page_up", N_("Scroll up one page"), name="panel.page_up"),
        Command("pagedown", "page_down", N_("Scroll down one page"), name="panel.page_down"),
        Command("home", "scroll_home", N_("Go to the start"), name="panel.start"),
        Command("end", "scroll_end", N_("Go to the end"), name="panel.end"),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        replace_bindings(self, remapped(bindings_of(self)))

    def scroll_page_up(self, **options: Any) -> None:
        self.scroll_relative(y=-self._rows_seen, **options)

    def scroll_page_down(self, **options: Any) -> None:
        self.scroll_relative(y=self._rows_seen, **options)

    @property
    def _rows_seen(self) -> int:
        """The rows of a page: Textual counts those that docked widgets cover, so that nobody would see some lines."""
        docked = max((child.dock_gutter.height for child in self.children), default=0)
        return self.scrollable_content_region.height - docked


def panel(title: str, kind: type[Widget] = Vertical, **options: Any) -> Widget:
    """The box of a panel, with its title in the border."""
    box = kind(classes="panel", **options)
    box.border_title = Content(title)
    return box


class Modal(Guarded, CommandScreen, ModalScreen[ScreenResultType]):
    """A screen over another. However many keys and clicks were on their way to close it, it closes once."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["panel.tcss"]
    ALLOW_SELECT = False  # else a second click on a notification that has just gone is an error

    def action_cancel(self) -> None:
        self.dismiss(None)

    action_close = action_cancel


CLOSE: Final = Command("escape,enter,space,q", "close", N_("Close"), N_("close"), stays=True, name="panel.close")


class Overlay(Modal[None]):
    """A panel to read. Escape, Enter, Space, q or a click beside it closes it."""

    AUTO_FOCUS = ""
    commands: tuple[Command, ...] = (CLOSE,)

    def on_click(self, event: events.Click) -> None:
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.action_close()


class ScrollingOverlay(Overlay):
    """An overlay whose panel is a :class:`Page` with the focus."""

    AUTO_FOCUS = ".panel"
    FOCUSED = (Page,)

    def action_page_down(self) -> None:
        self.query_one(".panel", Page).scroll_page_down()


CHOOSE: Final = Command("enter,space", "choose", N_("Choose"), N_("choose"), listed=False, name="menu.choose")
PREVIOUS_ITEM: Final = Command("up,left", "app.focus_previous", N_("Previous item"), name="menu.previous")
_NEXT: Final = Command("down,right", "app.focus_next", N_("Next item"), name="menu.next")
NEXT_ITEM: Final = _NEXT._replace(words=N_("move"), shown=(PREVIOUS_ITEM, _NEXT))
ACROSS: Final = _NEXT._replace(shown=(PREVIOUS_ITEM._replace(keys="left"), _NEXT._replace(keys="right")))
"""The same, where the items stand beside each other."""


class _Menu(AnyScreen):
    """One menu item has the focus."""

    AUTO_FOCUS = "MenuItem"

    async def action_choose(self) -> None:
        if isinstance(self.focused, MenuItem):
            await self.focused.press()


class MenuScreen(_Menu, SizedScreen):
    """A screen on which one menu item has the focus."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["menu.tcss"]
    ALLOW_SELECT = False
    commands: tuple[Command, ...] = (PREVIOUS_ITEM, NEXT_ITEM, CHOOSE)


class MenuPanel(_Menu, Modal[None]):
    """A panel in which one menu item has the focus."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["menu.tcss", "panel.tcss"]
    commands: tuple[Command, ...] = (PREVIOUS_ITEM, NEXT_ITEM, CHOOSE)
