"""The prompt and the log lines that every table makes in the same way."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from clockspades.engine.game import Event, EventT, Names
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.tables.scene import AnyScene, AnySight
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.line import LineFace


def prompt(scene: AnyScene) -> LineFace:
    """What the player must do and why, or a note on what they point at; empty while a card is in the air."""
    if scene.attention.aloft:
        return LineFace("")
    return LineFace(scene.attention.note or scene.sight.caption or scene.sight.prompt)


class Manner(NamedTuple):
    """How a game is told in its log."""

    ended: type[Event]
    """The event in the place of which stands the verdict."""
    is_bold: Callable[[Any], bool]
    margin_of: Callable[[Any], str] = lambda event: ""
    """An event that it has words for gives the next line its margin, and no line of its own."""
    is_told: Callable[[Any], bool] = lambda event: True


class Told(NamedTuple):
    """What was told of one point."""

    events: Sequence[Event]
    """What happened on the way there, as observed."""
    margin: str
    """What was left for the margin of its first line."""
    names: Names
    lines: tuple[LogLine, ...]
    left: str
    """What is left for the margin of the line after it."""


def log_lines(scene: AnyScene, manner: Manner, memory: list[Told] | None = None) -> tuple[LogLine, ...]:
    """The game so far, what others say of it at its point, and at the end the verdict.

    What is on its way across the table is not told yet. What was told before is taken from the ``memory``, by point,
    if it is of the very same events: another seat observed others.
    """
    sight, margin = scene.sight, ""
    memory = [] if memory is None else memory
    lines: list[LogLine] = []
    remarks: dict[int, list[LogLine]] = {}
    for at, words in sight.remarks:
        remarks.setdefault(at, []).append(LogLine("", words, "italic"))
    lines += remarks.get(0, ())
    for point, events in enumerate(sight.history[:-1] if scene.attention.aloft else sight.history, 1):
        told = memory[point - 1] if point <= len(memory) else None
        if told is None or told.events is not events or told.margin != margin or told.names != sight.names:
            told = _tell(scene, events, margin, manner)
            memory[point - 1 : point] = [told]
        lines += told.lines
        lines += remarks.get(point, ())
        margin = told.left
    return tuple(lines)


def _tell(scene: AnyScene, events: Sequence[Any], margin: str, manner: Manner) -> Told:
    """What happened on the way to one point."""
    sight, left, lines = scene.sight, margin, []
    for event in events:
        if words := manner.margin_of(event):
            left = words
        elif isinstance(event, manner.ended):
            lines.append(LogLine("", sight.game.verdict(scene.view, sight.names), "bold"))
        elif manner.is_told(event) and (words := sight.game.describe(event, sight.names)):
            lines.append(LogLine(left, words, "bold" if manner.is_bold(event) else ""))
            left = ""
    return Told(events, margin, sight.names, tuple(lines), left)


def by_point(history: Sequence[Sequence[EventT]]) -> Iterator[tuple[int, EventT]]:
    """Every event with the point that it led to, for what is marked on a timeline."""
    return ((point, event) for point, events in enumerate(history, 1) for event in events)


def name_line(scene: AnyScene, *, on_turn: bool) -> LineFace:
    """The one player's name, with a mark if it is their turn, and the bot's name if one plays."""
    sight = scene.sight
    mark = glyphs().points_right if on_turn else " "
    return LineFace(f"{mark} {sight.names[0]}", bright=on_turn, quiet=tuple(filter(None, sight.bots)))


def circumstances(sight: AnySight) -> tuple[str, ...]:
    """What else there is to know of how a game is played: that it was assisted, and the series it is part of."""
    series = sight.series.name if sight.series else ""
    return tuple(filter(None, ("assisted" if sight.assisted else "", series)))
