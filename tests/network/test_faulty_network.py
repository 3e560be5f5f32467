"""A table, its host and its clients in virtual time: whatever is cut, killed or late, every game ends as it must."""

import pytest

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES
from tests.network.network_games import every_game
from tests.network.world import play, undrawn, world_of

seeds = pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 12))]
)


@seeds
@every_game
def test_whatever_fails_every_game_ends_with_the_same_log_for_all(game: AnyGame, seed: int) -> None:
    with undrawn():
        play(game, seed)


def test_a_game_ends_in_which_bids_at_random_let_every_score_fall() -> None:
    with undrawn():
        assert play(next(game for game in GAMES if game.name == "spades"), 39).is_over


@every_game
def test_a_game_without_faults_needs_no_second_connection(game: AnyGame) -> None:
    with undrawn():
        world = world_of(game, 1)
        world.finish()

    for person in world.people:
        assert person.client.attempt == 1
        assert person.client.doubts == ()
        assert person.logs
