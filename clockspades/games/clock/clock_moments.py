"""What Clock and Watch celebrate: the clock that is complete, and quietly the four kings."""

from dataclasses import dataclass
from typing import Final

from clockspades.games.clock.clock_rules import ClockEvent, Ended, Reason, State
from clockspades.table.model import PlayerView
from clockspades.table.moments import STRIKE_SECONDS, Moment, Strikes

KINGS_SECONDS: Final = 0.8
"""How long the four kings stand out in turn."""


@dataclass(frozen=True, slots=True)
class FourKings:
    """The fourth king turned up and ended the game (clock 5)."""


def moment(player: PlayerView[State, ClockEvent]) -> Moment | None:
    """What is celebrated of the last action."""
    for event in player.happened:
        if isinstance(event, Ended):
            if event.outcome.reason is Reason.CLOCK_COMPLETE:
                return Moment(STRIKE_SECONDS, (Strikes(),))
            return Moment(KINGS_SECONDS, (FourKings(),))
    return None
