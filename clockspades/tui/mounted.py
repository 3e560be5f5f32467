"""Handling messages only while mounted."""

from typing import TYPE_CHECKING, Any

from textual import events, messages
from textual.dom import DOMNode

if TYPE_CHECKING:
    from textual.message import Message
    from textual.message_pump import Callback

    Base = DOMNode
else:
    Base = object


class MountedOnly(Base):
    """A screen or widget that handles nothing once it is being removed, or the program is left.

    Its children may be gone by then, while timers, workers and resizes still reach it. Mix it in first.
    """

    async def _dispatch_message(self, message: "Message") -> None:
        if not is_going(self) or isinstance(message, messages.Prune | events.Unmount):
            await super()._dispatch_message(message)

    def call_after_refresh(self, callback: "Callback", *args: Any, **kwargs: Any) -> bool:
        """Call a function once all is drawn, unless this is being removed by then: the screen shown makes the call."""

        def call() -> object:
            return None if is_going(self) else callback(*args, **kwargs)

        return super().call_after_refresh(call)


def is_going(node: DOMNode) -> bool:
    """Whether a screen or widget is being removed, or has been, or the program is left."""
    return node._pruning or not node.is_attached
