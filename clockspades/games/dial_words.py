"""How games on a clock speak of its hours."""

from collections.abc import Mapping, Sequence
from typing import Final

HOUR: Final = "an hour, such as 7 o'clock"
"""What a player can ask for on a clock, besides its parts."""


def by_hour(lines: Sequence[str]) -> Mapping[str, str]:
    """The lines on the hours, one o'clock first, each by its hour: ``7 o'clock``."""
    return {f"{hour} o'clock": line for hour, line in enumerate(lines[:12], 1)}
