"""A table, its host and its clients as a state machine: whatever is cut, killed or late, every game ends as it must.

``python -m tests.network.many_games`` plays thousands of such games.
"""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from clockspades.engine.game import AnyGame
from clockspades.games.catalogue import GAMES
from clockspades.network.client import client
from tests.network.many_games import play, world_of
from tests.network.world import World

FEW_EXAMPLES = settings(
    max_examples=3, stateful_step_count=12, suppress_health_check=[*HealthCheck], print_blob=False, deadline=None
)


@pytest.fixture(autouse=True)
def _undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an honest host sends can be drawn: tests of the wire form show it, and it takes most of a client's time."""
    monkeypatch.setattr(client, "check_drawable", lambda *_: None)


class FaultyNetwork(RuleBasedStateMachine):
    """Faults in any order, and steps of the game between them."""

    game: AnyGame

    def __init__(self) -> None:
        super().__init__()
        self.world: World | None = None

    @initialize(seed=st.integers(0, 10_000))
    def open(self, seed: int) -> None:
        self.world = world_of(self.game, seed)

    @property
    def open_world(self) -> World:
        assert self.world is not None
        return self.world

    @rule(steps=st.integers(1, 150))
    def play_on(self, steps: int) -> None:
        for _ in range(steps):
            if not self.open_world.step():
                break
        self.open_world.check_kept()

    @rule(which=st.integers(0, 9))
    def cut(self, which: int) -> None:
        connections = [*self.open_world.connections.values()]
        if connections:
            self.open_world.cut(connections[which % len(connections)])

    @rule()
    def kill_host(self) -> None:
        self.open_world.kill_host()

    @precondition(lambda self: self.world is not None and self.world.table is None)
    @rule()
    def start_host(self) -> None:
        self.open_world.start_host()

    @rule()
    def fail_disk(self) -> None:
        self.open_world.fail_disk()

    @rule(which=st.integers(0, 9))
    def kill_client(self, which: int) -> None:
        people = [*self.open_world.people, *self.open_world.watchers]
        self.open_world.kill_client(people[which % len(people)])

    @rule(which=st.integers(0, 9))
    def start_client(self, which: int) -> None:
        people = [*self.open_world.people, *self.open_world.watchers]
        self.open_world.start_client(people[which % len(people)])

    @rule(which=st.integers(0, 9))
    def start_second_client(self, which: int) -> None:
        self.open_world.start_second_client(which % len(self.open_world.people))

    @rule(which=st.integers(0, 9))
    def leave(self, which: int) -> None:
        people = [*self.open_world.people, *self.open_world.watchers]
        self.open_world.leave(people[which % len(people)])

    @rule(which=st.integers(0, 9))
    def put_out(self, which: int) -> None:
        self.open_world.put_out(which % len(self.open_world.people))

    @rule(which=st.integers(0, 9))
    def look_away_or_back(self, which: int) -> None:
        person = self.open_world.people[which % len(self.open_world.people)]
        person.is_present = not person.is_present

    def teardown(self) -> None:
        if self.world is not None:
            self.world.finish()


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_whatever_fails_every_game_ends_with_the_same_log_for_all(name: str) -> None:
    class OfThisGame(FaultyNetwork):
        game = next(game for game in GAMES if game.name == name)

    run_state_machine_as_test(OfThisGame, settings=FEW_EXAMPLES)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_games_with_random_faults_end(game: AnyGame, seed: int) -> None:
    play(game, seed)


def test_a_game_ends_in_which_bids_at_random_let_every_score_fall() -> None:
    world = play(next(game for game in GAMES if game.name == "spades"), 39)

    assert world.is_over


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_without_faults_needs_no_second_connection(game: AnyGame) -> None:
    world = world_of(game, 1)
    world.finish()

    for person in world.people:
        assert person.client.attempt == 1
        assert person.client.doubts == ()
        assert person.logs
