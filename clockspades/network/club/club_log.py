"""The log of a club: one line for each event, which names no person, code, key or card."""

import logging
import sys
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, TextIO

from clockspades.engine.codec import json_text
from clockspades.engine.options import Json
from clockspades.network.meeting.invitation import NETWORK, as_ip, network_of
from clockspades.network.server.notices import ServerNotice

FORMS: Final = ("json", "text")
"""The forms of a line."""
LEVELS: Final = ("info", "warning", "error")
"""The levels of events. What is below the chosen one is not written."""


class ClubLog:
    """Writes events on standard error."""

    def __init__(
        self, form: str = "json", level: str = "info", *, addresses: bool = False, stream: TextIO | None = None
    ) -> None:
        """``form`` is one of :data:`FORMS`, ``level`` of :data:`LEVELS`; ``addresses`` shows whole addresses."""
        self._is_json, self._addresses, self._stream = form == "json", addresses, stream or sys.stderr
        self._least = logging.getLevelNamesMapping()[level.upper()]

    def write(self, event: str, level: int = logging.INFO, **fields: Json) -> None:
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
