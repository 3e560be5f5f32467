"""How much memory the screens take after many games and replays in one run: it should stay flat.

    python tests/bench/memory.py --rematches 500 --replays 200

Each game begins on its table, is played out by random choices behind it, and goes on to its result and from there to
a rematch. Then the title opens a saved game, and comes back from its replay, again and again. The figures are the
memory that the process holds (RSS), and the screens and games that are alive. It needs Linux.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).parents[2]))

from clockspades.cli.parser import count
from clockspades.engine.session import Session
from clockspades.games.catalogue import find_game, game_names
from clockspades.routes import TableRoute, TitleRoute
from clockspades.saved.archive import HOME_VARIABLE, Archive
from tests.tui.short_games import begin, play_out

EVERY = 50
"""Games between two lines of figures."""
PATIENCE = 60.0
"""Seconds to wait for a screen."""


def rss() -> float:
    """The memory that this process holds, in megabytes."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


def report(what: str, started: float) -> None:
    from textual.screen import Screen
    from textual.widget import Widget

    gc.collect()
    objects = gc.get_objects()
    screens = sum(isinstance(each, Screen) for each in objects)
    widgets = sum(isinstance(each, Widget) for each in objects)
    sessions = sum(isinstance(each, Session) for each in objects)
    figures = f"{rss():6.1f} MB   {screens:3} screens   {sessions:3} games   {widgets:4} widgets"
    print(f"{what:16}{figures}   {monotonic() - started:.0f} s", flush=True)


async def measure(archive: Archive, rematches: int, replays: int) -> None:
    from textual.screen import Screen

    from clockspades.tui.screens.replay_screen import ReplayScreen
    from clockspades.tui.screens.result_screen import ResultScreen
    from clockspades.tui.screens.saved import SavedScreen
    from clockspades.tui.screens.table_screen import TableScreen
    from clockspades.tui.screens.title import TitleScreen
    from tests.tui.seated import Seated, opened

    async def until(holds: Callable[[], bool]) -> None:
        end = monotonic() + PATIENCE
        while not holds():
            assert monotonic() < end, "the screens do not answer"
            await asyncio.sleep(0.002)

    async def shown(seated: Seated, kind: type[Screen[Any]], *keys: str) -> None:
        """Press keys one after the other until a screen of this kind is shown."""
        again = cycle(keys)
        while not isinstance(seated.app.screen, kind):
            before = seated.app.screen
            if keys:
                seated.type(next(again))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await until(lambda before=before: seated.app.screen is not before)  # type: ignore[misc]
        await until(lambda: seated.app.screen.is_mounted)

    started, rng = monotonic(), Random(2)
    async with opened(archive, TableRoute(begin(archive, game_names()[0])), (80, 24)) as seated:
        for number in range(rematches):
            await shown(seated, TableScreen)
            await until(seated._is_settled)
            seated.act(rng.choice(seated.session.game.rules.legal_actions(seated.session.state)))
            await asyncio.sleep(0.02)
            play_out(seated.session, rng)
            seated.session_moved()
            await shown(seated, ResultScreen, "enter")
            await asyncio.sleep(0.05)
            names = game_names()
            following = names[(number + 1) * len(names) // rematches % len(names)]
            if following == cast(ResultScreen, seated.app.screen).session.game.name:
                await shown(seated, TableScreen, "r")
            else:  # on to the next game
                seated.app.open(TableRoute(begin(archive, following)))
            if not (number + 1) % EVERY:
                report(f"{number + 1} games", started)
        await shown(seated, TableScreen)
        seated.app.open(TitleRoute())
        for number in range(replays):
            await shown(seated, TitleScreen)
            await shown(seated, SavedScreen, "g")
            for _ in range(1 + number % 40):
                seated.type("down")
            await shown(seated, ReplayScreen, "enter")
            for key in ("end", "left", "left"):
                seated.type(key)
                await asyncio.sleep(0.02)
            await shown(seated, TitleScreen, "escape")
            if not (number + 1) % EVERY:
                report(f"{number + 1} replays", started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rematches", type=count, default=500)
    parser.add_argument("--replays", type=count, default=200)
    asked = parser.parse_args()
    with TemporaryDirectory() as home:
        os.environ[HOME_VARIABLE] = home
        os.environ["TEXTUAL_ANIMATIONS"] = "none"
        asyncio.run(measure(Archive(find_game), asked.rematches, asked.replays))


if __name__ == "__main__":
    main()
