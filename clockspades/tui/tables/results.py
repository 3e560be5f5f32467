"""What is shown of each game when it is over."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from clockspades.tui.tables.clockwork_result import clockwork_result
from clockspades.tui.tables.result import ResultFace

RESULTS: Final[Mapping[str, Callable[[Any], ResultFace]]] = {"clockwork-spades": clockwork_result}
"""By the game's name."""
