"""Screens of a terminal whose size changes fast, that close themselves only, and can be read.

They are not clicked through a notification.

Faults, all in Textual 8.2.8:

- ``Screen._on_resize`` lays the screen out, and ``Screen._refresh_layout`` then posts one more ``Resize`` of that size
  to the screen. If two sizes wait at the same time, and the screen sends itself anything at each of them, they answer
  each other for ever, and nothing else runs any more.
- ``Screen.get_widget_at`` raises ``NoWidget`` for a cell outside of the screen. A click that was made before the
  terminal shrank ends the program where a handler asks for it.
  https://github.com/Textualize/textual/issues/3777 was the same for a screen without a layout.
- ``Screen.dismiss`` takes away whatever screen is on top, also when it is called a second time, or on a screen that
  lies under another. A double click beside a panel so closes the screen under it, too, or ends the program with
  ``ScreenStackError``.
- A click on a notification takes it away, and is then given to the screen under it. Where a click anywhere does
  something, it does that: a curtain shows the cards to who only wanted to read it.
- There is no public way to read what the screen shows but ``App.export_screenshot``, which writes an SVG in some
  tenths of a second. A film has hundreds of frames.

``ResizedScreen`` drops sizes that the terminal no longer has, and takes cells outside for its own background.
``UnderNotifications`` gets no click on a notification. ``strips_of`` asks the compositor, as ``export_screenshot``
does.

Can go: ``ResizedScreen`` once two sizes in the queue of a screen come to rest, and ``get_widget_at`` finds the screen
everywhere; ``DismissedOnce`` once ``Screen.dismiss`` does nothing on a screen that is not the one shown;
``UnderNotifications`` once ``Toast`` stops the click; ``strips_of`` once an application can be asked for the lines that
it shows.
"""

from typing import TYPE_CHECKING, Any, Generic

from textual import events
from textual.await_complete import AwaitComplete
from textual.errors import NoWidget
from textual.screen import Screen, ScreenResultType
from textual.widgets._toast import Toast

if TYPE_CHECKING:
    from textual.app import App
    from textual.geometry import Region
    from textual.message import Message
    from textual.strip import Strip
    from textual.widget import Widget

    AnyScreen = Screen[Any]
    ResultScreen = Screen
else:
    AnyScreen = object
    ResultScreen = Generic


class ResizedScreen(AnyScreen):
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


class UnderNotifications(AnyScreen):
    """A screen that gets no click on a notification over it. Mix it in first."""

    async def _dispatch_message(self, message: "Message") -> None:
        if not isinstance(message, events.Click) or not isinstance(message.widget, Toast):
            await super()._dispatch_message(message)


class DismissedOnce(ResultScreen[ScreenResultType]):
    """Takes itself away, and nothing that lies under it, however many keys and clicks were on their way to close it.

    Mix it in first.
    """

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close, unless that has been done."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


def strips_of(app: "App[Any]") -> "list[Strip]":
    """The lines of the screen shown, from the top."""
    return app.screen._compositor.render_strips()
