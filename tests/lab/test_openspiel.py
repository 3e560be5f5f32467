"""The games in OpenSpiel pass its own test, and its algorithms play them."""

from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no package for this platform")

from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr  # noqa: E402

import clockspades.lab.openspiel  # noqa: E402, F401
from clockspades.lab.numbered import NumberedGame  # noqa: E402

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("clockwork_spades", {}),
    ("clockwork_spades", {"rules": "gamerules", "first": 1}),
    ("clock", {"variant": "watch"}),
    ("german_clock", {"redeals": 2}),
    *(("clogs", {"players": players, "target": 5}) for players in range(2, 7)),
    *(("spades", {"players": players, "deals": "4"}) for players in range(2, 5)),
    ("spades", {"deals": "4", "blind_nil": "always", "nil_pass": 2, "deck": "deuces"}),
]


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=str)
def test_it_is_a_game_of_openspiel(name: str, parameters: dict[str, Any]) -> None:
    game = pyspiel.load_game(f"python_{name}", parameters)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    options = game.numbered.options
    assert {key: str(options[key]) for key in parameters} == {key: str(value) for key, value in parameters.items()}


def test_an_observation_is_the_vector_by_its_parts() -> None:
    game = pyspiel.load_game("python_clockwork_spades(rng_seed=3)")
    state, numbered = game.new_initial_state(), NumberedGame("clockwork-spades", {})
    state.apply_action(0)
    observer = game.make_py_observer()
    for seat in range(2):
        observer.set_from(state, seat)
        assert state.observation_tensor(seat) == [*numbered.vector(state.point, seat)] == observer.tensor.tolist()
        shapes = {name: part.shape for name, part in observer.dict.items()}
        assert shapes == {part.name: part.shape for part in numbered.parts}
    assert state.information_state_string(0) != state.information_state_string(1)


def test_the_seed_decides_the_cards() -> None:
    def dealt(seed: int) -> str:
        state = pyspiel.load_game("python_clogs", {"rng_seed": seed}).new_initial_state()
        state.apply_action(0)
        return str(state)

    assert dealt(5) == dealt(5) != dealt(6)
    assert dealt(-1) != dealt(-1)


def test_what_another_seat_holds_changes_no_observation() -> None:
    state = pyspiel.load_game("python_clogs", {"rng_seed": 5, "target": 5}).new_initial_state()
    rng, others = Random(5), 0
    while not state.is_terminal():
        if not state.is_chance_node():
            seat = state.current_player()
            other = state.resample_from_infostate(seat, None)
            others += str(other) != str(state)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.legal_actions() == state.legal_actions()
        state.apply_action(rng.choice(state.legal_actions()))
    assert others > 10


def test_mccfr_learns_from_whole_games() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(pyspiel.load_game("python_clockwork_spades(rng_seed=3)"))
    for _ in range(20):
        solver.iteration()
    assert len(solver._infostates) > 100


def test_ismcts_plays_whole_games() -> None:
    game = pyspiel.load_game("python_clockwork_spades(rng_seed=3)")
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), uct_c=1.0, max_simulations=60,
        random_state=np.random.RandomState(1), use_observation_string=True, allow_inconsistent_action_sets=False,
    )  # fmt: skip
    rng, thought = Random(1), 0
    for seat in range(2):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            thinks = state.current_player() == seat and len(legal) > 1
            thought += thinks
            state.apply_action(bot.step(state) if thinks else rng.choice(legal))
        assert sorted(state.returns()) in ([-1, 1], [0, 0])
    assert thought > 5


def test_a_wrong_option_is_said() -> None:
    with pytest.raises(ValueError, match='deals cannot be "5"'):
        pyspiel.load_game("python_spades", {"deals": "5"})
