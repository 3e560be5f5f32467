"""The log of a club: one line for each event, which names no person, code, key or card."""

import logging
import sys
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
        self._addresses = addresses
        self._logger = logging.Logger("clockspades.club", level.upper())
        handler = logging.StreamHandler(stream or sys.stderr)
        handler.setFormatter(_Formatter(is_json=form == "json"))
        self._logger.addHandler(handler)

    def write(self, event: str, level: int = logging.INFO, **fields: Json) -> None:
        """Write an event, named in a few words, with its fields."""
        self._logger.log(level, event, extra={"fields": fields})

    def note(self, notice: ServerNotice) -> None:
        """Write a notice of the server, unless only the metrics have that kind."""
        fields = dict(notice.fields)
        if "address" in fields and not self._addresses:
            fields["address"] = network_shown(fields["address"])
        self.write(notice.event, notice.level, **fields)


def network_shown(address: str) -> str:
    """The network of an address, which names no single machine: ``192.0.2.0/24``."""
    return "unknown" if as_ip(address) is None else network_of(address, NETWORK)


class _Formatter(logging.Formatter):
    def __init__(self, *, is_json: bool) -> None:
        super().__init__()
        self._is_json = is_json

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        level, fields = record.levelname.lower(), record.__dict__["fields"]
        if self._is_json:
            return json_text({"time": time, "level": level, "event": record.msg} | fields)
        told = (f"{key}={json_text(value)}" for key, value in fields.items())
        return " ".join([time, level, f"{record.msg}:", *told]).removesuffix(":")
