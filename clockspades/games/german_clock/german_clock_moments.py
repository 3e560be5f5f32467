"""What German Clock celebrates: the clock that is complete."""

from clockspades.games.german_clock.german_clock_rules import Ended, GermanClockEvent, Reason, State
from clockspades.table.model import PlayerView
from clockspades.table.moments import STRIKE_SECONDS, Moment, Strikes


def moment(player: PlayerView[State, GermanClockEvent]) -> Moment | None:
    """What is celebrated of the last action."""
    is_complete = any(
        isinstance(event, Ended) and event.outcome.reason is Reason.CLOCK_COMPLETE for event in player.happened
    )
    return Moment(STRIKE_SECONDS, (Strikes(),)) if is_complete else None
