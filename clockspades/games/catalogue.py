"""The games by name: adding one is a folder beside this file and a line here."""

from typing import Any, Final

from clockspades.engine.game import Game
from clockspades.games.clockwork.game import ClockworkSpades

GAMES: Final[tuple[Game[Any, Any, Any], ...]] = (ClockworkSpades(),)
"""Every game, in the order shown; the first is the one played when none is named."""


def find_game(name: str) -> Game[Any, Any, Any] | None:
    """The game with this name, or None."""
    return next((game for game in GAMES if game.name == name), None)
