"""Work that is done in a thread while a screen is shown."""

from asyncio import to_thread
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from textual.screen import Screen
from textual.worker import Worker

T = TypeVar("T")


def run_in_thread(screen: Screen[Any], work: Callable[[], T], *, exit_on_error: bool = True) -> Worker[T]:
    """Let a worker of the screen do some work in a thread.

    With ``run_worker(work, thread=True)`` the thread would keep the screen in memory until it gets other work.
    """
    worker: Worker[T] = screen.run_worker(partial(to_thread, work), exit_on_error=exit_on_error)
    return worker
