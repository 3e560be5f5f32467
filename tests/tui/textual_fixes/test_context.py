"""The application is known only while it handles a message."""

import asyncio
from contextlib import nullcontext
from contextvars import Context

import pytest
from textual import events
from textual._context import NoActiveAppError
from textual.app import App
from textual.message import Message

from clockspades.tui.textual_fixes.context import acting_as, running_node


class Asked(App[None]):
    """Keeps which application and node its code runs for as a message is posted."""

    acts = False

    def __init__(self) -> None:
        super().__init__()
        self.found: list[object] = []

    def post_message(self, message: Message) -> bool:
        if isinstance(message, events.Paste):
            with acting_as(self) if self.acts else nullcontext():
                self.found += [running_node(), self.screen.app]
        return super().post_message(message)


class Acting(Asked):
    acts = True


async def post_from_a_thread(app: Asked) -> list[object]:
    """Post a message as the thread of the keyboard does."""
    async with app.run_test():
        loop = asyncio.get_running_loop()
        await asyncio.to_thread(
            Context().run, lambda: asyncio.run_coroutine_threadsafe(app._post_message(events.Paste("")), loop).result()
        )
    return app.found


async def test_in_textual_a_screen_does_not_know_its_application_where_a_message_is_posted() -> None:
    with pytest.raises(NoActiveAppError):
        await post_from_a_thread(Asked())


async def test_code_runs_as_if_the_application_handled_a_message() -> None:
    app = Acting()
    assert await post_from_a_thread(app) == [app, app]
