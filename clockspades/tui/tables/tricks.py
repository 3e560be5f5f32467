"""The table of every game of tricks: the players round it, the trick in the middle, and the hand fanned out below."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.geometry import Region
from textual.widget import Widget

from clockspades.cards import Card, Suit
from clockspades.engine.game import Action, Event, EventT
from clockspades.games import trick_selectors as selectors
from clockspades.games.trick_selectors import TrickT
from clockspades.games.tricks import Play, PlayCard, TrickView
from clockspades.table import log_view
from clockspades.table import selectors as common
from clockspades.table.faces import Face
from clockspades.table.glyphs import glyphs
from clockspades.table.model import PlayerView, Selection, TableModel, Target, TargetKind
from clockspades.table.trick_widget_models import (
    ChoicePanelModel,
    FanModel,
    PlayerBadgeModel,
    RoundTableModel,
    ScoreSheetModel,
)
from clockspades.table.widget_models import Key, LineModel, LogLine, Mark
from clockspades.tui.layout.hands import hands_text
from clockspades.tui.tables.table import Table
from clockspades.tui.tables.tricks_handling import TrickHandling
from clockspades.tui.widgets.choice_panel import ChoicePanel
from clockspades.tui.widgets.fan import Fan
from clockspades.tui.widgets.flight import SECONDS, Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.line import Line
from clockspades.tui.widgets.round_table import RoundTable

if TYPE_CHECKING:
    from clockspades.table.result_model import ResultModel


class TrickTable(TrickHandling[TrickT, EventT]):
    """A game of tricks on the screen. What is a game's own it says in the methods that are abstract here."""

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

    pauses = True
    screen_actions = frozenset({"sheet", "last_trick"})
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
                yield ChoicePanel(self.panel, id="panel").data_bind(table_model=Table.model)
                with Widget(id="beside"):
                    yield Line(self.heading, id="heading").data_bind(table_model=Table.model)
                    yield GameLog(self.lines_beside, id="log").data_bind(table_model=Table.model)
            yield Line(common.prompt, id="said").data_bind(table_model=Table.model)
            yield Fan(self.fan_model, id="near-hand").data_bind(table_model=Table.model)
            yield Line(self.hands_below, id="hands").data_bind(table_model=Table.model)

    # -- what each game defines --------------------------------------------------------------------------

    @staticmethod
    @abstractmethod
    def beats(card: Card, winning: Card, led: Suit) -> bool:
        """Whether a card takes a trick over from the card now winning."""

    @abstractmethod
    def badge(self, model: TableModel[TrickT, EventT], seat: int) -> PlayerBadgeModel:
        """A player's badge."""

    @abstractmethod
    def heading(self, model: TableModel[TrickT, EventT]) -> LineModel:
        """The game and where it stands."""

    @abstractmethod
    def panel(self, model: TableModel[TrickT, EventT]) -> ChoicePanelModel | None:
        """A choice or a summary in the middle of the table; None without one."""

    @staticmethod
    @abstractmethod
    def sheet(model: TableModel[TrickT, EventT]) -> ScoreSheetModel:
        """The score sheet."""

    @abstractmethod
    def explain_badge(self, model: TableModel[TrickT, EventT], place: int) -> str:
        """How a player stands."""

    def fan_model(self, model: TableModel[TrickT, EventT]) -> FanModel:
        """What lies before the player on the near side."""
        return selectors.fan_model(model, self.ranks)

    def round_model(self, model: TableModel[TrickT, EventT]) -> RoundTableModel:
        """The players and the trick."""
        return selectors.round_model(model, self.beats, self.badge, self.panel(model))

    def remark(self, player: PlayerView[TrickT, EventT]) -> str:
        """What else to say of the last action."""
        return ""

    # -- what is shown ---------------------------------------------------------------------------------

    def watch_model(self, model: TableModel[TrickT, EventT] | None) -> None:
        """Where nothing has room beside the table, all hands that are open stand below it."""
        self.set_class(model is not None and selectors.are_open(model), "-all-open")

    @property
    def _round(self) -> RoundTable:
        return self.query_one(RoundTable)

    @on(RoundTable.Resized)
    def _make_room(self) -> None:
        """Give the panel the room that the table has now."""
        self._panel.room = self._round.panel_room

    def selection_at(self, before: PlayerView[TrickT, EventT] | None, after: PlayerView[TrickT, EventT]) -> Selection:
        """A trick that was just taken lies there still, and the card just played is on its way."""
        return Selection(
            note=self.noted(after),
            shown_trick=selectors.just_taken(after),
            in_flight=before is not None and self._moves and self.just_played(after) is not None,
        )

    def noted(self, player: PlayerView[TrickT, EventT]) -> str:
        """What to say when nothing is pointed at, beside the task."""
        told = " ".join(filter(None, (self.remark(player), selectors.taking(player))))
        if player.caption or not told or player.game.outcome(player.view) is not None:
            return ""
        if selectors.just_taken(player) is not None:
            return told
        return f"{told} {player.task}"  # the table shows the rest

    @property
    def _moves(self) -> bool:
        return self.app.animation_level != "none"

    @property
    def lingers(self) -> bool:
        return self.selection.shown_trick is not None

    def go_on(self, *, gathers: bool = True) -> None:
        """Give the trick on the table to its winner."""
        shown_trick = self.selection.shown_trick
        if shown_trick is None:
            return
        view = self.shown.view
        if gathers:
            self.land()
        self.selection = self.selection._replace(shown_trick=None, note="")
        if gathers and shown_trick == len(view.tricks) - 1 and not view.trick:
            self._launch(self._gathering())

    def look_back(self) -> None:
        """Show the last trick again, or no longer."""
        view = self.shown.view
        if not view.tricks:
            self.say("No trick has been taken in this deal yet.")
        elif self.lingers:
            self.go_on()
        else:
            winner = self.shown.player.names[view.tricks[-1].winner]
            note = f"{winner} took the last trick. Press any key to go on."
            self.selection = Selection(note=note, shown_trick=len(view.tricks) - 1)

    def catch_up(self) -> None:
        view = self.shown.view
        if view.tricks and view.tricks[-1].plays[-1].seat != self.shown.player.seat:
            self.look_back()

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: PlayerView[TrickT, EventT], after: PlayerView[TrickT, EventT]) -> list[Flight]:
        """The card that was played, from where it was to the trick."""
        played = self.just_played(after)
        if played is None:
            return []
        end = self._round.play(selectors.place_of(self.shown, played.seat))
        return [self._way(Face(played.card), self._origin(before, played), end)]

    def just_played(self, player: PlayerView[TrickT, EventT]) -> Play | None:
        """The card that the last action put on the trick."""
        return selectors.just_played(player)

    def _origin(self, before: PlayerView[TrickT, EventT], played: Play) -> Region:
        """Where a card was before it was played: its place in the hand on the near side, or at its player's badge."""
        place = selectors.place_of(self.shown, played.seat)
        if place or not self._fan.display:
            return self._round.badge(place)
        hand = selectors.near_hand(TableModel(before, Selection()), self.ranks)
        return self._fan.corner(hand.index(played.card)) if played.card in hand else self._fan.region

    def _way(self, face: Face, start: Region, end: Region, *, turns: bool = False) -> Flight:
        """From the middle of one place to that of another, in the size of the cards on the trick."""
        size = self._round.play(0).size
        return Flight.between(start, end, face, size, turns=turns)

    def _gathering(self) -> list[Flight]:
        """The last trick on its way to its winner."""
        trick = self.shown.view.tricks[-1]
        end = self._round.badge(selectors.place_of(self.shown, trick.winner))
        return [
            self._way(Face(play.card), self._round.play(selectors.place_of(self.shown, play.seat)), end)
            for play in trick.plays
        ]

    @on(Flyer.Landed)
    def _landed(self) -> None:
        if all(flyer.is_free for flyer in self.query(Flyer)):
            self._put_down()

    def land(self) -> None:
        super().land()
        self._put_down()

    def _put_down(self) -> None:
        if self.selection.in_flight:
            self.selection = self.selection._replace(in_flight=False)

    def seconds_for(self, player: PlayerView[TrickT, EventT]) -> float:
        return SECONDS if self.just_played(player) else 0.0

    # -- what can be done ------------------------------------------------------------------------------

    def keys(self, player: PlayerView[TrickT, EventT]) -> tuple[Key, ...]:
        more = [Key("t", "last trick", "last_trick")] if player.view.tricks else []
        more.append(Key("s", "scores", "sheet"))
        if self.lingers and player.game.outcome(player.view) is None:
            return (Key(glyphs().enter, "go on", "confirm"), *more)
        if self.sums_up(player):
            return (Key(glyphs().enter, "next deal", "confirm"), *more)
        if player.active:
            return (*self.keys_now(player), *more)
        return tuple(more)

    def keys_now(self, player: PlayerView[TrickT, EventT]) -> tuple[Key, ...]:
        """The keys for what the player on the near side is to do."""
        cards = sum(isinstance(action, PlayCard) for action in player.game.legal_actions(player.view))
        digits = (Key(f"1-{cards}", "card", "choose(1)"),) if cards > 1 else ()
        return (*digits, Key(glyphs().enter, "play", "confirm"), Key(glyphs().left_right, "move", "move('right')"))

    def announce(self, player: PlayerView[TrickT, EventT], action: Action) -> str:
        if not isinstance(action, PlayCard):
            return super().announce(player, action)
        last = len(player.view.hands[player.seat]) == 1
        return f"You play the {action.card.symbol}, {'your last card' if last else 'the only card you can play'}."

    @staticmethod
    def result(state: TrickView) -> "ResultModel":
        from clockspades.games.trick_result import trick_result

        return trick_result(state)

    def marks(self, history: Sequence[Sequence[Event]]) -> tuple[Mark, ...]:
        return selectors.marks(history)

    def log_lines(self, model: TableModel[TrickT, EventT]) -> tuple[LogLine, ...]:
        return log_view.log_lines(model, self.log_style, self._cached_lines)

    def lines_beside(self, model: TableModel[TrickT, EventT]) -> tuple[LogLine, ...]:
        """What stands beside the table: the others' hands where all are open, else what happened."""
        return selectors.hands_beside(model, self.ranks) or self.log_lines(model)

    def hands_below(self, model: TableModel[TrickT, EventT]) -> LineModel:
        """All hands in the place of the near one, where all are open and there is nothing beside the table."""
        return LineModel(hands_text(selectors.all_hands(model, self.ranks)))

    def explain(self, target: Target) -> str:
        model = self.shown
        match target.kind:
            case TargetKind.HAND:
                return selectors.explain_card(model, self.ranks, target.number)
            case TargetKind.PLAY:
                return selectors.explain_play(model, self.beats, target.number)
            case TargetKind.BADGE:
                return self.explain_badge(model, target.number)
        return ""
