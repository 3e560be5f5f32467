"""Waiting until an application under test has done all that it can do at once.

Textual's pilot waits until the process has used little time for 20 ms: after each key twice that, and on a busy
machine, where every process is often idle, for too short a time. This waits for the work itself.
"""

import asyncio
from typing import Any, Final

from textual import _wait
from textual._context import active_app
from textual.app import App
from textual.pilot import Pilot

from clockspades.tui.textual_fixes.at_rest import _WAITING, is_at_rest

_wait_for_little_work: Final = _wait.wait_for_idle


async def wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until nothing is left to be done but what a timer or a thread will bring, and all is drawn."""
    app = active_app.get()
    await _all_tasks_wait()
    while app.is_running and _sends_a_size_or_draws(app):
        await _all_tasks_wait()
    if any(worker.is_running for worker in app.workers):
        await _wait_for_little_work(min_sleep, max_sleep)


async def wait_for_screen(pilot: Pilot[Any], timeout: float = 0.0) -> bool:
    """Wait until every widget has handled what it was sent, without a message to each of them to find that out."""
    await _all_tasks_wait()
    return True


def only_input_can_change(app: App[Any]) -> bool:
    """Whether nothing is left to be done, and no timer and no thread will bring more.

    asyncio has no public way to ask. ``_scheduled`` is in every event loop of the standard library.
    """
    loop = asyncio.get_running_loop()
    timers: list[asyncio.TimerHandle] = loop._scheduled  # type: ignore[attr-defined]
    return (
        is_at_rest(loop)
        and all(timer.cancelled() for timer in timers)
        and not any(worker.is_running for worker in app.workers)
        and not _must_draw(app)
    )


async def _all_tasks_wait() -> None:
    """Let every task run until it waits for something that is still to come, and make the calls that wait for rest."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while not is_at_rest(loop):
        await asyncio.sleep(0.0002 if _WAITING.get(loop) else 0)  # those calls are made only while nothing else runs


def _sends_a_size_or_draws(app: App[Any]) -> bool:
    """Do at once what Textual puts off for some milliseconds, to do it once for many changes; whether there was any."""
    if app._resize_timer is not None:
        app._check_resize()
    elif _must_draw(app):
        app.screen._on_timer_update()
    else:
        return False
    return True


def _must_draw(app: App[Any]) -> bool:
    screen = app.screen
    return bool(screen._layout_required or screen._repaint_required or screen._dirty_widgets or screen._callbacks)
