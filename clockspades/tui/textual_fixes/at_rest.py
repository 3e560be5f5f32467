"""Calls that wait until the event loop has nothing left to run: every handler has returned, every message is handled.

asyncio has no public way to ask that. ``_ready`` is in every event loop of the standard library.
"""

from asyncio import AbstractEventLoop, get_running_loop
from collections import deque
from collections.abc import Callable
from weakref import WeakKeyDictionary

_WAITING: WeakKeyDictionary[AbstractEventLoop, deque[Callable[[], object]]] = WeakKeyDictionary()


def when_at_rest(call: Callable[[], object]) -> None:
    """Call something once nothing else runs; of several calls the next waits until the one before has no effects left.

    Who looks for rest with a loop of their own, and without waiting for time, keeps these calls waiting.
    """
    loop = get_running_loop()
    waiting = _WAITING.setdefault(loop, deque())
    waiting.append(call)
    if len(waiting) == 1:
        loop.call_soon(_check, loop, waiting)


def _check(loop: AbstractEventLoop, waiting: deque[Callable[[], object]]) -> None:
    try:
        if is_at_rest(loop):
            waiting[0]()
            waiting.popleft()
    finally:
        if waiting:
            loop.call_soon(_check, loop, waiting)


def is_at_rest(loop: AbstractEventLoop) -> bool:
    """Whether everything on the loop waits for time, a thread or the terminal."""
    ready: deque[object] = loop._ready  # type: ignore[attr-defined]
    return not ready
