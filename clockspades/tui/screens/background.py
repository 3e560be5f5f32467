"""Work that is done in a thread while a screen is shown."""

from collections.abc import Callable
from typing import Any, TypeVar

from textual.screen import Screen
from textual.worker import Worker

from clockspades.tui.threads import OTHERS, in_thread

T = TypeVar("T")


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
