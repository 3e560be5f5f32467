"""What every table tells in words, in the same way: what is to be done, and what happened."""

from collections.abc import Callable, Iterator
from typing import Any

from clockspades.engine.game import Event
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.tables.scene import AnySight, Scene
from clockspades.tui.widgets.game_log import LogLine
from clockspades.tui.widgets.line import LineFace


def prompt(scene: Scene[Any, Any]) -> LineFace:
    """What is to be done and why, or what there is to say of the thing pointed at."""
    sight = scene.sight
    return LineFace(scene.attention.note or sight.caption or sight.game.prompt(scene.view, sight.names))


def log_lines(
    scene: Scene[Any, Any],
    ended: type[Event],
    is_bold: Callable[[Any], bool],
    margin_of: Callable[[Any], str] = lambda event: "",
) -> Iterator[LogLine]:
    """The game so far, what others say of it at its point, and at the end the verdict.

    An event that ``margin_of`` has words for gives the next line its margin, and no line of its own.
    """
    sight, margin = scene.sight, ""
    for point, events in enumerate(((), *sight.history)):
        for event in events:
            if words := margin_of(event):
                margin = words
            elif isinstance(event, ended):
                yield LogLine("", sight.game.verdict(scene.view, sight.names), "bold")
            else:
                yield LogLine(margin, sight.game.describe(event, sight.names), "bold" if is_bold(event) else "")
                margin = ""
        yield from (LogLine("", words, "italic") for at, words in sight.remarks if at == point)


def name_line(scene: Scene[Any, Any], *, on_turn: bool) -> LineFace:
    """The one player's name, with a mark if it is their turn, and the bot's name if one plays."""
    sight = scene.sight
    mark = glyphs().points_right if on_turn else " "
    return LineFace(f"{mark} {sight.names[0]}", bright=on_turn, quiet=tuple(filter(None, sight.bots)))


def circumstances(sight: AnySight) -> tuple[str, ...]:
    """What else there is to know of how a game is played: that it was assisted, and the series it is part of."""
    series = sight.series.name if sight.series else ""
    return tuple(filter(None, ("assisted" if sight.assisted else "", series)))
