"""What a game's table is made of, and how cards move over it: data, which the screens turn into widgets and regions."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, NamedTuple, TypeAlias

from clockspades.cards import UNKNOWN, Card
from clockspades.engine.phrases import share_words
from clockspades.engine.rules import Sight, Spot, Zone
from clockspades.engine.wording import Stakes, label
from clockspades.language import _, pgettext
from clockspades.table.model import AnyPlayerView, AnyTableModel, Target, TargetKind
from clockspades.table.moments import SECONDS
from clockspades.table.widget_models import CardRowModel, Face, Light, LineModel


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
    """What the player must do, or a note on what they point at; empty while a card is in the air."""
    if model.selection.in_flight:
        return LineModel("")
    selection, player, stakes = model.selection, model.player, model.stakes
    told = selection.note or player.caption or player.prompt
    if selection.refusal and not selection.note:
        told = f"{selection.refusal} {player.prompt}"
    glows = stakes is Stakes.MUCH
    quiet: tuple[str, ...] = ()
    if model.chance is not None:
        share = share_words(model.chance)
        quiet = (pgettext("below the prompt", "win chance {share}" if stakes is None else "win {share}", share=share),)
    foot = LineModel("" if stakes is None else _(stakes.value), glows=glows, quiet=quiet)
    return LineModel(told, glows=glows, foot=foot if stakes or quiet else None)


LOG_AND_PROMPT: Final = (Part(Kind.LOG, "log"), Part(Kind.LINE, "prompt", prompt))
"""The parts that every table ends with."""


def heading_line(model: AnyTableModel, *standing: str, title: str = "") -> LineModel:
    """The game, whether it counts, and where it stands."""
    player = model.player
    quiet = tuple(filter(None, (*player.marks, *standing)))
    return LineModel(title or player.game.title, bright=True, quiet=quiet)


def name_line(model: AnyTableModel, seat: int, *standing: str) -> LineModel:
    """A player's name with a mark if it is their turn, how they stand, and what to say of their bot."""
    player = model.player
    turn = player.game.rules.to_act(model.view) == seat
    mark = model.terminal.glyphs.points_right if turn else " "
    quiet = tuple(filter(None, (*standing, player.bots[seat])))
    return LineModel(f"{mark} {label(player.names, seat)}", bright=turn, quiet=quiet, tints=player.tinted)


def name_of(place: int) -> Part:
    """The line that says who plays at the near or the far side of a table for two."""
    return Part(
        Kind.LINE,
        ("near-name", "far-name")[place],
        lambda model: name_line(model, (model.player.seat + place) % len(model.player.names)),
    )


# -- zones -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ZoneRow:
    """A selector: a row with the cards of a zone, or the whole zone as one pile with the number of its cards."""

    zone: str
    place: int | None = None
    """Whose it is, by place from the near side; None if all share it."""
    target: TargetKind | None = None
    is_pile: bool = False

    def __call__(self, model: AnyTableModel) -> CardRowModel:
        zone = self._zone(model.player)
        if self.is_pile:
            hidden = zone.sight is Sight.NOBODY
            cards, label = zone.cards[-1:], str(len(zone.cards)) if hidden else ""
            faces = [Face(UNKNOWN if hidden else card, label=label) for card in cards] or [Face(None, label=label)]
        else:
            faces = [Face(card) for card in zone.cards]
        if self.target is not None:
            light = Light.LIVE if model.player.active else Light.PLAIN
            at = ((number, Target(self.target, number)) for number in range(len(faces)))
            faces = [faces[number]._replace(light=light, pointed=model.cursor == target) for number, target in at]
        return CardRowModel(tuple(faces), fanned=True)

    def spot(self, player: AnyPlayerView) -> Spot:
        return Spot(self.zone, None if self.place is None else (player.seat + self.place) % len(player.names))

    def number(self, player: AnyPlayerView, card: Card) -> int:
        """Where in the row a card lies; a hidden one may be any, and a pile has one place."""
        cards = () if self.is_pile else self._zone(player).cards
        return cards.index(card) if card in cards else 0

    def _zone(self, player: AnyPlayerView) -> Zone:
        spot = self.spot(player)
        return next(zone for zone in player.game.rules.zones(player.view) if zone.spot == spot)


def zone_row(zone: str, place: int | None = None, target: TargetKind | None = None, *, is_pile: bool = False) -> Part:
    """A part with the cards of a zone in a row, or as a pile. ``place`` says whose, from the near side.

    Its id is the name of the zone, with the place if it has one: ``hand-0`` at the near side.
    """
    name = zone if place is None else f"{zone}-{place}"
    return Part(Kind.CARD_ROW, name, ZoneRow(zone, place, target, is_pile), target)
