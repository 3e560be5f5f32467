import asyncio
import errno
import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from multiprocessing import active_children
from multiprocessing.context import SpawnProcess
from time import monotonic

import pytest

from clockspades.games.catalogue import GAMES
from clockspades.network.server import bot_pool as module
from clockspades.network.server.bot_pool import BotPool
from tests.conformance.playing import random_game

GAME = GAMES[0]
WAIT = 60

HOLDER = """
import asyncio, sys
from multiprocessing import active_children
from clockspades.network.server.bot_pool import BotPool
from tests.network.test_bot_pool import a_view

async def main():
    pool = BotPool(1)
    await pool.choose("clockwork-spades", "random", a_view(), "seed")
    print(active_children()[0].pid, flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


def a_view() -> object:
    session = random_game(GAME, GAME.configure({}), "pool")
    session.go_to(3)
    assert session.to_act is not None
    return session.view(session.to_act)


async def test_another_process_chooses_if_one_is_killed() -> None:
    pool, view = BotPool(1), a_view()
    try:
        first = await pool.choose(GAME.name, "random", view, "seed")
        assert pool._pool is not None
        for process in pool._pool._processes.values():
            process.kill()
        assert await pool.choose(GAME.name, "random", view, "seed") == first
    finally:
        pool.close()


@pytest.mark.skipif(sys.platform == "win32", reason="no process is stopped there")
async def test_no_process_is_started_for_a_choice_that_the_end_cut_off() -> None:
    pool, view, others = BotPool(1), a_view(), {*active_children()}
    await pool.choose(GAME.name, "random", view, "seed")
    (bot,) = {*active_children()} - others
    assert bot.pid is not None
    os.kill(bot.pid, signal.SIGSTOP)
    choosing = asyncio.create_task(pool.choose(GAME.name, "random", view, "seed"))
    await asyncio.sleep(0)
    closing = asyncio.create_task(asyncio.to_thread(pool.close))
    while pool._pool is not None:
        await asyncio.sleep(0)
    bot.kill()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(choosing, WAIT)
    await closing
    with pytest.raises(asyncio.CancelledError):
        await pool.choose(GAME.name, "random", view, "seed")
    assert not {*active_children()} - others


@pytest.mark.parametrize("step", ["pool", "process", "one that dies"])
async def test_bots_choose_in_the_server_where_no_process_can_be_started(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no /dev/shm, or no room there; no process; or each ends at once."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    pool, told, view = BotPool(2), list[str](), a_view()
    pool.tell = told.append
    try:
        with monkeypatch.context() as patched:
            if step == "pool":
                patched.setattr("multiprocessing.synchronize._multiprocessing.SemLock", refuse)
            elif step == "process":
                start, starts = SpawnProcess.start, count()
                patched.setattr(SpawnProcess, "start", lambda self: refuse() if next(starts) else start(self))
            else:
                patched.setattr(module, "_prepare", os.abort)
            both = (pool.choose(GAME.name, "random", view, "seed") for _ in range(2))  # at once: each has a process
            first, second = await asyncio.wait_for(asyncio.gather(*both), WAIT)
            assert first == second
        assert len(told) == 1
        assert told[0].startswith("No process can be started for bots (")
        assert step == "one that dies" or "(No space left on device)" in told[0]
        assert not [child for child in active_children() if child.is_alive()]
        monkeypatch.setattr(module, "WITHOUT_FOR", 0.0)
        pool._without_until = monotonic()
        assert await pool.choose(GAME.name, "random", view, "seed") == first
        assert pool._pool is not None
        assert len(told) == 1
    finally:
        pool.close()


async def test_a_choice_that_kills_each_process_is_not_made_in_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, view = BotPool(1), a_view()
    try:
        await pool.choose(GAME.name, "random", view, "seed")
        with pytest.raises(BrokenProcessPool):
            await pool.choose(GAME.name, "random", view, Killer())  # type: ignore[arg-type]
        assert await pool.choose(GAME.name, "random", view, "seed")
    finally:
        pool.close()


class Killer:
    """What ends a process that unpickles it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (1,)


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")
def test_the_processes_end_if_the_server_is_killed(tmp_path: object) -> None:
    code = f"{tmp_path}/holder.py"
    with open(code, "w") as file:
        file.write(HOLDER)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(p) for p in sys.path if p])}
    with subprocess.Popen([sys.executable, code], stdout=subprocess.PIPE, text=True, env=environment) as holder:
        assert holder.stdout is not None
        worker = int(holder.stdout.readline())
        holder.send_signal(signal.SIGKILL)
    latest = time.monotonic() + WAIT
    while time.monotonic() < latest:
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    raise AssertionError("the process of the bots lives on")
