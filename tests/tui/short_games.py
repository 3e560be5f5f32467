"""Short games of one person and random bots, for tests that play many of them on the screens."""

from random import Random

from clockspades.engine.header import Seat
from clockspades.engine.session import AnySession
from clockspades.games.catalogue import find_game
from clockspades.saved.archive import Archive

OPTIONS = {"clogs": {"target": 5}, "spades": {"target": 50, "floor": -200}}
"""Options with which a game is over soon."""


def begin(archive: Archive, name: str) -> AnySession:
    """A game that is kept in the archive."""
    game = find_game(name)
    assert game is not None
    options = game.configure(OPTIONS.get(name, {}))
    bots = [Seat(f"Bot {seat}", "bot:random") for seat in range(1, game.seats(options))]
    return archive.begin(game, options, [Seat("Ana"), *bots], Random(1))


def play_out(session: AnySession, rng: Random) -> None:
    """Play a game to its end with random choices."""
    while session.outcome is None:
        if session.to_act is None:
            session.deal(rng)
        else:
            session.act(rng.choice(session.game.rules.legal_actions(session.state)))
