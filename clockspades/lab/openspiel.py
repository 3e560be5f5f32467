"""The games in OpenSpiel: importing this module registers them, as ``python_clockwork_spades`` and so on.

An option of a game is a parameter: ``pyspiel.load_game("python_spades", {"players": 2, "deals": "4"})``. It is text if
not all of its values are numbers, and ``none`` for no limit. A deal is chance that the game samples itself, with a
generator from the parameter ``rng_seed``; with -1, as without one, no two runs are alike.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from clockspades.engine.game import AnyGame
from clockspades.engine.options import Option, OptionValue
from clockspades.games.catalogue import GAMES
from clockspades.lab.numbered import NumberedGame
from clockspades.saved.log import MOST_LINES

_SEED: Final = "rng_seed"


class _Chance(Random):
    """The generator of a game, which its states share."""

    def __deepcopy__(self, memo: object) -> "_Chance":
        return self


def _register(game: AnyGame) -> None:
    counts = game.player_counts()
    kinds = pyspiel.GameType
    # OpenSpiel adds these defaults to what was chosen; they are dropped again, as those of the game fit the choice
    parameters = {**{each.key: _written(each, each.default) for each in game.options}, _SEED: -1}
    kind = kinds(
        short_name=f"python_{game.name.replace('-', '_')}", long_name=f"{game.called} (clockspades)",
        dynamics=kinds.Dynamics.SEQUENTIAL, chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION, reward_model=kinds.RewardModel.TERMINAL,
        utility=kinds.Utility.ZERO_SUM if counts == (2,) else kinds.Utility.GENERAL_SUM,
        max_num_players=max(counts), min_num_players=min(counts), parameter_specification=parameters,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
    )  # fmt: skip

    class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = dict(params or {})
            seed = given.get(_SEED, -1)
            chosen = {key: value for key, value in given.items() if value != parameters[key]}
            options = {key: _read(game.option(key), value) for key, value in chosen.items() if key != _SEED}
            self.numbered: Final = NumberedGame(game.name, options)
            self.chance: Final = _Chance(None if seed == -1 else seed)
            info = pyspiel.GameInfo(
                num_distinct_actions=len(self.numbered.actions), max_chance_outcomes=1, num_players=self.numbered.seats,
                min_utility=0.0 if self.numbered.seats == 1 else -1.0, max_utility=1.0,
                utility_sum=0.0 if counts == (2,) else None, max_game_length=MOST_LINES,
            )  # fmt: skip
            super().__init__(kind, info, given)

        def new_initial_state(self) -> "OpenSpielState":
            return OpenSpielState(self)

        def make_py_observer(self, kind: Any = None, params: object = None) -> "_Observer":
            return _Observer(self.numbered, kind or pyspiel.IIGObservationType(perfect_recall=False))

    pyspiel.register_game(kind, OpenSpielGame)


def _written(option: Option, value: OptionValue) -> int | str:
    """A value as OpenSpiel has it, whose parameters have one type each: text where not all values are numbers."""
    is_number = all(isinstance(each, int) for each in option.values)
    return value if isinstance(value, int) and is_number else str(value).lower()


def _read(option: Option, given: int | str) -> OptionValue:
    return next((value for value in option.values if _written(option, value) == given), given)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A point of a game."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self._numbered, self._chance = game.numbered, game.chance
        self.point = game.numbered.start

    def current_player(self) -> int:
        state = self.point.state
        if state.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self._numbered.rules.to_act(state)
        return int(pyspiel.PlayerId.CHANCE) if seat is None else int(seat)

    def is_terminal(self) -> bool:
        return self.point.state.outcome is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        return [*self.point.choices]

    def _apply_action(self, action: int) -> None:
        numbered, point = self._numbered, self.point
        is_deal = numbered.rules.deal_due(point.state)
        self.point = numbered.deal(point, self._chance) if is_deal else numbered.act(point, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return "deal" if player == pyspiel.PlayerId.CHANCE else str(self._numbered.actions[action].as_json())

    def returns(self) -> list[float]:
        return [*self._numbered.values(self.point)]

    def resample_from_infostate(self, player: int, probability_sampler: object) -> "OpenSpielState":
        """A state that ``player`` cannot tell from this one, for searches such as IS-MCTS.

        Its observations are its own; with perfect recall, those of others are still of this state.
        """
        game, rng = self._numbered.game, self._chance
        bot: Any = game.make_bot(game.best_bot, rng)
        state = bot.sampler(game.rules.observe(self.point.state, player), player)(rng)
        other: OpenSpielState = self.clone()
        other.point = self.point._replace(position=self.point.position._replace(state=state))
        return other

    def __str__(self) -> str:
        return str(self.point.state)


class _Observer:
    """What a seat sees: now as the vector, or with perfect recall as all that happened, in text."""

    def __init__(self, numbered: NumberedGame, kind: Any) -> None:
        self._numbered, self._recalls = numbered, kind.perfect_recall
        self.tensor = np.zeros(0 if self._recalls else sum(part.size for part in numbered.parts), np.float32)
        self.dict = {}
        start = 0
        for part in () if self._recalls else numbered.parts:
            self.dict[part.name] = self.tensor[start : start + part.size].reshape(part.shape)
            start += part.size

    def set_from(self, state: OpenSpielState, player: int) -> None:
        if not self._recalls:
            self.tensor[:] = self._numbered.vector(state.point, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        rules, point = self._numbered.rules, state.point
        done = sorted(point.done) if rules.to_act(point.state) == player else []
        if not self._recalls:
            return f"{rules.observe(point.state, player)} {done}"
        events = [event for each in reversed([*point.path()]) if not each.done for event in each.position.events]
        return f"{player} {[rules.observe_event(event, player) for event in events]} {done}"


for _game in GAMES:
    _register(_game)
