"""What every table tells in words, in the same way: what is to be done, and what happened."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from clockspades.engine.game import Event, EventT
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.tables.scene import AnyScene, AnySight
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.line import LineFace


def prompt(scene: AnyScene) -> LineFace:
    """What is to be done and why, or what there is to say of the thing pointed at; nothing while a card is played."""
    if scene.attention.aloft:
        return LineFace("")
    return LineFace(scene.attention.note or scene.sight.caption or scene.sight.prompt)


def log_lines(
    scene: AnyScene,
    ended: type[Event],
    is_bold: Callable[[Any], bool],
    *,
    margin_of: Callable[[Any], str] = lambda event: "",
    is_told: Callable[[Any], bool] = lambda event: True,
) -> Iterator[LogLine]:
    """The game so far, what others say of it at its point, and at the end the verdict.

    An event that ``margin_of`` has words for gives the next line its margin, and no line of its own. What is on its
    way across the table is not told yet.
    """
    sight, margin = scene.sight, ""
    history = sight.history[:-1] if scene.attention.aloft else sight.history
    for point, events in enumerate(((), *history)):
        for event in events:
            if words := margin_of(event):
                margin = words
            elif isinstance(event, ended):
                yield LogLine("", sight.game.verdict(scene.view, sight.names), "bold")
            elif is_told(event) and (words := sight.game.describe(event, sight.names)):
                yield LogLine(margin, words, "bold" if is_bold(event) else "")
                margin = ""
        yield from (LogLine("", words, "italic") for at, words in sight.remarks if at == point)


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
