"""The result of German Clock: how far the game got, and what is left on the waste."""

from typing import Final

from clockspades.cards import PACK
from clockspades.games.german_clock.german_clock_rules import State
from clockspades.table.result_model import ResultModel

SHOWN: Final = 13
"""The most cards of the waste that fit."""


def german_clock_result(state: State) -> ResultModel:
    """The top of every foundation if all cards are on the clock; otherwise the waste, its top last."""
    cards = tuple(pile[-1] for pile in state.clock) if not state.waste else state.waste[-SHOWN:]
    return ResultModel(state.waste[-1:], (f"{state.placed} of {len(PACK)} on the clock",), ((cards,),))
