"""The table of every game of tricks: the players round it, the trick in the middle, and the hand fanned out below."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.geometry import Region
from textual.widget import Widget

from clockspades.engine.rules import EventT
from clockspades.games import trick_selectors as selectors
from clockspades.games.trick_selectors import TrickT
from clockspades.games.trick_table import TrickTableRules
from clockspades.games.tricks import Play, TrickView
from clockspades.table import log_view
from clockspades.table import selectors as common
from clockspades.table.faces import Face
from clockspades.table.inputs import AskMeaning
from clockspades.table.model import PlayerView, Selection, TableModel, Target, TargetKind
from clockspades.table.trick_widget_models import FanModel, PlayerBadgeModel, RoundTableModel, ScoreSheetModel
from clockspades.table.widget_models import LineModel, LogLine
from clockspades.tui.layout.hands import hands_text
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.bound_text import Line
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.flight import Flight
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.round_table import RoundTable

if TYPE_CHECKING:
    from clockspades.table.widget_models import ResultModel


class TrickTable(Table[TrickT, EventT]):
    """A game of tricks on the screen. Each game has its own rules for the table, and its own badges and heading."""

    rules: ClassVar[TrickTableRules[Any, Any]]
    words: ClassVar[str] = "#said"

    # a stylesheet of its own, so that the tables of other games open without it
    DEFAULT_CSS: ClassVar[str] = """
    TrickTable > * { visibility: visible; }

    #trick-table {
        layout: grid;
        grid-size: 1;
        grid-rows: 1fr 2 6;
        width: 100%;
        height: 100%;
    }

    #cloth { layout: horizontal; layers: base panel; }

    RoundTable { width: 1fr; height: 100%; }

    ChoicePanel { layer: panel; position: absolute; background: $rail; }

    #beside {
        width: 33%;
        height: 100%;
        padding: 0 1;
        layout: grid;
        grid-size: 1;
        grid-rows: 1 1fr;
    }

    #said { padding: 0 1; color: $bright; }

    Fan { width: 100%; height: 100%; padding: 0 1; }

    #hands { display: none; padding: 0 1; }

    #heading-above { display: none; padding: 0 1; }

    .-compact #heading-above { display: block; }
    .-compact #beside { display: none; }
    .-compact .-all-open #hands { display: block; }
    .-compact .-all-open Fan { display: none; }
    .-short #trick-table { grid-rows: 1fr 3 4; }
    .-compact #trick-table { grid-rows: 1 1fr 3 4; }
    .-tall #trick-table { grid-rows: 1fr 2 8; }
    .-high #trick-table { grid-rows: 1fr 2 10; }
    .-compact.-tall #trick-table, .-compact.-high #trick-table { grid-rows: 1 1fr 3 6; }
    .-cards-medium .-tall #trick-table, .-cards-medium .-high #trick-table { grid-rows: 1fr 2 6; }
    .-cards-small #trick-table, .-cards-small .-tall #trick-table, .-cards-small .-high #trick-table {
        grid-rows: 1fr 2 4;
    }
    .-cards-medium .-compact.-tall #trick-table, .-cards-medium .-compact.-high #trick-table {
        grid-rows: 1 1fr 3 6;
    }
    .-cards-small .-compact #trick-table { grid-rows: 1 1fr 3 4; }
    """
    SCOPED_CSS = False

    log_style: ClassVar[log_view.LogStyle]
    """How the log shows the game."""

    def __init__(self) -> None:
        super().__init__()
        self._cached_lines: list[log_view.CachedLines] = []
        """Log lines by point: the log is long, and little of it is new."""

    def compose(self) -> ComposeResult:
        """The players and the trick with the log beside them, then the prompt, then the hand."""
        with Widget(id="trick-table"):
            yield Line(self.heading, id="heading-above").data_bind(table_model=Table.model)
            with Widget(id="cloth"):
                yield RoundTable(self.round_model, id="round").data_bind(table_model=Table.model)
                yield ChoicePanel(self.rules.panel, id="panel").data_bind(table_model=Table.model)
                with Widget(id="beside"):
                    yield Line(self.heading, id="heading").data_bind(table_model=Table.model)
                    yield GameLog(self.lines_beside, id="log").data_bind(table_model=Table.model)
            yield Line(common.prompt, id="said").data_bind(table_model=Table.model)
            yield Fan(self.fan_model, id="near-hand").data_bind(table_model=Table.model)
            yield Line(self.hands_below, id="hands").data_bind(table_model=Table.model)

    # -- what is shown ---------------------------------------------------------------------------------

    @abstractmethod
    def badge(self, model: TableModel[TrickT, EventT], seat: int) -> PlayerBadgeModel:
        """A player's badge."""

    @abstractmethod
    def heading(self, model: TableModel[TrickT, EventT]) -> LineModel:
        """The game and where it stands."""

    @staticmethod
    @abstractmethod
    def sheet(model: TableModel[TrickT, EventT]) -> ScoreSheetModel:
        """The score sheet."""

    def fan_model(self, model: TableModel[TrickT, EventT]) -> FanModel:
        """The cards on the near side."""
        return selectors.fan_model(model, self.rules.ranks)

    def round_model(self, model: TableModel[TrickT, EventT]) -> RoundTableModel:
        """The players and the trick."""
        return selectors.round_model(model, self.rules.beats, self.badge, self.rules.panel(model))

    def lines_beside(self, model: TableModel[TrickT, EventT]) -> tuple[LogLine, ...]:
        """The text beside the table: the others' hands if all are open, else the log."""
        return selectors.hands_beside(model, self.rules.ranks) or self.log_lines(model)

    def hands_below(self, model: TableModel[TrickT, EventT]) -> LineModel:
        """All hands in the place of the near one, where all are open and there is nothing beside the table."""
        return LineModel(hands_text(selectors.all_hands(model, self.rules.ranks)))

    def log_lines(self, model: TableModel[TrickT, EventT]) -> tuple[LogLine, ...]:
        return log_view.log_lines(model, self.log_style, self._cached_lines)

    marks = staticmethod(selectors.marks)

    @staticmethod
    def result(state: TrickView, happened: Sequence[Any]) -> "ResultModel":
        from clockspades.games.trick_selectors import trick_result

        return trick_result(state, happened)

    def watch_model(self, model: TableModel[TrickT, EventT] | None) -> None:
        """Where nothing has room beside the table, all hands that are open stand below it."""
        self.set_class(model is not None and selectors.are_open(model), "-all-open")

    # -- where it stands -------------------------------------------------------------------------------

    @property
    def _round(self) -> RoundTable:
        return self.query_one(RoundTable)

    @property
    def _fan(self) -> Fan:
        return self.query_one(Fan)

    @property
    def _panel(self) -> ChoicePanel:
        return self.query_one(ChoicePanel)

    @on(RoundTable.Resized)
    def _make_room(self) -> None:
        """Give the panel the room that the table has now."""
        self._panel.room = self._round.panel_room

    def places(self) -> dict[Target, Region]:
        return {target: self._place(target) for target in self.rules.targets(self.shown)}

    def _place(self, target: Target) -> Region:
        if target.kind is TargetKind.CHOICE:
            return self._panel.choice(target.number)
        return self._fan.place(target.number, beside=target.kind is TargetKind.BESIDE)

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: PlayerView[TrickT, EventT], after: PlayerView[TrickT, EventT]) -> list[Flight]:
        """The card that was played, from where it was to the trick."""
        played = self.rules.just_played(after)
        if played is None:
            return []
        end = self._round.play(selectors.place_of(self.shown, played.seat))
        return [self.way(Face(played.card), self._origin(before, played), end)]

    def _origin(self, before: PlayerView[TrickT, EventT], played: Play) -> Region:
        """Where a card was before it was played: its place in the hand on the near side, or at its player's badge."""
        place = selectors.place_of(self.shown, played.seat)
        if place or not self._fan.display:
            return self._round.badge(place)
        hand = selectors.near_hand(TableModel(before, Selection()), self.rules.ranks)
        return self._fan.corner(hand.index(played.card)) if played.card in hand else self._fan.region

    def way(self, face: Face, start: Region, end: Region, *, turns: bool = False) -> Flight:
        """From the middle of one place to that of another, in the size of the cards on the trick."""
        size = self._round.play(0).size
        return Flight.between(start, end, face, size, turns=turns)

    def gathering(self) -> list[Flight]:
        trick = self.shown.view.tricks[-1]
        end = self._round.badge(selectors.place_of(self.shown, trick.winner))
        return [
            self.way(Face(play.card), self._round.play(selectors.place_of(self.shown, play.seat)), end)
            for play in trick.plays
        ]

    # -- what the player does --------------------------------------------------------------------------

    @on(Fan.Pressed)
    def _card_pressed(self, event: Fan.Pressed) -> None:
        self.press(TargetKind.BESIDE if event.beside else TargetKind.HAND, event.number)

    @on(Fan.Pointed)
    def _card_pointed(self, event: Fan.Pointed) -> None:
        self.hover(TargetKind.BESIDE if event.beside else TargetKind.HAND, event.number)

    @on(ChoicePanel.Pressed)
    def _choice_pressed(self, event: ChoicePanel.Pressed) -> None:
        self.press(TargetKind.CHOICE, event.number)

    @on(ChoicePanel.Pointed)
    def _choice_pointed(self, event: ChoicePanel.Pointed) -> None:
        self.hover(TargetKind.CHOICE, event.number)

    @on(RoundTable.Pointed)
    def _round_pointed(self, event: RoundTable.Pointed) -> None:
        self.hover(event.kind, event.place)

    @on(RoundTable.Pressed)
    def _round_pressed(self, event: RoundTable.Pressed) -> None:
        self.did(AskMeaning(Target(event.kind, event.place)))
