"""Screens and widgets that handle nothing once they are being removed, and are kept by nothing once they are gone.

Fault: Textual 8.2.8 removes the children of a node first, and tells the node last (``Widget._message_loop_exit``).
Until then the node still handles what is in its queue, resizes and timers, and its workers run on. A handler that asks
for a child then raises ``NoMatches`` and ends the program: https://github.com/Textualize/textual/issues/6361 and
https://github.com/Textualize/textual/issues/4258. What was put off with ``call_after_refresh`` is called by the screen
shown, even after its own node has gone.

``MountedOnly`` drops messages from the moment that ``App._prune`` marks the node, except those that remove it. A worker
may still miss a child: ``quiet_app`` ignores that.

Can go: once a node that is being removed gets no more messages, and its calls after a refresh are dropped.

Fault: ``StylesCache.get_inner_outer`` of Textual 8.2.8 is a method with ``lru_cache``, whose first parameter is called
``cls``. As a plain method it keeps up to a thousand ``StylesCache`` objects, with the drawn lines of their widgets,
which may be long gone: https://github.com/Textualize/textual/issues/6665.

``let_go`` makes it the class method that it was meant to be, with one cache for all widgets.

Can go: once a ``StylesCache`` that has drawn is collected with its widget.
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
