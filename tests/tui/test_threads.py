"""Threads for what takes long."""

import subprocess
import sys
from asyncio import CancelledError, create_task, sleep
from contextvars import ContextVar
from pathlib import Path
from threading import Event

import pytest

from clockspades.games.catalogue import find_game
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.tui.threads import OTHERS, Threads, in_thread
from tests.tui.seated import GAME, PATIENCE, TICK, begun, opened


async def test_a_bot_chooses_while_all_else_is_busy(tmp_path: Path) -> None:
    archive, over = Archive(find_game, tmp_path), Event()
    session = begun(archive, GAME, (TICK, TICK._replace(name="Tock")), 1)
    for _ in range(40):
        OTHERS.submit(over.wait, PATIENCE)
    async with opened(archive, TableRoute(session)) as seated:
        await seated.moved_on(2)
        over.set()


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


async def test_the_work_has_the_context_and_its_error_comes_back() -> None:
    name = ContextVar[str]("name")
    name.set("Ana")
    threads = Threads("any", 2)
    assert await in_thread(threads, name.get) == "Ana"
    with pytest.raises(ZeroDivisionError):
        await in_thread(threads, lambda: 1 // 0)


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
