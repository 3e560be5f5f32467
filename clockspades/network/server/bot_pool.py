"""Bots at network tables choose in processes of their own, so that no table waits for the bot of another."""

import asyncio
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from random import Random
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import Any

from clockspades.engine.actions import Action
from clockspades.games.catalogue import find_game


class BotPool:
    """Processes in which bots choose. They start with the first choice."""

    def __init__(self, processes: int | None = None) -> None:
        self._processes = processes or max(1, (os.cpu_count() or 1) - 1)
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, game: str, bot: str, view: Any, seed: str) -> Action:
        """What a bot of a game chooses in the state that it sees, with a generator of this seed.

        If its process is killed, another one chooses.
        """
        for _ in range(2):
            try:
                return await self._ask(game, bot, view, seed)
            except BrokenProcessPool:
                self.close()
        return await self._ask(game, bot, view, seed)

    def close(self) -> None:
        """End the processes once the bots that are choosing have chosen."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    async def _ask(self, game: str, bot: str, view: Any, seed: str) -> Action:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"), initializer=_prepare)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _choose, game, bot, view, seed)


def _prepare() -> None:
    """Leave Ctrl+C to the server, and end with it, even if it is killed."""
    signal(SIGINT, SIG_IGN)
    server = parent_process()
    assert server is not None, "this process was started by the server"

    def watch() -> None:
        server.join()
        os._exit(0)

    Thread(target=watch, daemon=True).start()


def _choose(game_name: str, bot: str, view: Any, seed: str) -> Action:
    game = find_game(game_name)
    assert game is not None, "the server and its processes have the same games"
    chosen: Action = game.make_bot(bot, Random(seed)).choose(view)
    return chosen
