import pytest

from clockspades.engine.game import AnyGame
from tests.conformance.structure import cards_in, hidden
from tests.network.network_games import every_game
from tests.network.secret_games import Watch, play
from tests.network.world import world_of


@every_game
def test_nothing_that_a_table_sends_tells_a_secret(game: AnyGame) -> None:
    watches = [play(game, seed) for seed in range(3)]
    assert min(watch.frames for watch in watches) > 10
    assert sum(watch.cards for watch in watches) > 100
    assert sum(watch.shares for watch in watches) > 10


@every_game
def test_a_leak_would_be_found(game: AnyGame) -> None:
    world = world_of(game, 0)
    watch = Watch(world)
    send = watch.read

    def leak(name: str, frame: str) -> None:
        send(name, f'{frame[:-2]},"secret":"{world.disk_kept.terms.secret.hex()}"}}}}')

    world._frame_to_client = leak  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="the secret is in a frame"):
        world.finish()


@every_game
def test_a_card_in_words_would_be_found(game: AnyGame) -> None:
    world = world_of(game, 0)
    watch = Watch(world)
    send = watch.read

    def leak(name: str, frame: str) -> None:
        if world.disk_kept.positions and name in world.connections and frame.startswith('{"done"'):
            state = world.disk_kept.state
            view = game.rules.observe(state, world.connections[name].person.client.seat)
            for card in [*{*hidden(state, view).values()} - cards_in(view)][:1]:
                frame = f'{frame[:-2]},"words":"The {card.symbol} is there."}}}}'
        send(name, frame)

    world._frame_to_client = leak  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="are in a frame 'done'"):
        world.finish()
