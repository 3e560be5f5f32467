"""The Spades bots of another checkout, in a process of their own that mirrors each game by its actions.

Run as a program it is that process. The other checkout comes first in its path, so it uses nothing of this one, and
reads lines of JSON: how a game begins, an action of it, or that the seat to act is to choose, which it answers.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import Any, Final

if not __package__ and not sys.flags.safe_path:  # the process: what it imports is the other checkout's
    del sys.path[0]

from clockspades.engine.options import OptionError, OptionValue
from clockspades.games.spades.spades_game import SpadesGame
from clockspades.games.spades.spades_rules import RULES
from clockspades.games.spades.spades_state import SpadesAction, SpadesState
from tests.games.spades.tables import scored

GAME: Final = SpadesGame()


def begin(options: Mapping[str, OptionValue], scores: Sequence[int]) -> SpadesState:
    """A table before a deal, with these scores by side if there are any."""
    state = RULES.initial(GAME.configure(options))
    return scored(state, scores, [score % 10 for score in scores]) if scores else state


class Mirror:
    """The other checkout, as one that is told everything and asked for choices."""

    def __init__(self, checkout: str) -> None:
        environment = {**os.environ, "PYTHONPATH": checkout}
        command = [sys.executable, str(Path(__file__).resolve())]
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, env=environment, text=True, bufsize=1)

    def tell(self, **line: object) -> None:
        """``begin``, with options, scores and bot, or the keys of an ``action``."""
        assert self._process.stdin is not None
        print(json.dumps(line), file=self._process.stdin, flush=True)

    def choose(self, seed: str, effort: float) -> SpadesAction:
        """What its bot does in the seat to act."""
        self.tell(choose=seed, effort=effort)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("the other checkout cannot go on: its error is above")
        action: SpadesAction = read(json.loads(line))
        return action


@cache
def mirror_of(checkout: str) -> Mirror:
    """One process for each checkout; it ends with this one."""
    return Mirror(checkout)


def answer() -> None:
    """Mirror games, as told on standard input."""
    from tests.bench.spades import PLAYERS

    state, bot = begin({}, ()), ""
    for line in sys.stdin:
        match json.loads(line):
            case {"begin": options, "scores": scores, "bot": bot}:
                try:
                    state = begin(options, scores)
                except OptionError as error:
                    sys.exit(f"the other checkout: {error}")
            case {"action": action}:
                state = RULES.reduce(state, read(action)).state
            case {"choose": seed, "effort": effort}:
                action = PLAYERS[bot](Random(seed), effort).choose(GAME.sight(state, state.seat, bot))
                print(json.dumps(action.as_json()), flush=True)


def read(action: dict[str, Any]) -> Any:
    """An action as it went over the pipe."""
    return RULES.parse_action(action.pop("do"), action)


if not __package__:
    answer()
