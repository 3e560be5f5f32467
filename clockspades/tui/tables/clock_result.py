"""The result of Clock and Watch: how far the game got, and the kings in the order they turned up."""

from clockspades.cards import PACK
from clockspades.games.clock.rules import State, cards_up
from clockspades.tui.tables.clock_slices import kings_in_order
from clockspades.tui.tables.result import ResultFace


def clock_result(state: State) -> ResultFace:
    """What lies on the table at the end (clock 4 to 6)."""
    kings = kings_in_order(state)
    return ResultFace(kings[-1:], (f"{cards_up(state)} of {len(PACK)} face up",), ((kings,),))
