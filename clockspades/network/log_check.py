"""Whether the log that a host sent after a game is the game that a seat saw, and whether its deals can be proved."""

from collections.abc import Iterator

from clockspades.engine.fair_deal import faults_of_game
from clockspades.network.points import observed_point
from clockspades.network.remote_game import RemoteGame
from clockspades.saved.log import Loaded


def doubts_about(loaded: Loaded, game: RemoteGame) -> Iterator[str]:
    """Sentences on what does not fit in the log of a game that was played over a network; none if all is well."""
    if loaded.fault is not None:
        yield f"The host's log can't be read: {loaded.fault.message}."
        return
    session = loaded.session
    if (session.game, session.options, session.seats) != (game.game, game.options, game.seats):
        yield "The host's log is of another game."
        return
    if session.last + 1 != len(game.points):
        yield "The host's log is longer or shorter than the game that you saw."
        return
    for seen in game.points:
        position = session.position(seen.number)
        if observed_point(game.game, len(game.seats), seen.number, position, game.seat) != seen:
            yield f"The host's log differs from what you saw, first at point {seen.number}."
            return
    yield from faults_of_game(loaded.header, session)
