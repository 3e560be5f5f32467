"""What a server notices while it runs, for whoever watches it: metrics, a log, a program that started it.

No notice has a code, a key, a share or a card, and the log names no person.
"""

import logging
import sys
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, TextIO, TypeAlias

from clockspades.engine.codec import json_text
from clockspades.engine.options import Json
from clockspades.network.meeting.invitation import NETWORK, as_ip, network_of

ServerEvent: TypeAlias = Literal[
    "table opened", "table removed", "table damaged", "store damaged", "action saved", "game over", "bot has chosen",
    "no processes for bots", "connection refused", "disk refused", "fault",
]  # fmt: skip


class ServerNotice(NamedTuple):
    """Something that a server noticed."""

    event: ServerEvent
    fields: Mapping[str, Any]
    """What the log says of it. ``seconds`` are how long it took; ``reason`` is a sentence, or a word for a refusal.

    The ``places`` of a fault are functions, files and lines, the innermost first, and no values.
    """
    level: int = logging.INFO
    """How much it matters, as for :mod:`logging`. DEBUG is for metrics alone."""


class ServerLog:
    """Writes events on standard error, one line for each."""

    def __init__(
        self, form: str = "json", level: str = "info", *, addresses: bool = False, stream: TextIO | None = None
    ) -> None:
        """``form`` is ``json`` or ``text``. Events below ``level`` are not written; ``addresses`` shows them whole."""
        self._is_json, self._addresses, self._stream = form == "json", addresses, stream or sys.stderr
        self._least = logging.getLevelNamesMapping()[level.upper()]

    def write(self, event: str, level: int = logging.INFO, /, **fields: Json) -> None:
        """Write an event, named in a few words, with its fields."""
        if level < self._least:
            return
        time, name = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"), logging.getLevelName(level).lower()
        line = json_text({"time": time, "level": name, "event": event} | fields)
        if not self._is_json:
            told = (f"{key}={json_text(value)}" for key, value in fields.items())
            line = " ".join([time, name, f"{event}:", *told]).removesuffix(":")
        with suppress(OSError):  # nobody reads it
            self._stream.write(f"{line}\n")
            self._stream.flush()

    def note(self, notice: ServerNotice) -> None:
        """Write a notice of the server, unless only the metrics have that kind."""
        fields = dict(notice.fields)
        if "address" in fields and not self._addresses:
            fields["address"] = network_shown(fields["address"])
        self.write(notice.event, notice.level, **fields)


def network_shown(address: str) -> str:
    """The network of an address, which names no single machine: ``192.0.2.0/24``."""
    return "unknown" if as_ip(address) is None else network_of(address, NETWORK)
