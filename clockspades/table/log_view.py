"""The log of a game in words."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from clockspades.engine.rules import Ended, Event, EventT
from clockspades.engine.wording import Names
from clockspades.table.model import AnyTableModel
from clockspades.table.widget_models import LogLine


class LogStyle(NamedTuple):
    """Which events the log of a game shows, and how; in place of the end it has the verdict."""

    is_bold: Callable[[Any], bool]
    margin_of: Callable[[Any], str] = lambda event: ""
    """Text for the margin of the next line; an event that has such text has no line of its own."""
    is_shown: Callable[[Any], bool] = lambda event: True


class CachedLines(NamedTuple):
    """The lines of one point, and what they were made from."""

    events: Sequence[Event]
    """The events that led there, as observed."""
    margin: str
    """Text left for the margin of the first line."""
    names: Names
    lines: tuple[LogLine, ...]
    left: str
    """Text left for the margin of the line after the last."""


def log_lines(model: AnyTableModel, style: LogStyle, cache: list[CachedLines] | None = None) -> tuple[LogLine, ...]:
    """The game so far, the remarks on each point, and the verdict at the end.

    A card that is still in flight is left out, and so is the end while a moment keeps it secret. The ``cache`` holds
    lines by point. They are used again for the very same events: another seat observed others.
    """
    player, margin, moment = model.player, "", model.moment
    waits = model.selection.in_flight or (moment is not None and moment.share * moment.seconds < moment.tells)
    cache = [] if cache is None else cache
    lines: list[LogLine] = []
    remarks: dict[int, list[LogLine]] = {}
    for at, words in player.remarks:
        remarks.setdefault(at, []).append(LogLine("", words, "italic"))
    lines += remarks.get(0, ())
    for point, events in enumerate(player.history[:-1] if waits else player.history, 1):
        cached = cache[point - 1] if point <= len(cache) else None
        if cached is None or cached.events is not events or cached.margin != margin or cached.names != player.names:
            cached = _lines_of(model, point, events, margin, style)
            cache[point - 1 : point] = [cached]
        lines += cached.lines
        lines += remarks.get(point, ())
        margin = cached.left
    return tuple(lines)


def _lines_of(model: AnyTableModel, point: int, events: Sequence[Any], margin: str, style: LogStyle) -> CachedLines:
    """The lines of one point; the first is that of the action."""
    player, left, lines = model.player, margin, []
    tints = player.tinted
    for event in events:
        if words := style.margin_of(event):
            left = words
        elif isinstance(event, Ended):
            lines.append(LogLine("", player.game.words.verdict(model.view, player.names), "bold", tints=tints))
        elif style.is_shown(event) and (words := player.game.words.describe(event, player.names)):
            lines.append(LogLine(left, words, "bold" if style.is_bold(event) else "", 0 if lines else point, tints))
            left = ""
    return CachedLines(events, margin, player.names, tuple(lines), left)


def by_point(history: Sequence[Sequence[EventT]]) -> Iterator[tuple[int, EventT]]:
    """Every event with the point that it led to, for the marks of a timeline."""
    return ((point, event) for point, events in enumerate(history, 1) for event in events)
