"""Screens and widgets that handle nothing once they are being removed, and are kept by nothing once they are gone.

Faults, all in Textual 8.2.8:

- The children of a node are removed first (``Widget._message_loop_exit``). Until it goes itself, it handles what is in
  its queue, and its workers run on. A handler that asks for a child ends the program with ``NoMatches``:
  https://github.com/Textualize/textual/issues/6361 and https://github.com/Textualize/textual/issues/4258. What was put
  off with ``call_after_refresh`` is called even after its node has gone. ``MountedOnly`` drops all but the messages
  that remove it; a worker may still miss a child, which ``quiet_app`` ignores.
- ``StylesCache.get_inner_outer`` is a method with ``lru_cache``, whose first parameter is called ``cls``: it keeps the
  drawn lines of a thousand widgets that may be gone (https://github.com/Textualize/textual/issues/6665). ``let_go``
  makes it the class method that it was meant to be.

Can go: each of them once its test fails.
"""

from typing import TYPE_CHECKING, Any, Final

from textual import events, messages
from textual._styles_cache import StylesCache
from textual.dom import DOMNode

if TYPE_CHECKING:
    from textual.message import Message
    from textual.message_pump import Callback

    Base = DOMNode
else:
    Base = object


class MountedOnly(Base):
    """A screen or widget that handles nothing once it is being removed. Mix it in first."""

    async def _dispatch_message(self, message: "Message") -> None:
        if not self._pruning or isinstance(message, messages.Prune | events.Unmount):
            await super()._dispatch_message(message)

    def call_after_refresh(self, callback: "Callback", *args: Any, **kwargs: Any) -> bool:
        """Call a function once all is drawn, unless this is being removed by then."""

        def call() -> object:
            return None if is_going(self) else callback(*args, **kwargs)

        return super().call_after_refresh(call)


def is_going(node: DOMNode) -> bool:
    """Whether a screen or widget is being removed, or has been, or the program is left."""
    return node._pruning or not node.is_attached


AS_IT_WAS: Final = vars(StylesCache)["get_inner_outer"]
"""Textual's own method."""


def let_go() -> None:
    """Keep no drawn lines of removed widgets."""
    StylesCache.get_inner_outer = classmethod(AS_IT_WAS)  # type: ignore[assignment,method-assign]
