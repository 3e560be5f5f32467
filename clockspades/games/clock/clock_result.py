"""The result of Clock and Watch: how far the game got, and the kings in the order they turned up."""

from clockspades.cards import PACK
from clockspades.games.clock.clock_rules import State, cards_up
from clockspades.games.clock.clock_selectors import kings_in_order
from clockspades.table.result_model import ResultModel


def clock_result(state: State) -> ResultModel:
    """What lies on the table at the end (clock 4 to 6)."""
    kings = kings_in_order(state)
    return ResultModel(kings[-1:], (f"{cards_up(state)} of {len(PACK)} face up",), ((kings,),))
