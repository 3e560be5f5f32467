"""Code that the games on a clock share: words for its hours, lines beside the clock, and its strikes at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from clockspades.table.model import AnyPlayerView, Target, TargetKind
from clockspades.table.moments import Moment, parts_of

HOUR: Final = "an hour, such as 7 o'clock"
"""What the hours that a player can ask to hear are called, with an example."""
HOURS: Final = 12
BREADTH: Final = 3
"""The hours that a light on the clock lies on."""
STRIKE_SECONDS: Final = 1.5
"""How long the clock strikes."""


@dataclass(frozen=True, slots=True)
class Strikes:
    """The clock is complete, and strikes twelve."""


def at_hour(hour: int) -> Target:
    """A station of the dial; the centre has the number 0, in German Clock 13."""
    return Target(TargetKind.HOUR, int(hour))


def by_hour(lines: Sequence[str]) -> Mapping[str, str]:
    """The lines on the hours, one o'clock first, each by its hour: ``7 o'clock``."""
    return {f"{hour} o'clock": line for hour, line in enumerate(lines[:HOURS], 1)}


def striking(moment: Moment | None) -> float | None:
    """The part of the clock's strikes that is over, from 0 to 1. None if it does not strike."""
    return moment.share if moment is not None and any(parts_of(moment, Strikes)) else None


def struck(share: float) -> int:
    """How many hours the clock has struck."""
    return int(share * HOURS)


def beam(share: float) -> tuple[int, ...]:
    """The hours that a light lies on which goes once round the clock; none at either end."""
    head = share * (HOURS + BREADTH)
    return tuple(hour for hour in range(1, HOURS + 1) if head - BREADTH < hour <= head and share < 1)


def circumstances(player: AnyPlayerView) -> tuple[str, ...]:
    """Notes on how a game is played: whether it counts, and the series it is part of."""
    series = player.series.name if player.series else ""
    return tuple(filter(None, (*player.uncounted, series)))
