"""Games of a person against bots in a data folder, for duels in tests."""

from pathlib import Path
from random import Random
from typing import Any, Final

from clockspades.engine.game import AnyGame
from clockspades.engine.header import BOT, Seat
from clockspades.engine.players import Bots, Dealer
from clockspades.engine.seating import name_bots
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import GAMES, find_game
from clockspades.saved.archive import Archive
from clockspades.saved.log import LoadedLog, load

CLOCKWORK: Final = GAMES[0]
SHORT: Final = {"clogs": {"target": 12}, "spades": {"target": 100, "floor": -200}}
"""By game the options that let weak players come to an end soon."""


def folder(home: Path) -> Archive:
    """The saved games of a person with a data folder of their own."""
    return Archive(find_game, home / "games")


def finish(session: AnySession, way: int = 0) -> Path:
    """Play a game to its end: the bots choose as at a table, and the person by chance, in one of many ways."""
    bots, rng, dealer = Bots(session, Random(1)), Random(way), Dealer(session, Random(2))
    while session.outcome is None:
        seat = session.to_act
        if seat is None:
            dealer.deal()
        elif session.seats[seat].is_human:
            session.act(rng.choice(session.game.rules.legal_actions(session.state)))
        else:
            session.act(bots[seat].choose(session.sight(seat)))
    session.close()
    assert session.journal is not None
    return session.journal.path


def play(
    archive: Archive,
    name: str = "Ana",
    way: int = 0,
    *,
    game: AnyGame = CLOCKWORK,
    number: int = 7,
    seat: int = 0,
    **header: Any,
) -> Path:
    """The log of a finished game of a person against the quickest bots, with their own generators."""
    options = game.configure(SHORT.get(game.name, {}))
    bots = [Seat("", BOT + game.quickest_bot)] * (game.seats(options) - 1)
    seats = name_bots(game, [*bots[:seat], Seat(name), *bots[seat:]], number)
    return finish(archive.begin(game, options, seats, Random(3), number=number, **header), way)


def read(path: Path) -> LoadedLog:
    """A log that has no fault."""
    loaded = load(path, find_game)
    assert loaded.fault is None
    return loaded
