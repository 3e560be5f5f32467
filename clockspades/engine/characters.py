"""The characters that play for the program: names from a clockmaker's workshop, six at each level, each with a tint."""

from collections.abc import Sequence
from random import Random
from typing import Final

from clockspades.language import marked

BEGINNERS: Final = ("Pip", "Cog", "Bell", "Snail", "Rivet", "Jewel")
MIDDLE_ONES: Final = ("Fob", "Cam", "Dial", "Lever", "Gong", "Spring")
BEST_ONES: Final = ("Hora", "Fusee", "Verge", "Arbor", "Crown", "Pivot")
SEERS: Final = ("Argus", "Loupe", "Gnomon", "Orrery", "Prism", "Zenith")
"""The characters of the levels, the last those that see all cards. A level is called after its first one.

Never change them or their order: the names in a deal follow from both. There are as many as sit at the largest table,
so that it has names enough even if people are called like some of them.
"""
LEVELS: Final = {names[0]: names for names in (BEGINNERS, MIDDLE_ONES, BEST_ONES, SEERS)}
"""The characters of a level, by the first of them."""
LEVEL_WORDS: Final = dict(zip(LEVELS, marked("level of a bot", "easy", "quick", "strong", "X-ray"), strict=True))
"""What people call a level."""
TINTS: Final = len(BEST_ONES)
"""The number of tints. They are counted from 1."""
_TINTS: Final = {name: number for names in LEVELS.values() for number, name in enumerate(names, 1)}


def characters(level: str) -> tuple[str, ...]:
    """The characters of the level that is called after this one; of another one, this one alone."""
    return LEVELS.get(level, (level,))


def tint_of(name: str) -> int:
    """The number of a character's tint; 0 for any other name."""
    return _TINTS.get(name, 0)


def in_order(names: Sequence[str], number: int, seat: int) -> tuple[str, ...]:
    """The characters of a level in the order in which they want a seat in the deal of this number.

    Nobody else at the table has the name or the tint of the first one at heart, not even at another level.
    """
    shuffled = [*names]
    Random(f"clockspades names {number}").shuffle(shuffled)
    at = seat % len(shuffled)
    return (*shuffled[at:], *shuffled[:at])
