"""The server of a host's table, in a process of its own, as the host's program sees it."""

import subprocess
import sys
from queue import Empty, Queue
from threading import Thread
from typing import IO, Final

from clockspades.network.frames import WireError
from clockspades.network.plan import ANSWERS, PLANS, Line, NewTable, NotReady, OldTable, Ready

PATIENCE: Final = 60.0
"""Seconds that a server has to start, on a slow machine too."""
GRACE: Final = 5.0
"""Seconds that it has to end by itself."""
MODULE: Final = "clockspades.network.server_process"
"""What runs in the process: its function ``main``."""


class ServerStartError(Exception):
    """A server that did not start; the message is the end of a sentence."""


class HostedServer:
    """A server process. It ends with the program that started it, and its table stays on the disk."""

    def __init__(self, plan: NewTable | OldTable) -> None:
        """Start the process; ServerStartError if the table can't be opened."""
        self.ready = self._start(plan)

    def revive(self) -> bool:
        """Start the process again with its table if it was killed; whether that was needed.

        ServerStartError if it does not start.
        """
        if self._process.poll() is None:
            return False
        self._forget()
        self.ready = self._start(OldTable(self.ready.journal))
        return True

    def close(self) -> None:
        """End the process. Everybody at the table is told."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._forget()

    def _start(self, plan: NewTable | OldTable) -> Ready:
        self._process = subprocess.Popen(
            own_command(MODULE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=sys.platform != "win32",  # Ctrl+C is for the program that started it
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        lines: Queue[bytes] = Queue()
        Thread(target=_read, args=(self._process.stdout, lines), daemon=True).start()
        try:
            self._process.stdin.write(PLANS.write(plan).encode() + b"\n")
            self._process.stdin.flush()
            answer: Line = ANSWERS.read(lines.get(timeout=PATIENCE))
        except (OSError, Empty, WireError):
            self._process.kill()
            self._process.wait()
            self._forget()
            raise ServerStartError("the server of the table did not start") from None
        if isinstance(answer, Ready):
            return answer
        self._process.wait()
        self._forget()
        assert isinstance(answer, NotReady), "a server says first whether it is ready"
        raise ServerStartError(answer.words)

    def _forget(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


def own_command(module: str) -> list[str]:
    """The command that runs ``main`` of a module of this program in a process of its own, wherever the program is.

    A new Python would not find the modules of a ``.pyz`` file: it is given ``sys.path``. A binary has no Python, and
    runs the module itself: see ``distribution/frozen.py``.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, "-m", module]
    code = f"import sys; sys.path[:] = {sys.path!r}; from {module} import main; sys.exit(main())"
    return [sys.executable, "-c", code]


def _read(pipe: IO[bytes], lines: "Queue[bytes]") -> None:
    """Read lines until the pipe ends; games that end later are told by the table itself."""
    try:
        for line in pipe:
            lines.put(line)
    except ValueError:  # the pipe was closed
        pass
    lines.put(b"")
