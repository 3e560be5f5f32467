"""What the tests of tables of tricks share."""

from random import Random
from threading import Event
from typing import Any

import pytest

from clockspades.engine.actions import Action
from clockspades.games.clogs.clogs_game import ClogsGame
from clockspades.games.spades.spades_game import SpadesGame
from tests.tui.seated import PATIENCE


@pytest.fixture
def stuck_bot(monkeypatch: pytest.MonkeyPatch) -> Event:
    """A bot that thinks until the event is set, which a test does before it ends."""
    goes_on = Event()

    class StuckBot:
        def __init__(self, game: ClogsGame | SpadesGame, rng: Random) -> None:
            self._game, self._rng = game, rng

        def choose(self, view: Any) -> Action:
            goes_on.wait(PATIENCE)
            return self._rng.choice(self._game.rules.legal_actions(view))

    for game in (ClogsGame, SpadesGame):
        monkeypatch.setattr(game, "make_bot", lambda game, name, rng: StuckBot(game, rng))
    return goes_on
