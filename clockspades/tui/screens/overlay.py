"""A panel over the table that any of a few keys closes."""

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from clockspades.tui.screens.modal import Modal


class Overlay(Modal[None]):
    """A panel that is looked at and closed again: with Escape, Enter, Space, or a click beside it."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q", "close", "Close")]

    def action_close(self) -> None:
        """Go back to what lies under it."""
        self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        """A click beside the panel closes it."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.action_close()


class ScrollingOverlay(Overlay):
    """An overlay whose panel is a ``VerticalScroll`` that the arrow keys reach at once."""

    AUTO_FOCUS = ".panel"

    def action_page_down(self) -> None:
        """A page on."""
        self.query_one(".panel", VerticalScroll).scroll_page_down()
