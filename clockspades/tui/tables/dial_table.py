"""What games on the clock are played on: a dial and rows of cards. A game without a dial has the rows alone."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from textual import events, on
from textual.css.query import DOMQuery
from textual.geometry import Offset, Region
from textual.widget import Widget

from clockspades.cards import Card
from clockspades.table.faces import Face
from clockspades.table.inputs import Carried, Dropped
from clockspades.table.model import AnyTableModel, Target, TargetKind
from clockspades.table.parts import InPart, Kind, Move, Part, Place, each_part
from clockspades.table.table_rules import AnyTableRules, Choose
from clockspades.tui.layout.cells import CELL
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.bound_widget import BoundWidget, Count, Line, Tally
from clockspades.tui.widgets.canvas import CardWidget
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog

HEADING: Final = "heading"
"""The line that names the game: no move is made by it."""
NAMES: Final = ("near-name", "far-name")
"""The lines that say who plays on either side."""


class DialTable(Table):
    """A game on the clock, or one with rows of cards alone."""

    widgets: ClassVar[Mapping[Kind, type[BoundWidget[Any]]]] = {
        **Table.widgets,
        Kind.DIAL: Dial,
        Kind.CARD_ROW: CardRow,
        Kind.TALLY: Tally,
        Kind.COUNT: Count,
    }

    def __init__(self, game: str, rules: AnyTableRules) -> None:
        super().__init__(game, rules)
        pointed = ((part.target, part) for part in each_part(rules.parts))
        self._holders: dict[TargetKind, Part] = {kind: part for kind, part in pointed if kind is not None}
        """The parts with what can be pointed at, by the kind of target."""
        dials = ((kind, part.centre) for kind, part in self._holders.items() if part.kind is Kind.DIAL)
        self._hours: tuple[Target, ...] = next(
            (tuple(Target(kind, hour or centre) for hour in range(13)) for kind, centre in dials), ()
        )
        """What the middle of the dial and its hours are, if it has one."""
        self._chain = 0
        """Which of several quick clicks on the same station the last one was, from 1."""
        self._grabbed = False
        """Whether the button of the mouse went down on the card that can be dragged."""
        self._pointer = Offset()
        """Where the pointer drags it, on the screen."""
        self._carried: Flyer | None = None
        """The card as it follows the pointer."""
        self._dropped: tuple[Card, Region] | None = None
        """The card that was let go where it belongs, and where: it flies on from there."""

    # -- where everything is ---------------------------------------------------------------------------

    def places(self) -> dict[Target, Region]:
        targets, cursor = self.rules.targets(self.shown), self.shown.cursor
        deep = (cursor,) if cursor is not None and cursor.depth else ()
        stations = self._stations  # all at once: the dial works out anew each time where it stands
        return {target: stations.get(target) or self.region_of(target) for target in (*targets, *deep)}

    @property
    def _stations(self) -> dict[Target, Region]:
        """Where the middle of the dial and its hours stand on the screen."""
        dial = next((part for part in self.parts.values() if isinstance(part, Dial)), None)
        return {} if dial is None else dict(zip(self._hours, dial.places))

    def region_of(self, place: Place) -> Region:
        place = self.rules.place(place) if isinstance(place, Target) else place
        match place:
            case InPart(part, int(number)):
                return self._row(part).place(number)
            case InPart(part):
                return self.parts[part].region
            case Target() if place in self._hours:
                return self._stations[place]
            case Target(kind, number):
                return self._row(self._holders[kind].id).place(number)

    def _row(self, name: str) -> CardRow:
        row = self.parts[name]
        assert isinstance(row, CardRow), "only what is in a row of cards is pointed at by its number"
        return row

    def plate(self, place: int) -> Region:
        return self.query_one("#far-name" if place else "#near-name").content_region

    # -- a note over it --------------------------------------------------------------------------------

    def spoken_of(self, place: Place) -> Iterator[Region]:
        """What stands in a tally comes before the whole of it."""
        if isinstance(place, InPart) and isinstance(tally := self.parts[place.part], Tally):
            yield _filled(tally)
        yield from super().spoken_of(place)

    def needed(self) -> Iterator[Region]:
        """Every card that may be pointed at, the prompt, and who plays."""
        for dial in self.query(Dial):
            yield from (dial.places[0], dial.caption_place)
            yield from (place for place, face in zip(dial.places[1:], dial.model.hours) if face is not None)
        yield from (row.region for row in self._rows if self._kind_of(row) is not None and row.model.cards)
        yield self.query_one(self.words).content_region
        yield from (line.region for line in self.query(Line) if line.id in NAMES)

    def useful(self) -> Iterator[tuple[Region, float]]:
        for dial in self.query(Dial):
            yield from ((place, 0.5) for place in dial.places[1:])
            yield from ((place, 2.0) for place in _hand_of(dial))
        yield from ((log.region, 0.2) for log in self.query(GameLog))
        lines = (line for line in self.query(Line) if f"#{line.id}" != self.words)
        yield from ((line.region, 1.0 if line.id == HEADING else 4.0) for line in lines)
        yield from ((row.region, 2.0) for row in self._rows if self._kind_of(row) is None)
        yield from ((_filled(tally), 2.0) for tally in self.query(Tally))
        yield from ((count.region, 1.0) for count in self.query(Count))

    @property
    def _rows(self) -> DOMQuery[CardRow]:
        return self.query(CardRow)

    # -- the pointer -----------------------------------------------------------------------------------

    @on(CardWidget.Pressed)
    def _pressed(self, event: CardWidget.Pressed) -> None:
        """Report a click: a double click on the dial is one click, unless the game has ``quick_clicks``.

        Then each quick click counts, unless an earlier one of the chain hit an overlay.
        """
        counts = True
        if isinstance(event.widget, Dial):
            counts = event.chain == 1 or (self.rules.quick_clicks and event.chain == self._chain + 1)
            self._chain = event.chain
        target = self._target(event.widget, event.hit)
        if counts and target is not None:
            self.press(target)

    @on(CardWidget.Pointed)
    def _pointed(self, event: CardWidget.Pointed) -> None:
        """The pointer came to another card or station, or something came between it and the dial."""
        if isinstance(event.widget, Dial):
            self._chain = 0
        self.hover(self._target(event.widget, event.hit), self._target(event.widget, event.left))

    def _target(self, widget: Widget, hit: int | None) -> Target | None:
        """What a hit on the dial or on a row of cards is, if anything is done with it."""
        if hit is None:
            return None
        if isinstance(widget, Dial):
            return self._hours[hit] if self._hours else None
        kind = self._kind_of(widget)
        return None if kind is None else Target(kind, hit)

    def _kind_of(self, row: Widget) -> TargetKind | None:
        return next((kind for kind, part in self._holders.items() if part.id == row.id), None)

    # -- a card that is dragged to the dial ------------------------------------------------------------

    def flights(self, moves: Sequence[Move]) -> list[Flight]:
        flights = super().flights(moves)
        self._dropped = None
        return flights

    def start_of(self, move: Move) -> Region:
        """A card that was let go flies on from there."""
        if self._dropped is not None and move.start == self.rules.carries and move.face.card is self._dropped[0]:
            return self._dropped[1]
        return super().start_of(move)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the card that can be dragged."""
        self._grabbed = self.rules.carries is not None and self._grip.contains_point(event.screen_offset)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag it along with the pointer."""
        if self._grabbed and event.button and self.rules.carries is not None:
            self._pointer = event.screen_offset
            if self._carried is None:
                self.did(Carried(self.rules.carries))
            else:
                self._follow(self._carried)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let it go."""
        if not self._grabbed:
            return
        self._grabbed = False
        self._pointer = event.screen_offset
        stations = self._stations.items()
        station = next((target for target, place in stations if place.contains_point(self._pointer)), None)
        card, response = self.shown.selection.picked, self.rules.drop(self.shown, station)
        self._dropped = (card, self._under_pointer) if card is not None and isinstance(response, Choose) else None
        self.did(Dropped(station))

    def watch_model(self, before: AnyTableModel | None, after: AnyTableModel | None) -> None:
        """Show the card that is carried, until it is let go."""
        was_carried, is_carried = (model is not None and model.selection.carried for model in (before, after))
        if is_carried and not was_carried:
            self.call_next(self._lift)
        elif was_carried and not is_carried:
            self._grabbed = False
            self._origin.release_mouse()
            if self._carried is not None:
                self._carried.land()
                self._carried = None

    async def _lift(self) -> None:
        """Take the card up, if it was not let go meanwhile."""
        if not any(flyer.is_free for flyer in self._flyers):
            await self._mount_flyers(len(self._flyers) + 1)
        flyer = next(flyer for flyer in self._flyers if flyer.is_free)
        card = self.shown.selection.picked
        if card is not None and self._carried is None:
            self._carried = flyer
            flyer.carry(Face(card), self._grip.size)
            self._follow(flyer)
            self._origin.capture_mouse()

    def _follow(self, flyer: Flyer) -> None:
        flyer.offset = self._under_pointer.offset - self.region.offset

    @property
    def _origin(self) -> CardRow:
        """The row with the card that can be dragged."""
        assert self.rules.carries is not None, "a card is dragged only where one can be"
        return self._row(self._holders[self.rules.carries.kind].id)

    @property
    def _grip(self) -> Region:
        """Where that card lies."""
        assert self.rules.carries is not None, "a card is dragged only where one can be"
        return self.region_of(self.rules.carries)

    @property
    def _under_pointer(self) -> Region:
        """Where a card is with its middle at the pointer."""
        size = self._grip.size
        return Region.from_offset(self._pointer - Offset(size.width // 2, size.height // 2), size)


def _filled(tally: Tally) -> Region:
    """The part of a tally that something stands in."""
    rows = tally.render().split("\n")
    return Region(*tally.content_region.offset, max(row.cell_length for row in rows), len(rows))


def _hand_of(dial: Dial) -> Iterator[Region]:
    """The cells that the hand of the clock lies on, more or less, once it points where it should."""
    layout, angle = dial.layout_now, dial.model.angle
    if angle is not None:
        turned, (column, row) = math.radians(angle), layout.middle
        for step in range(int(layout.ring)):
            at = Offset(int(column + CELL * step * math.sin(turned)), int(row - step * math.cos(turned)))
            yield Region(*(at + dial.content_region.offset), 1, 1).grow((0, 1, 0, 1))
