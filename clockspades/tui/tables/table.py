"""What every table on the screen is: widgets that draw a :class:`TableModel`, and report what the player does.

It decides nothing: :func:`clockspades.table.update.update` does, with what its game says in its rules for the table.
It knows no game either: these rules say what is on it and how cards move. A dial and rows of cards are here; the table
for tricks is beside it.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

from textual import events, getters, on
from textual.app import ComposeResult
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from clockspades.cards import Card
from clockspades.table import log_view
from clockspades.table.inputs import AskMeaning, Carried, Dropped, Hovered, Input, Landed, Pressed
from clockspades.table.model import AnyTableModel, Badge, Direction, Target, TargetKind
from clockspades.table.moments import Moment
from clockspades.table.parts import Box, InPart, Kind, Move, Part, Parts, Place, each_part
from clockspades.table.table_rules import AnyTableRules, Choose
from clockspades.table.widget_models import Face, LogLine
from clockspades.tui.drawing.drawn_cards import cell_of_card
from clockspades.tui.layout.cells import nearest
from clockspades.tui.textual_fixes.mounted import MountedOnly
from clockspades.tui.themed_app import ThemedApp
from clockspades.tui.widgets.bound_widget import BoundWidget, Count, Line, Tally
from clockspades.tui.widgets.canvas import CardWidget
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import AdviceBadge, Flight, Flyer, cascade
from clockspades.tui.widgets.game_log import GameLog

FRAMES: Final = 20
"""How often a moment is drawn in a second."""
FLYERS: Final = 6
"""How many cards can be in the air before more have to be made."""


HEADING: Final = "heading"
"""The line that names the game: no move is made by it."""
NAMES: Final = ("near-name", "far-name")
"""The lines that say who plays on either side."""


class Table(MountedOnly, Widget, can_focus=False, inherit_bindings=False):
    """A game on the screen."""

    app = getters.app(ThemedApp)
    widgets: ClassVar[Mapping[Kind, type[BoundWidget[Any]]]] = {Kind.LINE: Line, Kind.LOG: GameLog}
    """What draws each kind of part."""
    words: ClassVar[str] = "#prompt"
    """The selector of the words that say what to do."""

    model: var[AnyTableModel | None] = var(None)
    """What the widgets draw from, once there is a point to show."""
    elapsed: var[float] = var(0.0)
    """The seconds since a moment and its delay began, at the full tempo."""

    def __init__(self, game: str, rules: AnyTableRules) -> None:
        """``game`` is its name, by which the game's stylesheet knows its table."""
        super().__init__(classes=game)
        self.game, self.rules = game, rules
        self.parts: dict[str, BoundWidget[Any]] = {}
        """What draws each part, by the part's name."""
        self._flyers: list[Flyer] = []
        self._falling: list[Flyer] = []
        """The cards of a cascade: they fall beside what is played."""
        self._badges: list[AdviceBadge] = []
        self._cached_lines: list[log_view.CachedLines] = []
        """Log lines by point: a log is long, and little of it is new."""
        self._moment: Moment | None = None
        self._delay = 0.0
        """When that begins."""

    @dataclass
    class Did(Message):
        """The player did something on the table."""

        table: "Table"
        given: Input

    @property
    def shown(self) -> AnyTableModel:
        """The model, for whatever is done only once there is one."""
        assert self.model is not None, "a table is played only once it shows a game"
        return self.model

    def compose(self) -> ComposeResult:
        if self.rules.layout:
            self.app.stylesheet.add_source(self.rules.layout, ("", f"the table of {self.game}"))
        yield from self._made(self.rules.parts)

    def _made(self, parts: Parts) -> ComposeResult:
        for part in parts:
            if isinstance(part, Box):
                with Widget(id=part.id, classes=f"box part-{part.id}"):
                    yield from self._made(part.parts)
            else:
                self.parts[part.id] = self.widgets[part.kind](self.selector(part), id=part.id)
                yield self.parts[part.id].add_class(f"part-{part.id}", update=False)

    def _watch_model(self, model: AnyTableModel | None) -> None:
        if model is not None:
            for widget in self.parts.values():
                widget.follow(model)

    def selector(self, part: Part) -> Callable[[AnyTableModel], Any] | None:
        """What gives a part's widget its model."""
        return partial(self._lines, part) if part.kind is Kind.LOG else part.selector

    def _lines(self, part: Part, model: AnyTableModel) -> tuple[LogLine, ...]:
        """What a log on the table shows: all but the verdict, which stands below it as the prompt."""
        instead: tuple[LogLine, ...] = part.selector(model) if part.selector is not None else ()
        player = model.player
        if instead or player.view.outcome is None:
            return instead or self.log_lines(model)
        verdict = player.game.words.verdict(player.view, player.names)
        return tuple(line for line in self.log_lines(model) if line.words != verdict)

    def speak(self) -> None:
        """Show all of it in the language that is spoken now."""
        self._cached_lines.clear()
        self.mutate_reactive(Table.model)

    def log_lines(self, model: AnyTableModel) -> tuple[LogLine, ...]:
        return log_view.log_lines(model, self.rules.log_style, self._cached_lines)

    def did(self, given: Input) -> None:
        """Report what the player did, before the event that it was done with gets to the screen."""
        self.screen.post_message(self.Did(self, given))

    def hover(self, target: Target | None, left: Target | None) -> None:
        """Report that the pointer is on a target, or has left those of a kind."""
        if pointed := target or left:
            self.did(Hovered(pointed.kind, target))

    def nearest(self, direction: Direction) -> Target | None:
        return nearest(self.places(), self.shown.cursor, direction)

    @on(GameLog.Pressed)
    def _line_pressed(self, event: GameLog.Pressed) -> None:
        self.did(AskMeaning(event.point))

    @property
    def cursor_screen_offset(self) -> Offset:
        """The card or choice under the cursor; without a cursor the words that say what to do."""
        cursor = None if self.model is None else self.model.cursor
        if cursor is None or not (cursor.depth or cursor in self.rules.targets(self.shown)):
            return self.query_one(self.words).content_region.offset
        return cell_of_card(self.seen(cursor))

    @abstractmethod
    def places(self) -> Mapping[Target, Region]:
        """Where everything that the cursor can be on stands on the screen."""

    def seen(self, target: Target) -> Region:
        """Where a target is, as far as it can be seen."""
        return self.region_of(target)

    def card_of(self, badge: Badge) -> Region | None:
        """Where a badge has room: the card or pile that it is on, as far as that can be seen; None if it has none."""
        return self.region_of(badge.target)

    def show_badges(self) -> None:
        if any(label.words for label in self._badges) or (self.model is not None and self.model.advice is not None):
            self.call_after_refresh(self._place_badges)

    async def _place_badges(self) -> None:
        badges = self.model.advice.badges if self.model is not None and self.model.advice is not None else ()
        placed = [(badge, card) for badge in badges if (card := self.card_of(badge)) is not None]
        if missing := [AdviceBadge() for _ in placed[len(self._badges) :]]:
            self._badges += missing
            await self.mount(*missing)
        for label, (badge, card) in zip(self._badges, placed):
            label.put_on(badge, card, self.region.offset)
        for label in self._badges[len(placed) :]:
            label.take_away()

    @abstractmethod
    def region_of(self, place: Place) -> Region:
        """The whole of a card at a place, or of a part, on the screen."""

    @abstractmethod
    def plate(self, place: int) -> Region:
        """Where the name of a player stands on the screen, by place from the near side."""

    def spoken_of(self, place: Place) -> Iterator[Region]:
        """What a note on a place points at; then what around it may be pointed at where that itself cannot."""
        yield self.region_of(place)

    @abstractmethod
    def needed(self) -> Iterator[Region]:
        """What a note beside something never covers."""

    @property
    def dock(self) -> Region:
        """Where a note stands that finds no room beside what it speaks of: over the log, or where there is none."""
        log = self.query_one(GameLog).region
        return log or self.query_one(self.words, Line).region

    def flights(self, moves: Sequence[Move]) -> list[Flight]:
        return [self._flight(move) for move in moves]

    def _flight(self, move: Move) -> Flight:
        end = self.region_of(move.end)
        size = end.size if move.like is None else self.region_of(move.like).size
        return Flight.between(self.start_of(move), end, size, move)

    def start_of(self, move: Move) -> Region:
        return self.region_of(move.start)

    def launch(self, flights: list[Flight]) -> None:
        """Show cards on their way, unless movement is off; none is in the air."""
        if self.app.animation_level == "none" or not flights:
            return
        if len(self._flyers) < len(flights):
            self.call_next(self._mount_and_launch, flights)
            return
        for flyer, flight in zip(self._flyers, flights):
            flyer.fly(flight, self.region.offset)

    async def _mount_and_launch(self, flights: list[Flight]) -> None:
        wanted = max(FLYERS, len(flights))  # several at once: each time that some come, all is painted anew
        await self._mount_flyers(self._flyers, wanted)
        self.launch(flights)

    async def _mount_flyers(self, flyers: list[Flyer], wanted: int) -> None:
        missing = [Flyer() for _ in range(wanted - len(flyers))]
        flyers += missing
        await self.mount(*missing)

    def land(self) -> None:
        """End every flight and a moment: nobody who acts has to wait for them."""
        self.end_moment()
        for flyer in self._flyers:
            flyer.land()

    @on(Flyer.Landed)
    def _landed(self) -> None:
        if all(flyer.is_free for flyer in self._flyers):
            self.did(Landed())

    def celebrate(self, moment: Moment, delay: float) -> None:
        """Play out a moment after a delay in seconds at the full tempo, unless animation is off."""
        if self.app.animation_level == "none":
            return
        self._delay = delay
        self.show_moment(moment)
        self.elapsed = 0.0
        if moment.is_won:
            room = Region.from_union([part.region for part in self.parts.values()])
            self.call_next(self._fall, cascade(room, delay + moment.tells, moment.seconds - moment.tells))
        end = delay + moment.seconds
        seconds = end * self.app.settings.tempo
        self.animate("elapsed", end, duration=seconds, easing="linear", on_complete=self.end_moment, level="basic")

    def watch_elapsed(self) -> None:
        moment = self._moment
        if moment is None:
            return
        steps = max(1, round(moment.seconds * FRAMES))
        share = int(max(0.0, self.elapsed - self._delay) / moment.seconds * steps) / steps
        if share != moment.share:
            self.show_moment(moment._replace(share=min(share, 1.0)))

    def show_moment(self, moment: Moment | None) -> None:
        self._moment = moment
        self.model = self.model  # validated with the moment

    def end_moment(self) -> None:
        """Show what stands at the end of a moment at once."""
        if self._moment is not None:
            self.show_moment(None)
            self.app.animator.force_stop_animation(self, "elapsed")
            for flyer in self._falling:
                flyer.land()

    async def _fall(self, flights: list[Flight]) -> None:
        """Let a cascade of cards fall, unless its moment was ended meanwhile."""
        await self._mount_flyers(self._falling, len(flights))
        if self._moment is not None:
            for flyer, flight in zip(self._falling, flights):
                flyer.fly(flight, self.region.offset)

    def validate_model(self, model: AnyTableModel | None) -> AnyTableModel | None:
        """Whatever else changes, the widgets draw what is celebrated."""
        return None if model is None else model._replace(moment=self._moment)


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

    def places(self) -> dict[Target, Region]:
        targets, cursor = self.rules.targets(self.shown), self.shown.cursor
        deep = (cursor,) if cursor is not None and cursor.depth else ()
        stations = self._stations  # all at once: the dial works out anew each time where it stands
        return {target: stations.get(target) or self.region_of(target) for target in (*targets, *deep)}

    @property
    def _stations(self) -> dict[Target, Region]:
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
        rows = (row for row in self.query(CardRow) if self._kind_of(row) is not None)
        yield from (row.region for row in rows if row.model.cards)
        yield self.query_one(self.words).content_region
        yield from (line.region for line in self.query(Line) if line.id in NAMES)

    @on(CardWidget.Pressed)
    def _pressed(self, event: CardWidget.Pressed) -> None:
        """Report a click: a double click is one click, unless the game has ``quick_clicks``.

        Then each quick click on the dial counts, unless an earlier one of the chain hit an overlay.
        """
        counts = event.chain == 1
        if isinstance(event.widget, Dial):
            counts = counts or (self.rules.quick_clicks and event.chain == self._chain + 1)
            self._chain = event.chain
        target = self._target(event.widget, event.hit)
        if counts and target is not None:
            self.did(Pressed(target))

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

    def flights(self, moves: Sequence[Move]) -> list[Flight]:
        flights = super().flights(moves)
        self._dropped = None
        return flights

    def start_of(self, move: Move) -> Region:
        if self._dropped is not None and move.start == self.rules.carries and move.face.card is self._dropped[0]:
            return self._dropped[1]
        return super().start_of(move)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the card that can be dragged."""
        self._grabbed = self.rules.carries is not None and self._grip.contains_point(event.screen_offset)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._grabbed and event.button and self.rules.carries is not None:
            self._pointer = event.screen_offset
            if self._carried is None:
                self.did(Carried(self.rules.carries))
            else:
                self._follow(self._carried)

    def on_mouse_up(self, event: events.MouseUp) -> None:
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
            await self._mount_flyers(self._flyers, len(self._flyers) + 1)
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
        assert self.rules.carries is not None, "a card is dragged only where one can be"
        return self._row(self._holders[self.rules.carries.kind].id)

    @property
    def _grip(self) -> Region:
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
