"""The games as environments of PettingZoo and Gymnasium."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from gymnasium import Env, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from clockspades.lab.numbered import NumberedGame, NumberedPoint, Reward

Observation: TypeAlias = dict[str, NDArray[Any]]
FORMS: Final = ("ansi", "svg")
ILLEGAL: Final = -1.0
"""The reward of who chooses an action that is not legal, which ends the game."""


class _Environment:
    """What both libraries have in common: a game, at one of its points."""

    def __init__(self, name: str, options: Mapping[str, object], reward: Reward, render_mode: str | None) -> None:
        """``render_mode`` is ``ansi`` for text, ``svg`` for a picture, or None.

        ValueError if there is no such mode or reward, or no such option of the game.
        """
        if render_mode not in (None, *FORMS):
            raise ValueError(f"render_mode must be one of {FORMS}, not {render_mode!r}")
        self.numbered: Final = NumberedGame(name, options, reward)
        self.render_mode = render_mode
        parts = self.numbered.parts
        least, most = (
            np.repeat(np.array(bounds, np.float32), [part.size for part in parts])
            for bounds in ([part.least for part in parts], [part.most for part in parts])
        )
        self._seen: Final = spaces.Box(least, most)
        self._choices: Final = spaces.Discrete(len(self.numbered.actions))
        self._rng = Random()
        self._point: NumberedPoint

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._rng = Random(seed)
        self._seat_bots()
        self._go_to(self.numbered.start)

    def _seat_bots(self) -> None:
        """Make what plays the seats that no agent has."""

    def _act(self, number: int) -> bool:
        """Go on with a number, or end the game if it is not legal; whether it is."""
        is_legal = number in self._point.choices
        if is_legal:
            self._go_to(self.numbered.act(self._point, int(number)))
        else:
            self._point = self._point._replace(choices={})
        return is_legal

    def _go_to(self, point: NumberedPoint) -> None:
        self._point = self.numbered.deal(point, self._rng)

    def _vector(self, seat: int) -> NDArray[np.float32]:
        return np.frombuffer(self.numbered.vector(self._point, seat), np.float32)

    def _mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(self._choices.n, np.int8)
        if self.numbered.rules.to_act(self._point.state) == seat:
            mask[[*self._point.choices]] = 1
        return mask

    def render(self) -> str | None:
        """The table with all cards open, as text or as SVG; None without a mode."""
        if self.render_mode is None:
            return None
        from clockspades.lab.pictures import picture

        return picture(self.numbered, self._point, self.render_mode)


class TableEnv(_Environment, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game of several seats, which act in turn: ``player_0``, ``player_1`` and so on.

    An observation has what the agent's seat sees as ``observation``, and its legal actions as ``action_mask``: all 0
    where it is not its turn. An action that is not legal ends the game with the reward :data:`ILLEGAL`.
    """

    def __init__(
        self, name: str, version: int, options: Mapping[str, object], reward: Reward, render_mode: str | None
    ) -> None:
        super().__init__(name, options, reward, render_mode)
        self.metadata = {"name": f"{name}_v{version}", "render_modes": [*FORMS], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(self.numbered.seats)]
        self._seat: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = spaces.Box(0, 1, (int(self._choices.n),), np.int8)
        self._space: Final = spaces.Dict({"observation": self._seen, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._choices

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed, the same cards are dealt, and by it follow those of later games."""
        self._begin(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._values = self.numbered.values(self._point)
        self._select()

    def observe(self, agent: str) -> Observation:
        seat = self._seat[agent]
        return {"observation": self._vector(seat), "action_mask": self._mask(seat)}

    def step(self, action: int | None) -> None:
        """Choose for the agent whose turn it is: None for one whose game is over."""
        agent = self.agent_selection
        if action is None or self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if self._act(action):
            before, self._values = self._values, self.numbered.values(self._point)
            self.rewards = {each: now - was for each, now, was in zip(self.agents, self._values, before)}
        else:
            self.rewards = {each: ILLEGAL * (each == agent) for each in self.agents}
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        seat = self.numbered.rules.to_act(self._point.state)
        if seat is None or not self._point.choices:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[seat]


class SeatEnv(_Environment, Env[NDArray[np.float32], int]):
    """A game as one seat plays it, alone or against bots: what libraries for a single agent learn from.

    What the seat sees is the observation; ``info["action_mask"]`` has its legal actions. An action that is not legal
    ends the game with the reward :data:`ILLEGAL`.
    """

    metadata: dict[str, Any] = {"render_modes": [*FORMS]}  # noqa: RUF012

    def __init__(
        self, name: str, *, bot: str = "", seat: int = 0, reward: Reward = "outcome", render_mode: str | None = None,
        **options: object,
    ) -> None:  # fmt: skip
        """``bot`` plays every other seat: the quickest one of the game if it is empty.

        ValueError if there is no such seat or no such bot.
        """
        super().__init__(name, options, reward, render_mode)
        game = self.numbered.game
        self._bot, self._seat = bot or game.quickest_bot, seat
        if seat not in range(self.numbered.seats) or self._bot not in game.bots:
            raise ValueError(f"{name} has no seat {seat}, or no bot {self._bot!r} beside {', '.join(game.bots)}")
        self.observation_space = self._seen
        self.action_space: spaces.Space[Any] = self._choices

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions: what libraries that mask actions ask for."""
        return self._mask(self._seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game. With a seed, the same cards are dealt, and by it follow those of later games."""
        super().reset(seed=seed)
        self._begin(seed)
        return self._vector(self._seat), {"action_mask": self.action_masks()}

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        before = self.numbered.values(self._point)[self._seat]
        reward = self.numbered.values(self._point)[self._seat] - before if self._act(action) else ILLEGAL
        is_over = not self._point.choices
        return self._vector(self._seat), reward, is_over, False, {"action_mask": self.action_masks()}

    def _seat_bots(self) -> None:
        game, rng = self.numbered.game, self._rng
        self._players = [game.make_bot(self._bot, Random(rng.random())) for _ in range(self.numbered.seats)]

    def _go_to(self, point: NumberedPoint) -> None:
        """Go on to where the seat is to act, or to the end."""
        super()._go_to(point)
        game, state = self.numbered.game, self._point.state
        seat = game.rules.to_act(state)
        if seat is not None and seat != self._seat:
            action = self._players[seat].choose(game.sight(state, seat, self._bot))
            self._go_to(self.numbered.play(self._point, action))


class TableMaker(NamedTuple):
    """A version of a game for several, with the names that PettingZoo's modules have: ``spades_v1.env()``."""

    name: str
    version: int

    def raw_env(self, *, reward: Reward = "outcome", render_mode: str | None = None, **options: object) -> TableEnv:
        """The environment, with options of the game: ``raw_env(players=3)``. ValueError for wrong ones."""
        return TableEnv(self.name, self.version, options, reward, render_mode)

    def env(self, **how: Any) -> AECEnv[str, Observation, int]:
        """The environment with PettingZoo's check that it is used in the right order."""
        return wrappers.OrderEnforcingWrapper(self.raw_env(**how))
