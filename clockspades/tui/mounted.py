"""What every screen does: it handles messages only while it is mounted, with the keys of the settings."""

from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, messages
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.screen import Screen

from clockspades.tui.bindings import in_scope, remapped, scope_of

if TYPE_CHECKING:
    from textual.geometry import Region
    from textual.message import Message
    from textual.message_pump import Callback
    from textual.widget import Widget

    Base = DOMNode
    ScreenBase = Screen[Any]
else:
    Base = ScreenBase = object


class MountedOnly(Base):
    """A screen or widget that handles nothing once it is being removed.

    Its children may be gone by then, while timers, workers and resizes still reach it. Mix it in first.
    """

    async def _dispatch_message(self, message: "Message") -> None:
        if not self._pruning or isinstance(message, messages.Prune | events.Unmount):
            await super()._dispatch_message(message)

    def call_after_refresh(self, callback: "Callback", *args: Any, **kwargs: Any) -> bool:
        """Call a function once all is drawn, unless this is being removed by then: the screen shown makes the call."""

        def call() -> object:
            return None if is_going(self) else callback(*args, **kwargs)

        return super().call_after_refresh(call)


class MountedScreen(MountedOnly, ScreenBase):
    """A screen that handles nothing once it is being removed, and no size that the terminal no longer has.

    Textual answers each new size of a screen with one more message of that size. Two sizes that wait at the same time
    would so go round for ever, and nothing else would run any more.
    """

    ABSENT: ClassVar[frozenset[str]] = frozenset()
    """Actions of its parent classes that a screen does not have."""

    FOCUSED: "ClassVar[tuple[type[Widget], ...]]" = ()
    """Widgets with commands of their own that have the focus."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Give the commands of a screen their full names."""
        if "BINDINGS" in vars(cls):
            cls.BINDINGS = in_scope(cls.BINDINGS, scope_of(cls))
        super().__init_subclass__(**options)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._own_bindings = self._bindings
        """The bindings with the keys of the commands themselves."""
        self.rebind()

    def rebind(self) -> None:
        """Give the commands the keys that they have now."""
        self._bindings = remapped(self._own_bindings)

    async def _dispatch_message(self, message: "Message") -> None:
        if not isinstance(message, events.Resize) or message.size == self.app.size:
            await super()._dispatch_message(message)

    def get_widget_at(self, x: int, y: int) -> "tuple[Widget, Region]":
        """The widget at a cell and its region; this screen, if it has just shrunk and the cell lies outside."""
        try:
            return super().get_widget_at(x, y)
        except NoWidget:
            return self, self.region


def is_going(node: DOMNode) -> bool:
    """Whether a screen or widget is being removed, or has been, or the program is left."""
    return node._pruning or not node.is_attached
