"""The environments pass the tests of their libraries, give the rewards that they promise, and draw the table."""

import subprocess
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from clockspades.lab import SeatEnv, TableMaker, clockwork_spades_v1, clogs_v1, spades_v1
from tests.conformance.playing import option_sets

pytestmark = pytest.mark.filterwarnings("ignore")  # they warn of what is as PettingZoo's own games have it
TABLES = [
    (clockwork_spades_v1, {}),
    (clockwork_spades_v1, {"rules": "gamerules"}),
    *((clogs_v1, {"players": players}) for players in range(2, 7)),
    *((spades_v1, {"players": players}) for players in range(2, 5)),
    (spades_v1, {"blind_nil": "always", "nil_pass": 3, "deck": "jokers", "reward": "points"}),
]
every_table = pytest.mark.parametrize(("table", "options"), TABLES, ids=str)


@every_table
def test_it_is_an_environment_of_pettingzoo(table: TableMaker, options: dict[str, Any]) -> None:
    from pettingzoo.test import api_test, seed_test  # it warns of PettingZoo's own games

    api_test(table.env(**options), num_cycles=100)
    seed_test(lambda: table.env(**options), num_cycles=100)


@pytest.mark.parametrize("name", ["ClockworkSpades", "Clogs", "Spades", "Watch", "GermanClock"])
def test_it_is_an_environment_of_gymnasium(name: str) -> None:
    env = gymnasium.make(f"clockspades/{name}-v1")
    check_env(env.unwrapped, skip_render_check=True)


@every_table
def test_rewards_add_up_to_the_end_of_the_game(table: TableMaker, options: dict[str, Any]) -> None:
    rng = Random(4)
    short: dict[str, Any] = {"clogs": {"target": 5}, "spades": {"deals": 4}}.get(table.name, {})
    env = table.raw_env(**options, **short)
    sums = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=4)
    for agent in env.agent_iter():
        observation, reward, is_over, _, _ = env.last()
        sums[agent] += reward
        mask = observation["action_mask"]
        for other in env.agents:
            assert other == agent or not env.observe(other)["action_mask"].any()
        assert mask.any() != is_over
        env.step(None if is_over else rng.choice(np.flatnonzero(mask).tolist()))
    point = env._point
    assert sums == {agent: env.numbered.values(point)[seat] for seat, agent in enumerate(env.possible_agents)}
    assert any(sums.values()) or not point.state.outcome.winners


def test_the_same_seed_deals_the_same_cards_and_another_one_others() -> None:
    env = clockwork_spades_v1.raw_env()
    dealt = []
    for seed in (7, None, 7, None, 8):
        env.reset(seed=seed)
        dealt.append(env._point.state.hands)
    assert dealt[:2] == dealt[2:4]
    assert len({*dealt}) == 3


def test_who_chooses_what_is_not_legal_loses() -> None:
    env = clockwork_spades_v1.env()
    env.reset(seed=1)
    mask = env.observe("player_0")["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.unwrapped.rewards["player_0"] == -1
    watch = SeatEnv("watch")
    _, info = watch.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, is_over, _, info = watch.step(wrong)
    assert (reward, is_over, info["action_mask"].any()) == (-1.0, True, False)
    assert not watch.action_masks().any()


@pytest.mark.parametrize("reward", ["outcome", "points"])
def test_a_patience_is_won_or_lost(reward: Any) -> None:
    ends = set()
    for seed in range(60):
        env, total, is_over = SeatEnv("german-clock", reward=reward, redeals=2), 0.0, False
        _, info = env.reset(seed=seed)
        while not is_over:
            choices = np.flatnonzero(info["action_mask"])
            _, gained, is_over, _, info = env.step(int(choices[len(choices) // 2]))
            total += gained
        state = env._point.state
        assert total == (state.placed if reward == "points" else bool(state.outcome.winners))
        ends.add(bool(state.outcome.winners))
    assert ends == {True, False}


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_seats_are_bots(seat: int) -> None:
    """The same seed brings the same game with the same choices, and its rewards are those of the seat."""

    def played(seed: int) -> tuple[Any, float]:
        env, total, is_over, rng = SeatEnv("clockwork-spades", bot="steady", seat=seat), 0.0, False, Random(1)
        _, info = env.reset(seed=seed)
        while not is_over:
            assert env.numbered.rules.to_act(env._point.state) == seat
            _, reward, is_over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
            total += reward
        outcome = env._point.state.outcome
        assert total == (1 if seat in outcome.winners else -1 if outcome.winners else 0)
        return env._point.state, total

    games = [played(seed) for seed in range(12)]
    assert games == [played(seed) for seed in range(12)]
    assert {total for _, total in games} == {1.0, -1.0}


def test_a_seat_or_bot_that_is_not_there_is_said() -> None:
    wrong: list[dict[str, Any]] = [{"seat": 2}, {"bot": "alphago"}]
    for how in wrong:
        with pytest.raises(ValueError, match="has no seat"):
            SeatEnv("clockwork-spades", **how)


def test_the_table_is_drawn_as_text_and_as_svg() -> None:
    env = spades_v1.raw_env(render_mode="ansi")
    env.reset(seed=3)
    text = env.render()
    assert text is not None
    for hand in env._point.state.hands:
        assert all(card.symbol in text for card in hand[:1])
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[3]))
    assert env.render() != text
    watch = gymnasium.make("clockspades/Watch-v1", render_mode="svg")
    watch.reset(seed=3)
    drawn: Any = watch.render()
    assert drawn.startswith("<svg")
    assert clogs_v1.raw_env().render() is None
    with pytest.raises(ValueError, match="not 'human'"):
        clogs_v1.raw_env(render_mode="human")


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None\nimport clockspades.lab"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pettingzoo is needed for clockspades.lab" in done.stderr.splitlines()[-1]


def test_every_option_of_a_game_has_an_environment() -> None:
    for table, name in ((clogs_v1, "clogs"), (spades_v1, "spades")):
        game = table.raw_env().numbered.game
        assert game.name == name
        for options in option_sets(game):
            chosen: dict[str, Any] = {**options}
            env = table.raw_env(**chosen)
            env.reset(seed=1)
            assert env.observation_space(env.agent_selection).contains(env.observe(env.agent_selection))
