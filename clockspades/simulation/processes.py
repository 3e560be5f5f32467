"""Processes of this computer as workers. They end with the process that started them, however that ends."""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, Final

from clockspades.engine.text import UserError, reason_of
from clockspades.language import _
from clockspades.simulation.workers import LEAVING, ResultT, Workers

MOST_A_CORE: Final = 4
"""Processes a core beyond which no more are started: they only wait for one another."""


@contextlib.contextmanager
def started(jobs: int) -> Iterator[Workers]:
    """``jobs`` processes, or fewer if more gain nothing. They end with the ``with`` block, whatever they are doing.

    UserError if not all can be started, or one is killed.
    """
    most = 61 if sys.platform == "win32" else jobs  # Python can wait for no more there
    number = min(jobs, most, MOST_A_CORE * (os.cpu_count() or 1))
    with contextlib.ExitStack() as stack:
        with _complaining(jobs):
            _start_tracker()
            theirs, ours = get_context("spawn").Pipe(duplex=False)
            stack.enter_context(theirs)
            stack.enter_context(ours)
            pool = _Pool(number, jobs, theirs)
        try:
            yield Workers(pool, number)
        except BrokenExecutor as error:
            raise UserError(
                _("--jobs {number}: a process was killed before all games were played", number=jobs)
            ) from error
        finally:
            ours.close()
            pool.shutdown(cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes end when nobody holds the other end of a pipe any more."""

    def __init__(self, number: int, jobs: int, lifeline: "Connection[Any, Any]") -> None:
        super().__init__(number, get_context("spawn"), _prepare, (lifeline,))
        self._jobs = jobs

    def submit(self, fn: Callable[..., ResultT], /, *args: Any, **kwargs: Any) -> Future[ResultT]:
        with _interrupts_held(), _complaining(self._jobs):
            return super().submit(fn, *args, **kwargs)


def _prepare(lifeline: "Connection[Any, Any]") -> None:
    """End when the first process does, or when it closes the lifeline, and for no signal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the pool sends it when another process is gone
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: "Connection[Any, Any]") -> None:
    with contextlib.suppress(OSError):  # some systems tell the end in this way
        lifeline.poll(None)
    for leave in [*LEAVING]:
        leave()
    os._exit(1)


@contextlib.contextmanager
def _complaining(jobs: int) -> Iterator[None]:
    """Say that processes cannot be started, for the system's reason."""
    try:
        yield
    except OSError as error:
        started = _("--jobs {number}: not all processes could be started:", number=jobs)
        raise UserError(f"{started} {reason_of(error)}") from error


def _start_tracker() -> None:
    """Start the process in which Python tracks what processes share, so that it warns of nothing if this one is killed.

    Started later, it would also let interrupts through that :func:`_interrupts_held` holds.
    """
    if sys.platform != "win32":
        from multiprocessing.resource_tracker import ensure_running

        variable = "PYTHONWARNINGS"
        before = os.environ.get(variable)
        os.environ[variable] = "ignore"
        try:
            ensure_running()
        finally:
            del os.environ[variable]
            if before is not None:
                os.environ[variable] = before


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Block SIGINT while a process starts; it inherits the block, so that none is killed half started."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
