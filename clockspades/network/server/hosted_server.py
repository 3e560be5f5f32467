"""The server of a host's table, in a process of its own, as the host's program sees it."""

from queue import Empty, Queue
from threading import Thread
from typing import IO, Final

from clockspades.network.own_process import end, give, start
from clockspades.network.server.plan import ANSWERS, PLANS, Line, NewTable, NotReady, OldTable, Ready
from clockspades.network.wire.frames import WireError

PATIENCE: Final = 60.0
"""Seconds that a server has to start, on a slow machine too."""
MODULE: Final = "clockspades.network.server.server_process"
"""What runs in the process: its function ``main``."""


class ServerStartError(Exception):
    """A server that did not start; the message is the end of a sentence."""


class HostedServer:
    """A server process. It ends with the program that started it, and its table stays on the disk."""

    def __init__(self, plan: NewTable | OldTable) -> None:
        """Start the process; ServerStartError if the table can't be opened."""
        self.ready = self._start(plan)

    def revive(self) -> bool:
        """Start the process again with its table if it was killed; return whether it was.

        ServerStartError if it does not start.
        """
        if self._process.poll() is None:
            return False
        self._forget()
        self.ready = self._start(OldTable(self.ready.journal))
        return True

    def close(self) -> None:
        """End the process. Everybody at the table is told."""
        end(self._process)
        self._forget()

    def _start(self, plan: NewTable | OldTable) -> Ready:
        self._process = start(MODULE)
        assert self._process.stdout is not None
        lines: Queue[bytes] = Queue()
        Thread(target=_read, args=(self._process.stdout, lines), daemon=True).start()
        try:
            give(self._process, PLANS.write(plan))
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


def _read(pipe: IO[bytes], lines: "Queue[bytes]") -> None:
    """Read lines until the pipe ends; games that end later are told by the table itself."""
    try:
        for line in pipe:
            lines.put(line)
    except ValueError:  # the pipe was closed
        pass
    lines.put(b"")
