"""Bots at network tables choose in processes of their own, so that no table waits for the bot of another.

Where no process can be started, as without ``/dev/shm``, they choose in a thread of the server.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context, parent_process
from random import Random
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from time import monotonic
from typing import Any, Final

from clockspades.engine.rules import Action
from clockspades.games.catalogue import find_game
from clockspades.language import N_
from clockspades.network.wire.words import worded

ATTEMPTS: Final = 3
"""How many processes choose in turn if each is killed."""
WITHOUT_FOR: Final = 60.0
"""Seconds after which processes are tried again that could not be started."""
NO_PROCESSES: Final = N_(
    "No process can be started for bots ({fault}), so they choose in the server itself, which is slower."
)


class BotPool:
    """Processes in which bots choose. They start with the first choice."""

    def __init__(self, processes: int | None = None) -> None:
        self.tell: Callable[[str], object] = lambda _: None
        """Called with a sentence when bots have to choose in the server itself."""
        self._processes = processes or min(max(1, (os.cpu_count() or 1) - 1), 61)  # on Windows no more can be
        self._pool: ProcessPoolExecutor | None = None
        self._is_closed = False
        self._works = False
        """Whether a process has ever chosen."""
        self._without_until = 0.0
        """Until when no process is started."""

    async def choose(self, game: str, bot: str, view: Any, seed: str) -> Action:
        """What a bot of a game chooses in the state that it sees, with a generator of this seed.

        If its process is killed, another one chooses. BrokenProcessPool if each is, and CancelledError once the pool is
        closed: a process that began then would never be ended.
        """
        for attempt in range(ATTEMPTS):
            if self._is_closed:
                raise asyncio.CancelledError
            if monotonic() < self._without_until:
                break
            pool = self._pool
            try:
                pool = self._pool = pool or ProcessPoolExecutor(
                    self._processes, get_context("spawn"), initializer=_prepare
                )
                choosing = asyncio.wrap_future(pool.submit(_choose, game, bot, view, seed))
            except (OSError, RuntimeError, NotImplementedError, ImportError) as error:
                fault: Exception = error
                for process in active_children():  # those that could be started would wait for ever
                    process.kill()
            else:
                try:
                    chosen = await choosing
                except BrokenProcessPool as error:
                    if self._works and attempt == ATTEMPTS - 1:
                        raise
                    fault = error
                else:
                    self._works = True
                    return chosen
            if self._pool is pool:
                self._end_processes()
            if not isinstance(fault, BrokenProcessPool) or not self._works:
                if not self._without_until:
                    self.tell(worded(NO_PROCESSES, fault=(isinstance(fault, OSError) and fault.strerror) or str(fault)))
                self._without_until = monotonic() + WITHOUT_FOR
        return await asyncio.to_thread(_choose, game, bot, view, seed)

    def close(self) -> None:
        """End the processes once the bots that are choosing have chosen, and start no others."""
        self._is_closed = True
        self._end_processes()

    def _end_processes(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(cancel_futures=True)


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
