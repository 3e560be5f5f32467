"""Whole games of tricks as people play them: by keys alone and by mouse alone."""

from random import Random
from typing import Any, Final

import pytest

from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.routes import TableRoute
from clockspades.saved.archive import Archive
from clockspades.saved.log import load
from clockspades.saved.settings import Settings
from clockspades.tui.screens.result_screen import ResultScreen
from tests.games.trick_games import CLOGS, SPADES, seated_at
from tests.tui.seated import opened
from tests.tui.tricks.tables import Player

PARTNERS: Final = (SPADES, {"target": 50, "bags": 5, "bag_penalty": 50, "blind_nil": "always", "floor": -200})
GAMES: Final = ((CLOGS, {"players": 3, "target": 8}, False), (*PARTNERS, True))
HASTE: Final = (*("enter", "space", "right", "left", "1", "3") * 4, *("up", "down", "0", "u", "r"), *"tslh", "f4")
"""Keys that are pressed in haste, those that play more often."""


async def play(me: Player, session: AnySession, rng: Random, *, by_mouse: bool) -> None:
    """Choose at random until the game is over; what a deal came to is read in between."""
    while True:
        await me.settle()
        if session.outcome is not None:
            return
        point = session.at
        if session.game.rules.deal_due(session.state):
            await (me.click(me.panel.choice(0)) if by_mouse else me.press("enter"))
        else:
            action = rng.choice(session.game.rules.legal_actions(session.state))
            await (me.choose_by_mouse(action) if by_mouse else me.choose_by_keys(action))
        await me.moved_on(point)


@pytest.mark.parametrize(
    ("game", "options", "by_mouse"),
    GAMES,
    ids=["clogs by keys", "spades by mouse"],
)
async def test_a_whole_game(
    archive: Archive, game: ClogsGame | SpadesGame, options: dict[str, Any], by_mouse: bool
) -> None:
    seats = seated_at(game, **options)
    session = archive.begin(game, game.configure(options), seats, Random(len(seats)))
    async with opened(archive, TableRoute(session)) as seated:
        me = Player(seated.pilot)
        await play(me, session, Random(5), by_mouse=by_mouse)
        assert me.prompt == game.words.verdict(session.state, session.names_at_table)
        await me.press("enter")
        await me.shows(ResultScreen)
    (entry,) = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.session.positions[-1].state == session.state


@pytest.mark.parametrize(
    ("game", "options", "moving"),
    [(CLOGS, {"players": 3}, True), (SPADES, {"blind_nil": "always"}, False)],
    ids=["clogs", "spades"],
)
async def test_whatever_is_done_in_whatever_haste_the_game_stays_true(
    archive: Archive, game: ClogsGame | SpadesGame, options: dict[str, Any], moving: bool
) -> None:
    session = archive.begin(game, game.configure(options), seated_at(game, **options), Random(5))
    settings = Settings(bot_pace="at once")
    async with opened(archive, TableRoute(session), moving=moving, settings=settings) as seated:
        me = Player(seated.pilot)
        await me.rush(HASTE, Random(len(session.seats)), 180)
        await me.until(lambda: session.last > len(session.seats), "some turns")
        await me.until(lambda: me.seen == session.view(0), "a table that shows the game")
    (entry,) = archive.entries()
    loaded = load(entry.path, find_game)
    assert loaded.fault is None
    assert loaded.session.positions == session.positions[: session.at + 1]
