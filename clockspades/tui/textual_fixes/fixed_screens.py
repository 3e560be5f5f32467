"""Screens that a resize, a second click and a click on a notification do no harm.

Faults, all in Textual 8.2.8:

- ``Screen._on_resize`` lays the screen out, and ``Screen._refresh_layout`` then posts one more ``Resize`` of that size
  to the screen. If two sizes wait at the same time, and the screen sends itself anything at each of them, they answer
  each other for ever, and nothing else runs any more. Here sizes are dropped that the terminal no longer has.
- ``Screen.get_widget_at`` raises ``NoWidget`` for a cell outside of the screen, as of a click that was made before the
  terminal shrank (https://github.com/Textualize/textual/issues/3777 is akin). Here that cell is the screen's own.
- ``Screen.dismiss`` takes away whatever screen is on top, also when it is called a second time, or on a screen that
  lies under another: a double click beside a panel closes the screen under it, too. Here a screen closes itself only.
- A click on a notification takes it away, and is then given to the screen under it: a curtain shows the cards to who
  only wanted to read it. Here it is not.

Can go: each once its test fails.
"""

from typing import TYPE_CHECKING, Any

from textual import events
from textual.await_complete import AwaitComplete
from textual.errors import NoWidget
from textual.screen import Screen
from textual.widgets._toast import Toast

from clockspades.tui.textual_fixes.mounted import MountedOnly
from clockspades.tui.textual_fixes.painting import PaintedOnce

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.message import Message
    from textual.widget import Widget

    AnyScreen = Screen[Any]
else:
    AnyScreen = object


class FixedScreen(PaintedOnce, MountedOnly, AnyScreen):
    """A screen without these faults. Mix it in first."""

    async def _dispatch_message(self, message: "Message") -> None:
        is_of_old_size = isinstance(message, events.Resize) and message.size != self.app.size
        is_for_notification = isinstance(message, events.Click) and isinstance(message.widget, Toast)
        if not is_of_old_size and not is_for_notification:
            await super()._dispatch_message(message)

    def get_widget_at(self, x: int, y: int) -> "tuple[Widget, Region]":
        """The widget at a cell and its region; this screen, if it has just shrunk and the cell lies outside."""
        try:
            return super().get_widget_at(x, y)
        except NoWidget:
            return self, self.region

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close, unless that has been done."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
