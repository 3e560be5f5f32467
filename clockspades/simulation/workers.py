"""Who plays many games: processes of this computer, or the workers of a cluster, behind an executor."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

ResultT = TypeVar("ResultT")

WRITING: Final = Lock()
"""Held by a task while it writes a file: a process that should end at once finishes the file first."""

_TASK_SECONDS: Final = 0.25
"""About how long a task takes, or one game if that is longer: the steps of progress, and of work to do again."""

_WATCH_SECONDS: Final = 1.0
"""After how long without a result somebody looks whether the workers are still there."""


class WorkersError(Exception):
    """Workers cannot be reached, or were lost; the message says why."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and what :mod:`concurrent.futures` does not say of it."""

    executor: "Executor"
    number: int
    """Tasks that run at the same time."""
    share_files: bool = True
    """Whether a file that they write is there for this process too."""
    watch: Callable[[], None] | None = None
    """Called now and then while nothing comes back; it raises WorkersError if nothing will."""

    def results(self, task: Callable[[range], ResultT], count: int) -> Generator[ResultT, None, None]:
        """Split the numbers from 0 to ``count`` - 1 into ranges, and yield ``task(range)`` for each, in any order.

        The ranges grow until each takes a moment. An error of a task is raised here. If the caller stops early, the
        tasks that have not begun are cancelled.
        """
        from concurrent.futures import FIRST_COMPLETED, Future, wait

        given = done = 0
        seconds = 0.0
        pending: dict[Future[tuple[ResultT, float]], int] = {}
        try:
            while done < count:
                while given < count and len(pending) < 2 * self.number:
                    size = min(done, int(_TASK_SECONDS * done / seconds)) if seconds else 0
                    part = range(given, min(count, given + max(1, size)))
                    pending[self.executor.submit(_timed, task, part)] = len(part)
                    given = part.stop
                patience = None if self.watch is None else _WATCH_SECONDS
                finished = wait(pending, patience, FIRST_COMPLETED).done
                if self.watch is not None and not finished:
                    self.watch()
                for future in finished:
                    done += pending.pop(future)
                    result, took = future.result()
                    seconds += took
                    yield result
        finally:
            for future in pending:
                future.cancel()


def _timed(task: Callable[[range], ResultT], part: range) -> tuple[ResultT, float]:
    """What a task makes of its part, and how many seconds it took."""
    start = perf_counter()
    return task(part), perf_counter() - start
