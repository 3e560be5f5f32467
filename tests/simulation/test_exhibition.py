"""A game that plays itself: it goes on for ever, and it is the bots' whatever the game."""

from random import Random
from typing import Any

import pytest

from clockspades.engine.game import Game
from clockspades.games.catalogue import GAMES
from clockspades.simulation.exhibition import CURTAIN_CALL, Exhibition
from tests.conformance.playing import BRIEF

every_game = pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])


@every_game
def test_one_action_a_step_until_a_new_game_begins(game: Game[Any, Any, Any]) -> None:
    exhibition = Exhibition(game, game.configure(BRIEF.get(game.name, {})), Random(1))
    first = exhibition.session
    assert not first.humans
    assert first.to_act is not None
    steps = 0
    while first.outcome is None:
        before = first.at
        exhibition.step()
        steps += 1
        assert exhibition.session is first
        assert first.at > before
        assert steps < 20_000
    for _ in range(CURTAIN_CALL):
        exhibition.step()
        assert exhibition.session is first
    exhibition.step()
    assert exhibition.session is not first
    assert exhibition.session.outcome is None


@every_game
def test_every_offer_can_be_played(game: Game[Any, Any, Any]) -> None:
    for preset in game.presets:
        session = Exhibition(game, game.configure(preset.options), Random(2)).session
        assert session.title == preset.title
