"""Running the screens, and leaving them in time: when a person quits, a signal asks for it or the terminal closes.

Every move is in its log as soon as it is made. So the program may end at any moment, and it does end soon after it is
asked to, even if the terminal takes no output, a bot still thinks, or the screens are busy.
"""

import asyncio
import os
import signal
import sys
from functools import partial
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Final

from clockspades.cli import output

if TYPE_CHECKING:
    from clockspades.tui.app import Clockspades

GRACE: Final = 0.6
"""Seconds that the screens have to end by themselves."""
LAST_WORDS: Final = 0.3
"""Seconds after that to give the terminal back and print the farewell."""


def run(app: "Clockspades") -> int:
    """Run the application and print its farewell; return the exit status."""
    Thread(target=_end_in_time, args=(app,), name="deadline", daemon=True).start()
    asyncio.run(_attend(app))
    return app.return_code or 0


async def _attend(app: "Clockspades") -> None:
    if sys.platform != "win32":
        for asked in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):  # Ctrl+C comes here while a server ends
            signal.signal(asked, partial(_leave, app, asyncio.get_running_loop()))
    try:
        await app.run_async()
    finally:
        app.close_game()
    if app.failure is not None and _is_heard(app):
        raise app.failure
    _say_farewell(app)


def _leave(app: "Clockspades", loop: asyncio.AbstractEventLoop, *_: object) -> None:
    """Handle a signal: leave without asking, and in time even if the loop is held up."""
    app.left.put(None)
    if not loop.is_closed():
        loop.call_soon_threadsafe(app.leave)


def _end_in_time(app: "Clockspades") -> None:
    """Wait until the program is left, and end it if it has not ended soon after that."""
    app.left.get()
    sleep(GRACE)
    last = Thread(target=_part, args=(app,), daemon=True)
    last.start()
    last.join(LAST_WORDS)
    if "clockspades.network.own_process" in sys.modules:
        from clockspades.network.own_process import kill_all

        kill_all()
    os._exit(app.return_code or 0)


def _part(app: "Clockspades") -> None:
    if app.terminal is not None:
        app.terminal.restore()
    _say_farewell(app)


def _say_farewell(app: "Clockspades") -> None:
    farewell = app.take_return_value()
    if farewell and _is_heard(app):
        output.say(farewell)
        output.flush()


def _is_heard(app: "Clockspades") -> bool:
    return app.terminal is None or app.terminal.is_heard
