"""Whose code runs, and running an application's methods from outside of its messages.

Fault: Textual 8.2.8 keeps the application and the node whose code runs in context variables, which are private
(``textual._context``) and only set while a node handles a message. ``App.post_message`` is called from the thread of
the keyboard without them. There ``app`` raises ``NoActiveAppError`` in every screen and widget.

Can go: once Textual has public names for both.
"""

from contextlib import AbstractContextManager
from typing import Any

from textual._context import active_message_pump
from textual.app import App
from textual.message_pump import MessagePump


def running_node() -> MessagePump | None:
    """The application, screen or widget whose code runs now, if any."""
    return active_message_pump.get(None)


def acting_as(app: App[Any]) -> AbstractContextManager[None]:
    """Let code run as if the application handled a message."""
    return app._context()
