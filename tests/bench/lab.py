"""How many actions a second the environments of the laboratory take, beside PettingZoo's own card games.

    python tests/bench/lab.py [--rounds N]

``pip install rlcard pygame`` is for the card games. Each round plays all of them in turn, so that a busy machine slows
all of them down; what is compared are medians.
"""

import argparse
import warnings
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import gymnasium

from clockspades.lab import clockwork_spades_v1, clogs_v1, spades_v1

ACTIONS = 1000
PEERS = ("leduc_holdem_v4", "texas_holdem_v4", "gin_rummy_v4")


def table_rate(env: Any) -> float:
    """Actions a second of random play, each with the observation and the mask of the agent."""
    rng, actions, start = Random(1), 0, perf_counter()
    while actions < ACTIONS:
        env.reset()
        for _ in env.agent_iter():
            observation, _, is_over, _, _ = env.last()
            if is_over:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            actions += 1
            if actions == ACTIONS:
                break
    return actions / (perf_counter() - start)


def patience_rate(env: Any) -> float:
    rng, start = Random(1), perf_counter()
    _, info = env.reset()
    for _ in range(ACTIONS):
        legal = info["action_mask"].nonzero()[0]
        _, _, is_over, _, info = env.step(int(legal[int(rng.random() * len(legal))]))
        if is_over:
            _, info = env.reset()
    return ACTIONS / (perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    warnings.simplefilter("ignore")
    rates: dict[str, Callable[[], float]] = {
        table.name: lambda table=table: table_rate(table.env())  # type: ignore[misc]
        for table in (clockwork_spades_v1, clogs_v1, spades_v1)
    }
    for name in ("Watch", "GermanClock"):
        rates[name] = lambda name=name: patience_rate(gymnasium.make(f"clockspades/{name}-v1"))  # type: ignore[misc]
    for name in PEERS:
        try:
            peer = import_module(f"pettingzoo.classic.{name}")
        except ImportError as error:
            print(f"{name} is left out: {error}")
            continue
        rates[f"PettingZoo {name}"] = lambda peer=peer: table_rate(peer.env())  # type: ignore[misc]
    found: dict[str, list[float]] = {name: [] for name in rates}
    for _ in range(rounds):
        for name, rate in rates.items():
            found[name].append(rate())
    for name, each in found.items():
        print(f"{name:28} {median(each):8,.0f} actions a second ({min(each):,.0f} to {max(each):,.0f})")


if __name__ == "__main__":
    main()
