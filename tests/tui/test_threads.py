"""Threads for what takes long."""

import subprocess
import sys
from asyncio import CancelledError, create_task, sleep
from threading import Event

import pytest

from clockspades.tui.threads import Threads, in_thread
from tests.tui.seated import PATIENCE


async def test_what_is_cancelled_before_its_turn_is_not_done() -> None:
    threads, may_end, done = Threads("one", 1), Event(), list[str]()

    def first() -> None:
        assert may_end.wait(PATIENCE)
        done.append("first")

    one = create_task(in_thread(threads, first))
    two = create_task(in_thread(threads, lambda: done.append("two")))
    three = create_task(in_thread(threads, lambda: done.append("three")))
    await sleep(0)
    two.cancel()
    with pytest.raises(CancelledError):
        await two
    assert not done
    may_end.set()
    await one
    await three
    assert done == ["first", "three"]


def test_the_program_ends_without_waiting() -> None:
    """The work would go on for ever."""
    program = """
import asyncio, threading
from clockspades.tui.threads import BOTS, OTHERS, in_thread

async def main():
    for threads in (BOTS, OTHERS):
        begun = threading.Event()
        task = asyncio.create_task(in_thread(threads, lambda: (begun.set(), threading.Event().wait())))
        while not begun.is_set():
            await asyncio.sleep(0)
    print("left")

asyncio.run(main())
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=PATIENCE, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"left\n", b"")
