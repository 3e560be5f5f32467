"""What a server notices while it runs, for whoever watches it: metrics, a log, a program that started it.

No notice has a code, a key, a share or a card.
"""

import logging
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

ServerEvent: TypeAlias = Literal[
    "table opened",
    "table removed",
    "table damaged",
    "store damaged",
    "action saved",
    "game over",
    "bot has chosen",
    "no processes for bots",
    "connection refused",
    "disk refused",
    "fault",
]


class ServerNotice(NamedTuple):
    """Something that a server noticed."""

    event: ServerEvent
    fields: Mapping[str, Any]
    """What the log says of it. ``seconds`` are how long it took; ``reason`` is a sentence, or a word for a refusal.

    The ``places`` of a fault are functions, files and lines, the innermost first, and no values.
    """
    level: int = logging.INFO
    """How much it matters, as for :mod:`logging`. DEBUG is for metrics alone."""
