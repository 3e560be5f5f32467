"""Writing to a terminal that is slow, stuck or gone; here it is a pipe."""

import os
import select
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from threading import Event, Thread
from time import monotonic

import pytest
from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread

from clockspades.tui.textual_fixes.terminal_writer import MOST_QUEUED, PATIENCE, TerminalWriter

MUCH = "x" * 200_000
"""More than a pipe holds."""


class Pipe:
    """A writer, and the end of the pipe that it writes to."""

    def __init__(self) -> None:
        self.reader, writer = os.pipe()
        self.file: TextIOWrapper = open(writer, "w", encoding="utf-8", errors="replace")  # noqa: SIM115
        self.recovered, self.lost = Event(), Event()
        self.writer = TerminalWriter(self.file, self.recovered.set, self.lost.set)
        self.writer.start()

    def close_reader(self) -> None:
        if self.reader >= 0:
            os.close(self.reader)
            self.reader = -1

    def read_until(self, holds: Callable[[], bool]) -> None:
        """Read what is written until something holds."""
        while not holds():
            if select.select([self.reader], [], [], 0.01)[0]:
                os.read(self.reader, 1 << 20)

    def read_all(self) -> str:
        """What is written before the other end is closed."""
        self.file.close()
        with open(self.reader, encoding="utf-8") as reader:
            self.reader = -1
            return reader.read()


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    pipe = Pipe()
    yield pipe
    pipe.close_reader()
    pipe.writer.stop(10)
    pipe.file.close()


def test_all_is_written_in_order(pipe: Pipe) -> None:
    for number in range(100):
        pipe.writer.write(f"♠{number}\n")
    assert pipe.writer.stop(10)
    assert pipe.read_all() == "".join(f"♠{number}\n" for number in range(100))


def test_a_stuck_terminal_holds_nothing_up_and_is_drawn_anew(pipe: Pipe) -> None:
    start = monotonic()
    for _ in range(MOST_QUEUED * 10):
        pipe.writer.write(MUCH)
    assert not pipe.writer.stop(0.1)
    assert monotonic() - start < 5
    assert not pipe.recovered.is_set()
    pipe.read_until(pipe.recovered.is_set)


def test_what_is_written_last_comes_out_although_much_waits(pipe: Pipe) -> None:
    for _ in range(MOST_QUEUED * 2):
        pipe.writer.write(MUCH)
    assert pipe.writer.drop_queued()
    pipe.writer.write("the end")
    written = b""
    while not written.endswith(b"the end"):
        written += os.read(pipe.reader, 1 << 20)
    assert len(written) // len(MUCH) < 3
    assert pipe.writer.stop(10)


def test_a_terminal_that_is_gone_is_told_and_takes_all_for_nothing(pipe: Pipe) -> None:
    pipe.close_reader()
    pipe.writer.write("x")
    assert pipe.lost.wait(10)
    for _ in range(MOST_QUEUED * 10):
        pipe.writer.write("x")
    assert not pipe.writer.stop(0.1)


def test_textuals_own_writer_holds_up_everything_at_a_stuck_terminal(pipe: Pipe) -> None:
    writer = WriterThread(pipe.file)
    writer.start()

    def write() -> None:
        for _ in range(MAX_QUEUED_WRITES + 2):  # one is being written, and the last finds the queue full
            writer.write(MUCH)

    writing = Thread(target=write, daemon=True)
    writing.start()
    writing.join(2 * PATIENCE)
    assert writing.is_alive()
    pipe.read_until(lambda: not writing.is_alive())
    stopping = Thread(target=writer.stop, daemon=True)
    stopping.start()
    stopping.join(2 * PATIENCE)
    assert stopping.is_alive()
    pipe.read_until(lambda: not stopping.is_alive())
