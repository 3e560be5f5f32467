"""Writing to a terminal that may be slow, stuck or gone, without holding up the program for long.

Fault: ``WriterThread`` of Textual 8.2.8 waits for the terminal without end. ``write`` blocks the event loop once thirty
pieces are queued, ``stop`` blocks the end of the program, and after an error in ``run`` both wait for ever.

``TerminalWriter`` waits for :data:`PATIENCE` only, then skips output and has all drawn anew when the terminal takes
some again. It says when the terminal is gone.

Can go: once Textual's own writer returns from ``write`` and ``stop`` although the terminal takes nothing.
"""

import os
import select
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Thread
from typing import Final, TextIO

MOST_QUEUED: Final = 30
"""Pieces of output that may wait. A slow terminal slows the drawing down beyond that."""
PATIENCE: Final = 0.25
"""Seconds that drawing waits for the terminal. After that, output is skipped until it takes some again."""


class TerminalWriter(Thread):
    """Writes to a terminal in a thread of its own.

    It writes to the descriptor itself: a buffered stream would still hold its lock when the program ends.
    """

    def __init__(self, file: TextIO, on_recovery: Callable[[], None], on_loss: Callable[[], None]) -> None:
        """``on_recovery`` is called when output was skipped and must be drawn anew, ``on_loss`` when a write fails.

        Both are called in the thread of the writer.
        """
        super().__init__(name="terminal-output", daemon=True)
        self._descriptor, self._encoding, self._errors = file.fileno(), file.encoding, file.errors or "replace"
        self._on_recovery, self._on_loss = on_recovery, on_loss
        self._queue: Queue[str | None] = Queue(MOST_QUEUED)
        self._skips = False
        self._is_lost = False

    def write(self, text: str) -> None:
        """Queue a piece of output. It is dropped if the terminal is gone or has taken nothing for a while."""
        if self._is_lost or self._skips:
            return
        try:
            self._queue.put(text, timeout=PATIENCE)
        except Full:
            self._skips = True
            with suppress(Full):
                self._queue.put_nowait("")  # the thread may have emptied the queue meanwhile: it must see the flag

    def drop_queued(self) -> bool:
        """Forget what waits, and take output again; return whether anything was lost."""
        dropped, self._skips = self._skips, False
        with suppress(Empty):
            while True:
                self._queue.get_nowait()
                dropped = True
        return dropped

    def stop(self, seconds: float) -> bool:
        """End the thread; return whether the terminal took all of the output within ``seconds``."""
        with suppress(Full):
            self._queue.put(None, timeout=seconds)
            self.join(seconds)
        return not self.is_alive() and not self._is_lost

    def run(self) -> None:
        """Write what is queued until told to stop, or until the terminal is gone."""
        while (piece := self._queue.get()) is not None:
            try:
                self._send(piece)
            except OSError:
                self._is_lost = True
                self._on_loss()
                return
            if self._skips and self._queue.empty():
                self._skips = False
                self._on_recovery()

    def _send(self, text: str) -> None:
        data = memoryview(text.encode(self._encoding, self._errors))
        while data:
            try:
                data = data[os.write(self._descriptor, data) :]
            except BlockingIOError:  # another program made the terminal non-blocking for all who share it
                select.select([], [self._descriptor], [])
