"""Selectors that tables share: the prompt, the name of the only player, and how a game is played."""

from collections.abc import Callable
from typing import TypeVar

from clockspades.engine.wording import label
from clockspades.table.glyphs import glyphs
from clockspades.table.model import AnyPlayerView, AnyTableModel
from clockspades.table.widget_models import LineModel

ModelT = TypeVar("ModelT", bound=AnyTableModel)
PartT = TypeVar("PartT")


def prompt(model: AnyTableModel) -> LineModel:
    """What the player must do and why, or a note on what they point at; empty while a card is in the air."""
    if model.selection.in_flight:
        return LineModel("")
    return LineModel(model.selection.note or model.player.caption or model.player.prompt)


def name_line(model: AnyTableModel, *, on_turn: bool) -> LineModel:
    """The one player's name, with a mark if it is their turn, and what to say of the bot if one plays."""
    player = model.player
    mark = glyphs().points_right if on_turn else " "
    quiet = tuple(filter(None, player.bots))
    return LineModel(f"{mark} {label(player.names, 0)}", bright=on_turn, quiet=quiet, tints=player.tinted)


def circumstances(player: AnyPlayerView) -> tuple[str, ...]:
    """Notes on how a game is played: whether it counts, and the series it is part of."""
    series = player.series.name if player.series else ""
    return tuple(filter(None, (*uncounted(player), series)))


def uncounted(player: AnyPlayerView) -> tuple[str, ...]:
    """Why a game does not count: it is practice, or a repeat of a deal that was played before."""
    return tuple(filter(None, ("practice" if player.practice else "", "repeat" if player.repeat else "")))


def near(selector: Callable[[ModelT, int], PartT]) -> Callable[[ModelT], PartT]:
    """A seat's selector, for the near side of the table."""
    return lambda model: selector(model, model.player.seat)


def far(selector: Callable[[ModelT, int], PartT]) -> Callable[[ModelT], PartT]:
    """A seat's selector, for the far side of a table for two."""
    return lambda model: selector(model, 1 - model.player.seat)
