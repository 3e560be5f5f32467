"""Threads for what takes long, so that screens stay awake. A thread can't be stopped, but the program ends without it.

Bots have threads of their own: a hint or a review that goes on after its screen was left never delays them.
"""

from asyncio import get_running_loop
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextvars import copy_context
from functools import partial
from sys import setswitchinterval
from threading import Semaphore, Thread
from typing import Any, Final, TypeVar

from textual.screen import Screen
from textual.worker import Worker

T = TypeVar("T")

SWITCH: Final = 0.0005
"""Seconds after which work gives way to the screen. With Python's own 5 ms a key took three times as long meanwhile."""


class Threads(Executor):
    """Does each work in a daemon thread, some of them at a time. What is cancelled before its turn is not done."""

    def __init__(self, name: str, most: int) -> None:
        self._name, self._free = name, Semaphore(most)
        setswitchinterval(SWITCH)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Begin with some work, once there is a thread for it."""
        future: Future[T] = Future()
        Thread(target=self._work, args=(future, partial(fn, *args, **kwargs)), name=self._name, daemon=True).start()
        return future

    def _work(self, future: Future[T], work: Callable[[], T]) -> None:
        with self._free:
            if future.set_running_or_notify_cancel():
                try:
                    found = work()
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(found)


BOTS: Final = Threads("bot", 4)
"""Where bots choose. More than one thread, as a bot may still think of a move that was taken back meanwhile."""
OTHERS: Final = Threads("work", 4)
"""Where all else is worked out: hints, reviews, and what is read from saved games."""


async def in_thread(threads: Threads, work: Callable[[], T]) -> T:
    """What some work comes to, done in one of these threads."""
    return await get_running_loop().run_in_executor(threads, copy_context().run, work)


def run_in_thread(
    screen: Screen[Any], work: Callable[[], T], then: Callable[[T], Any] | None = None, *, exit_on_error: bool = True
) -> Worker[T]:
    """Let a worker of the screen do some work in a thread, and then tell the screen what came of it.

    A worker that is cancelled tells nothing; those of a screen that is left are cancelled. With
    ``run_worker(work, thread=True)`` the thread would keep the screen in memory until it gets other work.
    """

    async def run() -> T:
        found = await in_thread(OTHERS, work)
        if then is not None:
            screen.call_later(then, found)
        return found

    worker: Worker[T] = screen.run_worker(run, exit_on_error=exit_on_error)
    return worker
