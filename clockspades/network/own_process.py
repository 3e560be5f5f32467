"""Other processes of this program: each is told lines through a pipe, answers in lines, and ends with the pipe."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, Final, Generic, TypeVar
from weakref import WeakSet

from clockspades.engine.codec import Codec
from clockspades.language import preferred, spoken, use

AnswerT = TypeVar("AnswerT")
GRACE: Final = 5.0
"""Seconds that a process has to end by itself."""


def own_command(module: str) -> list[str]:
    """The command that runs ``main`` of a module of this program in a process of its own, wherever the program is.

    A new Python would not find the modules of a ``.pyz`` file: it is given ``sys.path``. A binary has no Python, and
    runs the module itself: see ``distribution/frozen.py``.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, "-m", module]
    code = f"import sys; sys.path[:] = {sys.path!r}; from {module} import main; sys.exit(main())"
    return [sys.executable, "-c", code]


class OwnProcess(subprocess.Popen[bytes], Generic[AnswerT]):
    """A process that runs ``main`` of a module, and what it answers."""

    def __init__(self, module: str, order: str, answers: Codec[AnswerT]) -> None:
        """Start it, and tell it an order; OSError if no process can be started."""
        super().__init__(
            own_command(module),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"LANGUAGE": spoken()},
            start_new_session=sys.platform != "win32",  # Ctrl+C is for the program that started it
        )
        self._answers = answers
        _STARTED.add(self)
        with suppress(OSError):  # it has ended already, which is noticed where its answers are read
            self.tell(order)

    def tell(self, line: str) -> None:
        """Tell it a line; OSError if it has ended, and ValueError if :meth:`end` was called."""
        assert self.stdin is not None, "it was started with a pipe"
        self.stdin.write(line.encode() + b"\n")
        self.stdin.flush()

    def answers(self) -> Iterator[AnswerT]:
        """What it answers, until it ends; nothing if that was read already."""
        assert self.stdout is not None, "it was started with a pipe"
        if self.stdout.closed:
            return
        with self.stdout:
            for line in self.stdout:
                yield self._answers.read_text(line)

    def first_answer(self, patience: float, later: Callable[[AnswerT], object] = lambda _: None) -> AnswerT | None:
        """What it answers first; None if it ends, or that takes longer than so many seconds.

        ``later`` is called with all other answers, in a thread.
        """
        found: Queue[AnswerT | None] = Queue()

        def read() -> None:
            answers = self.answers()
            found.put(next(answers, None))
            for answer in answers:  # all of them, or its pipe would be full at some time
                later(answer)

        Thread(target=read, daemon=True).start()
        with suppress(Empty):
            return found.get(timeout=patience)
        return None

    def end(self) -> None:
        """End it, if it has not ended, and wait until it has."""
        assert self.stdin is not None, "it was started with a pipe"
        with suppress(OSError):
            self.stdin.close()
        try:
            self.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.kill()
            self.wait()


_STARTED: Final[WeakSet[OwnProcess[Any]]] = WeakSet()
"""Every process that somebody may still wait for."""


def kill_all() -> None:
    """Kill every process that has not ended: this program can wait for none any more."""
    for process in [*_STARTED]:
        process.kill()


def told_lines() -> Iterator[bytes]:
    """The lines that this process is told, until the process that started it has ended. It speaks its language."""
    use(preferred(os.environ))
    rest = b""
    while piece := os.read(sys.stdin.fileno(), 1 << 16):
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines


def answer(line: str) -> None:
    with suppress(OSError):  # nobody listens any more: standard input ends too
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
