"""Handling messages only while mounted."""

from inspect import iscoroutine
from typing import TYPE_CHECKING

from textual import events, messages

if TYPE_CHECKING:
    from textual.dom import DOMNode as Base
    from textual.message import Message
else:
    Base = object


class MountedOnly(Base):
    """A screen or widget that handles nothing once it is being removed, or the program is left.

    Its children may be gone by then, while timers, workers and resizes still reach it. Mix it in first.
    """

    @property
    def _goes(self) -> bool:
        return self._pruning or not self.is_attached

    async def _dispatch_message(self, message: "Message") -> None:
        if not self._goes or isinstance(message, messages.Prune | events.Unmount):
            await super()._dispatch_message(message)

    async def _flush_next_callbacks(self) -> None:
        if self._goes:
            for event in self._next_callbacks:
                for argument in getattr(event.callback, "args", ()):
                    if iscoroutine(argument):
                        argument.close()  # the rest of an async watcher: never to be awaited, it would warn
            self._next_callbacks.clear()
        await super()._flush_next_callbacks()
