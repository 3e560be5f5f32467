"""Whole games between processes that are killed; ``python -m tests.network.many_games kills`` plays many of them."""

import sys
from pathlib import Path

import pytest

from tests.network.kill_games import TOGETHER, Kill, play

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is POSIX")

CLOCKWORK, CLOGS, SPADES = TOGETHER


async def test_a_game_goes_on_after_each_kill(home: Path) -> None:
    await play(CLOCKWORK, [Kill(3, None), Kill(9, 1)], home)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [CLOGS, SPADES], ids=lambda game: game.name)
@pytest.mark.parametrize("kills", [[(2, 1), (14, None), (15, None)], [(1, None), (1, 1), (20, 1)]])
async def test_so_do_longer_games(game, kills, home: Path) -> None:  # type: ignore[no-untyped-def]
    await play(game, [Kill(*kill) for kill in kills], home)
