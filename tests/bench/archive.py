"""How long screens and statistics take with many saved games, against few.

    python tests/bench/archive.py
    python tests/bench/archive.py --games 2000 --rounds 3

The logs are those of real games by bots, copied with other names, days and numbers in their headers, so that each is a
game of its own. Each screen is opened in an application without a terminal, until it is drawn for the first time, with
few and with many games in turns; each round gives a ratio. The title is the first screen of a new application: beside
its first frame with the index of the games as it was left, the first column has that without an index. Commands run in
processes of their own. Each figure is the median of the rounds, with the least and the greatest.

"ready" is when the statistics have been read, which the screen says it does until then.
"""

import argparse
import asyncio
import gc
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any, Final, NamedTuple
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[2]))

from textual.pilot import Pilot

from clockspades import routes
from clockspades.cli.parser import count
from clockspades.engine import share
from clockspades.engine.game import Offer
from clockspades.engine.header import Header, Seat
from clockspades.engine.players import Dealer
from clockspades.engine.seating import name_bots
from clockspades.engine.session import AnySession, Session
from clockspades.games.catalogue import find_game, offers
from clockspades.saved.archive import HOME_VARIABLE, Archive
from clockspades.saved.log import action_lines, dump
from clockspades.saved.settings import LoadedSettings
from clockspades.tui.app import Clockspades
from clockspades.tui.screens.statistics import StatisticsScreen

FEW: Final = 20
LONGEST: Final = 600
"""Actions beyond which a game is not taken: with random choices some never end."""
OF_EACH: Final = 8
"""Games of each kind that are played; one of them is left unfinished."""
MINUTES: Final = 97
"""From the beginning of one game to that of the next."""
SIZE: Final = (100, 30)
BEGINNING: Final = 0.3
"""Seconds after which the threads of a screen have begun: they wait until it is drawn."""


class Pattern(NamedTuple):
    """A game whose log is copied: how it was set up, and the lines below its header."""

    offer: Offer
    session: AnySession
    lines: str


def patterns() -> Iterator[Pattern]:
    """Some short games of each kind, played at random."""
    for offer in offers():
        options = offer.game.configure(offer.preset.options)
        for number in range(OF_EACH):
            seats = [Seat("Ana"), *[Seat("", f"bot:{offer.game.best_bot}")] * (offer.game.seats(options) - 1)]
            session, rng = Session(offer.game, options, name_bots(offer.game, seats, number)), Random(number)
            dealer = Dealer(session, share.generator(number))
            while session.outcome is None and session.last < LONGEST:
                if session.to_act is None:
                    dealer.deal()
                else:
                    session.act(rng.choice(session.game.rules.legal_actions(session.state)))
            if session.outcome is not None:
                lines = list(action_lines(session))
                yield Pattern(offer, session, "".join(lines if number else lines[: len(lines) // 2]))


def build(folder: Path, games: int, found: list[Pattern]) -> None:
    """Fill a new folder with so many saved games."""
    folder.mkdir(parents=True)
    for number, (offer, session, lines) in enumerate(islice(cycle(found), games)):  # the newest are the same for all
        began = datetime.now(UTC) - timedelta(minutes=MINUTES * (number + 1))
        seats = name_bots(
            offer.game, [each._replace(name="Ana" if each.is_human else "") for each in session.seats], number
        )
        code = share.write_code(offer.game, session.options, number)
        header = Header(
            offer.game.name, session.options, seats, began.strftime("%Y-%m-%dT%H:%M:%SZ"), {share.KEY: code}
        )
        path = folder / f"{began.strftime('%Y-%m-%d-%H%M%S-%f')}-{offer.game.name}.cslog"
        path.write_text(dump(header.as_json()) + lines, encoding="utf-8")
        os.utime(path, (began.timestamp() + 600,) * 2)


# -- screens -------------------------------------------------------------------------------------------------------


async def drawn(app: Clockspades, opens: Callable[[], object]) -> float:
    """Milliseconds until another screen is drawn that something opens."""
    before, real = app.screen, app._display
    first: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def display(screen: Any, renderable: Any) -> None:
        real(screen, renderable)
        if renderable is not None and screen is not before and not first.done():
            first.set_result(perf_counter())

    with patch.object(app, "_display", display):
        start = perf_counter()
        opens()
        return (await first - start) * 1000


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until what the screen looks for in threads is found."""
    await asyncio.sleep(BEGINNING)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    gc.collect()  # what earlier screens left behind is no part of the next one's first frame


async def frames(home: Path) -> dict[str, float]:
    """The first frames of all screens, in milliseconds, one after the other."""
    found: dict[str, float] = {}
    for name in ("title, no index", "title"):
        archive = Archive(find_game, home / "games")
        if name != "title":
            (home / "games.index").unlink(missing_ok=True)
        app = Clockspades(archive, Random(1), routes.RulesRoute("clock"), LoadedSettings())
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            found[name] = await drawn(app, partial(app.open, routes.TitleRoute()))
            await settled(pilot)
            if name != "title":
                continue
            found["picker"] = await drawn(app, partial(app.open, routes.PickerRoute()))
            await settled(pilot)
            found["saved games"] = await drawn(app, partial(app.lay, routes.SavedRoute()))
            await settled(pilot)
            app.pop_screen()
            await pilot.pause()
            start = perf_counter()
            found["statistics"] = await drawn(app, partial(app.lay, routes.StatisticsRoute()))
            screen = app.screen
            assert isinstance(screen, StatisticsScreen)
            while not screen.shown:
                await asyncio.sleep(0.001)
            found["statistics, ready"] = (perf_counter() - start) * 1000
    return found


# -- commands ------------------------------------------------------------------------------------------------------


def stats(home: Path) -> dict[str, float]:
    """How long ``clockspades stats`` takes without an index and with one, in milliseconds."""
    found: dict[str, float] = {}
    (home / "games.index").unlink(missing_ok=True)
    for name in ("stats, no index", "stats"):
        start = perf_counter()
        command = [sys.executable, "-m", "clockspades", "stats"]
        subprocess.run(command, env={**os.environ, HOME_VARIABLE: str(home)}, check=True, stdout=subprocess.DEVNULL)
        found[name] = (perf_counter() - start) * 1000
    return found


def compare(measure: Callable[[Path], dict[str, float]], homes: list[Path], games: int, rounds: int) -> None:
    """Measure with few and with many games in turns, and print the figures of both and their ratios."""
    found: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for _ in range(rounds):
        few, many = map(measure, homes)
        for name in few:
            found[name].append((few[name], many[name]))
    for name, times in found.items():
        few, many = (median(each) for each in zip(*times, strict=True))
        ratios = [many / few for few, many in times]
        spread = f"({min(ratios):.2f}-{max(ratios):.2f})"
        print(f"{name:20} {few:8.0f} ms {many:8.0f} ms with {games:6,} games {median(ratios):6.2f} {spread}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=count, default=20_000, help="the games in the large archive")
    parser.add_argument("--stats", type=count, default=2_000, help="the games in that of the command")
    parser.add_argument("--rounds", type=count, default=5)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = list(patterns())
        Random(1).shuffle(found)
        homes = [Path(folder, name) for name in ("few", "many", "stats")]
        for home, games in zip(homes, (FEW, options.games, options.stats), strict=True):
            build(home / "games", games, found)
        sleep(0.1)  # what has just been written is read again
        compare(lambda home: asyncio.run(frames(home)), homes[:2], options.games, options.rounds)
        compare(stats, [homes[0], homes[2]], options.stats, options.rounds)


if __name__ == "__main__":
    main()
