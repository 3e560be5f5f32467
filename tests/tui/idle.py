"""Waiting until an application under test has done all that it can do at once.

Textual's pilot waits until the process has used little time for 20 ms: after each key twice that, and on a busy
machine, where every process is often idle, for too short a time. This waits for the work itself.
"""

import asyncio
from typing import Any, Final

from textual import _wait
from textual._context import active_app
from textual.app import App

_wait_for_little_work: Final = _wait.wait_for_idle


async def wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until nothing is left to be done but what a timer or a thread will bring, and all is drawn."""
    app = active_app.get()
    await _all_tasks_wait()
    while app.is_running and _sends_a_size_or_draws(app):
        await _all_tasks_wait()
    if any(worker.is_running for worker in app.workers):
        await _wait_for_little_work(min_sleep, max_sleep)


async def _all_tasks_wait() -> None:
    """Let every task run until it waits for something that is still to come."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    while ready:
        await asyncio.sleep(0)


def _sends_a_size_or_draws(app: App[Any]) -> bool:
    """Do at once what Textual puts off for some milliseconds, to do it once for many changes; whether there was any."""
    screen = app.screen
    if app._resize_timer is not None:
        app._check_resize()
    elif screen._layout_required or screen._repaint_required or screen._dirty_widgets or screen._callbacks:
        screen._on_timer_update()
    else:
        return False
    return True
