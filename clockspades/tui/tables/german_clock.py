"""The table of German Clock: the dial of foundations, and beside it the stock, the waste, the order and the log."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.widget import Widget

from clockspades.cards import UNKNOWN, Rank
from clockspades.games.german_clock import selectors
from clockspades.games.german_clock.rules import GermanClockEvent, PassBegan, Place, Placed, Redeal, State, Turn, Turned
from clockspades.table.faces import Face
from clockspades.table.glyphs import glyphs
from clockspades.table.model import AnyPlayerView, Selection, Target, TargetKind
from clockspades.table.selectors import prompt
from clockspades.table.widget_models import Key, LogLine, Mark
from clockspades.tui.tables.table import Table
from clockspades.tui.widgets.card_row import CardRow
from clockspades.tui.widgets.count import Count
from clockspades.tui.widgets.dial import Dial
from clockspades.tui.widgets.flight import Flight, Flyer
from clockspades.tui.widgets.game_log import GameLog
from clockspades.tui.widgets.line import Line

if TYPE_CHECKING:
    from clockspades.table.result_model import ResultModel


class GermanClockTable(Table[State, GermanClockEvent]):
    """A game of German Clock on the screen. What it says and shows is the same whether a card can be placed or not."""

    SCOPED_CSS = False
    DEFAULT_CSS = """
    GermanClockTable #panel {
        width: 1fr;
        min-width: 30;
        height: 100%;
        padding: 0 1;
        layout: grid;
        grid-size: 2;
        grid-columns: 10 1fr;
        grid-rows: 2 7 1 4 1fr 5;
    }
    GermanClockTable #panel > * { visibility: visible; }
    GermanClockTable Line, GermanClockTable #count, GermanClockTable #log { column-span: 2; }
    GermanClockTable #count { padding: 1 0 0 0; }

    .-short GermanClockTable #heading, .-compact GermanClockTable #heading { display: none; }
    .-short GermanClockTable #panel { grid-columns: 8 1fr; grid-rows: 5 1 3 1fr 5; }
    .-short GermanClockTable #count { padding: 0; }
    .-compact GermanClockTable #panel { min-width: 25; padding: 0 0 0 1; grid-columns: 8 1fr; grid-rows: 5 1 3 1fr 6; }
    .-compact.-short GermanClockTable #panel { grid-rows: 5 1 3 1fr 5; }
    .-compact GermanClockTable #count { padding: 0; }

    .-large.-high GermanClockTable #panel {
        min-width: 40;
        grid-columns: 14 1fr;
        grid-rows: 2 9 1 7 1fr 5;
    }
    .-cards-medium .-normal GermanClockTable #panel, .-cards-medium .-roomy GermanClockTable #panel,
    .-cards-medium .-large GermanClockTable #panel {
        grid-columns: 8 1fr;
        grid-rows: 2 5 1 4 1fr 5;
    }
    .-cards-small GermanClockTable #panel { grid-columns: 6 1fr; grid-rows: 2 3 1 4 1fr 5; }
    .-cards-medium .-normal.-short GermanClockTable #panel, .-cards-medium .-roomy.-short GermanClockTable #panel,
    .-cards-medium .-large.-short GermanClockTable #panel {
        grid-rows: 5 1 3 1fr 5;
    }
    .-cards-small .-short GermanClockTable #panel { grid-rows: 3 1 3 1fr 5; }
    .-cards-small .-compact GermanClockTable #panel { grid-rows: 3 1 3 1fr 5; }
    ReplayScreen.-medium GermanClockTable #panel { grid-columns: 8 1fr; grid-rows: 1 5 1 4 1fr 5; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,s", "screen.space", "Turn up the next card; if the stock is empty, turn the waste over"),
        Binding("enter", "screen.confirm", "Place the top card of the waste; after the game, the result"),
        Binding("p", "focused.place", "Place the top card of the waste"),
        *(
            Binding(str(hour), f"screen.choose({hour})", "Show the cards at that hour", show=False)
            for hour in range(1, 10)
        ),
        *(
            Binding(key, f"screen.move('{key}')", "Look at the stock, the waste and the clock")
            for key in ("left", "right", "up", "down")
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._grabbed = False
        """Whether the button of the mouse went down on the top card of the waste."""
        self._carried: Flyer | None = None
        """The card as it follows the pointer."""
        self._dropped: Region | None = None
        """Where it was let go, for it to fly on from there."""

    def compose(self) -> ComposeResult:
        """The dial, and beside it from top to bottom: stock, waste, the order of suits, the log, what to do."""
        yield Dial(selectors.dial_model, id="dial").data_bind(table_model=Table.model)
        with Widget(id="panel"):
            yield Line(selectors.heading, id="heading").data_bind(table_model=Table.model)
            yield CardRow(selectors.stock_row, id="stock").data_bind(table_model=Table.model)
            yield CardRow(selectors.waste_row, id="waste").data_bind(table_model=Table.model)
            yield Line(selectors.order, id="order").data_bind(table_model=Table.model)
            yield Count(selectors.count, id="count").data_bind(table_model=Table.model)
            yield GameLog(selectors.log_lines, id="log").data_bind(table_model=Table.model)
            yield Line(prompt, id="prompt").data_bind(table_model=Table.model)

    # -- what can be done ------------------------------------------------------------------------------

    def keys(self, player: AnyPlayerView) -> tuple[Key, ...]:
        if not player.active:
            return ()
        view, places = player.view, Key(glyphs().enter, "place", "confirm")
        if not view.stock and not view.redeals_left:
            return (places,)
        return (Key("space", "turn" if view.stock else "turn over", "space"), places)

    def marks(self, history: Sequence[Sequence[GermanClockEvent]]) -> tuple[Mark, ...]:
        return selectors.marks(history)

    def explain(self, target: Target) -> str:
        return selectors.explain(self.shown, target)

    def log_lines(self, model: selectors.GermanClockTableModel) -> tuple[LogLine, ...]:
        return selectors.log_lines(model)

    @staticmethod
    def result(state: State) -> "ResultModel":
        from clockspades.games.german_clock.result import german_clock_result

        return german_clock_result(state)

    def space(self) -> None:
        """Turn up the next card; turn the waste over where the stock is empty."""
        model = self.shown
        if model.player.active:
            self.decide(Turn() if model.view.stock else Redeal())
        else:
            self.say(model.player.prompt)

    def confirm(self) -> None:
        """Place the top card of the waste, or say why it does not go on the clock."""
        model = self.shown
        if model.player.active:
            self.decide(Place())
        else:
            self.say(model.player.prompt)

    def action_place(self) -> None:
        """Place the top card of the waste."""
        self.confirm()

    def choose(self, number: int) -> None:
        """Point at an hour."""
        self.point_at(Target(TargetKind.HOUR, number))

    def places(self) -> dict[Target, Region]:
        """Everything that the cursor can be on, where it stands on the screen."""
        hours = {Target(TargetKind.HOUR, int(rank)): self._hour(rank) for rank in Rank}
        return {Target(TargetKind.WASTE, 0): self._waste, Target(TargetKind.STOCK, 0): self._stock, **hours}

    def _hour(self, rank: Rank) -> Region:
        return self.query_one(Dial).place(rank % len(Rank))

    @property
    def _stock(self) -> Region:
        return self.query_one("#stock", CardRow).place(0)

    @property
    def _waste(self) -> Region:
        """Where the top card of the waste lies."""
        return self.query_one("#waste", CardRow).place(selectors.WASTE - 1)

    # -- cards in the air ------------------------------------------------------------------------------

    def flights(self, before: AnyPlayerView, after: AnyPlayerView) -> list[Flight]:
        """A card from the stock to the waste, from there to its foundation, or the waste back to the stock."""
        start, self._dropped = self._dropped or self._waste, None  # from where it was let go, if it was dragged
        size = self._stock.size
        for event in after.history[-1]:
            match event:
                case Turned(card):
                    return [Flight.between(self._stock, self._waste, Face(card), size)]
                case Placed(card):
                    return [
                        Flight.between(start, self._hour(card.rank), Face(card), self.query_one(Dial).layout_now.card)
                    ]
                case PassBegan(number) if number > 1:
                    return [Flight.between(self._waste, self._stock, Face(UNKNOWN), size)]
        return []

    # -- the pointer -----------------------------------------------------------------------------------

    @on(Dial.Pressed)
    def _dial_pressed(self, event: Dial.Pressed) -> None:
        """A double click is one click here."""
        if event.chain > 1:
            return
        model, rank = self.shown, Rank(event.hour or Rank.KING)
        if model.player.active and model.view.waste and model.view.waste[-1].rank is rank:
            self.decide(Place())
        else:
            self.say(self.explain(Target(TargetKind.HOUR, int(rank))))

    @on(CardRow.Pressed, "#stock")
    def _stock_pressed(self) -> None:
        self.space()

    @on(CardRow.Pressed, "#waste")
    def _waste_pressed(self, event: CardRow.Pressed) -> None:
        if event.number == selectors.WASTE - 1:
            self.confirm()
        else:
            self.say(self.explain(Target(TargetKind.WASTE, 0)))

    @on(Dial.Pointed)
    def _dial_pointed(self, event: Dial.Pointed) -> None:
        self.hover(TargetKind.HOUR, event.hour if event.hour is None else event.hour or int(Rank.KING))

    @on(CardRow.Pointed)
    def _card_pointed(self, event: CardRow.Pointed) -> None:
        self.hover(TargetKind(event.row.id or ""), event.number)

    # -- a card that is dragged to the dial ------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the top card of the waste."""
        model = self.shown
        on_it = self._waste.contains_point(event.screen_offset)
        self._grabbed = on_it and model.player.active and bool(model.view.waste)

    async def on_mouse_move(self, event: events.MouseMove) -> None:
        """Carry it along with the pointer."""
        if self._grabbed and event.button:
            if self._carried is None:
                await self._lift()
            if self._carried is not None:
                self._carried.offset = self._under(event).offset - self.region.offset

    async def _lift(self) -> None:
        """Take the card up."""
        free = [flyer for flyer in self.query(Flyer) if flyer.is_free]
        flyer = free[0] if free else Flyer()
        if not free:
            await self.mount(flyer)
        flyer.carry(Face(self.shown.view.waste[-1]), self._waste.size)
        self._carried = flyer
        self.select(Selection(picked=self.shown.view.waste[-1]))
        self.query_one("#waste").capture_mouse()

    def _under(self, event: events.MouseEvent) -> Region:
        """Where the card is with its middle at the pointer."""
        size = self._waste.size
        return Region.from_offset(event.screen_offset - Offset(size.width // 2, size.height // 2), size)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let it go: on the hour of its rank it is placed, if it may be."""
        self._grabbed = False
        if self._carried is not None:
            self.interrupt()
            rank = next((rank for rank in Rank if self._hour(rank).contains_point(event.screen_offset)), None)
            if rank is not None:
                self._hovered = Target(
                    TargetKind.HOUR, int(rank)
                )  # what is said of the card stands until the pointer moves on
                self._drop(rank, self._under(event))

    def _drop(self, rank: Rank, at: Region) -> None:
        """Place the card on the foundation of a rank, or say why not; ``at`` is where it was let go."""
        if rank is self.shown.view.waste[-1].rank:
            self._dropped = at if Place() in self.shown.player.game.legal_actions(self.shown.view) else None
            self.decide(Place())
        else:
            self.say(selectors.wrong_place(self.shown.view))

    def on_key(self, event: events.Key) -> None:
        """Escape lets the card go, and does no more than that."""
        if self._carried is not None and event.key == "escape":
            self.interrupt()
            event.stop()

    def interrupt(self) -> None:
        """Whoever does something else lets the card go."""
        super().interrupt()
        self._grabbed = False
        if self._carried is not None:
            self._carried = None
            self.query_one("#waste").release_mouse()
            self.selection = Selection()
