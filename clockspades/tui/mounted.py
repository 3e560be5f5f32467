"""Handling messages only while mounted."""

from typing import TYPE_CHECKING

from textual import events, messages

if TYPE_CHECKING:
    from textual.dom import DOMNode as Base
    from textual.message import Message
else:
    Base = object


class MountedOnly(Base):
    """A screen or widget that handles nothing once it is being removed.

    Its children may be gone by then, while timers, workers and resizes still reach it. Mix it in first.
    """

    async def _dispatch_message(self, message: "Message") -> None:
        if not self._pruning or isinstance(message, messages.Prune | events.Unmount):
            await super()._dispatch_message(message)
