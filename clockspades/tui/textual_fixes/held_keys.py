"""Telling a key that was meant for the screen shown from one that is still held down, or was pressed before it.

Fault: for Textual 8.2.8 a key that is held down is many keys. Terminals with kitty's keyboard protocol can say which of
them are repeats, but ``LinuxDriver.start_application_mode`` does not ask for it (``KITTY_REPORT_EVENT_TYPES``),
``XTermParser`` fails at such an answer, and ``events.Key`` has no place for it. Other terminals cannot
say it at all. So only the time between two keys can tell. Without that, who plays the last card with a long press of
Enter would begin the next game before they see the result.

Can go: at least in part, once ``events.Key`` says that a key is a repeat.
"""

from typing import Final

from clockspades.table.commands import ENTER, SPACE
from clockspades.table.keys import keys_of

HELD: Final = 0.7
"""Seconds without a key after which Enter and Space count. A key that is held down repeats within 660 ms."""
AHEAD: Final = 0.15
"""Seconds without a key after which other keys count: what was typed ahead comes sooner."""


def is_fresh(key: str, now: float, quiet_since: float) -> bool:
    """Whether a key pressed at ``now`` counts.

    ``quiet_since`` is when the screen appeared, or when the last key came that did not count. Both are in seconds.
    """
    return now - quiet_since >= (HELD if key in (*keys_of(ENTER), *keys_of(SPACE)) else AHEAD)
