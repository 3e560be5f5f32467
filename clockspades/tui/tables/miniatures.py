"""Very small tables: pure functions from what a table shows to chips."""

import math
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final

from textual.geometry import Size

from clockspades.cards import UNKNOWN, Card
from clockspades.games.tricks import TrickView, clockwise
from clockspades.tui.drawing.faces import Face, Light
from clockspades.tui.drawing.glyphs import glyphs
from clockspades.tui.layout.cells import CELL
from clockspades.tui.tables.scene import AnySight, Attention, Scene
from clockspades.tui.widgets.dial import DialFace
from clockspades.tui.widgets.miniature import Chip

CHIP: Final = 4
"""The width of a card in cells."""
LEAST: Final = Size(29, 9)
"""The smallest size of a miniature."""

_HAND: Final = (0.4, 0.55, 0.7)
"""The dots of the clock's hand, as shares of the way from the middle to the hours."""
_DIALS: Final = {
    "clockwork-spades": "clockwork_slices",
    "clock": "clock_slices",
    "german-clock": "german_clock_slices",
}
"""For each game on the dial the module of its slices, whose ``dial_face`` takes a scene."""


def dial_of(sight: AnySight) -> DialFace:
    """The dial of a game that is played on one."""
    slices = import_module(f"clockspades.tui.tables.{_DIALS[sight.game.name]}")
    face_of: Callable[[Scene[Any, Any]], DialFace] = slices.dial_face
    return face_of(Scene(sight, Attention()))


def miniature(sight: AnySight, room: Size) -> tuple[Chip, ...]:
    """The chips for a sight in this size; none if it is too small."""
    if room.width < LEAST.width or room.height < LEAST.height:
        return ()
    return tuple(dial_chips(dial_of(sight), room) if is_round_a_clock(sight.game.name) else trick_chips(sight, room))


def is_round_a_clock(game_name: str) -> bool:
    """Whether a game is played on the dial."""
    return game_name in _DIALS


def dial_chips(face: DialFace, room: Size) -> Iterator[Chip]:
    """A dial: its hand, its twelve hours and its centre."""
    column, row = room.width // 2, room.height // 2
    down = min((room.height - 1) / 2, (room.width - CHIP) / 2 / CELL)
    across = down * CELL

    def at(degrees: float, along: float) -> tuple[int, int]:
        """The cell in a direction, at a share of the way from the middle to the hours."""
        angle = math.radians(degrees)
        return round(column + along * across * math.sin(angle)), round(row - along * down * math.cos(angle))

    yield from (Chip(*at(30 * hour + 15, 1), glyphs().bullet, "ring") for hour in range(12))
    if face.angle is not None:
        yield from (Chip(*at(face.angle, along), glyphs().bullet, "hand") for along in _HAND)
    for hour, shown in enumerate(face.hours, 1):
        x, y = at(30 * hour, 1)
        if shown is None:
            yield Chip(x, y, glyphs().gone, "gone")
        else:
            yield card_chip(x - CHIP // 2, y, shown)
    if face.centre is not None:
        yield card_chip(column - CHIP // 2, row, face.centre)


def trick_chips(sight: AnySight, room: Size) -> Iterator[Chip]:
    """A table for tricks: how many cards the others hold, what was played, and the hand on the near side."""
    view: TrickView = sight.view
    seats = len(view.hands)
    column, row = room.width // 2, (room.height - 3) / 2
    for place, seat in enumerate(clockwise(sight.seat, seats)):
        angle = math.radians(180 + 360 * place / seats)
        aside, away = math.sin(angle), math.cos(angle)
        if place:
            x, y = round(column + (column - CHIP / 2) * aside), round(row - row * away)
            back = Face(UNKNOWN, label=str(len(view.hands[seat])))
            yield card_chip(min(max(0, x - CHIP // 2), room.width - CHIP), y, back)
        played = next((play.card for play in view.trick if play.seat == seat), None)
        if played is not None:
            is_winning = view.winning is not None and view.winning.seat == seat
            face = Face(played, Light.LIVE if is_winning else Light.PLAIN)
            x, y = round(column + column * 0.45 * aside), round(row - row * 0.5 * away)
            yield card_chip(x - CHIP // 2, y, face)
    yield from hand_chips(view.hands[sight.seat], room)


def hand_chips(hand: Sequence[Card], room: Size) -> Iterator[Chip]:
    """A hand in the last row, closer together with less room: in the end the ranks alone."""
    chips = [card_chip(0, room.height - 1, Face(card)) for card in hand]
    bare = [chip._replace(text=chip.text.strip()) for chip in chips]
    ranks = [chip._replace(text=chip.text[:-1]) if card is not UNKNOWN else chip for chip, card in zip(bare, hand)]
    fitting = ((shown, gap) for shown, gap in ((chips, 1), (bare, 1), (bare, 0)) if _width(shown, gap) <= room.width)
    shown, gap = next(fitting, (ranks, 0))
    column = max(0, (room.width - _width(shown, gap)) // 2)
    for chip in shown:
        yield chip._replace(column=column)
        column += len(chip.text) + gap


def _width(chips: Sequence[Chip], gap: int) -> int:
    return sum(len(chip.text) for chip in chips) + gap * (len(chips) - 1)


def card_chip(column: int, row: int, face: Face) -> Chip:
    """A card by its rank and suit, a back by the number on it, or a place for a card by what belongs there."""
    if face.card is None:
        return Chip(column, row, face.label.center(CHIP), "gone")
    if face.card is UNKNOWN:
        return Chip(column, row, (face.label or glyphs().back).center(CHIP), "card--back-label")
    role = f"card--{face.light.value}-{face.card.suit.name.lower()}"
    return Chip(column, row, glyphs().card(face.card).center(CHIP), role)
