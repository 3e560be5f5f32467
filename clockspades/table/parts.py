"""What a game's table is made of, and how cards move over it: data, which the screens turn into widgets and regions."""

from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import Any, NamedTuple, TypeAlias

from clockspades.table.faces import Face
from clockspades.table.model import AnyTableModel, Target, TargetKind
from clockspades.table.moments import SECONDS
from clockspades.table.widget_models import LineModel


class Kind(Enum):
    """What a part of a table shows; each kind is drawn by one widget, from a model of its own."""

    LINE = auto()
    """Text: a :class:`LineModel`."""
    LOG = auto()
    """The game so far in words; its selector, if it has one, gives the lines to show in place of them, or none."""
    DIAL = auto()
    """A clock: a :class:`DialModel`."""
    CARD_ROW = auto()
    """Cards beside each other: a :class:`CardRowModel`."""
    TALLY = auto()
    """What counts for and against a player: a :class:`TallyModel`."""
    COUNT = auto()
    """A number in large digits: a :class:`CountModel`."""
    ROUND = auto()
    """The players of a game of tricks, and the trick: a :class:`RoundTableModel`."""
    PANEL = auto()
    """A choice or a summary that lies over the trick: a :class:`ChoicePanelModel`, or None."""
    FAN = auto()
    """A hand fanned out: a :class:`FanModel`."""
    HANDS = auto()
    """All hands in the place of the fan, where that is all the room there is: pairs of a name and a hand, or none."""


class Part(NamedTuple):
    """One part of a table."""

    kind: Kind
    id: str
    """What it is called in the game's stylesheet and in :class:`InPart`."""
    selector: Callable[[Any], Any] | None = None
    """What it shows, from the table's model."""
    target: TargetKind | None = None
    """The kind of target that the stations of a dial or the cards of a row are; None if none can be pointed at."""
    centre: int = 0
    """The number of the target in the middle of a dial."""


class Box(NamedTuple):
    """Parts that the game's stylesheet lays out together: in a grid of one column unless it says more."""

    id: str
    parts: "Parts"


Parts: TypeAlias = tuple[Part | Box, ...]
"""Parts in the order in which they are laid out."""


def each_part(parts: Iterable[Part | Box]) -> Iterator[Part]:
    """Every part, also those in boxes."""
    for part in parts:
        if isinstance(part, Box):
            yield from each_part(part.parts)
        else:
            yield part


class InPart(NamedTuple):
    """A card of a part, or the whole of it, that is no target of its own."""

    part: str
    number: int | None = None


Place: TypeAlias = Target | InPart
"""Where a card can be on a table."""


class Move(NamedTuple):
    """A card on its way from the middle of one place to that of another."""

    face: Face
    start: Place
    end: Place
    delay: float = 0.0
    """Seconds until it leaves at the full tempo."""
    turns: bool = False
    """Whether it goes with its back up, and is turned up where it arrives."""
    seconds: float = SECONDS
    """How long it is in the air at the full tempo."""
    like: Place | None = None
    """Whose card size to draw it in while it flies; None: that of its destination."""


def prompt(model: AnyTableModel) -> LineModel:
    """What the player must do and why, or a note on what they point at; empty while a card is in the air."""
    if model.selection.in_flight:
        return LineModel("")
    selection, player = model.selection, model.player
    if selection.refusal and not selection.note:
        return LineModel(f"{selection.refusal} {player.task}")
    return LineModel(selection.note or player.caption or player.prompt)


def heading_line(model: AnyTableModel, *standing: str, title: str = "") -> LineModel:
    """The game, whether it counts, and where it stands."""
    player = model.player
    quiet = tuple(filter(None, (*player.marks, *standing)))
    return LineModel(title or player.game.title, bright=True, quiet=quiet)
