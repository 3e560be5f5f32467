"""Screens over others: they close once. Panels close with Escape and a few other keys."""

from typing import Final

from textual import events
from textual.screen import ModalScreen, ScreenResultType

from clockspades.table.commands import Command
from clockspades.tui.command_screen import CommandScreen
from clockspades.tui.screens.sized import Guarded
from clockspades.tui.textual_fixes.dismissed_once import DismissedOnce
from clockspades.tui.widgets.page import Page


class Modal(Guarded, DismissedOnce[ScreenResultType], CommandScreen, ModalScreen[ScreenResultType]):
    """A screen over another. However many keys and clicks were on their way to close it, it closes once."""

    ALLOW_SELECT = False  # else a second click on a notification that has just gone is an error


CLOSE: Final = Command("escape,enter,space,q", "close", "Close", "close", stays=True, name="panel.close")


class Overlay(Modal[None]):
    """A panel to read. Escape, Enter, Space, q or a click beside it closes it."""

    AUTO_FOCUS = ""
    commands: tuple[Command, ...] = (CLOSE,)

    def action_close(self) -> None:
        """Go back to the screen below."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """A click beside the panel closes it."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.action_close()


class ScrollingOverlay(Overlay):
    """An overlay whose panel is a :class:`Page` with the focus."""

    AUTO_FOCUS = ".panel"
    FOCUSED = (Page,)

    def action_page_down(self) -> None:
        """Scroll down by a page."""
        self.query_one(".panel", Page).scroll_page_down()
