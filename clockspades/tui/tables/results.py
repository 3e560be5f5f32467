"""What is shown of each game when it is over."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from clockspades.tui.tables.named import Named
from clockspades.tui.tables.result import ResultFace

RESULTS: Final[Mapping[str, Callable[[Any], ResultFace]]] = Named(
    {
        "clockwork-spades": "clockwork_result:clockwork_result",
        "clogs": "tricks_result:clogs_result",
        "spades": "tricks_result:spades_result",
    }
)
"""By the game's name."""
