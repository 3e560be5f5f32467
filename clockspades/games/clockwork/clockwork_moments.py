"""What Clockwork Spades celebrates: four kings, and quietly the king of spades that loses."""

from dataclasses import dataclass
from typing import Final

from clockspades.games.clockwork.clockwork_rules import ClockworkEvent, Ended, Reason, State
from clockspades.table.model import PlayerView
from clockspades.table.moments import Moment

KINGS_SECONDS: Final = 1.4
"""How long light goes round the clock for four kings."""
KING_SECONDS: Final = 1.0
"""How long a shadow goes round it for the king of spades."""


@dataclass(frozen=True, slots=True)
class FourKings:
    """The king of spades came to the other three, and won (clockwork 10)."""


@dataclass(frozen=True, slots=True)
class LosingKing:
    """The king of spades was drawn without the other three, and lost (clockwork 10)."""


def moment(player: PlayerView[State, ClockworkEvent]) -> Moment | None:
    """What is celebrated of the last action."""
    for event in player.happened:
        if isinstance(event, Ended):
            if event.outcome.reason is Reason.FOUR_KINGS:
                return Moment(KINGS_SECONDS, (FourKings(),))
            if event.outcome.reason is Reason.KING_OF_SPADES:
                return Moment(KING_SECONDS, (LosingKing(),))
    return None
