import os
import signal
import subprocess
import sys
import time

import pytest

from clockspades.games.catalogue import GAMES
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


async def test_a_bot_chooses_in_a_process_and_the_same_seed_chooses_the_same() -> None:
    pool, view = BotPool(1), a_view()
    try:
        first = await pool.choose(GAME.name, "random", view, "seed")
        assert first in GAME.rules.legal_actions(view)
        assert await pool.choose(GAME.name, "random", view, "seed") == first
    finally:
        pool.close()


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
