"""Make every picture in this folder again: ``python screenshots/make.py [NAME…]``. ``film`` is the moving one.

Each picture is the program's own screen, driven by keys from a seeded game, and written as an SVG. The same
program makes the same bytes.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import chdir
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

os.environ["TEXTUAL_ANIMATIONS"] = "none"  # before Textual is imported, which reads it once
os.environ["LOGNAME"] = "ana"  # what a person is called who has no name in the settings

sys.path.insert(0, str(Path(__file__).parents[1]))

from clockspades.compare import compare
from clockspades.engine.header import Seat
from clockspades.engine.options import OptionValue
from clockspades.engine.players import Dealer
from clockspades.engine.seating import fill_seats
from clockspades.engine.session import AnySession
from clockspades.film.svg import written
from clockspades.games.catalogue import find_game
from clockspades.replay import views_of
from clockspades.routes import CompareRoute, ReplayRoute, Route, TableRoute, TitleRoute
from clockspades.saved.archive import HOME_VARIABLE, Archive
from clockspades.saved.log import load
from clockspades.saved.settings import LoadedSettings, Settings, speak
from clockspades.tui.app import Clockspades
from clockspades.tui.drawing.drawn_cards import draw
from clockspades.tui.recording import film

FOLDER = Path(__file__).parent
SEED = 11
PEOPLE = ("Ana", "Bert")

WATCH: Mapping[str, OptionValue] = MappingProxyType({"variant": "watch"})
THREE: Mapping[str, OptionValue] = MappingProxyType({"mode": "cutthroat", "players": 3})
TWO: Mapping[str, OptionValue] = MappingProxyType({"mode": "cutthroat", "players": 2})
SHORT: Mapping[str, OptionValue] = MappingProxyType({"target": 150})
WATCHED = ("right", "right", "down")
"""Keys that point at a card to exchange the king for."""
MISSING = ("space",) * 120 + ("p", "space") * 20 + ("enter",)
"""Keys of somebody who turns every card and places hardly one."""
WATCHING = ("home", *("right",) * 33)
"""Keys that step to the middle of a deal."""

FIRST_BID = ("home", "right", "right", "x")
"""Keys that step to the first bid and explain it."""


class Picture(NamedTuple):
    """One picture: its file, its size in cells, what opens, how many actions are made first, and the keys."""

    name: str
    size: tuple[int, int]
    opens: str
    actions: int = 0
    keys: tuple[str, ...] = ()
    settings: Settings = Settings()
    game: str = "clockwork-spades"
    options: Mapping[str, OptionValue] = MappingProxyType({})
    seed: int = SEED


PICTURES = (
    Picture("title-80x24", (80, 24), "title"),
    Picture("title-120x40", (120, 40), "title"),
    Picture("picker-80x24", (80, 24), "title", keys=("p",)),
    Picture("picker-120x40", (120, 40), "title", keys=("p", "down")),
    Picture("setup-80x24", (80, 24), "title", keys=("p", "enter", "s")),
    Picture("lesson-100x30", (100, 30), "title", keys=("l",)),
    Picture("table-60x18", (60, 18), "table", 11),
    Picture("table-80x24", (80, 24), "table", 11),
    Picture("table-100x30", (100, 30), "table", 11),
    Picture("table-120x40", (120, 40), "table", 11),
    Picture("table-midnight-100x30", (100, 30), "table", 11, settings=Settings("midnight")),
    Picture("table-paper-100x30", (100, 30), "table", 11, settings=Settings("paper")),
    Picture("table-claret-four-colours-100x30", (100, 30), "table", 11, settings=Settings("claret", four_colour=True)),
    Picture("settings-80x24", (80, 24), "table", 11, ("f2",)),
    Picture("curtain-80x24", (80, 24), "friends", 4),
    Picture("hint-80x24", (80, 24), "table", 3, ("h",), game="spades"),
    Picture("explain-80x24", (80, 24), "table", 3, ("x",), game="spades"),
    Picture("explain-replay-80x24", (80, 24), "replay", 9999, FIRST_BID, game="spades", options=SHORT),
    Picture("rules-80x24", (80, 24), "table", 11, ("question_mark", "r")),
    Picture("result-80x24", (80, 24), "table", 99, ("enter",)),
    Picture("replay-80x24", (80, 24), "replay", 99, ("home", *("right",) * 16)),
    Picture("replay-120x40", (120, 40), "replay", 99, ("home", *("right",) * 16)),
    Picture("review-80x24", (80, 24), "replay", 99, ("e",)),
    Picture("branch-80x24", (80, 24), "replay", 99, ("home", *("right",) * 5, "b", "escape", "c")),
    Picture("compare-120x40", (120, 40), "compare", 9999, game="clogs", options={"target": 10}),
    Picture("puzzle-80x24", (80, 24), "title", keys=("a", "5", "escape")),
    Picture("puzzle-answer-80x24", (80, 24), "title", keys=("a", "5", "escape", "2")),
    Picture("clock-60x18", (60, 18), "table", 28, game="clock"),
    Picture("clock-80x24", (80, 24), "table", 28, game="clock"),
    Picture("clock-120x40", (120, 40), "table", 28, game="clock"),
    Picture("clock-won-80x24", (80, 24), "table", 99, game="clock", seed=3),
    Picture("clock-result-80x24", (80, 24), "table", 99, ("enter",), game="clock", seed=0),
    Picture("watch-80x24", (80, 24), "table", 25, WATCHED, game="clock", options=WATCH, seed=12),
    Picture("watch-120x40", (120, 40), "table", 25, WATCHED, game="clock", options=WATCH, seed=12),
    Picture("watch-replay-80x24", (80, 24), "replay", 99, ("end", "up"), game="clock", options=WATCH, seed=12),
    Picture("german-clock-60x18", (60, 18), "table", 80, game="german-clock"),
    Picture("german-clock-80x24", (80, 24), "table", 80, game="german-clock"),
    Picture("german-clock-120x40", (120, 40), "table", 80, game="german-clock"),
    Picture("german-clock-result-80x24", (80, 24), "table", 60, MISSING, game="german-clock"),
    Picture("spades-bid-80x24", (80, 24), "table", 3, game="spades"),
    Picture("spades-60x18", (60, 18), "table", 14, game="spades"),
    Picture("spades-80x24", (80, 24), "table", 14, game="spades"),
    Picture("spades-100x30", (100, 30), "table", 14, game="spades"),
    Picture("spades-120x40", (120, 40), "table", 14, game="spades"),
    Picture("spades-200x60", (200, 60), "table", 14, game="spades"),
    Picture("spades-three-100x30", (100, 30), "table", 11, game="spades", options=THREE),
    Picture("spades-draw-80x24", (80, 24), "table", 8, game="spades", options=TWO),
    Picture("spades-sheet-80x24", (80, 24), "table", 180, ("s",), game="spades"),
    Picture("spades-result-80x24", (80, 24), "table", 9999, ("enter",), game="spades", options=SHORT),
    Picture("spades-replay-60x18", (60, 18), "replay", 9999, WATCHING, game="spades", options=SHORT),
    Picture("spades-replay-120x40", (120, 40), "replay", 9999, WATCHING, game="spades", options=SHORT),
    Picture("clogs-60x18", (60, 18), "table", 14, game="clogs"),
    Picture("clogs-80x24", (80, 24), "table", 14, game="clogs"),
    Picture("clogs-200x60", (200, 60), "table", 14, game="clogs"),
    Picture("clogs-two-100x30", (100, 30), "table", 9, game="clogs", options={"players": 2}),
    Picture("clogs-six-100x30", (100, 30), "table", 15, game="clogs", options={"players": 6}),
    Picture("clogs-six-120x40", (120, 40), "table", 15, game="clogs", options={"players": 6}),
    Picture("clogs-result-100x30", (100, 30), "table", 9999, ("enter",), game="clogs", options={"target": 10}),
    Picture("clogs-replay-80x24", (80, 24), "replay", 9999, WATCHING, game="clogs", options={"target": 10}),
)

IN_LANGUAGES: Final = ("picker-80x24", "setup-80x24", "table-80x24", "hint-80x24", "review-80x24")
"""The pictures that are made in every language."""
TRANSLATED: Final = tuple(
    picture._replace(name=f"{picture.name}-{language}", settings=Settings(language=language))
    for language in ("de", "es", "fr")
    for picture in PICTURES
    if picture.name in IN_LANGUAGES
)


def begin(archive: Archive, picture: Picture, people: Sequence[str] = PEOPLE, bot: str = "") -> AnySession:
    """A game with its first actions made by bots, so that people sit at both or one of its seats.

    The best bot makes them, or in the first seat another one that is named.
    """
    game = find_game(picture.game)
    assert game is not None, "a picture is of a game that there is"
    options = game.configure(picture.options)
    named = [Seat(name) for name in people[: 2 if picture.opens == "friends" else 1]]
    session = archive.begin(game, options, fill_seats(game, options, named), Random(picture.seed))
    bots = [bot or game.best_bot, *[game.best_bot] * (len(session.seats) - 1)]
    players = [game.make_bot(name, Random(f"{picture.seed}:{seat}")) for seat, name in enumerate(bots)]
    dealer, acted = Dealer(session, Random(picture.seed)), 0
    while (seat := session.to_act) is not None and (
        acted < picture.actions or (picture.opens == "table" and not session.seats[seat].is_human)
    ):
        session.act(players[seat].choose(session.view(seat)))
        dealer.deal()
        acted += 1
    return session


def opening(archive: Archive, picture: Picture) -> Route:
    """What the program opens with for a picture."""
    if picture.opens == "title":
        return TitleRoute()
    session = begin(archive, picture)
    if picture.opens == "compare":
        friend = begin(archive, picture, PEOPLE[1:], session.game.quickest_bot)
        for each in (session, friend):
            each.close()
        assert session.journal is not None, "games in the archive have journals"
        assert friend.journal is not None, "games in the archive have journals"
        return CompareRoute(compare(*(load(each.path, find_game) for each in (session.journal, friend.journal))))
    if picture.opens != "replay":
        return TableRoute(session)
    session.close()
    return ReplayRoute(load(archive.entries()[0].path, find_game))


async def take(picture: Picture) -> None:
    """Open the program, press the keys and write the picture."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        os.environ[HOME_VARIABLE] = ".config/clockspades"  # the settings show where they are kept
        speak(picture.settings, {})
        draw.cache_clear()  # the cards of another language have other letters
        archive = Archive(find_game)
        app = Clockspades(archive, Random(SEED), opening(archive, picture), LoadedSettings(picture.settings))
        async with app.run_test(size=picture.size) as pilot:
            await pilot.press(*picture.keys)
            await app.workers.wait_for_complete()
            await pilot.pause()
            (FOLDER / f"{picture.name}.svg").write_text(app.export_screenshot(), encoding="utf-8")


MOVING: Final = Picture("film", (100, 30), "replay", 99, seed=58)
"""The game that the moving picture shows, a short one, which Ana wins with four kings."""
FASTER: Final = 1.75


def shoot() -> None:
    """Write a game as a moving picture, as Ana saw it: what ``clockspades export --svg --seat 0`` makes."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        os.environ[HOME_VARIABLE] = ".config/clockspades"
        speak(MOVING.settings, {})
        archive = Archive(find_game)
        begin(archive, MOVING).close()
        loaded = load(archive.entries()[0].path, find_game)
        view = views_of(loaded.session, over=True)[0]
        points = (0, loaded.session.last)
        made = film(archive, loaded, view, LoadedSettings(MOVING.settings), MOVING.size, points, speed=FASTER)
    (FOLDER / f"{MOVING.name}.svg").write_text(written(made), encoding="utf-8")


def main(wanted: Sequence[str]) -> None:
    """Make the pictures that are named, or all of them."""
    for picture in (*PICTURES, *TRANSLATED):
        if not wanted or picture.name in wanted:
            asyncio.run(take(picture))
    if not wanted or MOVING.name in wanted:
        shoot()


if __name__ == "__main__":
    main(sys.argv[1:])
