"""What every table on the screen is: widgets that draw a :class:`TableModel`, and report what the player does.

It decides nothing: :func:`clockspades.table.update.update` does, with what its game says in its rules for the table.
It knows no game either: these rules say what is on it and how cards move.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

from textual import getters, on
from textual.app import ComposeResult
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import var
from textual.widget import Widget

from clockspades.table import log_view
from clockspades.table.inputs import AskMeaning, Hovered, Input, Landed, Pressed
from clockspades.table.model import AnyTableModel, Badge, Direction, Target
from clockspades.table.moments import Moment
from clockspades.table.parts import Box, Kind, Move, Part, Parts, Place
from clockspades.table.table_rules import AnyTableRules
from clockspades.table.widget_models import LogLine
from clockspades.tui.drawing.drawn_cards import cell_of_card
from clockspades.tui.layout.cells import nearest
from clockspades.tui.textual_fixes.mounted import MountedOnly
from clockspades.tui.themed_app import ThemedApp
from clockspades.tui.widgets.bound_widget import BoundWidget, Line
from clockspades.tui.widgets.flight import AdviceBadge, Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog

FRAMES: Final = 20
"""How often a moment is drawn in a second."""
FLYERS: Final = 6
"""How many cards can be in the air before more have to be made."""


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
        self._badges: list[AdviceBadge] = []
        self._cached_lines: list[log_view.CachedLines] = []
        """Log lines by point: a log is long, and little of it is new."""
        self._moment: Moment | None = None
        """What is celebrated now."""
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

    # -- its parts -------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The parts that the rules name, laid out by the game's stylesheet."""
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
                yield self.parts[part.id].add_class(f"part-{part.id}")

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

    def log_lines(self, model: AnyTableModel) -> tuple[LogLine, ...]:
        """The game so far in words."""
        return log_view.log_lines(model, self.rules.log_style, self._cached_lines)

    # -- what the player does --------------------------------------------------------------------------

    def did(self, given: Input) -> None:
        """Report what the player did, before the event that it was done with gets to the screen."""
        self.screen.post_message(self.Did(self, given))

    def press(self, target: Target) -> None:
        """Report a click on a target."""
        self.did(Pressed(target))

    def hover(self, target: Target | None, left: Target | None) -> None:
        """Report that the pointer is on a target, or has left those of a kind."""
        if pointed := target or left:
            self.did(Hovered(pointed.kind, target))

    def nearest(self, direction: Direction) -> Target | None:
        """What lies beside the cursor on the screen."""
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

    # -- badges of advice ------------------------------------------------------------------------------

    def card_of(self, badge: Badge) -> Region | None:
        """Where a badge has room: the card or pile that it is on, as far as that can be seen; None if it has none."""
        return self.region_of(badge.target)

    def show_badges(self) -> None:
        """Put the badges of the advice where their cards now are."""
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

    # -- a note over it ----------------------------------------------------------------------------------

    def spoken_of(self, place: Place) -> Iterator[Region]:
        """What a note on a place points at; then what around it may be pointed at where that itself cannot."""
        yield self.region_of(place)

    @abstractmethod
    def needed(self) -> Iterator[Region]:
        """What no note ever covers."""

    def uncrossed(self) -> Iterator[Region]:
        """Words that no pointer of a note leads through, above all those that say what to do."""
        yield from self.query_one(self.words, Line).rows

    @abstractmethod
    def useful(self) -> Iterator[tuple[Region, float]]:
        """What a note covers only where there is no better place, and how much one cell of that is worth."""

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, moves: Sequence[Move]) -> list[Flight]:
        """Where cards fly on the screen as they move."""
        return [self._flight(move) for move in moves]

    def _flight(self, move: Move) -> Flight:
        end = self.region_of(move.end)
        size = end.size if move.like is None else self.region_of(move.like).size
        return Flight.between(self.start_of(move), end, size, move)

    def start_of(self, move: Move) -> Region:
        """Where a card sets off."""
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
        await self._mount_flyers(wanted)
        self.launch(flights)

    async def _mount_flyers(self, wanted: int) -> None:
        missing = [Flyer() for _ in range(wanted - len(self._flyers))]
        self._flyers += missing
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

    # -- a moment that is celebrated -------------------------------------------------------------------

    def celebrate(self, moment: Moment, delay: float) -> None:
        """Play out a moment after a delay in seconds at the full tempo, unless animation is off."""
        if self.app.animation_level == "none":
            return
        self._moment, self._delay, self.elapsed = moment, delay, 0.0
        self._draw_moment()
        end = delay + moment.seconds
        self.animate(
            "elapsed",
            end,
            duration=end * self.app.settings.tempo,
            easing="linear",
            on_complete=self.end_moment,
            level="basic",
        )

    def watch_elapsed(self) -> None:
        """Draw the moment at its current share."""
        moment = self._moment
        if moment is None:
            return
        steps = max(1, round(moment.seconds * FRAMES))
        share = int(max(0.0, self.elapsed - self._delay) / moment.seconds * steps) / steps
        if share != moment.share:
            self.show_moment(moment._replace(share=min(share, 1.0)))

    def show_moment(self, moment: Moment | None) -> None:
        """Draw a moment at its share, or none."""
        self._moment = moment
        self._draw_moment()

    def end_moment(self) -> None:
        """Show what stands at the end of a moment at once."""
        if self._moment is not None:
            self.show_moment(None)
            self.app.animator.force_stop_animation(self, "elapsed")

    def _draw_moment(self) -> None:
        self.model = self.model  # validated with the moment

    def validate_model(self, model: AnyTableModel | None) -> AnyTableModel | None:
        """Whatever else changes, the widgets draw what is celebrated."""
        return None if model is None else model._replace(moment=self._moment)
