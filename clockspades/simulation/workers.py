"""Who plays many games: processes of this computer, or the workers of a cluster, behind an executor."""

from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final, Generic, NoReturn, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Executor

ResultT = TypeVar("ResultT")

LEAVING: Final = set[Callable[[], object]]()
"""What a process that plays games does before it is ended from outside, which lets nothing else be done."""

_TASK_SECONDS: Final = 0.25
"""About how long a task takes, or one game if that is longer: the steps of progress, and of work to do again."""

_AHEAD: Final = 4
"""Tasks for each worker that are given out, so that none waits for one that takes longer."""

_WATCH_SECONDS: Final = 1.0
"""After how long without a result somebody looks whether the workers are still there."""


class _ResultLostError(Exception):
    """A worker was lost just as the result of its task was fetched."""


@dataclass(frozen=True, slots=True)
class _Timed(Generic[ResultT]):
    """What a task made of its part, and how many seconds it took.

    Dask's executor unpacks a result as an error's (type, value, traceback) if its worker was lost while it was fetched
    (``_cascade_future`` in ``distributed/cfexecutor.py``, 2026.8.0). Unpacking this one says so.
    """

    result: ResultT
    seconds: float

    def __iter__(self) -> NoReturn:
        raise _ResultLostError


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and what :mod:`concurrent.futures` does not say of it."""

    executor: "Executor"
    number: int
    """Tasks that run at the same time."""
    watch: Callable[[], None] | None = None
    """Called now and then while nothing comes back; it raises UserError if nothing will."""

    def results(self, task: Callable[[range], ResultT], count: int) -> Generator[ResultT, None, None]:
        """Split the numbers from 0 to ``count`` - 1 into ranges, and yield ``task(range)`` for each, in their order.

        The ranges grow until each takes a moment. An error of a task is raised here. A range whose result was lost is
        done again. If the caller stops early, the tasks that have not begun are cancelled.
        """
        from concurrent.futures import Future, wait

        given = done = 0
        seconds = 0.0
        pending: deque[tuple[Future[_Timed[ResultT]], range]] = deque()
        try:
            while done < count:
                while given < count and len(pending) < _AHEAD * self.number:
                    size = min(done, int(_TASK_SECONDS * done / seconds)) if seconds else 0
                    part = range(given, min(count, given + max(1, size)))
                    pending.append((self.executor.submit(_timed, task, part), part))
                    given = part.stop
                future, part = pending[0]
                while self.watch is not None and not wait([future], _WATCH_SECONDS).done:
                    self.watch()
                try:
                    timed = future.result()
                except _ResultLostError:
                    pending[0] = self.executor.submit(_timed, task, part), part
                    continue
                pending.popleft()
                done += len(part)
                seconds += timed.seconds
                yield timed.result
        finally:
            for future, _ in pending:
                future.cancel()


def _timed(task: Callable[[range], ResultT], part: range) -> _Timed[ResultT]:
    start = perf_counter()
    return _Timed(task(part), perf_counter() - start)
