"""Two small pages for the people who run a server: whether it is well, and its metrics for Prometheus.

No label of a metric has a name, a code, a key or a card.
"""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, disable_created_metrics
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from websockets.asyncio.server import Server, ServerConnection
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from clockspades import __version__
from clockspades.engine.codec import json_text
from clockspades.network.server.hosting import Host
from clockspades.network.server.listening import Limits, listen, open_door
from clockspades.network.server.notices import ServerNotice
from clockspades.network.table.kept import TablePhase

HEALTH: Final = "/health"
METRICS: Final = "/metrics"
PORT: Final = 7421
UNWELL_FOR: Final = 60.0
"""Seconds for which the server counts as unwell after the disk refused something. Afterwards clients may try again."""
DISK: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5)
"""The buckets for the seconds until an action is on the disk."""
THOUGHT: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""The buckets for the seconds until a bot has chosen."""


class Metrics:
    """Counts since the process started, figures of what is there now, and whether the server is well."""

    def __init__(self, games: tuple[str, ...], starts: int) -> None:
        """``starts`` is how often a server has been started with the folder of the tables."""
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        registry, by_game = self._registry, ("game",)
        self._opened = Counter("clockspades_tables_opened", "Tables that were opened.", by_game, registry=registry)
        self._removed = Counter("clockspades_tables_removed", "Tables that were forgotten.", by_game, registry=registry)
        self._actions = Counter("clockspades_actions", "Actions that are on the disk.", by_game, registry=registry)
        self._over = Counter("clockspades_games_over", "Games that were played out.", by_game, registry=registry)
        self._turned_away = Counter(
            "clockspades_turned_away", "Connections that got no seat, or lost it for what they sent.", ("reason",),
            registry=registry,
        )  # fmt: skip
        self._refused = Counter("clockspades_disk_refused", "Times that the disk took nothing.", registry=registry)
        self._faults = Counter(
            "clockspades_faults", "Internal errors and damaged tables, which the log describes.", registry=registry
        )
        self._starts = Counter("clockspades_starts", "Starts of a server with this folder.", registry=registry)
        self._starts.inc(starts)
        self._disk = Histogram(
            "clockspades_disk_seconds", "From an action to the disk.", buckets=DISK, registry=registry
        )
        self._thought = Histogram(
            "clockspades_bot_seconds", "From the question to a bot to its answer.", by_game, buckets=THOUGHT,
            registry=registry,
        )  # fmt: skip
        for game in games:  # a counter that is not there can't be told from one that has never risen
            for counter in (self._opened, self._removed, self._actions, self._over):
                counter.labels(game)
        ProcessCollector(registry=registry)
        self._refused_at: float | None = None
        """When the disk refused something, if it has taken nothing since."""
        self._is_damaged = False
        """Whether something that was kept was damaged."""

    def count(self, notice: ServerNotice) -> None:
        event, fields, _ = notice
        match event:
            case "table opened":
                self._opened.labels(fields["game"]).inc()
                self._refused_at = None
            case "table removed":
                self._removed.labels(fields["game"]).inc()
            case "action saved":
                self._actions.labels(fields["game"]).inc()
                self._disk.observe(fields["seconds"])
                self._refused_at = None
            case "game over":
                self._over.labels(fields["game"]).inc()
            case "bot has chosen":
                self._thought.labels(fields["game"]).observe(fields["seconds"])
            case "connection refused":
                self._turned_away.labels(fields["reason"]).inc()
            case "disk refused":
                self._refused.inc()
                self._refused_at = monotonic()
            case "fault":
                self._faults.inc()
            case "table damaged" | "store damaged":
                self._faults.inc()
                self._is_damaged = True

    def watch(self, host: Host) -> None:
        """Add figures of this host's tables, taken whenever somebody asks."""
        registry = self._registry
        by_phase = Gauge("clockspades_tables", "Tables, by what they wait for.", ("phase",), registry=registry)
        for phase in TablePhase:
            by_phase.labels(phase.value).set_function(partial(_count, host, phase))
        connections = Gauge("clockspades_connections", "Connections at tables.", registry=registry)
        connections.set_function(lambda: host.connections)
        taken = Gauge("clockspades_seats_taken", "Seats that people have, here or not.", registry=registry)
        taken.set_function(lambda: sum(len(table.kept.people) for table in host.tables))

    def page(self) -> Response:
        """The metrics as Prometheus reads them."""
        return _page(generate_latest(self._registry), CONTENT_TYPE_PLAIN_0_0_4)

    def health(self, host: Host, *, is_ending: bool) -> Response:
        """Whether the server opens tables and its disk takes what happens there: 200 if so, and 503 if not.

        A server that found something damaged opens tables all the same, but its status is not ``ok``.
        """
        refuses = self._refused_at is not None and monotonic() - self._refused_at < UNWELL_FOR
        state = "ending" if is_ending else "disk refuses" if refuses else ""
        status = HTTPStatus.SERVICE_UNAVAILABLE if state else HTTPStatus.OK
        state = state or ("tables damaged" if self._is_damaged else "ok")
        told = {"status": state, "tables": len(host.tables), "connections": host.connections, "version": __version__}
        return _page(f"{json_text(told)}\n".encode(), "application/json", status)


def _page(body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> Response:
    headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"})
    return Response(status, status.phrase, headers, body)


def _count(host: Host, phase: TablePhase) -> int:
    return sum(table.kept.phase is phase for table in host.tables)


async def open_pages(address: tuple[str, int], pages: Mapping[str, Callable[[], Response]]) -> tuple[Server, int]:
    """Serve pages by their paths; return the server and its port. UserError if this machine can't listen there.

    They are answered in the loop of the server: if that hangs, so do they.
    """
    limits = Limits()
    door = open_door(address, limits, "--metrics")

    def answer(connection: ServerConnection, request: Request) -> Response:
        make = pages.get(request.path.partition("?")[0])
        return _page(b"There is no such page.\n", "text/plain", HTTPStatus.NOT_FOUND) if make is None else make()

    return await listen(door, _attend, None, limits, answer), door.getsockname()[1]


async def _attend(connection: ServerConnection) -> None:
    """Nobody gets as far as a WebSocket: each request is answered with a page."""
