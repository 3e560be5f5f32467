"""Screens of a terminal whose size changes fast.

Faults, both in Textual 8.2.8:

- ``Screen._on_resize`` lays the screen out, and ``Screen._refresh_layout`` then posts one more ``Resize`` of that size
  to the screen. If two sizes wait at the same time, and the screen sends itself anything at each of them, they answer
  each other for ever, and nothing else runs any more.
- ``Screen.get_widget_at`` raises ``NoWidget`` for a cell outside of the screen. A click that was made before the
  terminal shrank ends the program where a handler asks for it.
  https://github.com/Textualize/textual/issues/3777 was the same for a screen without a layout.

``ResizedScreen`` drops sizes that the terminal no longer has, and takes cells outside for its own background.

Can go: once two sizes in the queue of a screen come to rest, and ``get_widget_at`` finds the screen everywhere.
"""

from typing import TYPE_CHECKING, Any

from textual import events
from textual.errors import NoWidget
from textual.screen import Screen

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.message import Message
    from textual.widget import Widget

    Base = Screen[Any]
else:
    Base = object


class ResizedScreen(Base):
    """A screen that handles no size but the terminal's, and clicks outside of it. Mix it in first."""

    async def _dispatch_message(self, message: "Message") -> None:
        if not isinstance(message, events.Resize) or message.size == self.app.size:
            await super()._dispatch_message(message)

    def get_widget_at(self, x: int, y: int) -> "tuple[Widget, Region]":
        """The widget at a cell and its region; this screen, if it has just shrunk and the cell lies outside."""
        try:
            return super().get_widget_at(x, y)
        except NoWidget:
            return self, self.region
