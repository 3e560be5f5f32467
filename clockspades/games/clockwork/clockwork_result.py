"""The result of Clockwork Spades: the kings that decided it, and both penalty piles."""

from enum import StrEnum

from clockspades.cards import Card
from clockspades.games.clockwork.clockwork_rules import KING_OF_SPADES, KINGS, RULES, Reason, State
from clockspades.games.clockwork.clockwork_words import penalty_count
from clockspades.table.result_model import ResultModel


def clockwork_result(state: State) -> ResultModel:
    """What lies on the table at the end (clockwork 10 and 11)."""
    deciding: dict[StrEnum, tuple[Card, ...]] = {
        Reason.FOUR_KINGS: (*KINGS, KING_OF_SPADES),
        Reason.KING_OF_SPADES: (KING_OF_SPADES,),
    }
    return ResultModel(
        deciding.get(state.outcome.reason, ()) if state.outcome else (),
        tuple(penalty_count(number, state.rules) for number in RULES.scores(state)),
        tuple((taken, kings) for taken, kings in zip(state.taken, state.kings)),
        tuple(map(tuple, state.hands)),
    )
