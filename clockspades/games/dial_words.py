"""Words that the games on a clock share: those for its hours."""

from collections.abc import Mapping, Sequence
from typing import Final

HOUR: Final = "an hour, such as 7 o'clock"
"""What the hours that a player can ask to hear are called, with an example."""
HOURS: Final = 12


def place(hour: int) -> str:
    """An hour, or the place of the kings."""
    return f"{hour} o'clock" if hour <= HOURS else "the centre"


def where(hour: int) -> str:
    """Where the cards of an hour lie: ``at 7 o'clock``, or those of the kings."""
    return f"at {hour} o'clock" if hour <= HOURS else "in the centre"


def by_hour(lines: Sequence[str]) -> Mapping[str, str]:
    """The lines on the hours, one o'clock first, each by its hour: ``7 o'clock``."""
    return {f"{hour} o'clock": line for hour, line in enumerate(lines[:HOURS], 1)}
