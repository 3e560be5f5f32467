"""Whole games between processes that are killed; ``python -m tests.network.kill_games`` plays many of them."""

import sys
from pathlib import Path

import pytest

from clockspades.engine.game import AnyGame
from tests.network.kill_games import TOGETHER, Kill, moves, play

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")

KILLS = [
    [Kill(3, None), Kill(9, 1)],
    [Kill(2, 1), Kill(14, None), Kill(15, None)],
    [Kill(1, None), Kill(1, 1), Kill(20, 1)],
]


@pytest.mark.parametrize(("game", "kills"), [*zip(TOGETHER, KILLS)], ids=[game.name for game in TOGETHER])
async def test_a_game_goes_on_after_each_kill(game: AnyGame, kills: list[Kill], home: Path) -> None:
    outcome = await play(game, kills, home)
    assert (outcome.fault, outcome.doubts) == ("", ())
    assert outcome.log
    assert {moves(log) for log in outcome.logs} == {moves(outcome.log)}
    assert outcome.restarts == sum(kill.seat is None for kill in kills)
    assert outcome.joins > 1
