"""How long cards take to move on a table, in seconds at the full tempo."""

from typing import Final

SECONDS: Final = 0.22
"""How long a card is in the air."""
WAIT: Final = 0.15
"""How long a card that goes with its back up lies where it arrived before it is turned."""
TURN: Final = 0.5
"""How long it takes to turn."""
